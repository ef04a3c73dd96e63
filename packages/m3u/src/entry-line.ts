/**
 * Reads a line `#EXTINF:<duration> <attributes>,<title>` as real M3U lists write it.
 *
 * Attributes are read from left to right, quoted with " or ' or unquoted, with keys in any case. Quoted values may
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
}

/** The most attributes of one `#EXTINF` line; a line with more is damaged or an attack. */
const maxAttributes = 200;

const duration = /#EXTINF:\s*(-?\d+(?:\.\d+)?)?/iy;
const key = /\s*([A-Za-z][A-Za-z0-9_.-]*)\s*=\s*/y;
const leadingComma = /\s*,(?=\s*[A-Za-z][A-Za-z0-9_-]*\s*=\s*["'])/y;
const bare = /[^\s,]*/y;

/** Reads an `#EXTINF` line of an M3U file. @returns `undefined` when the line has more attributes than the limit */
export function readEntryLine(line: string): EntryLine | undefined {
  const seconds = Number(matchAt(duration, line, 0)?.[1] ?? -1);
  let at = duration.lastIndex;
  if (matchAt(leadingComma, line, at) !== undefined) at = leadingComma.lastIndex;
  const attributes = new Map<string, string>();
  for (let name = matchAt(key, line, at)?.[1]; name !== undefined; name = matchAt(key, line, at)?.[1]) {
    if (attributes.size >= maxAttributes) return undefined;
    const value = readValue(line, key.lastIndex);
    attributes.set(name.toLowerCase(), value.text.trim());
    at = value.end;
  }
  const comma = line.indexOf(',', at);
  const title = line.slice(comma === -1 ? at : comma + 1).trim();
  return { durationSeconds: seconds > 0 ? seconds : null, attributes, title };
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line) ?? undefined;
}

function readValue(line: string, at: number): { text: string; end: number } {
  const quote = line[at];
  if (quote !== '"' && quote !== "'") {
    const text = matchAt(bare, line, at)?.[0] ?? '';
    return { text, end: at + text.length };
  }
  for (let close = line.indexOf(quote, at + 1); close !== -1; close = line.indexOf(quote, close + 1)) {
    const after = line[close + 1];
    if (after === undefined || after === ',' || /\s/.test(after)) {
      return { text: line.slice(at + 1, close), end: close + 1 };
    }
  }
  const comma = line.indexOf(',', at);
  const end = comma === -1 ? line.length : comma;
  return { text: line.slice(at + 1, end), end };
}
