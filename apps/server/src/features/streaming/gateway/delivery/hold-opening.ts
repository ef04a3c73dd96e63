import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { BodySink, UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createOpeningCheck, type OpeningPlace } from './media-opening.ts';

/**
 * How much of an ID3 tag is held at most, in bytes. A longer tag is passed on before what follows it has come, and the check
 * goes on. mpv does not look behind tags that are longer than this (tried with mpv 0.35 and its ffmpeg 5.1).
 */
const heldLimitBytes = 1_048_576;

/** Within which time the first bytes have to come, and until when they are wanted. */
interface OpeningWait {
  signal: AbortSignal;
  withinMs: number;
  clock: Clock;
}

const isList = (): AppError =>
  new AppError('upstream.page', { cause: new Error('the answer is text or a list of addresses') });

/**
 * Waits until the first bytes of an answer show that it is media, and returns the answer, to be read as if nothing had
 * been read from it. Behind a long ID3 tag the check goes on while the body is read, which then fails.
 *
 * @throws AppError `upstream.page` for a list of addresses or any other text; the failure of the upstream
 */
export async function holdOpening(
  answer: UpstreamAnswer,
  place: OpeningPlace,
  { signal, withinMs, clock }: OpeningWait,
): Promise<UpstreamAnswer> {
  const check = createOpeningCheck(place);
  const queue: Buffer[] = [];
  let queued = 0;
  let end: { failure: Error | undefined } | undefined;
  let sink: BodySink | undefined;
  let isPauseWanted = false;
  let changed = (): void => undefined;

  function finish(failure?: Error): void {
    if (end !== undefined) return;
    end = { failure };
    changed();
    if (sink === undefined) return;
    if (failure === undefined) sink.end();
    else sink.fail(failure);
  }

  function take(bytes: Buffer | undefined): boolean {
    if (bytes === undefined) {
      finish(isList());
      answer.abort();
      return false;
    }
    if (bytes.length === 0) return true;
    if (sink !== undefined) sink.data(bytes);
    else {
      queue.push(bytes);
      queued += bytes.length;
    }
    return true;
  }

  const held: UpstreamAnswer = {
    ...answer,
    read(reader) {
      sink = reader;
      for (const bytes of queue.splice(0)) reader.data(bytes);
      if (end === undefined) {
        if (!isPauseWanted) answer.resume();
      } else if (end.failure === undefined) reader.end();
      else reader.fail(end.failure);
    },
    pause() {
      isPauseWanted = true;
      answer.pause();
    },
    resume() {
      isPauseWanted = false;
      answer.resume();
    },
  };

  using deadline = clock.deadline(withinMs, signal);
  const inTime = deadline.signal;
  await new Promise<void>((resolve, reject) => {
    const giveUp = (): void => {
      answer.abort();
      reject(inTime.reason as Error);
    };
    changed = () => {
      if (end === undefined && !check.isPassed() && queued < heldLimitBytes) return;
      inTime.removeEventListener('abort', giveUp);
      if (end?.failure === undefined) resolve();
      else reject(end.failure);
    };
    inTime.addEventListener('abort', giveUp, { once: true });
    answer.read({
      data(chunk) {
        if (end !== undefined || !take(check.pass(chunk)) || sink !== undefined) return;
        if (check.isPassed() || queued >= heldLimitBytes) answer.pause();
        changed();
      },
      end() {
        if (end === undefined && take(check.rest())) finish();
      },
      fail: finish,
    });
  });
  return held;
}
