import type { Chapter, VideoDetail, WatchProgress } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { findNextChapter } from './season-chapter.ts';
import { chooseOpening, clockTime, findFurther, openChapter } from './start-position.ts';

const chapter = (chapterNumber: number, given: Partial<Chapter> = {}): Chapter => ({
  _id: `c${chapterNumber}`,
  chapterNumber,
  title: `Capítulo ${chapterNumber}`,
  description: '',
  thumbnail: null,
  duration: '40:00',
  lastTime: 0,
  progress: 0,
  url: '/api/stream/x/y',
  streamKind: 'hls',
  ...given,
});
const film = { seasons: [] as VideoDetail['seasons'] } as VideoDetail;
const series = (...chapters: Chapter[]): VideoDetail => ({
  ...film,
  seasons: [{ seasonNumber: 1, title: '', chapters }],
});
const saved = (given: Partial<WatchProgress>): WatchProgress => ({
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
const nothing = { startTime: undefined, seasonIndex: undefined, chapterIndex: undefined };

describe('a film begins', () => {
  it.each([
    ['where the link says', { startTime: 90 }, saved({}), { startSeconds: 90, isResumed: false }],
    ['where the person was', {}, saved({}), { startSeconds: 2_400, isResumed: true }],
    [
      'at the beginning when the link says so',
      { startTime: 0 },
      saved({}),
      { startSeconds: undefined, isResumed: false },
    ],
    ['at the beginning where nothing is known', {}, undefined, { startSeconds: undefined, isResumed: false }],
    ['anew once it was watched', {}, saved({ completed: true }), { startSeconds: undefined }],
    [
      'anew where only its last seconds are left',
      {},
      saved({ lastTime: 5_996 }),
      { startSeconds: undefined },
    ],
  ])('%s', (_where, asked, saved, expected) => {
    expect(chooseOpening(film, { ...nothing, ...asked }, saved)).toMatchObject(expected);
  });
});

describe('a series', () => {
  const watched = series(chapter(1, { lastTime: 300 }), chapter(2), chapter(3, { lastTime: 77 }));

  it('begins at the chapter and second watched last', () => {
    const opening = chooseOpening(watched, nothing, saved({ lastSeason: 1, lastChapter: 2, lastTime: 120 }));
    expect(opening).toMatchObject({
      seasonChapter: { chapter: { _id: 'c2' } },
      startSeconds: 120,
      isResumed: true,
    });
  });

  it('begins at the chapter that the link names, at the position saved for that chapter', () => {
    const asked = { ...nothing, seasonIndex: 0, chapterIndex: 2 };
    const opening = chooseOpening(watched, asked, saved({ lastSeason: 1, lastChapter: 2 }));
    expect(opening).toMatchObject({ seasonChapter: { chapter: { _id: 'c3' } }, startSeconds: 77 });
  });

  it('begins a chapter chosen by hand at the position saved for that chapter', () => {
    const before = chooseOpening(watched, nothing, undefined);
    const [first, second] = watched.seasons[0]?.chapters ?? [];
    expect(openChapter({ seasonNumber: 1, chapter: first! }, before)).toMatchObject({
      startSeconds: 300,
      serial: 1,
    });
    expect(openChapter({ seasonNumber: 1, chapter: second! }, before).startSeconds).toBeUndefined();
  });

  it('begins at the next playable chapter, at its own position, when the chosen one has no address', () => {
    const gone = (chapterNumber: number) => chapter(chapterNumber, { url: null });
    const faulty = series(gone(1), chapter(2, { title: '' }), chapter(3, { lastTime: 77 }), gone(4));
    const begins = (asked: object, saved?: WatchProgress) =>
      chooseOpening(faulty, { ...nothing, ...asked }, saved);
    const third = { seasonChapter: { chapter: { _id: 'c3' } }, startSeconds: 77, isResumed: true };
    expect(begins({})).toMatchObject(third);
    expect(begins({ chapterIndex: 0, startTime: 500 })).toMatchObject(third);
    expect(begins({}, saved({ lastSeason: 1, lastChapter: 4 }))).toMatchObject(third);
    expect(chooseOpening(series(gone(1), gone(2)), nothing, undefined).seasonChapter?.chapter._id).toBe('c1');
  });

  it('continues with the next chapter that can be played', () => {
    const faulty = series(chapter(1), chapter(2, { title: '' }), chapter(3, { url: null }), chapter(4));
    expect(findNextChapter(faulty, 'c1')?.chapter._id).toBe('c4');
    expect(findNextChapter(faulty, 'c4')).toBeUndefined();
    expect(findNextChapter(faulty, 'nada')).toBeUndefined();
  });
});

describe('the position reached on another device', () => {
  const open = (startTime?: number) => chooseOpening(film, { ...nothing, startTime }, undefined);

  it.each([
    [2_369, 2_400],
    [2_370, undefined],
    [2_500, undefined],
  ])('at 40:00 is offered to a person who begins at %d s as %s', (from, expected) => {
    expect(findFurther(film, open(from), saved({ savedElsewhere: true }))?.seconds).toBe(expected);
  });

  it('is not offered when it was saved on this device or the film is watched', () => {
    expect(findFurther(film, open(), saved({}))).toBeUndefined();
    expect(findFurther(film, open(), saved({ savedElsewhere: true, completed: true }))).toBeUndefined();
    expect(findFurther(film, open(), null)).toBeUndefined();
  });

  it('is offered in a later chapter, and not in an earlier one', () => {
    const two = series(chapter(1), chapter(2));
    const savedIn = (lastChapter: number) =>
      saved({ savedElsewhere: true, lastSeason: 1, lastChapter, lastTime: 60 });
    const at = (chapterIndex: number) => chooseOpening(two, { ...nothing, chapterIndex }, undefined);
    expect(findFurther(two, at(0), savedIn(2))).toMatchObject({
      seasonChapter: { chapter: { _id: 'c2' } },
      seconds: 60,
      isOtherChapter: true,
    });
    expect(findFurther(two, at(1), savedIn(1))).toBeUndefined();
  });
});

it.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [2_400, '40:00'],
  [3_723, '1:02:03'],
])('clockTime writes %d s as %s', (seconds, expected) => {
  expect(clockTime(seconds)).toBe(expected);
});
