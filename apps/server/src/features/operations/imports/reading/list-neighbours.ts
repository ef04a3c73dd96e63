/** Compares the entries of a list with their neighbours while it is read. @see the package `titles`, `neighbours.ts` */
import type { PlaylistEntry } from '@butaca/m3u';
import {
  createNeighbourFinder,
  foldTitle,
  placeOfEntry,
  readChannelTheme,
  type Compared,
  type ListedName,
} from '@butaca/titles';
import { createGroupMeanings } from './group-meanings.ts';
import { readDestination, type ImportOptions } from './import-options.ts';
import { groupMaxLength, line, plain, titleMaxLength } from './plain-text.ts';
import { isOfChapters } from './read-entry.ts';

/** Words of live channels, which are numbered as chapters are, in groups of series too. */
const channelWords =
  /\b(?:canal|canales|canais|channel|tv|television|radio|fm|eventos?|events?|ppv|cam|camara|hd|live|en vivo|directo)\b|24\s?\/?\s?7/i;

/**
 * Creates a reader of what has to be known of an entry to compare it with its neighbours; it gives `undefined` for entries
 * that cannot be chapters, such as live channels. What was chosen in a preview makes no difference, because a preview shows what
 * an entry would be without it.
 */
export function createEntryDescriber(
  options: ImportOptions,
): (entry: PlaylistEntry) => ListedName | undefined {
  const ofForm = readDestination(options).tipo;
  const isSeries = ofForm !== undefined && isOfChapters(ofForm);
  const meaningOf = createGroupMeanings();
  return (entry) => {
    const group = plain(entry.groups.join(';'), groupMaxLength);
    if (ofForm === 'canal' || ofForm === 'pelicula') return undefined;
    const place = placeOfEntry(entry);
    if (place === 'live') return undefined;
    const { content, series } = meaningOf(group);
    const name = line(entry.title, titleMaxLength);
    // What nothing says to be on demand is a channel, unless its group has series.
    if (
      place === undefined &&
      !isSeries &&
      (content !== 'series' || saysChannel(name) || channelWords.test(foldTitle(group)))
    )
      return undefined;
    return {
      name,
      group,
      content: isSeries ? 'series' : content,
      seriesInGroup: series === undefined ? 'none' : series.isExplicit ? 'explicit' : 'possible',
      isAtFilm: place === 'movie',
    };
  };
}

const saysChannel = (name: string): boolean =>
  channelWords.test(foldTitle(name)) || readChannelTheme(name) !== undefined;

/** Passes on the items of a list, each with what its neighbours say of it. @param describe - `undefined` for other items */
export async function* compareNeighbours<Item>(
  batches: AsyncIterable<readonly Item[]>,
  describe: (item: Item) => ListedName | undefined,
): AsyncGenerator<Compared<Item>[], undefined> {
  const finder = createNeighbourFinder<Item>();
  for await (const items of batches) {
    const left: Compared<Item>[] = [];
    for (const item of items) finder.add(item, describe(item), left);
    yield left;
  }
  const left: Compared<Item>[] = [];
  finder.end(left);
  yield left;
}
