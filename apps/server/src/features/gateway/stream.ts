import type { Readable } from 'node:stream';
import type { StreamKind } from '@butaca/contract';

/** Where a stream comes from. Its address and headers never leave the server unsealed. */
export interface StreamSource {
  /** `http:`, `https:`, or `internal:<name>/<path>` for media of this server. */
  address: string;
  streamKind: StreamKind;
  /** What the upstream wants to see as `user-agent`; `null` is the gateway's own. */
  userAgent: string | null;
  /** What the upstream wants to see as `referer`; `null` sends none. */
  referrer: string | null;
}

/** Who may receive a stream, and what for. */
export interface StreamGrant {
  accountId: string;
  deviceId: string;
  /** Identifies the session; it is not the token. */
  sessionKey: string;
  /** `channel:<id>` */
  itemKey: string;
}

/** What the gateway needs of accounts and channels; `app.ts` supplies it. Asked on every request: it has to be cheap. */
export interface StreamGrants {
  check(grant: StreamGrant): Promise<'allowed' | 'session_ended' | 'plan_denied' | 'item_gone'>;
}

/** Media of this server itself, addressed as `internal:<name>/<path>`; nothing of it crosses the address filter. */
export interface InternalMedia {
  /** @returns `undefined` when there is nothing at the path */
  open(
    path: string,
    rangeHeader?: string,
  ): Promise<
    { status: number; headers: Record<string, string>; body: Readable | Buffer | string } | undefined
  >;
}

/** Limits on the ways in which an upstream or a client can hang. Milliseconds unless the name says otherwise. */
export interface StreamTiming {
  /** From the request to the first bytes of the final answer, redirects included. */
  answerWithinMs: number;
  /** From the request to the last byte of a playlist. */
  playlistWithinMs: number;
  /** How long an upstream may send nothing while it is being read. */
  idleMs: number;
  /** How often the grants of running streams are asked again. */
  recheckMs: number;
  /** An upstream that sends less than `paceBytes` in a window of this length is cut. */
  paceWindowMs: number;
  paceBytes: number;
  /** How long a client may take nothing; a paused film comes back with a range request. */
  stalledClientMs: number;
}

export const streamTiming: StreamTiming = {
  answerWithinMs: 10_000,
  playlistWithinMs: 14_000,
  idleMs: 15_000,
  recheckMs: 5_000,
  paceWindowMs: 15_000,
  paceBytes: 4_096,
  stalledClientMs: 300_000,
};
