import { completedFrom, type WatchProgress } from '@butaca/contract';
import { personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { findFakeVideo } from './fake-server-videos.ts';
import type { FakeVideo } from './fake-videos.ts';

type ProgressRoute = Extract<keyof FakeRoutes, `${string} /api/videos/:id/progress`>;

function findPosition(caller: FakeCaller, videoId: string): WatchProgress | null {
  const { username } = personOf(caller);
  const entry = caller.memory.progress.find(
    (position) => position.username === username && position.videoId === videoId,
  );
  if (entry === undefined) return null;
  const { username: _whose, videoId: _what, isHidden: _hidden, ...position } = entry;
  return position;
}

const findChapter = ({ seasons }: FakeVideo, season: number | null, chapter: number | null) =>
  seasons
    .find(({ seasonNumber }) => seasonNumber === season)
    ?.chapters.find(({ chapterNumber }) => chapterNumber === chapter);

/** The newest save wins; the real server's further rules are tested on the real server only. */
export const progressRoutes: Pick<FakeRoutes, ProgressRoute> = {
  'GET /api/videos/:id/progress': ({ params: { id } }, caller) => {
    findFakeVideo(caller.memory, id);
    return { watchProgress: findPosition(caller, id) };
  },
  'PUT /api/videos/:id/progress': ({ params: { id }, body }, caller) => {
    const video = findFakeVideo(caller.memory, id);
    const { username } = personOf(caller);
    const known = findPosition(caller, id);
    const duration = body.duration ?? known?.duration ?? null;
    const fraction = body.progress ?? (duration ? Math.min(1, body.lastTime / duration) : 0);
    const isWatched = body.completed === true || fraction >= completedFrom;
    const progress = isWatched ? 1 : fraction;
    const chapter = findChapter(video, body.lastSeason ?? null, body.lastChapter ?? null);
    if (chapter !== undefined) {
      const lastTime = isWatched ? 0 : body.lastTime;
      caller.memory.chapterPositions.set(`${username} ${chapter._id}`, { lastTime, progress });
    }
    caller.memory.progress = caller.memory.progress.filter(
      (position) => position.username !== username || position.videoId !== id,
    );
    caller.memory.progress.push({
      username,
      videoId: id,
      isHidden: false,
      lastTime: body.lastTime,
      duration,
      progress,
      completed: isWatched,
      lastWatched: body.at ?? new Date().toISOString(),
      lastSeason: body.lastSeason ?? null,
      lastChapter: body.lastChapter ?? null,
      savedElsewhere: false,
    });
    return { watchProgress: findPosition(caller, id) };
  },
};
