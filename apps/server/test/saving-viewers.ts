import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../../bench/viewers/client.mjs';
import type { Person, Summary } from '../../../bench/viewers/run-viewers.d.mts';

/** A save of a playback position and its answer; times in ms of `performance.now`. */
interface Save {
  sentAtMs: number;
  answeredAtMs: number;
  status: number;
}

/** Viewers who save their positions, from the moment of their creation until `leave` is called. */
export interface SavingViewers {
  /** What was acknowledged: the number of the viewer, the film and the position in seconds. */
  readonly acknowledged: Summary['saved'];
  /** How many answers said that somebody is not signed in, or may not do this. */
  readonly signedOut: () => number;
  /** By status, how many saves were not acknowledged; 0 stands for no answer. */
  readonly failures: () => Record<number, number>;
  /**
   * How many ms after `fromMs` saves were acknowledged as before: no save failed later, and there was no longer pause between
   * two acknowledged ones. Resolves when that has been so for some seconds.
   */
  backAfter(fromMs: number): Promise<number>;
  /** Asks who each viewer is. @returns how many were answered with their account */
  countSignedIn(): Promise<number>;
  leave(): Promise<void>;
}

/** How often each viewer saves, in ms. */
const saveEveryMs = 20_000;
/** Two acknowledged saves are further apart than this only where something is wrong, in ms: there are fifty in a second. */
const usualGapMs = 500;
/** For how long saves have to be acknowledged again before that is believed, in ms: longer than Patroni waits before it acts. */
const calmMs = 8_000;
const filmSeconds = 5_400;

/**
 * Lets viewers save, evenly distributed in time. Each position is further than the one before, and in another film, so that no
 * later save hides one that was lost.
 *
 * @param films - at least as many as one viewer saves positions
 */
export function startSaving(
  origin: string,
  people: readonly Person[],
  films: readonly string[],
): SavingViewers {
  const clients = people.map((person) => createClient(origin, person));
  const saves: Save[] = [];
  const acknowledged: Summary['saved'] = [];
  let signedOut = 0;
  const requests = { open: 0 };
  const leaving = new AbortController();

  function note(status: number): void {
    requests.open -= 1;
    if (status === 401 || status === 403) signedOut += 1;
  }

  function save(nth: number): void {
    const viewer = nth % people.length;
    const round = Math.floor(nth / people.length);
    const index = people[viewer]?.index ?? 0;
    const film = films[(viewer * 7 + round) % films.length] ?? '';
    const second = 60 + round * (saveEveryMs / 1_000);
    const body = { lastTime: second, duration: filmSeconds, at: new Date().toISOString() };
    const sentAtMs = performance.now();
    requests.open += 1;
    clients[viewer]?.send(`/api/videos/${film}/progress`, { method: 'PUT', body }, (status) => {
      note(status);
      saves.push({ sentAtMs, answeredAtMs: performance.now(), status });
      if (status === 200) acknowledged.push([index, film, second]);
    });
  }

  async function run(): Promise<void> {
    const beganAtMs = performance.now();
    const everyMs = saveEveryMs / people.length;
    for (let nth = 0; !leaving.signal.aborted;) {
      for (; beganAtMs + nth * everyMs <= performance.now(); nth += 1) save(nth);
      await pause(everyMs, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
  }
  const running = run();

  /** When the last trouble after `fromMs` was over: the last failure, or the end of the last pause between acknowledgements. */
  function endOfTrouble(fromMs: number): number {
    const failed = saves.filter(({ status, answeredAtMs }) => status !== 200 && answeredAtMs >= fromMs);
    const times = saves.filter(({ status, answeredAtMs }) => status === 200 && answeredAtMs >= fromMs);
    const sorted = times.map(({ answeredAtMs }) => answeredAtMs).toSorted((one, other) => one - other);
    const ends = sorted.filter((atMs, index) => atMs - (sorted[index - 1] ?? fromMs) > usualGapMs);
    // While nothing is acknowledged, the trouble lasts.
    const latest = sorted.at(-1) ?? fromMs;
    const isSilent = performance.now() - latest > usualGapMs;
    const all = [fromMs, ...failed.map(({ answeredAtMs }) => answeredAtMs), ...ends];
    return isSilent ? performance.now() : Math.max(...all);
  }

  return {
    acknowledged,
    signedOut: () => signedOut,
    failures() {
      const counts: Record<number, number> = {};
      for (const { status } of saves) if (status !== 200) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    },
    async backAfter(fromMs) {
      for (;;) {
        const endedAtMs = endOfTrouble(fromMs);
        if (performance.now() - endedAtMs >= calmMs) return endedAtMs - fromMs;
        await pause(100);
      }
    },
    async countSignedIn() {
      const answers = clients.map(
        (client) =>
          new Promise<number>((resolve) => {
            requests.open += 1;
            client.send('/api/auth/me', {}, (status) => {
              note(status);
              resolve(status);
            });
          }),
      );
      return (await Promise.all(answers)).filter((status) => status === 200).length;
    },
    async leave() {
      leaving.abort();
      await running;
      while (requests.open > 0) await pause(20);
      for (const client of clients) client.close();
    },
  };
}
