/*
 * Opens the first of a channel's sources that answers with media. One that fails is followed by the next at once; one that
 * takes long is joined by the next that may be opened beside it, and the first answer wins. After fifteen seconds no further one is
 * opened.
 */
import { onAbort } from '../delivery/send-bytes.ts';
import type { Cancel, Clock } from '../../../../platform/clock.ts';

export interface SourceAttempt {
  /** Aborts when another source has answered first, or when all viewers have left. */
  signal: AbortSignal;
  /** The addresses of the sources that are being opened meanwhile. */
  beside: readonly string[];
}

/** Says that a source may only be opened when no other one is. */
export class NotBesideError extends Error {
  override readonly name = 'NotBesideError';
}

/** Says that a source was not asked, because enough other sources of its channel were. */
export class EnoughAskedError extends Error {
  override readonly name = 'EnoughAskedError';
}

interface FirstGood<Source, Opened> {
  candidates: readonly Source[];
  /** After how many milliseconds without an answer the next source is opened too. */
  hedgeMs: number;
  clock: Pick<Clock, 'after'>;
  signal: AbortSignal;
  /** @throws NotBesideError when the source may not be opened beside the others; any error when it is of no use */
  open(source: Source, attempt: SourceAttempt): Promise<Opened>;
  /** Gives back what was opened too late. */
  drop(opened: Opened): void;
}

/** For how long further sources are opened after the first one, in ms. */
const launchWithinMs = 15_000;

/** @throws the failure of the first candidate when all of them have failed; the reason of the signal */
export function openFirstGood<Source extends { address: string }, Opened>({
  candidates,
  hedgeMs,
  clock,
  signal,
  open,
  drop,
}: FirstGood<Source, Opened>): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const waiting = [...candidates];
    /** The sources that may not be opened beside those which are being opened now. */
    const aside: Source[] = [];
    const running = new Map<Source, AbortController>();
    const failures = new Map<Source, unknown>();
    let isSettled = false;
    let isLate = false;
    let cancelHedge: Cancel | undefined;
    const cancelEnd = clock.after(launchWithinMs, end);

    function settle(finish: () => void): void {
      isSettled = true;
      cancelHedge?.();
      cancelEnd();
      signal.removeEventListener('abort', leave);
      for (const controller of running.values()) controller.abort();
      finish();
    }

    /** Opens no further source; where one has failed, those that are being opened are given up too. */
    function end(): void {
      isLate = true;
      waiting.length = 0;
      aside.length = 0;
      if (failures.size > 0) settle(() => reject(firstFailure(candidates, failures)));
    }

    const leave = (): void => settle(() => reject(signal.reason));

    function lose(source: Source, error: unknown): void {
      running.delete(source);
      if (isSettled) return;
      const isAside = error instanceof NotBesideError && !isLate;
      if (isAside) aside.push(source);
      else failures.set(source, error);
      // What may be opened beside others changes only when one of these has failed.
      if (!isAside || running.size === 0) waiting.unshift(...aside.splice(0));
      launch();
    }

    async function tryOne(source: Source, attempt: SourceAttempt): Promise<void> {
      try {
        const opened = await open(source, attempt);
        running.delete(source);
        if (isSettled) drop(opened);
        else settle(() => resolve(opened));
      } catch (error) {
        lose(source, error);
      }
    }

    function launch(): void {
      cancelHedge?.();
      if (isSettled) return;
      const source = waiting.shift();
      if (source === undefined) {
        if (running.size === 0) settle(() => reject(firstFailure(candidates, failures)));
        return;
      }
      const beside = [...running.keys()].map(({ address }) => address);
      const controller = new AbortController();
      running.set(source, controller);
      if (waiting.length > 0) {
        cancelHedge = clock.after(hedgeMs, launch);
      }
      void tryOne(source, { signal: controller.signal, beside });
    }

    onAbort(signal, leave);
    if (!isSettled) launch();
  });
}

/**
 * Returns the failure of the source that comes first of those that were asked, which is what its viewers would learn without the
 * others.
 */
function firstFailure<Source>(
  candidates: readonly Source[],
  failures: ReadonlyMap<Source, unknown>,
): unknown {
  const known = candidates.filter((source) => failures.has(source)).map((source) => failures.get(source));
  const asked = known.find((failure) => !(failure instanceof EnoughAskedError));
  return asked ?? known[0] ?? new NotBesideError('no source could be opened');
}
