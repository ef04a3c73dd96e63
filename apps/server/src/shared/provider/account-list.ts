/**
 * What an Xtream account has, as one file of lines: each line is the JSON of a channel, film or series, with the stored
 * address of its stream, which holds nothing secret. A refresh writes the file, and the importer reads it in place of an
 * M3U list.
 */
import { storedAddress, type ChannelItem, type FilmItem, type SeriesItem } from '@butaca/xtream';

/** A line of the file. */
export type AccountItem =
  | { kind: 'channel'; address: string; item: ChannelItem }
  | { kind: 'film'; address: string; item: FilmItem }
  | { kind: 'series'; item: Omit<SeriesItem, 'changedAt'> & { changedAt?: string | undefined } };

export function channelLine(providerId: string, item: ChannelItem, extension: 'ts' | 'm3u8'): string {
  return lineOf({ kind: 'channel', address: storedAddress(providerId, 'live', item.id, extension), item });
}

export function filmLine(providerId: string, item: FilmItem): string {
  return lineOf({ kind: 'film', address: storedAddress(providerId, 'movie', item.id, item.extension), item });
}

export function seriesLine({ changedAt, ...item }: SeriesItem): string {
  return lineOf({ kind: 'series', item: { ...item, changedAt: changedAt?.toISOString() } });
}

const lineOf = (item: AccountItem): string => `${JSON.stringify(item)}\n`;

/** Reads the items of each chunk of a file that this server has written. */
export async function* readAccountItems(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<AccountItem[], undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(0x0a) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    const lines = Buffer.concat([rest, chunk.subarray(0, end)]).toString();
    rest = Buffer.from(chunk.subarray(end));
    const items: AccountItem[] = [];
    for (const line of lines.split('\n')) if (line !== '') items.push(JSON.parse(line) as AccountItem);
    yield items;
  }
}
