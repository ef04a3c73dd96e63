import { startUpGuard, type Viewer, type WatchedCard, type WatchProgress } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../platform/at-most.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { CastDelivery } from './cast-positions.ts';
import type { FindDuration } from './check-end.ts';
import { createCastSaver } from './cast-saver.ts';
import { createProgressRepository, type ProgressRepository } from './progress.repository.ts';
import { serveProgress, type ProgressSession, type ProgressVideos } from './progress.routes.ts';
import { toWatchProgress } from './progress.view.ts';
import { createPositionReader } from './read-positions.ts';
import { createSaveQueue } from './save-queue.ts';

export type { CastDelivery } from './cast-positions.ts';

/** A person's playback position in a chapter, as the page of the series shows it. */
export interface ChapterPosition {
  lastTime: number;
  progress: number;
}

/** The progress feature: people's playback positions in videos. */
export interface Progress extends AsyncDisposable {
  /**
   * Called when a person opens a video: returns their playback position in the video and, by id, in its chapters. For a
   * minute from this call on, saves near the beginning of the video may be ignored (the start-up guard), because a
   * player that failed to read its position starts there.
   */
  open(
    session: ProgressSession,
    videoId: string,
  ): Promise<{ watchProgress: WatchProgress | null; chapters: ReadonlyMap<string, ChapterPosition> }>;
  /**
   * Lists the videos that a person has begun and not finished, for «Continuar Viendo»; newest first, at most fifteen.
   */
  listContinuing(session: ProgressSession & Viewer): Promise<WatchedCard[]>;
  /**
   * Returns the ids of the active videos that most people have watched in the last thirty days, at most `limit`. The
   * answer is kept for a minute: counting reads the playback positions of everybody.
   */
  listMostWatched(limit: number): Promise<readonly string[]>;
  /** Writes a person's playback position in a video without a device, as the demo data need it. */
  begin(
    accountId: string,
    videoId: string,
    position: {
      seconds: number;
      durationSeconds: number;
      season: number | undefined;
      chapter: number | undefined;
      at: Date;
    },
  ): Promise<void>;
  /**
   * Called with each part of a film or chapter that is delivered to the television to which a device casts it. The
   * position of the television is estimated from these parts, and saved as that of the person.
   */
  noteCast(delivery: CastDelivery): void;
  routes(serve: ServeEndpoint<ProgressSession & Viewer>): void;
}

/**
 * How many recent openings of watch pages are remembered for the start-up guard, which ignores saves near the
 * beginning; only the openings of the last minute have an effect.
 */
const openingsKept = 100_000;

/** How far back a playback position counts for the videos that most people have watched. */
const mostWatchedMs = 30 * 24 * 3_600_000;
const mostWatchedKeptMs = 60_000;

/** Saves of playback positions are written in batches; disposal writes the saves that are still pending. */
export function progressFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  videos: ProgressVideos;
  /** Finds the duration of a film or chapter in seconds, as its file was inspected; `undefined` where it was not. */
  knownDurationOf: FindDuration;
  /** Called when a person has saved their playback position in a video. */
  onSaved(session: ProgressSession, videoId: string): void;
}): Progress {
  const repository = createProgressRepository(needs.db);
  const queue = createSaveQueue(repository, needs.clock);
  const readPosition = createPositionReader(repository);
  const openings = new LRUCache<string, true>({ ...atMost(openingsKept), ttl: startUpGuard.withinMs });
  const openingOf = ({ accountId, deviceId }: ProgressSession, videoId: string) =>
    `${accountId} ${deviceId} ${videoId}`;

  async function find({ accountId, deviceId }: ProgressSession, videoId: string) {
    const row = await readPosition({ accountId, videoId });
    return row === undefined ? null : toWatchProgress(row, deviceId);
  }

  const isOpening = (session: ProgressSession, videoId: string): boolean =>
    openings.has(openingOf(session, videoId));

  const casts = createCastSaver({ ...needs, queue });
  const watched = createWatchedLists(repository, needs.videos);

  const mostWatched = new LRUCache<number, readonly string[]>({
    max: 10,
    ttl: mostWatchedKeptMs,
    ignoreFetchAbort: true,
    fetchMethod: (limit) =>
      repository.listMostWatched(new Date(needs.clock.now().getTime() - mostWatchedMs), limit),
  });

  return {
    async open(session, videoId) {
      openings.set(openingOf(session, videoId), true);
      const [watchProgress, rows] = await Promise.all([
        find(session, videoId),
        repository.listChapters(session.accountId, videoId),
      ]);
      const chapters = rows.map((row): [string, ChapterPosition] => [
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
    listContinuing: watched.listContinuing,
    listMostWatched: (limit) => mostWatched.forceFetch(limit),
    noteCast: casts.note,
    routes: (serve) =>
      serveProgress(serve, {
        ...needs,
        repository,
        queue,
        find,
        isOpening,
        watched,
        onSaved(session, videoId) {
          casts.forget(session.accountId, videoId);
          needs.onSaved(session, videoId);
        },
      }),
    [Symbol.asyncDispose]() {
      casts[Symbol.dispose]();
      return queue[Symbol.asyncDispose]();
    },
  };
}

/** Creates the lists of what a person has begun, and of all that they have watched, as cards. */
function createWatchedLists(
  repository: Pick<ProgressRepository, 'listContinuing' | 'listAll'>,
  videos: Pick<ProgressVideos, 'cardsOf'>,
) {
  /**
   * Adds to rows of playback positions the cards (what lists show) of their videos, in the same order; rows of videos
   * that are no longer active are left out.
   */
  async function withCards(
    rows: Awaited<ReturnType<ProgressRepository['listAll']>>,
    session: ProgressSession & Viewer,
  ): Promise<WatchedCard[]> {
    const cards = await videos.cardsOf(
      rows.map((row) => row.video_id),
      session,
    );
    const byId = new Map(cards.map((card) => [card._id, card]));
    return rows.flatMap((row) => {
      const card = byId.get(row.video_id);
      return card === undefined ? [] : { ...card, watchProgress: toWatchProgress(row, session.deviceId) };
    });
  }
  return {
    listContinuing: async (session: ProgressSession & Viewer) =>
      withCards(await repository.listContinuing(session.accountId), session),
    listAll: async (session: ProgressSession & Viewer) =>
      withCards(await repository.listAll(session.accountId), session),
  };
}
