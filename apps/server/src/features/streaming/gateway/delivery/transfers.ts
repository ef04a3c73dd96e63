/*
 * Many providers allow an account a single connection. A player that seeks in a file opens the new connection before it
 * closes the old one, and the provider refuses it. Such a refusal is remembered for the provider's server: from then on
 * the old transfer of the same player is ended before the new one is requested.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import type { RunningStream } from './running-streams.ts';

/** A transfer of a file from an upstream to a player. */
export interface Transfer {
  stream: RunningStream;
  address: string;
  /** Whether the player never needs two transfers at once, so that the old one is always ended first: ffmpeg. */
  isSerial: boolean;
}

export interface Transfers {
  /**
   * Asks an upstream for a file; other transfers of the same player from the same server end where they are in the way.
   *
   * @param ask - sends the request; called again when the upstream has to notice first that the old transfer has ended
   * @throws the error of `ask`, or an AbortError when the stream is closed
   */
  open(transfer: Transfer, ask: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer>;
}

/** The statuses by which providers refuse a connection beyond those that they allow. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429, 456, 458, 503, 509]);
const singleHostsMax = 1_000;
const singleKeptMs = 3_600_000;
/** How long providers take at most to notice that a connection was closed, in milliseconds. */
const noticedWithinMs = 2_000;
const waitsMs = [150, 350, 700, 800];

export function createTransfers(): Transfers {
  const running = new Map<string, Set<RunningStream>>();
  /** The streams whose upstream has accepted them: only these take a connection away from others. */
  const accepted = new WeakSet<RunningStream>();
  const justEnded = new LRUCache<string, true>({ max: singleHostsMax, ttl: noticedWithinMs });
  const singleHosts = new LRUCache<string, true>({ max: singleHostsMax, ttl: singleKeptMs });

  function begin(key: string, stream: RunningStream): void {
    const streams = running.get(key) ?? new Set();
    running.set(key, streams.add(stream));
    const end = () => {
      streams.delete(stream);
      if (streams.size === 0 && running.get(key) === streams) running.delete(key);
      if (accepted.has(stream)) justEnded.set(key, true);
    };
    if (stream.signal.aborted) end();
    else stream.signal.addEventListener('abort', end, { once: true });
  }

  /** Ends the other transfers under a key. @returns whether there were any */
  async function endOthers(key: string, stream: RunningStream): Promise<boolean> {
    const others = [...(running.get(key) ?? [])].filter((other) => other !== stream && accepted.has(other));
    for (const other of others) other.close();
    if (others.length === 0) return false;
    // A socket is closed only after the present turn of the event loop.
    await nextTurn();
    await nextTurn();
    return true;
  }

  return {
    async open({ stream, address, isSerial }, ask) {
      const { host } = new URL(address);
      const { sessionKey, itemKey, playableKey = '' } = stream.grant;
      const key = [host, sessionKey, itemKey, playableKey].join(' ');
      begin(key, stream);
      let mayBeLate = (isSerial || singleHosts.has(host)) && (await endOthers(key, stream));
      for (let turn = 0; ; turn += 1) {
        const answer = await ask();
        const waitMs = waitsMs[turn];
        if (!refusals.has(answer.status)) accepted.add(stream);
        if (!refusals.has(answer.status) || waitMs === undefined) return answer;
        const hasEnded = await endOthers(key, stream);
        if (hasEnded) singleHosts.set(host, true);
        mayBeLate ||= hasEnded || justEnded.has(key);
        if (!mayBeLate) return answer;
        answer.abort();
        await sleep(waitMs, undefined, { signal: stream.signal });
      }
    },
  };
}
