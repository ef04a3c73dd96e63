import { lettersIn, weightOf } from './channel-words.ts';
import type { ChannelName } from './read-channel-name.ts';

/** What is left of a score where the names have different numbers, or are shifted by different hours. */
const penalty = { numbers: 0.6, shift: 0.5 };

/**
 * How alike two names are by their words, from 0 to 1: the weight of the words that they have in common, in proportion to the
 * weight of all of their words.
 */
export function scoreWords(one: ChannelName, other: ChannelName): number {
  const left = new Map<string, number>();
  let all = 0;
  for (const word of one.meaning) {
    left.set(word, (left.get(word) ?? 0) + 1);
    all += weightOf(word);
  }
  let common = 0;
  for (const word of other.meaning) {
    const weight = weightOf(word);
    all += weight;
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += weight;
  }
  let score = all === 0 ? 0 : (2 * common) / all;
  if (one.words.join('') === other.words.join('')) score = 1;
  if (one.numbers !== other.numbers) score *= penalty.numbers;
  if (one.shiftHours !== other.shiftHours) score *= penalty.shift;
  return score;
}

/** Whether two names have the same words but for those that say little, and more than numbers: «La 8» is not «La 8 TV». */
export function haveSameSense(one: ChannelName, other: ChannelName): boolean {
  const sense = (name: ChannelName): string =>
    name.meaning
      .filter((word) => weightOf(word) === 1)
      .toSorted()
      .join(' ');
  return sense(one) === sense(other) && lettersIn(sense(one).split(' ')) > 2;
}
