import type { Chapter, VideoDetail, WatchProgress } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import type { PendingSave } from '../../../shared/progress/pending-saves.ts';
import { chooseOpening } from './start-position.ts';
import { findNewestProgress } from './pending-progress.ts';
import { withNewestProgress } from './use-watched-chapters.ts';

const chapter = (chapterNumber: number, given: Partial<Chapter> = {}) =>
  ({
    _id: `c${chapterNumber}`,
    chapterNumber,
    url: '/api/stream/x',
    lastTime: 0,
    progress: 0,
    ...given,
  }) as Chapter;
const film = { seasons: [] as VideoDetail['seasons'] } as VideoDetail;
const series = (...chapters: Chapter[]): VideoDetail => ({
  ...film,
  seasons: [{ seasonNumber: 1, title: '', chapters }],
});
const known = (given: Partial<WatchProgress> = {}): WatchProgress => ({
  lastTime: 2_400,
  duration: 6_000,
  progress: 0.4,
  completed: false,
  lastWatched: '2026-11-21T10:00:00.000Z',
  lastSeason: null,
  lastChapter: null,
  savedElsewhere: false,
  ...given,
});
const newer = '2026-11-21T10:00:01.000Z';
const older = '2026-11-21T09:59:59.000Z';
const unsent = (body: Partial<PendingSave['body']>, at = newer): PendingSave => ({
  videoId: 'x',
  body: { lastTime: 3_000, ...body, at },
});
const ofChapter = (lastChapter: number, body: Partial<PendingSave['body']>, at = newer) =>
  unsent({ lastSeason: 1, lastChapter, ...body }, at);
const nothing = { startTime: undefined, seasonIndex: undefined, chapterIndex: undefined };

/**
 * The chapter and start position with which the watch page of a video opens, given the progress saved on the server and
 * the saves that this device has not sent yet.
 */
function open(video: VideoDetail, server: WatchProgress | null, ...saves: PendingSave[]) {
  const { progress, chapters } = findNewestProgress(video, server, saves);
  const opening = chooseOpening(withNewestProgress(video, chapters), nothing, progress);
  return [opening.seasonChapter?.chapter._id, opening.startSeconds];
}

describe('an unsent save of a film', () => {
  it('gives the start position when it is newer than the server’s progress', () => {
    expect(open(film, known(), unsent({}))).toEqual([undefined, 3_000]);
    expect(open(film, null, unsent({}))).toEqual([undefined, 3_000]);
    expect(open(film, known(), unsent({}, older))).toEqual([undefined, 2_400]);
    expect(open(film, known())).toEqual([undefined, 2_400]);
    expect(findNewestProgress(film, null, []).progress).toBeUndefined();
  });

  it.each([{ completed: true }, { progress: 0.96 }, { lastTime: 5_800, duration: 6_000 }])(
    'that says the film is watched (%o) starts it from the beginning',
    (body) => {
      expect(open(film, known(), unsent(body))).toEqual([undefined, undefined]);
    },
  );
});

describe('an unsent save of a chapter', () => {
  const three = series(chapter(1, { lastTime: 2_300, progress: 0.9 }), chapter(2), chapter(3));
  const inFirst = known({ lastSeason: 1, lastChapter: 1 });

  it('gives the chapter and second at which the series continues', () => {
    expect(open(three, inFirst, ofChapter(2, { lastTime: 70 }))).toEqual(['c2', 70]);
  });

  it('that says the chapter is watched starts the next chapter', () => {
    expect(open(three, inFirst, ofChapter(1, { completed: true, lastTime: 2_390 }))).toEqual([
      'c2',
      undefined,
    ]);
    const started = series(chapter(1), chapter(2, { lastTime: 60, progress: 0.1 }));
    expect(open(started, inFirst, ofChapter(1, { completed: true }))).toEqual(['c2', 60]);
    const watched = series(chapter(1), chapter(2, { lastTime: 2_390, progress: 1 }));
    expect(open(watched, inFirst, ofChapter(1, { completed: true }))).toEqual(['c2', undefined]);
  });

  it('that says the last chapter is watched starts that chapter from the beginning', () => {
    expect(open(three, inFirst, ofChapter(3, { completed: true }))).toEqual(['c3', undefined]);
  });

  it('gives the progress shown beside its chapter', () => {
    const saves = [ofChapter(1, { completed: true }), ofChapter(2, { lastTime: 70, progress: 0.05 })];
    const { chapters } = findNewestProgress(three, inFirst, saves);
    const [season] = withNewestProgress(three, chapters).seasons;
    expect(season?.chapters.map(({ lastTime, progress }) => [lastTime, progress])).toEqual([
      [0, 1],
      [70, 0.05],
      [0, 0],
    ]);
  });

  it('is ignored when the server’s progress is newer', () => {
    expect(open(three, inFirst, ofChapter(2, {}, older))).toEqual(['c1', 2_400]);
    expect(findNewestProgress(three, inFirst, [ofChapter(2, {}, older)]).chapters.size).toBe(0);
  });
});
