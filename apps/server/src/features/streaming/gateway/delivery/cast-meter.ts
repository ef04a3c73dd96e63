/*
 * A television that a device casts to does not say how far it has played, so what is delivered to it is counted. The token
 * of a segment says which part of the film it holds. The bytes of a whole file are assumed to be spread evenly over the
 * film's duration, as those of a free trial are.
 */
import { readItemKey } from '@butaca/contract';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { MediaPart } from '../stream/stream.ts';
import type { SealedStream } from '../stream/token.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { isText, readExtent } from './trial-gate.ts';

/** A part of a film that is being delivered to a television; the duration of the film where it is known. */
export interface CastPart extends MediaPart {
  durationSeconds: number | null;
}

/** Called with each part of a film that is delivered to a television, and whose device casts it. */
export type CastListener = (grant: StreamGrant, part: CastPart) => void;

/** Counts the bytes of a file that are sent to a television. */
export interface CastMeter {
  count(bytes: number): void;
}

/** How many seconds of a file are told at a time. */
const toldSeconds = 5;

/** Whether a stream is a film or chapter on its way to a television; a channel has no position. */
export const isCastFilm = ({ itemKey, isCast }: StreamGrant): boolean =>
  isCast === true && readItemKey(itemKey)?.kind === 'video';

/** Tells of a segment that is delivered to a television. Subtitles and keys do not count. */
export function tellCastSegment(
  tell: CastListener | undefined,
  { grant, part, durationSeconds = null }: SealedStream,
  contentType: string | undefined,
): void {
  if (!isCastFilm(grant) || part === undefined || part === null || isText(contentType)) return;
  tell?.(grant, { ...part, durationSeconds });
}

/** @returns `undefined` where nothing is counted by the byte, or where the size or duration of the file is unknown */
export function createCastMeter(
  tell: CastListener | undefined,
  { grant, role, durationSeconds = null }: SealedStream,
  answer: Pick<UpstreamAnswer, 'status' | 'headers'>,
): CastMeter | undefined {
  const { first, size } = readExtent(answer);
  const isFile = role === 'source' || role === 'file';
  if (tell === undefined || !isCastFilm(grant) || !isFile || size === undefined || !durationSeconds) {
    return undefined;
  }
  const secondsAt = (byte: number): number => (byte / size) * durationSeconds;
  let fromSeconds = secondsAt(first);
  let sentTo = first;
  return {
    count(bytes) {
      sentTo += bytes;
      const toSeconds = secondsAt(sentTo);
      if (toSeconds - fromSeconds < toldSeconds && sentTo < size) return;
      tell(grant, { fromSeconds, toSeconds, durationSeconds });
      fromSeconds = toSeconds;
    },
  };
}
