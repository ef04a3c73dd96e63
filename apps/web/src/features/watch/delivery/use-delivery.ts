/*
 * Chooses the form in which a film or chapter is delivered to this browser. The server inspects a file only when it is
 * about to be played, so a chapter that is a file is requested by its id before it opens; a form that failed is
 * replaced once by a converted one. The present source keeps playing until the next one is loaded, so that the player
 * stays in full screen and the same film continues at the same second.
 */
import type { VideoDetail } from '@butaca/contract';
import { probeAddress, type PlaybackFailure, type PlaybackSource } from '@butaca/player';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { findAgain } from '../progress/season-chapter.ts';
import type { Conversion, ConversionEnd } from '../player/failure/conversion-rules.ts';
import { failureSentence } from '../player/failure/failure-sentence.ts';
import type { Opening } from '../progress/start-position.ts';
import { adoptVideo, fetchVideo, type DeliveryForm, type VideoAnswer } from './delivery.queries.ts';

/** The source that is playing, and the answer that holds its URL. */
export interface Delivered {
  answer: VideoAnswer;
  opening: Opening;
  startSeconds: number | undefined;
  /** The player's source; `undefined` if the answer has no URL to play. */
  source: PlaybackSource | undefined;
}

export interface Delivery {
  /** The source that is playing; `undefined` until the first stream URL is known. */
  delivered: Delivered | undefined;
  /** Whether another source is being requested that will replace the present one. */
  isLoading: boolean;
  conversion: Conversion;
  /** Records the playback position, so that another form of the same item continues from it. */
  notePosition(seconds: number): void;
  /** Fetches a new URL for the item that is playing. @throws Error if the new answer has no URL to play */
  renew(): Promise<PlaybackSource>;
}

/** A request for a converted form of the source that failed. */
interface Asked {
  delivered: Delivered;
  failure: PlaybackFailure;
  /** Why the conversion is not available; set once that is known. */
  end?: ConversionEnd;
}

/**
 * Chooses the server answer from which a film or chapter is played.
 *
 * @param answer - the newest server answer
 */
export function useDelivery(answer: VideoAnswer, wanted: Opening, isOnTrial: boolean): Delivery {
  const client = useQueryClient();
  const { video } = answer;
  const place = useRef<{ opening: Opening; seconds: number }>(undefined);
  // The film or chapter whose file the server could not inspect; it is played with the stream kind that its URL
  // suggests.
  const [uninspected, setUninspected] = useState<Opening>();
  const isReady = uninspected === wanted || isAnswerFor(answer, wanted);
  const [delivered, setDelivered] = useState(() =>
    isReady ? deliver(answer, wanted, wanted.startSeconds) : undefined,
  );
  const [asked, setAsked] = useState<Asked>();
  const adopt = useEffectEvent((found: VideoAnswer) => {
    adoptVideo(client, found, isOnTrial);
  });

  useLayoutEffect(() => {
    if (!isReady || (delivered?.answer === answer && delivered.opening === wanted)) return;
    const reached = place.current?.opening === wanted ? place.current.seconds : undefined;
    const begun = delivered?.opening === wanted ? delivered.startSeconds : wanted.startSeconds;
    setDelivered(deliver(answer, wanted, reached ?? begun));
  }, [isReady, delivered, answer, wanted]);

  useEffect(() => {
    if (isReady) return undefined;
    const left = new AbortController();
    const look = async (): Promise<void> => {
      const form: DeliveryForm = { play: 'auto', chapter: wanted.place?.chapter._id };
      const found = await fetchVideo(video._id, isOnTrial, form, left.signal).catch(() => null);
      if (left.signal.aborted) return;
      if (found === null) setUninspected(wanted);
      else adopt(found);
    };
    void look();
    return () => left.abort();
  }, [isReady, wanted, video._id, isOnTrial]);

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
      if (delivered !== undefined) place.current = { opening: delivered.opening, seconds };
    },
    async renew() {
      const { form } = delivered?.answer ?? answer;
      const found = await fetchVideo(video._id, isOnTrial, form);
      const source = found && deliver(found, delivered?.opening ?? wanted, delivered?.startSeconds).source;
      if (!source) throw new Error('the new answer has nothing to play');
      return source;
    },
  };
}

const streamOf = (video: VideoDetail, { place }: Opening) => findAgain(video, place)?.chapter ?? video;

/**
 * Whether a server answer holds the stream URL of the wanted film or chapter: a chapter that is a file, or was
 * converted, needs an answer requested for that chapter.
 */
export function isAnswerFor({ video, form }: VideoAnswer, wanted: Opening): boolean {
  if (form.chapter === wanted.place?.chapter._id) return true;
  return form.play === 'auto' && streamOf(video, wanted).streamKind !== 'file';
}

/** The source to play from an answer, starting at `startSeconds`. */
export function deliver(answer: VideoAnswer, opening: Opening, startSeconds: number | undefined): Delivered {
  const { url, streamKind } = streamOf(answer.video, opening);
  const start = startSeconds === undefined ? {} : { startSeconds };
  const source: PlaybackSource | undefined = url
    ? { src: url, kind: streamKind ?? 'file', expectedStreamType: 'on-demand', ...start }
    : undefined;
  return { answer, opening, startSeconds, source };
}

/** @returns the answer with the converted form, or why that form is not available */
async function findConversion(
  { delivered: { answer, opening }, failure }: Asked,
  isOnTrial: boolean,
  signal: AbortSignal,
): Promise<VideoAnswer | ConversionEnd> {
  const form: DeliveryForm = { play: 'remux', chapter: opening.place?.chapter._id };
  const found = await fetchVideo(answer.video._id, isOnTrial, form, signal);
  const stream = found && streamOf(found.video, opening);
  if (stream?.streamKind === 'file') return { isNeedless: !failure.fatal };
  if (found === null || stream?.streamKind !== 'hls' || !stream.url) return {};
  if (failure.fatal) return found;
  // A film that already plays, though without sound, is interrupted only if the gateway grants the conversion.
  const probe = await probeAddress(stream.url, signal);
  if (typeof probe !== 'object') return found;
  return probe.code === undefined ? {} : { refusal: failureSentence({ code: probe.code }) };
}
