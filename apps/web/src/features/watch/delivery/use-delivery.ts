/* Chooses the stream format in which a film or chapter is delivered to this browser. The server inspects a video
   file only when it is about to be played, so a chapter that is a file is requested by its id before it plays; a
   file that the browser failed to play is requested once more, converted to HLS. The present source keeps playing
   until the next one is loaded, so that the player stays in full screen and the same film continues at the same
   second. */
import type { VideoDetail } from '@butaca/contract';
import { probeAddress, type PlaybackFailure, type PlaybackSource } from '@butaca/player';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { wait } from '../../../platform/base/clock.ts';
import { findAgain } from '../progress/season-chapter.ts';
import type { Conversion, ConversionEnd } from '../player/failure/conversion-rules.ts';
import { failureSentence } from '../player/failure/failure-sentence.ts';
import type { Opening } from '../progress/start-position.ts';
import { adoptVideo, fetchVideo, type DeliveryForm, type VideoAnswer } from './delivery.queries.ts';

/** The source that the player of the watch page plays, and the server answer that contains its URL. */
export interface Delivered {
  answer: VideoAnswer;
  opening: Opening;
  startSeconds: number | undefined;
  /** What the player gets to play; `undefined` if the server's answer has no URL for the film or chapter. */
  source: PlaybackSource | undefined;
}

export interface Delivery {
  /** The source that the player plays; `undefined` until the first stream URL is known. */
  delivered: Delivered | undefined;
  /**
   * Whether the source of the chapter that the person chose is still being requested; meanwhile the previous chapter
   * keeps playing.
   */
  isLoading: boolean;
  conversion: Conversion;
  /** Records the playback position, so that the converted stream of the same film or chapter continues from it. */
  notePosition(seconds: number): void;
  /**
   * Fetches a new stream URL for the film or chapter that is playing.
   *
   * @throws Error if the new answer has no URL to play
   */
  renew(): Promise<PlaybackSource>;
}

/** A request for a conversion to HLS of the source that failed to play. */
interface Asked {
  delivered: Delivered;
  failure: PlaybackFailure;
  /** Why the server does not offer the source converted to HLS; set once the server has answered. */
  end?: ConversionEnd;
}

/**
 * Chooses the server answer from which the watch page plays a film or chapter.
 *
 * @param answer - the newest server answer for the film or series
 */
export function useDelivery(answer: VideoAnswer, wanted: Opening, isOnTrial: boolean): Delivery {
  const client = useQueryClient();
  const { video } = answer;
  const playbackPosition = useRef<{ opening: Opening; seconds: number }>(undefined);
  // The film or chapter whose file the server could not inspect; the player gets its URL all the same, with the stream
  // kind that the URL suggests.
  const [uninspected, setUninspected] = useState<Opening>();
  const isReady = uninspected === wanted || isAnswerFor(answer, wanted);
  /** Whether the answer has a stream of it, which plays where the server cannot look into it. */
  const isGiven = isStream(streamOf(video, wanted).url);
  const [delivered, setDelivered] = useState(() =>
    isReady ? deliver(answer, wanted, wanted.startSeconds) : undefined,
  );
  const [asked, setAsked] = useState<Asked>();
  const adopt = useEffectEvent((found: VideoAnswer) => {
    adoptVideo(client, found, isOnTrial);
  });

  useLayoutEffect(() => {
    if (!isReady || (delivered?.answer === answer && delivered.opening === wanted)) return;
    const reached =
      playbackPosition.current?.opening === wanted ? playbackPosition.current.seconds : undefined;
    const begun = delivered?.opening === wanted ? delivered.startSeconds : wanted.startSeconds;
    setDelivered(deliver(answer, wanted, reached ?? begun));
  }, [isReady, delivered, answer, wanted]);

  useEffect(() => {
    if (isReady) return undefined;
    const left = new AbortController();
    const look = async (): Promise<void> => {
      const form: DeliveryForm = { play: 'auto', chapter: wanted.seasonChapter?.chapter._id };
      for (let further = isGiven ? 0 : 4; ; further -= 1) {
        const found = await fetchVideo(video._id, isOnTrial, form, left.signal).catch(() => null);
        if (left.signal.aborted) return;
        if (found !== null) return adopt(found);
        if (further === 0) return setUninspected(wanted);
        await wait(1_000);
      }
    };
    void look();
    return () => left.abort();
  }, [isReady, isGiven, wanted, video._id, isOnTrial]);

  useEffect(() => {
    if (asked === undefined || asked.end !== undefined || asked.delivered !== delivered) return undefined;
    const left = new AbortController();
    const convert = async (): Promise<void> => {
      const found = await findConversion(asked, isOnTrial, left.signal).catch(() => ({}));
      if (left.signal.aborted) return;
      if ('video' in found) adopt(found);
      else setAsked({ ...asked, end: found });
    };
    void convert();
    return () => left.abort();
  }, [asked, delivered, isOnTrial]);

  const own = asked !== undefined && asked.delivered === delivered ? asked : undefined;
  return {
    delivered,
    isLoading: !isReady,
    conversion: {
      isOpen: delivered?.answer.form.play === 'auto' && own?.end === undefined,
      end: own?.end,
      begin(failure) {
        if (delivered === undefined) return;
        setAsked((before) => (before?.delivered === delivered ? before : { delivered, failure }));
      },
    },
    notePosition(seconds) {
      if (delivered !== undefined) playbackPosition.current = { opening: delivered.opening, seconds };
    },
    async renew() {
      const chapter = delivered?.opening.seasonChapter?.chapter._id;
      const form = { ...(delivered?.answer ?? answer).form, ...(chapter !== undefined && { chapter }) };
      const found = await fetchVideo(video._id, isOnTrial, form);
      const source = found && deliver(found, delivered?.opening ?? wanted, delivered?.startSeconds).source;
      if (!source) throw new Error('the new answer has nothing to play');
      return source;
    },
  };
}

const streamOf = (video: VideoDetail, { seasonChapter }: Opening) =>
  findAgain(video, seasonChapter)?.chapter ?? video;

/**
 * Whether a server answer holds the stream URL of the wanted film or chapter: a chapter that is a file, or that was
 * converted to HLS, needs an answer requested for that chapter.
 */
export function isAnswerFor({ video, form }: VideoAnswer, wanted: Opening): boolean {
  if (form.chapter === wanted.seasonChapter?.chapter._id) return true;
  return form.play === 'auto' && streamOf(video, wanted).streamKind !== 'file';
}

/** Whether an address is one to play: in long series, chapters far from the opened one have the call that gives it instead. */
const isStream = (url: string | null): url is string => !!url && !url.startsWith('/api/videos/');

/** Builds the player's source for a film or chapter from a server answer, starting at `startSeconds`. */
export function deliver(answer: VideoAnswer, opening: Opening, startSeconds: number | undefined): Delivered {
  const { url, streamKind } = streamOf(answer.video, opening);
  const start = startSeconds === undefined ? {} : { startSeconds };
  const source: PlaybackSource | undefined = isStream(url)
    ? { src: url, kind: streamKind ?? 'file', expectedStreamType: 'on-demand', ...start }
    : undefined;
  return { answer, opening, startSeconds, source };
}

/**
 * Requests the conversion to HLS of a source that failed to play.
 *
 * @returns the answer with the HLS stream, or why the server does not offer it
 */
async function findConversion(
  { delivered: { answer, opening }, failure }: Asked,
  isOnTrial: boolean,
  signal: AbortSignal,
): Promise<VideoAnswer | ConversionEnd> {
  const form: DeliveryForm = { play: 'remux', chapter: opening.seasonChapter?.chapter._id };
  const found = await fetchVideo(answer.video._id, isOnTrial, form, signal);
  const stream = found && streamOf(found.video, opening);
  if (stream?.streamKind === 'file') return { isNeedless: !failure.fatal };
  if (found === null || stream?.streamKind !== 'hls' || !stream.url) return {};
  if (failure.fatal) return found;
  // A film that already plays, though without sound, is interrupted only if a request to the converted stream's URL
  // succeeds.
  const probe = await probeAddress(stream.url, signal);
  if (typeof probe !== 'object') return found;
  return probe.code === undefined ? {} : { refusal: failureSentence({ ...probe, code: probe.code }) };
}
