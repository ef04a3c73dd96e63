import { foldText } from '@butaca/contract';
import { readGroup, type GroupReading } from '@butaca/titles';

/**
 * What the name of a group (`group-title`) in an M3U list says about its entries: type, section, category, genres. All
 * entries of the group share these arrays, so the arrays are converted to text only once.
 */
export type FoldedMeaning = GroupReading & { genresFolded: readonly string[] };

/** The most groups whose meanings are kept, because a list may name as many groups as it has entries. */
const mostKept = 10_000;

/** Creates a reader of groups that keeps what it has read. */
export function createGroupMeanings(): (group: string) => FoldedMeaning {
  const meanings = new Map<string, FoldedMeaning>();
  return (group) => {
    const known = meanings.get(group);
    if (known !== undefined) return known;
    const read = readGroup(group);
    const meaning = { ...read, genresFolded: read.genres.map(foldText) };
    if (meanings.size < mostKept) meanings.set(group, meaning);
    return meaning;
  };
}
