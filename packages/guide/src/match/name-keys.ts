/** The texts under which names are looked up: names with a text in common may be the same channel. */
import { unknownArea, type Area } from './area.ts';
import { essenceOf, leftOut, meanWords } from './channel-words.ts';
import type { ChannelName } from './read-channel-name.ts';

export interface NameKey {
  text: string;
  /**
   * How loosely the text stands for the name: 0 for all of its letters and digits, 1 for those that are left without the
   * words that other spellings lack.
   */
  tier: 0 | 1;
  /** The place that was left out at the end of the name, such as the `mx` of «AMC México». */
  cut: Area;
  /** The bits of `leftOut`. */
  without: number;
}

/** The keys of a name, at most six. Names that are shifted by hours have no key in common with those that are not. */
export function keysOf(name: ChannelName): NameKey[] {
  const keys: NameKey[] = [];
  const shift = name.shiftHours === 0 ? '' : ` ${name.shiftHours}h`;
  const add = (words: readonly string[], meaning: readonly string[], cut: Area): void => {
    if (words.length === 0) return;
    keys.push({ text: `0:${words.join('')}${shift}`, tier: 0, cut, without: leftOut.nothing });
    const essence = essenceOf(meaning);
    const { without } = essence;
    keys.push(
      { text: `1:${essence.words.join('')}${shift}`, tier: 1, cut, without },
      { text: `2:${essence.words.toSorted().join(' ')}${shift}`, tier: 1, cut, without },
    );
  };
  add(name.words, name.meaning, name.ending.area);
  if (name.ending.area !== unknownArea)
    add(
      [...name.words, ...name.ending.words],
      [...name.meaning, ...meanWords(name.ending.words)],
      unknownArea,
    );
  return keys;
}
