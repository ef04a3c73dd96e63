import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySave, type ChapterKey, type Positions, type Save } from './apply-save.ts';

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

describe('a film', () => {
  it('begins where it was saved', () => {
    expect(applySave(nothing, save({}), []).video).toMatchObject({
      lastTimeSeconds: 100,
      progress: 0.1,
      isCompleted: false,
      chapterId: null,
      deviceId: 'tele',
    });
  });

  it('is watched from the credits on, whatever the player says', () => {
    const { video } = applySave(nothing, save({ lastTimeSeconds: 950, isCompleted: false }), []);
    expect(video).toMatchObject({ isCompleted: true, progress: 1 });
  });

  it.each([
    [-3, 0],
    [7, 1],
  ])('takes a fraction of %d for %d', (progress, expected) => {
    expect(applySave(nothing, save({ progress }), []).video?.progress).toBe(expected);
  });

  it('keeps the length that it knows', () => {
    const begun = applySave(nothing, save({}), []);
    const later = applySave(begun, save({ durationSeconds: null, lastTimeSeconds: 500, atMs: 2_000 }), []);
    expect(later.video).toMatchObject({ durationSeconds: 1_000, progress: 0.5 });
  });

  it('is begun again by a newer save, and comes back to «Continuar Viendo»', () => {
    const watched = applySave(nothing, save({ isCompleted: true }), []);
    const hidden = { ...watched, video: watched.video && { ...watched.video, isHidden: true } };
    expect(applySave(hidden, save({ atMs: 2_000 }), []).video).toMatchObject({
      isCompleted: false,
      isHidden: false,
    });
  });

  it('stays as it is when a save comes late', () => {
    const watched = applySave(nothing, save({ isCompleted: true, atMs: 5_000 }), []);
    expect(applySave(watched, save({ atMs: 4_999 }), [])).toBe(watched);
  });
});

describe('the start-up guard', () => {
  const far = applySave(nothing, save({ lastTimeSeconds: 61 }), []);
  const soon = { lastTimeSeconds: 29.9, atMs: 2_000, isGuarded: true };

  it('keeps a place past a minute from a save of the first seconds', () => {
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

  it('keeps the place of the chapter, and still goes to it', () => {
    const before: Positions = {
      video: applySave(nothing, save({ lastSeason: 1, lastChapter: 1 }), chapters).video,
      chapter: { ...far.video!, lastTimeSeconds: 600 },
    };
    const after = applySave(before, save({ ...soon, lastSeason: 1, lastChapter: 2 }), chapters);
    expect(after.chapter?.lastTimeSeconds).toBe(600);
    expect(after.video?.chapterId).toBe('dos');
  });
});

describe('a series', () => {
  it('remembers the chapter, and the place in it', () => {
    const after = applySave(nothing, save({ lastSeason: 1, lastChapter: 2 }), chapters);
    expect(after.video).toMatchObject({
      chapterId: 'dos',
      lastSeason: 1,
      lastChapter: 2,
      isCompleted: false,
    });
    expect(after.chapter).toMatchObject({ lastTimeSeconds: 100, progress: 0.1 });
  });

  it('goes on to the next chapter, over the end of a season', () => {
    const after = applySave(nothing, save({ lastSeason: 1, lastChapter: 2, isCompleted: true }), chapters);
    expect(after.chapter?.isCompleted).toBe(true);
    expect(after.video).toMatchObject({
      chapterId: 'tres',
      lastSeason: 2,
      lastChapter: 1,
      isCompleted: false,
    });
  });

  it('is watched with its last chapter', () => {
    const after = applySave(nothing, save({ lastSeason: 2, lastChapter: 1, progress: 0.96 }), chapters);
    expect(after.video).toMatchObject({ chapterId: 'tres', isCompleted: true });
  });

  it('takes the first chapter of a number when no season is named', () => {
    expect(applySave(nothing, save({ lastChapter: 1 }), chapters).video?.chapterId).toBe('uno');
  });

  it.each([
    ['a chapter that is gone', { lastSeason: 9, lastChapter: 9 }],
    ['no chapter', {}],
  ])('stays as it is for a save of %s, even of its very end', (_what, given) => {
    const begun = applySave(nothing, save({ lastSeason: 1, lastChapter: 2 }), chapters);
    const end = save({ ...given, lastTimeSeconds: 990, isCompleted: true, atMs: 2_000 });
    expect(applySave({ video: begun.video, chapter: undefined }, end, chapters).video).toBe(begun.video);
    expect(applySave(nothing, end, chapters)).toBe(nothing);
  });

  it('counts a late save for its chapter, and stays at the newer one', () => {
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

it('ends at the same place in whatever order saves of different times arrive', () => {
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
