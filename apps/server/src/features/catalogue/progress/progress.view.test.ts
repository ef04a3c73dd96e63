import { describe, expect, it } from 'vitest';
import type { WatchedRow } from './progress.repository.ts';
import { toWatchProgress } from './progress.view.ts';

const film: WatchedRow = {
  video_id: 'v',
  last_time_seconds: 61,
  duration_seconds: 600,
  progress: 0.1,
  is_completed: false,
  last_season: null,
  last_chapter: null,
  last_watched_at: new Date('2026-11-21T20:00:00Z'),
  device_id: 'tele',
  chapter_id: null,
  chapter_last_time_seconds: null,
  chapter_duration_seconds: null,
  chapter_progress: null,
  chapter_is_completed: null,
};
const series: WatchedRow = {
  ...film,
  last_time_seconds: 0,
  duration_seconds: null,
  progress: 0,
  last_season: 2,
  last_chapter: 3,
  chapter_id: 'c',
  chapter_last_time_seconds: 120,
  chapter_duration_seconds: 2_400,
  chapter_progress: 0.05,
  chapter_is_completed: false,
};

describe('the progress on the wire', () => {
  it('of a film is its own position', () => {
    expect(toWatchProgress(film, 'tele')).toEqual({
      lastTime: 61,
      duration: 600,
      progress: 0.1,
      completed: false,
      lastWatched: '2026-11-21T20:00:00.000Z',
      lastSeason: null,
      lastChapter: null,
      savedElsewhere: false,
    });
  });

  it('of a series is the position in its current chapter', () => {
    expect(toWatchProgress(series, 'tele')).toMatchObject({
      lastTime: 120,
      duration: 2_400,
      progress: 0.05,
      lastSeason: 2,
      lastChapter: 3,
    });
  });

  it.each([
    [
      'a chapter that was not begun',
      { chapter_last_time_seconds: null, chapter_progress: null, chapter_duration_seconds: null },
      [0, null, 0],
    ],
    [
      'a chapter that was watched and comes again',
      { chapter_is_completed: true, chapter_last_time_seconds: 2_390, chapter_progress: 1 },
      [0, 2_400, 0],
    ],
    [
      'the last chapter of a series that is watched',
      {
        is_completed: true,
        chapter_is_completed: true,
        chapter_last_time_seconds: 2_390,
        chapter_progress: 1,
      },
      [2_390, 2_400, 1],
    ],
  ])('has the right position in %s', (_what, more, place) => {
    const { lastTime, duration, progress } = toWatchProgress({ ...series, ...more }, 'tele');
    expect([lastTime, duration, progress]).toEqual(place);
  });

  it.each([
    ['tele', false],
    ['móvil', true],
  ])('of a save seen from the device %s has savedElsewhere %s', (deviceId, isElsewhere) => {
    expect(toWatchProgress(film, deviceId).savedElsewhere).toBe(isElsewhere);
    expect(toWatchProgress({ ...film, device_id: null }, deviceId).savedElsewhere).toBe(false);
  });
});
