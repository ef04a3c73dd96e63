export const lessThan = 0x3c;
export const greaterThan = 0x3e;
export const slash = 0x2f;

export function startsWith(buffer: Buffer, at: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (buffer[at + index] !== text[index]) return false;
  }
  return true;
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether a byte may follow the name of an element in its start tag. */
export function endsName(byte: number | undefined): boolean {
  return isSpace(byte) || byte === greaterThan || byte === slash;
}

/** Whether there is nothing but white space between two offsets. */
export function isBlank(buffer: Buffer, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) if (!isSpace(buffer[index])) return false;
  return true;
}
