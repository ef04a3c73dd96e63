import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySave as applySaveAt, type ChapterKey, type Positions, type Save } from './apply-save.ts';

const nowMs = 1_000_000;
const applySave = (positions: Positions, given: Save, all: readonly ChapterKey[]) =>
  applySaveAt(positions, given, all, nowMs);

const chapters: ChapterKey[] = [
  { id: 'uno', seasonNumber: 1, chapterNumber: 1 },
  { id: 'dos', seasonNumber: 1, chapterNumber: 2 },
  { id: 'tres', seasonNumber: 2, chapterNumber: 1 },
];

const nothing: Positions = { video: undefined, chapter: undefined };
const save = (given: Partial<Save>): Save => ({
  lastTimeSeconds: 100,
  durationSeconds: 1_000,
  progress: undefined,
  isCompleted: false,
  lastSeason: null,
  lastChapter: null,
  atMs: 1_000,
  deviceId: 'tele',
  isGuarded: false,
  ...given,
});

describe('a save of a film', () => {
  it('stores the position, the fraction and the device', () => {
    expect(applySave(nothing, save({}), []).video).toMatchObject({
      lastTimeSeconds: 100,
      progress: 0.1,
      isCompleted: false,
      chapterId: null,
      deviceId: 'tele',
    });
  });

  it('marks the film as watched from the credits on, whatever the player says', () => {
    const { video } = applySave(nothing, save({ lastTimeSeconds: 950, isCompleted: false }), []);
    expect(video).toMatchObject({ isCompleted: true, progress: 1 });
  });

  it.each([
    [-3, 0],
    [7, 1],
  ])('clamps the fraction %d to %d', (progress, expected) => {
    expect(applySave(nothing, save({ progress }), []).video?.progress).toBe(expected);
  });

  it('keeps the known length when it sends none', () => {
    const begun = applySave(nothing, save({}), []);
    const later = applySave(begun, save({ durationSeconds: null, lastTimeSeconds: 500, atMs: 2_000 }), []);
    expect(later.video).toMatchObject({ durationSeconds: 1_000, progress: 0.5 });
  });

  it('after the film was watched begins it again and shows it in «Continuar Viendo»', () => {
    const watched = applySave(nothing, save({ isCompleted: true }), []);
    const hidden = { ...watched, video: watched.video && { ...watched.video, isHidden: true } };
    expect(applySave(hidden, save({ atMs: 2_000 }), []).video).toMatchObject({
      isCompleted: false,
      isHidden: false,
    });
  });

  it('replaces a stored one from the future, which a clock has stored that was set back since', () => {
    const ahead = applySave(nothing, save({ atMs: nowMs + 3_600_000 }), []);
    const after = applySave(ahead, save({ lastTimeSeconds: 500, atMs: nowMs - 10 }), []);
    expect(after.video).toMatchObject({ lastTimeSeconds: 500, watchedAtMs: nowMs - 10 });
  });

  it('changes nothing when it is older than the stored one', () => {
    const watched = applySave(nothing, save({ isCompleted: true, atMs: 5_000 }), []);
    expect(applySave(watched, save({ atMs: 4_999 }), [])).toBe(watched);
  });
});

describe('the start-up guard of saved progress', () => {
  const far = applySave(nothing, save({ lastTimeSeconds: 61 }), []);
  const soon = { lastTimeSeconds: 29.9, atMs: 2_000, isGuarded: true };

  it('keeps a position past a minute when the first seconds are saved', () => {
    expect(applySave(far, save(soon), []).video?.lastTimeSeconds).toBe(61);
  });

  it.each([
    ['from thirty seconds on', far, { ...soon, lastTimeSeconds: 30 }],
    ['long after the opening, or for who wants to begin again', far, { ...soon, isGuarded: false }],
    [
      'where little was watched',
      applySave(nothing, save({ lastTimeSeconds: 60 }), []),
      { ...soon, lastTimeSeconds: 10 },
    ],
  ])('lets a save pass %s', (_when, before, given) => {
    expect(applySave(before, save(given), []).video?.lastTimeSeconds).toBe(given.lastTimeSeconds);
  });

  it('keeps the position in a chapter, and still makes it the current chapter', () => {
    const before: Positions = {
      video: applySave(nothing, save({ lastSeason: 1, lastChapter: 1 }), chapters).video,
      chapter: { ...far.video!, lastTimeSeconds: 600 },
    };
    const after = applySave(before, save({ ...soon, lastSeason: 1, lastChapter: 2 }), chapters);
    expect(after.chapter?.lastTimeSeconds).toBe(600);
    expect(after.video?.chapterId).toBe('dos');
  });
});

describe('a save of a series', () => {
  it('stores the chapter and the position in it', () => {
    const after = applySave(nothing, save({ lastSeason: 1, lastChapter: 2 }), chapters);
    expect(after.video).toMatchObject({
      chapterId: 'dos',
      lastSeason: 1,
      lastChapter: 2,
      isCompleted: false,
    });
    expect(after.chapter).toMatchObject({ lastTimeSeconds: 100, progress: 0.1 });
  });

  it('at the end of a chapter moves on to the next one, across seasons', () => {
    const after = applySave(nothing, save({ lastSeason: 1, lastChapter: 2, isCompleted: true }), chapters);
    expect(after.chapter?.isCompleted).toBe(true);
    expect(after.video).toMatchObject({
      chapterId: 'tres',
      lastSeason: 2,
      lastChapter: 1,
      isCompleted: false,
    });
  });

  it('at the end of the last chapter marks the series as watched', () => {
    const after = applySave(nothing, save({ lastSeason: 2, lastChapter: 1, progress: 0.96 }), chapters);
    expect(after.video).toMatchObject({ chapterId: 'tres', isCompleted: true });
  });

  it('without a season means the first chapter with that number', () => {
    expect(applySave(nothing, save({ lastChapter: 1 }), chapters).video?.chapterId).toBe('uno');
  });

  it.each([
    ['a chapter that is gone', { lastSeason: 9, lastChapter: 9 }],
    ['no chapter', {}],
  ])('changes nothing when it names %s, even at the very end', (_what, given) => {
    const begun = applySave(nothing, save({ lastSeason: 1, lastChapter: 2 }), chapters);
    const end = save({ ...given, lastTimeSeconds: 990, isCompleted: true, atMs: 2_000 });
    expect(applySave({ video: begun.video, chapter: undefined }, end, chapters).video).toBe(begun.video);
    expect(applySave(nothing, end, chapters)).toBe(nothing);
  });

  it('that comes late counts for its chapter, while a newer chapter stays the current one', () => {
    const first = applySave(nothing, save({ lastSeason: 1, lastChapter: 2, atMs: 9_000 }), chapters);
    const late = applySave(
      { video: first.video, chapter: undefined },
      save({ lastSeason: 1, lastChapter: 1, atMs: 3_000 }),
      chapters,
    );
    expect(late.video?.chapterId).toBe('dos');
    expect(late.chapter?.lastTimeSeconds).toBe(100);
  });
});

it('any order of saves with different times ends at the same position', () => {
  const saves = fc.uniqueArray(
    fc.record({ atMs: fc.integer({ min: 1, max: 50 }), lastTimeSeconds: fc.integer({ min: 0, max: 900 }) }),
    { selector: ({ atMs }) => atMs, minLength: 1, maxLength: 8 },
  );
  const apply = (given: readonly { atMs: number; lastTimeSeconds: number }[]) =>
    given.reduce((positions, each) => applySave(positions, save(each), []), nothing).video;
  fc.assert(
    fc.property(saves, (given) => {
      expect(apply(given)).toEqual(apply(given.toSorted((a, b) => a.atMs - b.atMs)));
    }),
  );
});
