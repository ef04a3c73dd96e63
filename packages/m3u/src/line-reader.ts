import type { Line } from './decode-lines.ts';
import type { PlaylistItem } from './playlist-item.ts';

/** Reads a list line by line. What it finds is added to the items of the present batch. */
export interface LineReader {
  read(line: Line, items: PlaylistItem[]): void;
  /** Called after the last line. */
  end(items: PlaylistItem[]): void;
  /** Whether the list is refused as a whole, so that no more of it is read. */
  isRefused(): boolean;
}

/** Lets a reader read all lines, and yields what it finds in each batch of them. */
export async function* readLines(
  batches: AsyncIterable<readonly Line[]>,
  reader: LineReader,
): AsyncGenerator<PlaylistItem[]> {
  for await (const lines of batches) {
    const items: PlaylistItem[] = [];
    for (const line of lines) {
      reader.read(line, items);
      if (reader.isRefused()) break;
    }
    if (items.length > 0) yield items;
    if (reader.isRefused()) return;
  }
  const last: PlaylistItem[] = [];
  reader.end(last);
  if (last.length > 0) yield last;
}

const invisibleStart = /^[\u200b-\u200f\u2060-\u2064\ufeff\s]{1,40}/;

/** Removes blanks and invisible characters, such as a byte-order mark, from the ends of a line. */
export function trimLine(text: string): string {
  const line = text.trim();
  // Fast path: nearly every line begins with an ASCII character.
  return line.charCodeAt(0) < 0x80 ? line : line.replace(invisibleStart, '');
}
