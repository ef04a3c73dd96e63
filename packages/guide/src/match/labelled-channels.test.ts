import { describe, expect, it } from 'vitest';
import {
  matchLabelled,
  readLabelledChannels,
  scoreMatching,
  sharesOf,
} from '../../test/labelled-channels.ts';

const labelled = readLabelledChannels();
const matched = matchLabelled(labelled);
const leastPrecision = 99.5;
const leastRecall = 90;

describe('the labelled names of channels', () => {
  it('are more than a thousand, of many countries, some with no channel in the guide', () => {
    expect(labelled.length).toBeGreaterThanOrEqual(1_000);
    expect(new Set(labelled.map(({ country }) => country)).size).toBeGreaterThanOrEqual(12);
    expect(labelled.filter(({ guideId }) => guideId === '').length).toBeGreaterThanOrEqual(100);
  });

  it.each([
    ['all', () => true],
    ['those by which the matcher was made', (isApart: boolean) => !isApart],
    ['those that were kept apart', (isApart: boolean) => isApart],
  ])('are matched with the channel that is meant: %s', (_part, isCounted) => {
    const score = scoreMatching(matched.filter((each) => isCounted(each.labelled.isApart)));
    const { precision, recall } = sharesOf(score);
    expect(precision, score.wrong.join('\n')).toBeGreaterThanOrEqual(leastPrecision);
    expect(recall, score.missed.join('\n')).toBeGreaterThanOrEqual(leastRecall);
  });

  it('are matched with no channel of another country where the country is unknown', () => {
    const withoutCountry = labelled
      .filter(({ guideId }) => guideId !== '')
      .map((each) => ({ ...each, country: '' }));
    const { precision } = sharesOf(scoreMatching(matchLabelled(withoutCountry)));
    expect(precision).toBeGreaterThanOrEqual(leastPrecision);
  });
});
