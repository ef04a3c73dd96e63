import { describe, expect, it } from 'vitest';
import { makeLabelledTitles, scoreTitles } from '../../test/labelled-titles.ts';

const labelled = makeLabelledTitles();

describe('titles as lists write them', () => {
  it('are more than a thousand, of which a part is kept apart', () => {
    expect(labelled.length).toBeGreaterThan(1_000);
    expect(labelled.filter(({ isApart }) => isApart).length).toBeGreaterThan(300);
    expect(labelled.filter(({ id }) => id === undefined).length).toBeGreaterThan(30);
  });

  it.each([
    ['tuned on', false],
    ['kept apart', true],
  ])('are matched with precision and recall: the part %s', (_part, isApart) => {
    const score = scoreTitles(labelled.filter((each) => each.isApart === isApart));
    expect(score.precision).toBeGreaterThanOrEqual(99.5);
    expect(score.recall).toBeGreaterThanOrEqual(85);
  });
});
