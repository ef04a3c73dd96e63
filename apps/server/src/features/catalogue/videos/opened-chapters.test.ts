import { describe, expect, it } from 'vitest';
import { chooseOpenedChapters } from './opened-chapters.ts';
import type { SeasonRows } from './videos.repository.ts';

/** Makes seasons with these numbers of chapters, whose ids are `season-chapter`. */
const series = (...counts: number[]) =>
  counts.map((count, index) => ({
    season_number: index + 1,
    chapters: Array.from({ length: count }, (_, nth) => ({
      id: `${index + 1}-${nth + 1}`,
      chapter_number: nth + 1,
    })),
  })) as unknown as SeasonRows;
const progress = { lastTime: 5, duration: 60, lastSeason: 2, lastChapter: 40, completed: false } as never;

describe('the chapters of a series that are sealed when it is opened', () => {
  it('are all of them up to a hundred', () => {
    expect(chooseOpenedChapters(series(60, 40), undefined, null)).toBeUndefined();
  });

  it('are those around the one that is asked for in a longer series', () => {
    const opened = chooseOpenedChapters(series(60, 41), '2-10', progress);
    expect([...(opened ?? [])].at(0)).toBe('2-5');
    expect([...(opened ?? [])].at(-1)).toBe('2-29');
  });

  it('are those around the one that was watched last, and else the first ones', () => {
    const watched = chooseOpenedChapters(series(60, 8_000), undefined, progress);
    expect([...(watched ?? [])]).toEqual(Array.from({ length: 25 }, (_, nth) => `2-${nth + 35}`));
    for (const asked of [undefined, 'not a chapter']) {
      const first = chooseOpenedChapters(series(60, 8_000), asked, null);
      expect([...(first ?? [])]).toEqual(Array.from({ length: 20 }, (_, nth) => `1-${nth + 1}`));
    }
  });
});
