/*
 * Finds the programs that read data of providers (ffmpeg, ffprobe), and confines them in the strictest way in which all of
 * them run. A definite answer is kept: that they run, or that one of them is missing or cannot be confined. A check without
 * an answer is repeated, with longer pauses and longer time limits, one check at a time: a machine that is still starting
 * needs minutes, and a program that hangs must cost nothing.
 */
import type { Server } from 'node:net';
import { inTime } from '../async/deadline.ts';
import { systemClock, type Cancel, type Clock } from '../clock.ts';
import { AppError } from '../http/app-error.ts';
import type { Log } from '../log.ts';
import { createCheckPrograms, type ConfinedPrograms, type FoundPrograms } from './check-programs.ts';
import { confinementKinds, type ConfinementKind } from './confinement.ts';

export type { ConfinedPrograms, FoundPrograms } from './check-programs.ts';

export interface Programs<Name extends string> extends AsyncDisposable {
  /**
   * Finds and tries the programs (ffmpeg, ffprobe) once, and waits some seconds for the first answer.
   *
   * @returns `undefined` when one of them is missing or cannot be confined; `unknown` while the machine does not answer
   */
  open(): Promise<FoundPrograms<Name>>;
  /** What is known of the programs now, and since when. */
  state(): { found: FoundPrograms<Name>; since: Date };
  /** Waits for the first definite answer of the machine; `undefined` also when the programs were disposed of before. */
  whenKnown(): Promise<ConfinedPrograms<Name> | undefined>;
  /** Calls back with how the programs run, now where it is known, and whenever they have got a new namespace. */
  onFound(listener: (found: ConfinedPrograms<Name>) => void): void;
  /**
   * Opens a listener of this server that the confined programs (ffmpeg, ffprobe) can reach.
   *
   * @returns `undefined` when the programs share this machine's network; `ended` resolves when a new listener must be
   * opened
   * @throws AppError `server.unavailable` while it is not known how they run
   */
  openListener(): Promise<{ server: Server; ended: Promise<void> } | undefined>;
}

export interface CheckTiming {
  /** How long a caller waits for the answer of the first check, in ms. */
  answerWithinMs: number;
  /** How long each program may take in the first check, in ms. It doubles with every check, up to `longestWithinMs`. */
  withinMs: number;
  longestWithinMs: number;
  /** The pause before the second check, in ms. It doubles with every check, up to `longestPauseMs`. */
  pauseMs: number;
  longestPauseMs: number;
}

const usualTiming: CheckTiming = {
  // Less than the twenty seconds after which players give up.
  answerWithinMs: 12_000,
  withinMs: 5_000,
  longestWithinMs: 60_000,
  pauseMs: 2_000,
  longestPauseMs: 60_000,
};

const retryAfterSeconds = 5;
/** More doublings than any time limit or pause needs. */
const doublingsMax = 30;
const doubled = (firstMs: number, times: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(times, doublingsMax));

/**
 * @param needs.names - names to look up in the PATH, or paths
 * @param needs.kinds - the kinds of confinement to try, the strictest first; default: those of this system
 */
export function createPrograms<Name extends string>(needs: {
  names: Readonly<Record<Name, string>>;
  workDir: string;
  hiddenDir: string;
  log: Log;
  clock?: Clock | undefined;
  kinds?: readonly ConfinementKind[] | undefined;
  timing?: CheckTiming | undefined;
}): Programs<Name> {
  const { log, clock = systemClock, timing = usualTiming } = needs;
  const check = createCheckPrograms(needs);
  const closing = new AbortController();
  const known = createKnown<Name>();
  let state: { found: FoundPrograms<Name>; since: Date } = { found: 'unknown', since: clock.now() };
  const listeners: ((found: ConfinedPrograms<Name>) => void)[] = [];
  let firstKind: ConfinementKind | undefined;
  const schedule = createSchedule(timing, clock, () => void begin());
  let checking: Promise<void> | undefined;

  async function tryOnce(): Promise<FoundPrograms<Name>> {
    // A later attempt uses the same kind of sandbox as the first: the server has reported it to the operator at start,
    // and must not replace it by a weaker one.
    const kinds = firstKind === undefined ? (needs.kinds ?? confinementKinds()) : [firstKind];
    const found = await check({ kinds, withinMs: schedule.withinMs(), signal: closing.signal });
    // The programs could be started before, so that this refusal may be temporary.
    return found === undefined && firstKind !== undefined ? 'unknown' : found;
  }

  function become(found: FoundPrograms<Name>): void {
    if (found === state.found) return;
    state = { found, since: clock.now() };
    if (typeof found === 'object') for (const listener of listeners) listener(found);
  }

  async function run(): Promise<void> {
    schedule.cancel();
    const found = await tryOnce();
    if (closing.signal.aborted) return endConfinement(found);
    become(found);
    if (found === 'unknown') return checkLater();
    schedule.noteAnswer();
    known.settle(found);
    if (found === undefined) return;
    firstKind = found.confinement.kind;
    void forgetWhenEnded(found);
  }

  /** Begins a check, or returns the one in flight. It fails only by a fault of this server. */
  function begin(): Promise<void> {
    checking ??= run()
      .catch((error: unknown) => {
        log.error({ err: error }, 'programs could not be checked');
        checkLater();
      })
      .finally(() => (checking = undefined));
    return checking;
  }

  function checkLater(): void {
    if (closing.signal.aborted) return;
    log.warn(schedule.retry(), 'it is not known whether the programs run; they are checked again');
  }

  async function forgetWhenEnded({ confinement }: ConfinedPrograms<Name>): Promise<void> {
    await confinement.ended;
    if (closing.signal.aborted) return;
    log.warn('the namespace of the programs has gone; the programs get a new one');
    become('unknown');
    schedule.begin();
  }

  async function open(): Promise<FoundPrograms<Name>> {
    if (closing.signal.aborted) return undefined;
    if (state.found === 'unknown' && schedule.isFirst())
      await inTime(begin(), timing.answerWithinMs, undefined, clock);
    return closing.signal.aborted ? undefined : state.found;
  }

  return {
    open,
    state: () => state,
    whenKnown() {
      void open();
      return known.promise;
    },
    onFound(listener) {
      listeners.push(listener);
      if (typeof state.found === 'object') listener(state.found);
    },
    openListener: async () => listenerOf(await open()),
    async [Symbol.asyncDispose]() {
      closing.abort();
      schedule.cancel();
      await checking;
      known.settle(undefined);
      await endConfinement(state.found);
    },
  };
}

async function endConfinement(found: FoundPrograms<string>): Promise<void> {
  if (typeof found === 'object') await found.confinement[Symbol.asyncDispose]();
}

function listenerOf(found: FoundPrograms<string>): { server: Server; ended: Promise<void> } | undefined {
  if (found === 'unknown') throw new AppError('server.unavailable', { retryAfterSeconds });
  const server = found?.confinement.listener;
  return server && { server, ended: found.confinement.ended };
}

/** Creates the schedule of checks, whose time limits and pauses grow while they have no answer. */
function createSchedule(timing: CheckTiming, clock: Clock, check: () => void) {
  /** How many checks have had no answer since the last definite one. */
  let unanswered = 0;
  let cancel: Cancel | undefined;
  const after = (ms: number): void => void (cancel = clock.after(ms, check));
  return {
    isFirst: () => unanswered === 0,
    withinMs: () => doubled(timing.withinMs, unanswered, timing.longestWithinMs),
    begin: () => after(timing.pauseMs),
    /** Begins a check after the pause that follows one without an answer. */
    retry() {
      const pauseMs = doubled(timing.pauseMs, unanswered, timing.longestPauseMs);
      unanswered += 1;
      after(pauseMs);
      return { unanswered, pauseMs };
    },
    noteAnswer: () => void (unanswered = 0),
    cancel: () => cancel?.(),
  };
}

/** Creates the promise of the first definite answer. */
function createKnown<Name extends string>() {
  let settle = (_found: ConfinedPrograms<Name> | undefined): void => undefined;
  const promise = new Promise<ConfinedPrograms<Name> | undefined>((resolve) => (settle = resolve));
  return { promise, settle: (found: ConfinedPrograms<Name> | undefined): void => settle(found) };
}
