/*
 * A provider may name segments that do not exist. By itself, hls.js skips such a segment of a live stream, but requests
 * one of a film for half a minute and then gives up, although the rest of the film may be there. Here a missing segment
 * of a film counts as a gap, which hls.js skips; and where nothing but missing segments is left, playback ends with the
 * cause.
 */
import type HlsJs from 'hls.js';
import type { Fragment } from 'hls.js';
import type { PlaybackFailure } from '../playback/playback-failure.ts';
import type { EngineHost } from './engine.ts';
import { refusalOf } from './hls-refusal.ts';
import { nothingLeftSeconds, playOut, secondsAhead } from './play-out.ts';
import { after, type Cancel } from '../base/clock.ts';

/** The code with which our streaming proxy says that the provider does not have a segment. */
const missingCode = 'segment.not_found';
/** A film of which so many segments in a row do not exist has ended there. */
const mostInARow = 3;
/** A live stream of which no segment exists for so long is gone, in milliseconds. */
const liveMissingMs = 8000;

/** The smallest position behind the beginning of a film, in seconds. */
const leastStartSeconds = 0.001;

const gone: PlaybackFailure = { source: 'upstream', code: 'upstream.gone', httpStatus: 404, fatal: true };
const standing: PlaybackFailure = { source: 'upstream', code: 'upstream.ended', fatal: true };

/** Skips missing segments of an HLS stream, and reports when no other is left. */
export function skipMissing(Hls: typeof HlsJs, hls: HlsJs, host: EngineHost, signal: AbortSignal): void {
  const inARow = new Set<Fragment['sn']>();
  let requests = 0;
  let cancelCheck: Cancel | undefined;
  signal.addEventListener('abort', () => cancelCheck?.(), { once: true });

  function end(): void {
    hls.stopLoad();
    playOut(host.video, signal, () => host.reportFailure(gone));
  }

  function checkLive(): void {
    cancelCheck = undefined;
    if (inARow.size === 0 || !isDry(host.video)) return;
    // A channel that has played may come back: hls.js goes on requesting its playlist.
    if (host.video.readyState > 0) host.reportInterruption(standing);
    else end();
  }

  function skip(frag: Fragment): void {
    frag.gap = true;
    // Without the tag of a gap, hls.js requests the segment again nevertheless.
    frag.tagList.push(['GAP']);
    startAfter(frag);
  }

  /**
   * Makes hls.js load the segment after a gap at the beginning of a film, which it does not skip by itself. hls.js may
   * come back to that gap later, because it loads from position 0 again once the media source has opened.
   */
  function startAfter(frag: Fragment): void {
    if (host.video.buffered.length > 0) return;
    const { fragments = [] } = hls.latestLevelDetails ?? {};
    const next = fragments.find(({ sn, gap }) => sn > Number(frag.sn) && gap !== true);
    if (next === undefined) return end();
    // At position 0, hls.js takes the first segment, even if that has no duration.
    const startSeconds = Math.max(next.start, leastStartSeconds);
    // hls.js is still handling the error, and starts anew after that. In a task of its own, because the next gap is
    // reported without any wait: a page that does nothing else would not answer any more.
    after(0, () => {
      if (signal.aborted) return;
      hls.stopLoad();
      hls.startLoad(startSeconds);
    });
  }

  const isLast = ({ sn }: Fragment): boolean => sn === hls.latestLevelDetails?.endSN;

  function noteFilm(frag: Fragment): void {
    const isEnd = isLast(frag) && requests >= hls.levels.length;
    if (inARow.size >= mostInARow || (isEnd && isDry(host.video))) end();
    else skip(frag);
  }

  hls.on(Hls.Events.FRAG_BUFFERED, (_event, { frag }) => {
    if (!isMain(frag)) return;
    inARow.clear();
    requests = 0;
  });
  hls.on(Hls.Events.ERROR, (_event, data) => {
    const { frag, details } = data;
    if (signal.aborted || frag === undefined || !isMain(frag)) return;
    if (details === Hls.ErrorDetails.FRAG_GAP && hls.latestLevelDetails?.live === false) {
      if (isLast(frag) && isDry(host.video)) end();
      else startAfter(frag);
      return;
    }
    if (details !== Hls.ErrorDetails.FRAG_LOAD_ERROR) return;
    if (refusalOf(data)?.code !== missingCode) return;
    requests += 1;
    inARow.add(frag.sn);
    if (hls.latestLevelDetails?.live === true) cancelCheck ??= after(liveMissingMs, checkLive);
    else noteFilm(frag);
  });
}

/** Whether a segment is one of the video, not of a sound or of subtitles beside it. */
export const isMain = ({ type }: { type: string }): boolean => type === 'main';
const isDry = (video: HTMLVideoElement): boolean => secondsAhead(video) <= nothingLeftSeconds;
