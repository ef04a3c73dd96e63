import {
  getProgress,
  hideFromContinueWatching,
  listContinueWatching,
  listProgress,
  saveProgress,
  type VideoCard,
  type Viewer,
  type WatchedCard,
  type WatchProgress,
} from '@butaca/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { ChapterKey } from './apply-save.ts';
import { checkEnd, type FindDuration } from './check-end.ts';
import type { ProgressRepository } from './progress.repository.ts';
import { toWatchProgress } from './progress.view.ts';
import type { SaveQueue } from './save-queue.ts';

export type ProgressSession = Pick<Session, 'accountId' | 'deviceId'>;

/**
 * The functions of the videos feature that the progress feature (playback positions) calls to find the chapters and
 * cards (what lists show) of videos.
 */
export interface ProgressVideos {
  /**
   * Returns the chapters of an active video in their order, none for a film; `undefined` when no active video has this
   * id.
   */
  chaptersOf(videoId: string): Promise<readonly ChapterKey[] | undefined>;
  /** Returns the cards (what lists show) of those given videos that are active. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
}

interface ProgressParts {
  repository: Pick<ProgressRepository, 'hide'>;
  queue: Pick<SaveQueue, 'save'>;
  clock: Clock;
  videos: ProgressVideos;
  knownDurationOf: FindDuration;
  onSaved(session: ProgressSession, videoId: string): void;
  /** Reads a person's playback position in a video from the database; `null` when the person has none. */
  find(session: ProgressSession, videoId: string): Promise<WatchProgress | null>;
  /**
   * Whether the start-up guard holds: the person opened the video so recently that a saved position near the beginning
   * of the video may be ignored.
   */
  isOpening(session: ProgressSession, videoId: string): boolean;
  watched: Readonly<
    Record<'listContinuing' | 'listAll', (session: ProgressSession & Viewer) => Promise<WatchedCard[]>>
  >;
}

export function serveProgress(
  serve: ServeEndpoint<ProgressSession & Viewer>,
  { repository, queue, clock, videos, knownDurationOf, onSaved, find, isOpening, watched }: ProgressParts,
): void {
  async function requireChapters(videoId: string): Promise<readonly ChapterKey[]> {
    const chapters = await videos.chaptersOf(videoId);
    if (chapters === undefined) throw new AppError('video.not_found');
    return chapters;
  }

  serve(getProgress, async ({ params: { id } }, { session }) => {
    await requireChapters(id);
    return { watchProgress: await find(session, id) };
  });
  serve(saveProgress, async ({ params: { id }, body }, { session }) => {
    const nowMs = clock.now().getTime();
    const saved = {
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
      isGuarded: body.restart !== true && isOpening(session, id),
    };
    const left = await queue.save(await checkEnd(saved, knownDurationOf));
    onSaved(session, id);
    const watchProgress =
      left === undefined ? await find(session, id) : toWatchProgress(left, session.deviceId);
    return { watchProgress };
  });
  serve(hideFromContinueWatching, async ({ params }, { session }) => {
    await repository.hide(session.accountId, params.id);
    return { message: 'Quitado de «Continuar Viendo».' };
  });

  serve(listContinueWatching, (_request, { session }) => watched.listContinuing(session));
  serve(listProgress, async (_request, { session }) => {
    const cards = await watched.listAll(session);
    return cards.map(({ watchProgress, ...video }) => ({ video, progress: watchProgress }));
  });
}
