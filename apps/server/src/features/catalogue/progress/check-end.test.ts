import { expect, it, vi } from 'vitest';
import { checkEnd } from './check-end.ts';

const film = {
  videoId: 'film',
  chapters: [],
  lastTimeSeconds: 5.98,
  durationSeconds: 5.98,
  progress: 1,
  isCompleted: true,
  lastSeason: null,
  lastChapter: null,
  atMs: 0,
  deviceId: 'sala',
  isGuarded: false,
};
const chapters = [{ id: 'uno', seasonNumber: 2, chapterNumber: 1 }];
const knowing = (seconds: number | undefined) => vi.fn(() => Promise.resolve(seconds));

it('a save at the sixth second of a film of 22 minutes completes nothing, and keeps its position', async () => {
  expect(await checkEnd(film, knowing(1_320))).toEqual({
    ...film,
    durationSeconds: 1_320,
    progress: undefined,
    isCompleted: false,
  });
});

it.each([
  ['says only how much was watched', { isCompleted: false }],
  ['says only the position and a duration', { isCompleted: false, progress: undefined }],
])('so does a save that %s', async (_what, change) => {
  expect(await checkEnd({ ...film, ...change }, knowing(1_320))).toMatchObject({ durationSeconds: 1_320 });
});

it('is compared with the duration of the chapter that it names', async () => {
  const find = knowing(1_320);
  await checkEnd({ ...film, chapters, lastSeason: 2, lastChapter: 1 }, find);
  expect(find.mock.calls).toEqual([['film', 'uno']]);
});

it.each([
  ['nothing is known of the file', film, undefined],
  ['the film is as short as that', film, 6],
  ['the end is a little before that of the file', { ...film, lastTimeSeconds: 1_250 }, 1_320],
])('a save stays as it is where %s', async (_what, save, seconds) => {
  expect(await checkEnd(save, knowing(seconds))).toBe(save);
});

it.each([
  ['is in the middle', { lastTimeSeconds: 600, durationSeconds: 1_320, progress: 0.45, isCompleted: false }],
  ['says no duration', { durationSeconds: null, progress: undefined, isCompleted: false }],
  ['names no chapter of its series', { chapters }],
])('a save that %s asks for no duration', async (_what, change) => {
  const find = knowing(1_320);
  const save = { ...film, ...change };
  expect(await checkEnd(save, find)).toBe(save);
  expect(find).not.toHaveBeenCalled();
});
