import { setTimeout as pause } from 'node:timers/promises';

/** An answer without what was asked for. */
export interface Refusal {
  /** When it came, in ms of `performance.now`. */
  atMs: number;
  /** The error code of the answer, or what went wrong. */
  code: string;
}

/** What somebody who plays or asks has met with, until `leave` is called. */
export interface Observed {
  /** The longest time in ms that one wait has lasted: for an answer, for bytes, or with nothing left to play. */
  longestMs: number;
  /** How many answers or pieces of media have come. */
  count: number;
  refusals: Refusal[];
}

export interface Observer {
  readonly seen: Observed;
  /** Ends what is observed. The wait that still lasts counts too. */
  leave(): Promise<void>;
}

type Ask = (signal: AbortSignal) => Promise<Response>;

/** How soon a viewer asks again after a refusal or a lost connection. */
const againAfterMs = 500;
/** How much a viewer of HLS keeps ahead, which is what it plays while nothing comes. */
const bufferedMs = 10_000;

function observe(run: (seen: Observed, signal: AbortSignal) => Promise<void>): Observer {
  const seen: Observed = { longestMs: 0, count: 0, refusals: [] };
  const leaving = new AbortController();
  const running = run(seen, leaving.signal);
  return {
    seen,
    async leave() {
      leaving.abort();
      await running;
    },
  };
}

/** The code of a refusal by nginx itself, for which no server has answered. */
export const noServer = 'no server';
/** The id that nginx gives to a request; those of servers have hyphens. */
const nginxRequestId = /"requestId":"[0-9a-f]{32}"/;

function refuse(seen: Observed, text: string): void {
  const told = /"code":"([^"]+)"/.exec(text)?.[1] ?? text.slice(0, 200);
  const code = nginxRequestId.test(text) ? noServer : told;
  seen.refusals.push({ atMs: performance.now(), code });
}

const note = (seen: Observed, ms: number): void => void (seen.longestMs = Math.max(seen.longestMs, ms));

/** Asks one thing after the other, as a person who uses the product, and measures how long each answer takes. */
export const observeAnswers = (ask: Ask, pauseMs = 50): Observer =>
  observe(async (seen, signal) => {
    while (!signal.aborted) {
      const askedAtMs = performance.now();
      try {
        const answer = await ask(signal);
        const text = await answer.text();
        if (answer.ok) seen.count += 1;
        else refuse(seen, text);
      } catch (error) {
        if (!signal.aborted) refuse(seen, String(error));
      }
      note(seen, performance.now() - askedAtMs);
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  });

/**
 * Receives a channel in MPEG-TS as programs do that have no time limit of their own: the connection is opened again only
 * when it ends.
 */
export const observeTransport = (ask: Ask): Observer =>
  observe(async (seen, signal) => {
    let heardAtMs = performance.now();
    const hear = (): void => {
      note(seen, performance.now() - heardAtMs);
      heardAtMs = performance.now();
    };
    while (!signal.aborted) {
      try {
        const answer = await ask(signal);
        if (!answer.ok) refuse(seen, await answer.text());
        else {
          seen.count += 1;
          for await (const chunk of answer.body ?? []) if (hasPicture(chunk as Uint8Array)) hear();
        }
      } catch {
        // The connection was cut.
      }
      await pause(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
    hear();
  });

const packetBytes = 188;
const nullPid = 0x1fff;

/** Whether a piece of MPEG-TS has more than packets without content. */
function hasPicture(chunk: Uint8Array): boolean {
  for (let at = 0; at + 2 < chunk.length; at += packetBytes) {
    if ((((chunk[at + 1] ?? 0) << 8) | (chunk[at + 2] ?? 0)) % 0x2000 !== nullPid) return true;
  }
  return false;
}

/**
 * Plays a channel in HLS as it is published, with ten seconds of it ahead, and measures for how long there was nothing
 * left to play. `askPart` requests a segment by its path; its line in the playlist says how long it is.
 */
export const observePlaylist = (
  askList: Ask,
  askPart: (line: string, signal: AbortSignal) => Promise<Response>,
) =>
  observe(async (seen, signal) => {
    /** When what has come will have been played, once ten seconds of it have come. */
    let playedAtMs: number | undefined;
    let aheadMs = 0;
    const had = new Set<string>();
    function add(ms: number): void {
      const nowMs = performance.now();
      if (playedAtMs === undefined) {
        aheadMs += ms;
        if (aheadMs >= bufferedMs) playedAtMs = nowMs + aheadMs;
        return;
      }
      note(seen, nowMs - playedAtMs);
      playedAtMs = Math.max(playedAtMs, nowMs) + ms;
    }
    while (!signal.aborted) {
      try {
        const list = await askList(signal);
        const text = await list.text();
        if (!list.ok) refuse(seen, text);
        const segments = text.matchAll(/(#EXT-X-GAP\n)?#EXTINF:([\d.]+).*\n(?:#.*\n)*([^#\s].*)/g);
        for (const [, gap, seconds = '', line = ''] of segments) {
          // Players request no segment that the playlist says is missing.
          if (gap !== undefined) continue;
          const name = line.replace(/\?.*/, '');
          if (had.has(name)) continue;
          const { pathname, search } = new URL(line, list.url);
          const part = await askPart(pathname + search, signal);
          const bytes = await part.arrayBuffer();
          if (!part.ok) throw new Error(Buffer.from(bytes).toString());
          had.add(name);
          seen.count += 1;
          add(Number(seconds) * 1_000);
        }
      } catch (error) {
        if (!signal.aborted) refuse(seen, String(error));
      }
      await pause(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
    if (playedAtMs === undefined) seen.longestMs = Infinity;
    else note(seen, performance.now() - playedAtMs);
  });
