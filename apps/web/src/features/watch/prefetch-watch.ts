/* Prefetches what the watch page needs as soon as a person opens a card: makes the same calls with the same
   parameters as the watch page, and requests the first bytes of the video stream. The queries of the watch page
   then find their answers in the query cache. */
import { prepareStream, type PlaybackSource } from '@butaca/player';
import type { WatchProgress } from '@butaca/contract';
import { linkAbort } from '../../platform/api/link-abort.ts';
import { onAskToWatch } from '../../shared/card/ask-to-watch.ts';
import { outputAbilities } from '../../shared/output/output.ts';
import { listUnsent } from '../../shared/progress/progress-sync.ts';
import { fetchFirstProgress, progressQuery } from './progress/progress.queries.ts';
import { chooseOpening, type AskedStart } from './progress/start-position.ts';
import { findNewestProgress } from './progress/pending-progress.ts';
import { deliver, isAnswerFor } from './delivery/use-delivery.ts';
import { withNewestProgress } from './progress/use-watched-chapters.ts';
import { keepPrefetched } from '../../shared/single-use.queries.ts';
import { readWatchOrigin } from './frame/watch-origin.ts';
import {
  channelQuery,
  checkVideo,
  fetchChannel,
  fetchVideo,
  firstForm,
  prepareChannel,
  videoQuery,
  type VideoAnswer,
} from './delivery/delivery.queries.ts';
import { wait } from '../../platform/base/clock.ts';

/**
 * The longest wait for the saved playback position while a video is prefetched; if the position arrives later, the
 * watch page itself requests it again.
 */
const progressTimeoutMs = 250;
const checkTimeoutMs = 500;

onAskToWatch(({ id, type }, chapter, signal) =>
  type === 'channel' ? prefetchChannel(id, signal) : prefetchVideo(id, readWatchOrigin(chapter), signal),
);

async function prefetchChannel(id: string, signal: AbortSignal): Promise<void> {
  const channel = await fetchChannel(id, signal);
  if (!channel?.url || signal.aborted) return;
  if (!(await keepPrefetched(channelQuery(id), channel))) return;
  prepareChannel(channel);
}

/**
 * Prefetches a video for the watch page. If the server takes longer than half a second because it must first inspect
 * the video file, only the call that checks the person's plan is awaited, and the watch page opens without waiting for
 * the inspection.
 */
async function prefetchVideo(id: string, start: AskedStart, signal: AbortSignal): Promise<void> {
  const opened = linkAbort([signal]);
  const whole = prefetchAnswerAndProgress(id, start, opened.signal).finally(opened.release);
  const isLate = await Promise.race([whole.then(() => false), wait(checkTimeoutMs).then(() => true)]);
  if (isLate) {
    await Promise.race([whole, checkVideo(id, signal)]);
    // The watch page makes its own calls now, so a later answer to this prefetch call would not be used.
    opened.abort();
  }
}

async function prefetchAnswerAndProgress(id: string, start: AskedStart, signal: AbortSignal): Promise<void> {
  const asked = fetchFirstProgress(id, signal).catch(() => undefined);
  const answer = await fetchVideo(id, false, firstForm, signal);
  if (answer === null || signal.aborted) return;
  if (!(await keepPrefetched(videoQuery(id, false), answer))) return;
  if (answer.video.watchProgress !== null) return prepareVideo(answer, start, answer.video.watchProgress);
  const progress = await Promise.race([asked, wait(progressTimeoutMs).then(() => undefined)]);
  if (progress === undefined || signal.aborted) return;
  await keepPrefetched(progressQuery(id), progress);
  prepareVideo(answer, start, progress);
}

/** Prepares the video stream where the watch page will start it: in the asked chapter, at the saved playback position. */
function prepareVideo(answer: VideoAnswer, start: AskedStart, saved: WatchProgress | null): void {
  const { video } = answer;
  const newest = findNewestProgress(video, saved, listUnsent(video._id));
  const opening = chooseOpening(withNewestProgress(video, newest.chapters), start, newest.progress);
  const { source } = deliver(answer, opening, opening.startSeconds);
  if (source !== undefined && isAnswerFor(answer, opening)) prepare(source);
}

/** A player outside of the page requests the stream itself, and a provider may allow only one connection. */
function prepare(source: PlaybackSource): void {
  if (outputAbilities() === undefined) prepareStream(source);
}
