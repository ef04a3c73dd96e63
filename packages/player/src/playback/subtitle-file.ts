/*
 * Converts a subtitle file that a person opens in the player to WebVTT, the only format that browsers support. The
 * file may be SubRip or WebVTT, in UTF-8, UTF-16 with a byte-order mark, or Windows-1252. The parser for SubRip
 * looks for lines with timestamps, as other players do, because cue numbers and blank lines are often wrong: the
 * text of a cue reaches from its timestamp line to the next blank line, or to the number before the next timestamp
 * line.
 */

/** The largest accepted subtitle file in bytes; real subtitle files are much smaller. */
export const subtitleFileLimitBytes = 2 * 1_024 * 1_024;

/**
 * Converts a subtitle file to WebVTT.
 *
 * @returns the WebVTT text; `undefined` for a file without any cue, such as an empty file or another kind of file
 * @see https://www.w3.org/TR/webvtt1/
 */
export function readSubtitleFile(bytes: Uint8Array): string | undefined {
  if (bytes.length > subtitleFileLimitBytes) return undefined;
  const text = decode(bytes)?.replace(/\r\n?/g, '\n');
  if (text === undefined) return undefined;
  if (/^WEBVTT(?=[ \t\n]|$)/.test(text)) return vttTime.test(text) ? text : undefined;
  const cues = readSubRip(text.split('\n'));
  return cues.length === 0 ? undefined : `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

const vttTime = /^(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}[ \t]+-->/m;
const subRipTime =
  /^\s*(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?\s*-->\s*(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?/;

function decode(bytes: Uint8Array): string | undefined {
  const mark = `${bytes[0] ?? 0},${bytes[1] ?? 0}`;
  const wide = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : undefined;
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  // A subtitle file with a zero byte is no text: films and archives contain zero bytes near their beginning.
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readSubRip(lines: readonly string[]): string[] {
  const cues: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const time = subRipTime.exec(lines[index] ?? '');
    if (time === null) continue;
    const from = readTime(time.slice(1, 5));
    const to = readTime(time.slice(5, 9));
    const text = readText(lines, index + 1);
    if (text === '' || to.ms <= from.ms) continue;
    // `{\an8}`, a tag of the older SubStation formats that is common in SubRip, moves the cue to the top of the video.
    const setting = /\{\\an?[789]\}/.test(text) ? ' line:8%' : '';
    const shown = toCueText(text);
    if (shown !== '') cues.push(`${from.text} --> ${to.text}${setting}\n${shown}`);
  }
  return cues;
}

function readText(lines: readonly string[], from: number): string {
  const text: string[] = [];
  for (let index = from; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim();
    const isNextNumber = /^\d+$/.test(line) && subRipTime.test(lines[index + 1] ?? '');
    if (line === '' || isNextNumber || subRipTime.test(line)) break;
    text.push(line);
  }
  return text.join('\n');
}

function readTime(parts: readonly (string | undefined)[]): { ms: number; text: string } {
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(0, 3).map(Number);
  const fraction = (parts[3] ?? '').padEnd(3, '0');
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 + Number(fraction),
    text: `${two(hours)}:${two(minutes)}:${two(seconds)}.${fraction}`,
  };
}

/**
 * Converts the text of one SubRip subtitle to WebVTT: keeps bold, italic and underline tags, removes all other tags,
 * and escapes the remaining `&` and `<`.
 */
function toCueText(text: string): string {
  return (
    text
      // A tag ends before the next one begins, so that many unclosed tags do not each search the rest of the text.
      .replace(/\{\\[^{}]*\}/g, '')
      .replace(/<(?!\/?[biu]>)\/?[a-z][^<>]*>/gi, '')
      .replace(/&(?!(?:amp|lt|gt|nbsp);)/g, '&amp;')
      .replace(/<(?!\/?[biu]>)/gi, '&lt;')
      .replace(/<(\/?)([BIU])>/g, (_tag, slash: string, name: string) => `<${slash}${name.toLowerCase()}>`)
      .replaceAll('-->', '→')
      .trim()
  );
}
