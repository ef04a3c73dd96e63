/** A form that a client uploads: its text fields by name, and its file. */
export interface SentForm {
  form: Record<string, string>;
  file: { name: string; text: string } | undefined;
}

/**
 * Parses a body of the type `multipart/form-data`, as browsers and jsdom send it. `Response.formData()` cannot be used:
 * from Node 24 on it creates files by the global class `File`, which in tests of the web client is jsdom's.
 *
 * @param contentType - with the boundary of the parts
 * @throws Error for a body that is no such form
 */
export function readForm(bytes: Buffer, contentType: string): SentForm {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1];
  const [, ...parts] = bytes.toString('latin1').split(`--${boundary ?? ''}`);
  if (boundary === undefined || !/^--\s*$/.test(parts.pop() ?? '')) throw new Error('not a complete form');
  const read: SentForm = { form: {}, file: undefined };
  for (const part of parts) {
    const end = part.indexOf('\r\n\r\n');
    const head = decode(part.slice(0, end));
    const content = decode(part.slice(end + 4, -2));
    const fileName = readParameter(head, 'filename');
    if (fileName === undefined) read.form[readParameter(head, 'name') ?? ''] = content;
    else read.file = { name: fileName, text: content };
  }
  return read;
}

const decode = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** Reads a parameter such as `name` from the headers of a part; browsers write its quotation marks as `%22`. */
function readParameter(head: string, name: string): string | undefined {
  return new RegExp(`[; ]${name}="([^"]*)"`, 'i').exec(head)?.[1]?.replaceAll('%22', '"');
}
