/**
 * Reads a line `#EXTINF:<duration> <attributes>,<title>` as real M3U lists write it.
 *
 * Attributes are read from left to right, quoted with " or ' or typographic quotes or unquoted, with keys in any case. Quoted values may
 * contain commas, and one comma may precede the first attribute. A quote closes a value only before a blank, a comma or
 * the end of the line, so that quotes inside a value do not end it; a value whose quote never closes ends at the next
 * comma, so that it cannot include the title. The title is everything after the comma that follows the attributes.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc8216#section-4.3.2.1 (the duration; the attributes are an IPTV convention)
 */
export interface EntryLine {
  /** The duration in an `#EXTINF` line, in seconds; `null` for a live stream (`-1`) and where none is stated. */
  durationSeconds: number | null;
  /** The `key="value"` attributes of the `#EXTINF` line, with keys in lower case. */
  attributes: Map<string, string>;
  title: string;
  /** Whether a quoted value never closes, as where a line break inside a value has torn the line. */
  isTorn: boolean;
}

/** The most attributes of one `#EXTINF` line; a line with more is damaged or an attack. */
const maxAttributes = 200;

const duration = /\s*(-?\d+(?:\.\d+)?)?/y;
const key = /\s*([A-Za-z][A-Za-z0-9_.-]*)\s*=\s*/y;
const leadingComma = /\s*,(?=\s*[A-Za-z][A-Za-z0-9_-]*\s*=\s*["'“”„‘’«])/y;
const bare = /[^\s,]*/y;

/** The quotes that may close a value, by the one that opens it. */
const closingQuotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”“"'],
  ['”', '”“"'],
  ['„', '“”"'],
  ['‘', "’‘'"],
  ['’', "’‘'"],
  ['«', '»'],
]);

/**
 * Reads an `#EXTINF` line of an M3U file.
 *
 * @param at - the offset behind the directive's name
 * @returns `undefined` when the line has more attributes than the limit
 */
export function readEntryLine(line: string, at: number): EntryLine | undefined {
  const seconds = Number(matchAt(duration, line, at)?.[1] ?? -1);
  let next = duration.lastIndex;
  let isTorn = false;
  if (matchAt(leadingComma, line, next) !== undefined) next = leadingComma.lastIndex;
  const attributes = new Map<string, string>();
  for (let name = matchAt(key, line, next)?.[1]; name !== undefined; name = matchAt(key, line, next)?.[1]) {
    if (attributes.size >= maxAttributes) return undefined;
    const value = readValue(line, key.lastIndex);
    attributes.set(name.toLowerCase(), value.text.trim());
    isTorn ||= value.isTorn;
    next = value.end;
  }
  const comma = line.indexOf(',', next);
  const title = line.slice(comma === -1 ? next : comma + 1).trim();
  return { durationSeconds: seconds > 0 ? seconds : null, attributes, title, isTorn };
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line) ?? undefined;
}

function readValue(line: string, at: number): { text: string; end: number; isTorn: boolean } {
  const closing = closingQuotes.get(line.charAt(at));
  if (closing === undefined) {
    const text = matchAt(bare, line, at)?.[0] ?? '';
    return { text, end: at + text.length, isTorn: false };
  }
  for (let close = indexOfAny(line, closing, at + 1); close !== -1;) {
    const after = line[close + 1];
    if (after === undefined || after === ',' || /\s/.test(after)) {
      return { text: line.slice(at + 1, close), end: close + 1, isTorn: false };
    }
    close = indexOfAny(line, closing, close + 1);
  }
  const comma = line.indexOf(',', at);
  const end = comma === -1 ? line.length : comma;
  return { text: line.slice(at + 1, end), end, isTorn: true };
}

/** The offset of the first of some characters in a line, or -1. */
function indexOfAny(line: string, characters: string, from: number): number {
  if (characters.length === 1) return line.indexOf(characters, from);
  for (let at = from; at < line.length; at += 1) if (characters.includes(line.charAt(at))) return at;
  return -1;
}
