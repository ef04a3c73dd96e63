/*
 * In which form a film or chapter comes to this browser. The server looks into a file that is about to be played, so a chapter
 * that is one is asked for by its name before it is opened; and what has failed as it is is asked for in another form. What
 * plays stays until its successor is there: the player keeps its screen.
 */
import type { VideoDetail } from '@butaca/contract';
import type { PlaybackFailure } from '@butaca/player';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../platform/api/api-error.ts';
import { findAgain } from './chapter-place.ts';
import { answerFailure, type FormAnswer } from './conversion-rules.ts';
import { failureSentence } from './failure-sentence.ts';
import type { Opening } from './start-position.ts';
import type { Attempt } from './watch-load.tsx';
import { deliveryQuery, renewVideo } from './watch.queries.ts';

/** What plays, with the answer that its address is of. */
export interface Delivered {
  opening: Opening;
  video: VideoDetail;
}

/** The other form of what does not play as it is. */
export interface Conversion {
  /** It plays in it, or will. */
  isAsked: boolean;
  /** Whether it is the answer to this failure. */
  answers(failure: PlaybackFailure): boolean;
  begin(failure: PlaybackFailure): void;
}

export interface Delivery {
  /** `undefined` until the first address is there. */
  delivered: Delivered | undefined;
  attempt: Attempt;
  conversion: Conversion;
  /** The same again, at a new address. */
  renew(): Promise<VideoDetail>;
}

interface Wanted {
  video: VideoDetail;
  /** What is to be played. */
  wanted: Opening;
  isOnTrial: boolean;
  /** A new try at the video as it was asked for first. */
  attempt: Attempt;
}

/** Chooses the answer from which an opening is played. */
export function useDelivery({ video, wanted, isOnTrial, attempt }: Wanted): Delivery {
  const [answers, setAnswers] = useState<ReadonlyMap<string, FormAnswer>>(new Map());
  const [shown, setShown] = useState<Delivered>();
  const answer = answers.get(itemOf(video, wanted));
  const form = { play: answer?.play ?? 'auto', chapter: wanted.place?.chapter._id };
  const isConversion = form.play === 'remux';
  const isAsked =
    isConversion || (wanted.place !== undefined && streamOf(video, wanted).streamKind === 'file');
  const query = useQuery({ ...deliveryQuery(video._id, isOnTrial, form), enabled: isAsked });

  const answered = isAsked ? query.data : undefined;
  const isConverted = answered !== undefined && streamOf(answered, wanted).streamKind === 'hls';
  const asItIs = isAsked && query.isPending ? undefined : (answered ?? video);
  const ready = isConversion ? (isConverted ? answered : undefined) : asItIs;
  const isNew = ready !== undefined && (shown?.video !== ready || shown.opening !== wanted);
  const delivered = isNew ? { opening: wanted, video: ready } : shown;
  if (isNew) setShown(delivered);

  const own = (): Attempt => {
    const unchanged = isConversion && answered !== undefined && !isConverted ? answer?.failure : undefined;
    return {
      onRetry: () => void query.refetch(),
      isRetrying: query.isFetching,
      retryFailure: query.error
        ? messageOf(query.error, 'Error desconocido.')
        : unchanged && failureSentence(unchanged),
    };
  };
  const shownItem = itemOf(video, delivered?.opening ?? wanted);
  const shownAnswer = answers.get(shownItem);
  return {
    delivered,
    attempt: isConversion || answered !== undefined ? own() : attempt,
    conversion: {
      isAsked: shownAnswer?.play === 'remux',
      answers: (failure) => answerFailure(shownAnswer, failure) !== undefined,
      begin(failure) {
        const next = answerFailure(shownAnswer, failure);
        if (next !== undefined) setAnswers(new Map(answers).set(shownItem, next));
      },
    },
    renew: () => renewVideo(video._id, isOnTrial, form),
  };
}

const itemOf = (video: VideoDetail, { place }: Opening): string => place?.chapter._id ?? video._id;

const streamOf = (video: VideoDetail, { place }: Opening) => findAgain(video, place)?.chapter ?? video;
