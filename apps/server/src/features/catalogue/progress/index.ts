import {
  getProgress,
  hideFromContinueWatching,
  saveProgress,
  startUpGuard,
  type WatchProgress,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { ChapterKey } from './apply-save.ts';
import { createProgressRepository } from './progress.repository.ts';
import { toWatchProgress } from './progress.view.ts';
import { createSaveQueue } from './save-queue.ts';

/** What progress reads of a session. */
export interface ProgressSession {
  accountId: string;
  deviceId: string;
}

/** What progress needs of the catalogue. */
export interface ChapterSource {
  /** The chapters of an active video in their order, none for a film; `undefined` when there is no such video. */
  chaptersOf(videoId: string): Promise<readonly ChapterKey[] | undefined>;
}

/** Where a person is in a chapter. */
export interface ChapterPlace {
  lastTime: number;
  progress: number;
}

/** Where people are in what they watch. */
export interface Progress extends AsyncDisposable {
  /** Where a person is in a video and its chapters, by their keys; from now on the start-up guard is up. */
  open(
    session: ProgressSession,
    videoId: string,
  ): Promise<{ watchProgress: WatchProgress | null; chapters: ReadonlyMap<string, ChapterPlace> }>;
  /** What a person has begun and not finished, newest first, at most fifteen. */
  listContinuing(session: ProgressSession): Promise<WatchedVideo[]>;
  /** Everything that a person has watched of, newest first. */
  listAll(session: ProgressSession): Promise<WatchedVideo[]>;
  /** Writes that somebody was here in a video, and from no device. */
  begin(
    accountId: string,
    videoId: string,
    place: {
      seconds: number;
      durationSeconds: number;
      season: number | undefined;
      chapter: number | undefined;
      at: Date;
    },
  ): Promise<void>;
  routes(serve: ServeEndpoint<ProgressSession>): void;
}

export interface WatchedVideo {
  videoId: string;
  watchProgress: WatchProgress;
}

/** Openings that are remembered at once: those of the last minute. */
const openingsKept = 100_000;

export function progressFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  videos: ChapterSource;
  /** A person has just said that they are watching a video. */
  onSaved(session: ProgressSession, videoId: string): void;
}): Progress {
  const repository = createProgressRepository(needs.db);
  const queue = createSaveQueue(repository);
  const openings = new LRUCache<string, true>({ max: openingsKept, ttl: startUpGuard.withinMs });
  const openingOf = ({ accountId, deviceId }: ProgressSession, videoId: string) =>
    `${accountId} ${deviceId} ${videoId}`;

  async function find({ accountId, deviceId }: ProgressSession, videoId: string) {
    const row = await repository.find(accountId, videoId);
    return row === undefined ? null : toWatchProgress(row, deviceId);
  }

  const toWatched = (deviceId: string, rows: Awaited<ReturnType<typeof repository.listAll>>) =>
    rows.map((row) => ({ videoId: row.video_id, watchProgress: toWatchProgress(row, deviceId) }));

  return {
    async open(session, videoId) {
      openings.set(openingOf(session, videoId), true);
      const [watchProgress, rows] = await Promise.all([
        find(session, videoId),
        repository.listChapters(session.accountId, videoId),
      ]);
      const chapters = rows.map((row): [string, ChapterPlace] => [
        row.chapter_id,
        { lastTime: row.is_completed ? 0 : row.last_time_seconds, progress: row.progress },
      ]);
      return { watchProgress, chapters: new Map(chapters) };
    },
    async begin(accountId, videoId, { seconds, durationSeconds, season, chapter, at }) {
      await queue.save({
        accountId,
        deviceId: null,
        videoId,
        chapters: (await needs.videos.chaptersOf(videoId)) ?? [],
        lastTimeSeconds: seconds,
        durationSeconds,
        progress: undefined,
        isCompleted: false,
        lastSeason: season ?? null,
        lastChapter: chapter ?? null,
        atMs: at.getTime(),
        isGuarded: false,
      });
    },
    async listContinuing({ accountId, deviceId }) {
      return toWatched(deviceId, await repository.listContinuing(accountId));
    },
    async listAll({ accountId, deviceId }) {
      return toWatched(deviceId, await repository.listAll(accountId));
    },
    routes(serve) {
      async function requireChapters(videoId: string): Promise<readonly ChapterKey[]> {
        const chapters = await needs.videos.chaptersOf(videoId);
        if (chapters === undefined) throw new AppError('video.not_found');
        return chapters;
      }

      serve(getProgress, async ({ params: { id } }, { session }) => {
        await requireChapters(id);
        return { watchProgress: await find(session, id) };
      });
      serve(saveProgress, async ({ params: { id }, body }, { session }) => {
        const nowMs = needs.clock.now().getTime();
        await queue.save({
          accountId: session.accountId,
          deviceId: session.deviceId,
          videoId: id,
          chapters: await requireChapters(id),
          lastTimeSeconds: body.lastTime,
          durationSeconds: body.duration ?? null,
          progress: body.progress,
          isCompleted: body.completed === true,
          lastSeason: body.lastSeason ?? null,
          lastChapter: body.lastChapter ?? null,
          atMs: body.at === undefined ? nowMs : Math.min(nowMs, Date.parse(body.at)),
          isGuarded: body.restart !== true && openings.has(openingOf(session, id)),
        });
        needs.onSaved(session, id);
        return { watchProgress: await find(session, id) };
      });
      serve(hideFromContinueWatching, async ({ params }, { session }) => {
        await repository.hide(session.accountId, params.id);
        return { message: 'Quitado de «Continuar Viendo».' };
      });
    },
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}
