/*
 * Limits how many requests for streams run at once: for each session, for each grant, and for those requests of a grant
 * that last as long as somebody watches. More are made only by somebody who has passed a stream address on. The oldest
 * request is cut for a new one: a new one is what the player needs now, while the old one may be the lingering request of
 * a device that has lost its network, which would keep its person out for minutes if new requests were refused.
 */
import type { Log } from '../../../../platform/log.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';

/** What the limits need to know of a running stream. */
interface LimitedStream {
  readonly grant: StreamGrant;
  /** Whether the stream lasts as long as somebody watches, as a channel in MPEG-TS does. */
  readonly isContinuous: boolean;
  cut(reason: 'replaced'): void;
}

export interface StreamLimits {
  /** Counts a stream that begins; the oldest one is cut when there are too many. */
  add(stream: LimitedStream): void;
  remove(stream: LimitedStream): void;
}

/** For all that a session plays; browsers open six connections to a server over HTTP/1.1. */
export const streamsPerSession = 64;
/**
 * For one item in one session. Players request at most a playlist and a segment each of video, audio and subtitles at
 * once; ffmpeg has at most three requests open.
 */
export const streamsPerGrant = 8;
/** A player that reconnects opens the new request before the old one has ended. */
export const continuousPerGrant = 2;

function createLimit(limit: number, keyOf: (stream: LimitedStream) => string, log: Log): StreamLimits {
  /** The running streams of each key, the oldest first. */
  const running = new Map<string, Set<LimitedStream>>();
  return {
    add(stream) {
      const key = keyOf(stream);
      const streams = running.get(key) ?? new Set();
      running.set(key, streams.add(stream));
      const [oldest] = streams;
      if (streams.size <= limit || oldest === undefined) return;
      const { accountId, itemKey } = stream.grant;
      log.warn({ accountId, itemKey, limit }, 'too many streams at once; the oldest is cut');
      oldest.cut('replaced');
    },
    remove(stream) {
      const key = keyOf(stream);
      const streams = running.get(key);
      streams?.delete(stream);
      if (streams?.size === 0) running.delete(key);
    },
  };
}

const sessionOf = ({ grant }: LimitedStream): string => grant.sessionKey;
const grantOf = ({ grant }: LimitedStream): string =>
  [grant.sessionKey, grant.itemKey, grant.playableKey ?? ''].join(' ');

export function createStreamLimits(log: Log): StreamLimits {
  const sessions = createLimit(streamsPerSession, sessionOf, log);
  const grants = createLimit(streamsPerGrant, grantOf, log);
  const continuous = createLimit(continuousPerGrant, grantOf, log);
  const limitsOf = ({ isContinuous }: LimitedStream) =>
    isContinuous ? [continuous, grants, sessions] : [grants, sessions];
  return {
    add(stream) {
      for (const limit of limitsOf(stream)) limit.add(stream);
    },
    remove(stream) {
      for (const limit of limitsOf(stream)) limit.remove(stream);
    },
  };
}
