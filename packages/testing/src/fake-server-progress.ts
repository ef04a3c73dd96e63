import { completedFrom, type WatchProgress } from '@butaca/contract';
import { personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { findFakeVideo } from './fake-server-catalogue.ts';

type ProgressRoute = Extract<keyof FakeRoutes, `${string} /api/videos/:id/progress`>;

function findPlace(caller: FakeCaller, videoId: string): WatchProgress | null {
  const { username } = personOf(caller);
  const entry = caller.memory.progress.find(
    (place) => place.username === username && place.videoId === videoId,
  );
  if (entry === undefined) return null;
  const { username: _whose, videoId: _what, isHidden: _hidden, ...place } = entry;
  return place;
}

/** Where a person is in a video. The newest save wins; the rest of the server's rules is its own tests' affair. */
export const progressRoutes: Pick<FakeRoutes, ProgressRoute> = {
  'GET /api/videos/:id/progress': ({ params: { id } }, caller) => {
    findFakeVideo(caller.memory, id);
    return { watchProgress: findPlace(caller, id) };
  },
  'PUT /api/videos/:id/progress': ({ params: { id }, body }, caller) => {
    findFakeVideo(caller.memory, id);
    const { username } = personOf(caller);
    const known = findPlace(caller, id);
    const duration = body.duration ?? known?.duration ?? null;
    const progress = body.progress ?? (duration ? Math.min(1, body.lastTime / duration) : 0);
    caller.memory.progress = caller.memory.progress.filter(
      (place) => place.username !== username || place.videoId !== id,
    );
    caller.memory.progress.push({
      username,
      videoId: id,
      isHidden: false,
      lastTime: body.lastTime,
      duration,
      progress,
      completed: body.completed === true || progress >= completedFrom,
      lastWatched: body.at ?? new Date().toISOString(),
      lastSeason: body.lastSeason ?? null,
      lastChapter: body.lastChapter ?? null,
      savedElsewhere: false,
    });
    return { watchProgress: findPlace(caller, id) };
  },
};
