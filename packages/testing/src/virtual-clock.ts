/*
 * Time that passes only when a test says so. Rules of time (a lease ends, a source is given up, a retry waits) are tried on it
 * in milliseconds of the machine, however busy the machine is: nothing that waits on this clock notices how long the machine
 * takes. It has the form of the server's `Clock`.
 *
 * - `advance` lets time pass: each timer that is due runs at its own instant, in order, and what it sets going comes to rest
 *   before the next one runs.
 * - `settle` lets no time pass: promises, streams and in-memory sockets go on until they have nothing left to do.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MemoryNetwork } from './memory-network.ts';

export interface VirtualClock {
  /** The time of day. */
  now(): Date;
  /** The time that only grows, in ms. */
  steadyMs(): number;
  after(ms: number, run: () => void, options?: { keepsAlive?: boolean }): () => void;
  every(ms: number, run: () => void): () => void;
  /** A signal that aborts with an error of the code `DEADLINE_EXCEEDED`, or together with `outer`. */
  deadline(ms: number, outer?: AbortSignal): { readonly signal: AbortSignal } & Disposable;
  /** Lets time pass, in ms, and runs what is due meanwhile, each at its own instant. */
  advance(ms: number): Promise<void>;
  /**
   * Lets time pass at once, in ms: what is due runs in order, and nothing else runs in between. For a test that does not
   * wait for what its timers set going.
   */
  pass(ms: number): void;
  /**
   * Lets as much time pass as the work waits for, and returns its result.
   *
   * @throws what the work throws; an error when the work waits for something else than time
   */
  finish<T>(work: Promise<T>): Promise<T>;
  /**
   * Lets time pass from timer to timer until a condition holds, and returns how much has passed, in ms. The result is exact,
   * because nothing changes between two timers.
   *
   * @throws Error that names `what` when it waits for something else than time
   */
  passUntil(what: string, holds: () => boolean): Promise<number>;
  /** Lets everything go on that does not wait for time. */
  settle(): Promise<void>;
  /** Sets the time of day to an earlier one, as an administrator of the machine does; no time passes. In ms. */
  setBack(ms: number): void;
  /** Sets the time of day, such as `2026-11-22T20:00:00Z`; no time passes. */
  setTime(at: string): void;
  /** In how many ms each timer that is waiting is due, the next one first. */
  waits(): number[];
}

interface Timer {
  dueMs: number;
  /** `undefined` when the timer runs once. */
  everyMs: number | undefined;
  run: () => void;
}

/**
 * How many turns of the event loop `settle` lets pass in which nothing moves: in-memory HTTP needs about six from a request to
 * its answer.
 */
const settlingTurns = 12;
/** How many turns of the event loop `settle` lets pass at most: a server that sends without end never comes to rest. */
const mostTurns = 1_000;

/** For how much virtual time `finish` waits for work that does not end, in ms: a day. */
const finishWithinMs = 86_400_000;

/**
 * Creates a clock that stands still.
 *
 * @param startsAt - the time of day, such as `2026-11-21T20:00:00Z`
 * @param network - the network in memory over which the work on the clock is done: no time passes while bytes are under way
 */
export function createVirtualClock(
  startsAt = '2026-11-21T20:00:00Z',
  network?: Pick<MemoryNetwork, 'moves'>,
): VirtualClock {
  let steadyMs = Date.parse(startsAt);
  let setBackMs = 0;
  /** In the order in which they were set, which is the order in which timers of the same instant run. */
  const timers = new Set<Timer>();
  const set = (ms: number, run: () => void, everyMs?: number) => {
    // As in Node, a timer is due after 1 ms at the earliest.
    const timer = { dueMs: steadyMs + Math.max(1, ms), everyMs, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const findNext = (untilMs: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers)
      if (timer.dueMs <= untilMs && (next === undefined || timer.dueMs < next.dueMs)) next = timer;
    return next;
  };
  const run = (timer: Timer) => {
    // Two waits of a test may advance the clock at the same time.
    steadyMs = Math.max(steadyMs, timer.dueMs);
    timers.delete(timer);
    if (timer.everyMs !== undefined) {
      timer.dueMs += timer.everyMs;
      timers.add(timer);
    }
    timer.run();
  };
  const settle = async () => {
    let moves = network?.moves();
    for (let turn = 0, still = 0; still < settlingTurns && turn < mostTurns; turn += 1) {
      await nextTurn();
      still = network?.moves() === moves ? still + 1 : 0;
      moves = network?.moves();
    }
  };
  return {
    now: () => new Date(steadyMs - setBackMs),
    steadyMs: () => steadyMs,
    after: (ms, run) => set(ms, run),
    every: (ms, run) => set(ms, run, Math.max(1, ms)),
    deadline: (ms, outer) => createDeadline((run) => set(ms, run), outer),
    async advance(ms) {
      const untilMs = steadyMs + ms;
      await settle();
      for (let timer = findNext(untilMs); timer !== undefined; timer = findNext(untilMs)) {
        run(timer);
        await settle();
      }
      steadyMs = Math.max(steadyMs, untilMs);
    },
    pass(ms) {
      const untilMs = steadyMs + ms;
      for (let timer = findNext(untilMs); timer !== undefined; timer = findNext(untilMs)) run(timer);
      steadyMs = Math.max(steadyMs, untilMs);
    },
    async finish(work) {
      const state = { isDone: false };
      const noteEnd = () => void (state.isDone = true);
      void work.then(noteEnd).catch(noteEnd);
      // What happens again and again never runs out of timers.
      const untilMs = steadyMs + finishWithinMs;
      for (await settle(); !state.isDone; await settle()) {
        const timer = findNext(Number.POSITIVE_INFINITY);
        if (timer === undefined || steadyMs > untilMs)
          throw new Error('the work waits for something else than time');
        run(timer);
      }
      return work;
    },
    async passUntil(what, holds) {
      const sinceMs = steadyMs;
      for (await settle(); !holds(); await settle()) {
        const timer = findNext(sinceMs + finishWithinMs);
        if (timer === undefined) throw new Error(`never happened: ${what}`);
        run(timer);
      }
      return steadyMs - sinceMs;
    },
    settle,
    setBack: (ms) => void (setBackMs += ms),
    setTime: (at) => void (setBackMs = steadyMs - Date.parse(at)),
    waits: () => [...timers].map(({ dueMs }) => dueMs - steadyMs).toSorted((one, other) => one - other),
  };
}

function createDeadline(set: (run: () => void) => () => void, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const cancel = set(() =>
    controller.abort(Object.assign(new Error('no answer in time'), { code: 'DEADLINE_EXCEEDED' })),
  );
  const forwardAbort = () => controller.abort(outer?.reason);
  if (outer?.aborted === true) forwardAbort();
  else outer?.addEventListener('abort', forwardAbort, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      cancel();
      outer?.removeEventListener('abort', forwardAbort);
    },
  };
}
