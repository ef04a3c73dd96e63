/*
 * Under a free trial every second of media is charged before it is delivered. The token of a segment says which part of
 * the film it holds. The token of a whole file does not: its bytes are assumed to be spread evenly over the film's
 * duration, and are charged for a few seconds at a time while they are sent.
 */
import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { MediaPart, StreamGrants } from '../stream/stream.ts';
import { bareType } from '../stream/media-headers.ts';
import type { SealedStream } from '../stream/token.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';

/** How many seconds of a file are charged to the free trial at a time. */
const windowSeconds = 5;
/**
 * The assumed rate of a film file of unknown duration that is charged to a free trial: four megabits a second, as in
 * high-definition films.
 */
const usualBytesPerSecond = 500_000;
/**
 * The byte limit of parts that are not charged to a free trial, such as a track's initialization: more than any of them
 * needs, far less than a film.
 */
const freeBytes = 1_000_000;

/** Charges the bytes of one answer to a person's free trial while they are sent. */
export interface TrialGate {
  /** How many more bytes of the answer may be sent, because they have been charged to the free trial. */
  paidBytes(): number;
  count(bytes: number): void;
  /** Charges the next seconds of the film file to the free trial. @throws AppError `trial.spent` */
  pay(): Promise<void>;
}

/**
 * Charges a whole segment to the free trial. Subtitles and keys are free, because they are useless without the video.
 */
export async function payForSegment(
  grants: StreamGrants,
  { grant, part }: SealedStream,
  contentType: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (!grant.isTrial || part === undefined || part === null || isText(contentType)) return;
  await grants.charge(grant, part, signal);
}

/**
 * Creates the gate through which the bytes of a file under a free trial are sent: it charges them while they are sent.
 *
 * @returns `undefined` when nothing is charged by the byte: segments are charged as a whole, subtitles are free, and
 * without a free trial nothing is charged
 */
export function createTrialGate(
  grants: StreamGrants,
  sealed: SealedStream,
  answer: Pick<UpstreamAnswer, 'status' | 'headers'>,
  signal: AbortSignal,
): TrialGate | undefined {
  if (!sealed.grant.isTrial) return undefined;
  const { first, size } = readExtent(answer);
  if (sealed.role !== 'source' && sealed.role !== 'file') {
    const isPaid = sealed.part !== undefined && sealed.part !== null;
    return isPaid || isText(answer.headers['content-type']) ? undefined : createFreeGate(first);
  }
  const bytesPerSecond = readPace(sealed, size);
  return createGate({ grants, grant: sealed.grant, first, bytesPerSecond, signal });
}

/**
 * Creates a gate that lets a limited number of bytes from the beginning of a file pass without charging a free trial,
 * and nothing beyond.
 */
function createFreeGate(first: number): TrialGate {
  let sent = 0;
  return {
    paidBytes: () => freeBytes - first - sent,
    count(bytes) {
      sent += bytes;
    },
    pay: () => Promise.reject(new AppError('stream.forbidden')),
  };
}

function createGate(needs: {
  grants: StreamGrants;
  grant: StreamGrant;
  first: number;
  bytesPerSecond: number;
  signal: AbortSignal;
}): TrialGate {
  const { bytesPerSecond, first } = needs;
  let sent = 0;
  let paidTo = Math.floor(first / bytesPerSecond);
  return {
    paidBytes: () => paidTo * bytesPerSecond - first - sent,
    count(bytes) {
      sent += bytes;
    },
    async pay() {
      const part: MediaPart = { fromSeconds: paidTo, toSeconds: paidTo + windowSeconds };
      await needs.grants.charge(needs.grant, part, needs.signal);
      paidTo += windowSeconds;
    },
  };
}

function readPace({ durationSeconds }: SealedStream, size: number | undefined): number {
  if (durationSeconds === undefined || durationSeconds === null || durationSeconds <= 0)
    return usualBytesPerSecond;
  return size === undefined ? usualBytesPerSecond : Math.max(1, size / durationSeconds);
}

/**
 * Reads which bytes of a file an upstream's answer holds, from its `Content-Range`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.content-range
 */
export function readExtent({ status, headers }: Pick<UpstreamAnswer, 'status' | 'headers'>) {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+|\*)/.exec(headers['content-range'] ?? '') ?? [];
  const whole = status === 206 ? total : headers['content-length'];
  const size = Number(whole);
  return { first: Number(first ?? 0), size: Number.isFinite(size) && size > 0 ? size : undefined };
}

export function isText(contentType: string | undefined): boolean {
  return /^(?:text\/vtt|application\/(?:x-subrip|ttml(?:\+xml)?))$/.test(bareType(contentType));
}
