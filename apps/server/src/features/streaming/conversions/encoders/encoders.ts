/*
 * Knows which hardware encoders this server has. Each is tried at the start with a real second of video; a definite answer is
 * kept, and a trial without an answer is repeated with longer pauses and longer time limits, as for ffmpeg itself. An encoder
 * that fails in a conversion is left alone for a while, longer each time, and then tried again. Meanwhile the processor encodes.
 */
import type { EncoderKind, EncoderState, VideoEncoderChoice } from '@butaca/contract';
import { createSemaphore } from '../../../../platform/async/semaphore.ts';
import type { Cancel, Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Confinement } from '../../../../platform/programs/confinement.ts';
import { isNoAnswer } from '../../../../platform/programs/no-answer.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { canOpen, listSystemDevices, systemEncoders, type ListDevices } from './list-devices.ts';
import { listEncoders, tryEncoder } from './try-encoder.ts';
import type { EncoderChoice, FoundEncoder } from './video-encoder.ts';

export interface Encoders extends EncoderChoice, AsyncDisposable {
  /** What is known of each hardware encoder that this system may have. */
  states(): EncoderState[];
  /** Tries the encoders of a converter that has just been found. Resolves when all have been tried once. */
  tryAll(converter: Converter): Promise<void>;
}

export interface EncoderTiming {
  /** How long one trial may take at first, in ms. It doubles with every one without an answer, up to `longestWithinMs`. */
  withinMs: number;
  longestWithinMs: number;
  /** The pause after a trial without an answer, in ms. It doubles with every one, up to `longestPauseMs`. */
  pauseMs: number;
  longestPauseMs: number;
  /** How long an encoder is left alone that has failed in a conversion, in ms. It doubles, up to `longestFailedMs`. */
  failedMs: number;
  longestFailedMs: number;
}

const usualTiming: EncoderTiming = {
  withinMs: 10_000,
  longestWithinMs: 60_000,
  pauseMs: 5_000,
  longestPauseMs: 300_000,
  failedMs: 60_000,
  longestFailedMs: 3_600_000,
};

/** More doublings than any time limit or pause needs. */
const doublingsMax = 30;
const doubled = (firstMs: number, times: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(times, doublingsMax));

/** What is known of one encoder. */
interface Known {
  kind: EncoderKind;
  state: EncoderState['state'];
  fault: EncoderState['fault'];
  since: Date;
  found: FoundEncoder | undefined;
  /** How many trials in a row have had no answer. */
  unanswered: number;
  /** How often it has failed in conversions, and when it did last, in steady ms. */
  failures: number;
  failedAtMs: number;
  cancel: Cancel | undefined;
}

type Trial = Pick<Known, 'state' | 'fault' | 'found'>;

/** @param needs.choice - what an administrator has chosen; `null` for what the product recommends, the processor */
export function createEncoders(needs: {
  clock: Clock;
  log: Log;
  choice(): Promise<VideoEncoderChoice | null>;
  listDevices?: ListDevices | undefined;
  timing?: EncoderTiming | undefined;
  kinds?: readonly EncoderKind[] | undefined;
}): Encoders {
  const { clock, log, listDevices = listSystemDevices, timing = usualTiming } = needs;
  const kinds = needs.kinds ?? systemEncoders[process.platform] ?? [];
  const closing = new AbortController();
  // One at a time: a trial takes a core and a graphics card for a second.
  const trials = createSemaphore({ running: 1 });
  const known = new Map(kinds.map((kind): [EncoderKind, Known] => [kind, unknownEncoder(kind, clock)]));
  let converter: Converter | undefined;

  /** Tries an encoder with each of its devices. @throws Error that `isNoAnswer` accepts */
  async function search({ kind, unanswered }: Known, own: Converter): Promise<Trial> {
    const withinMs = doubled(timing.withinMs, unanswered, timing.longestWithinMs);
    const within = { clock, withinMs, signal: closing.signal };
    if (!(await listEncoders({ ...within, ...own })).includes(`h264_${kind}`)) return missing('unlisted');
    const sets = await listDevices(kind);
    const open = [];
    for (const devices of sets) if (await canOpen(devices)) open.push(devices);
    for (const devices of open) {
      let confinement: Confinement | undefined;
      try {
        const opening = { openWithinMs: withinMs, signal: closing.signal };
        confinement = await own.confinement.withDevices(devices, opening);
        const encoder = { kind, device: devices[0], confinement };
        if (await tryEncoder({ ...within, ...own, encoder }))
          return { state: 'found', fault: null, found: encoder };
        await confinement[Symbol.asyncDispose]();
      } catch (error) {
        await confinement?.[Symbol.asyncDispose]();
        if (closing.signal.aborted || isNoAnswer(error)) throw error;
        log.warn({ encoder: kind, err: error }, 'a hardware encoder cannot be confined with its device');
      }
    }
    if (sets.length === 0) return missing('no_device');
    return missing(open.length === 0 ? 'no_access' : 'refused');
  }

  async function become(encoder: Known, trial: Trial): Promise<void> {
    const { found } = encoder;
    const isSame = encoder.state === trial.state && encoder.fault === trial.fault;
    Object.assign(encoder, trial, isSame ? {} : { since: clock.now() });
    if (!isSame) log.info({ encoder: encoder.kind, ...trial, found: undefined }, 'hardware encoder tried');
    if (found !== undefined && found !== trial.found) await found.confinement[Symbol.asyncDispose]();
  }

  async function tryOne(encoder: Known): Promise<void> {
    encoder.cancel?.();
    const own = converter;
    if (own === undefined || closing.signal.aborted) return;
    try {
      const trial = await search(encoder, own);
      encoder.unanswered = 0;
      // One that has failed in conversions stays so until it works again.
      const isStillFailed = encoder.state === 'failed' && trial.state === 'missing';
      if (isStillFailed) return tryLater(encoder, failedPauseMs(encoder));
      await become(encoder, trial);
    } catch (error) {
      if (closing.signal.aborted) return;
      const pauseMs = doubled(timing.pauseMs, encoder.unanswered, timing.longestPauseMs);
      encoder.unanswered += 1;
      const told = { encoder: encoder.kind, pauseMs, ...(!isNoAnswer(error) && { err: error }) };
      log.warn(told, 'a hardware encoder does not answer; it is tried again');
      tryLater(encoder, pauseMs);
    }
  }

  function tryLater(encoder: Known, pauseMs: number): void {
    encoder.cancel = clock.after(pauseMs, () => void trials.run(() => tryOne(encoder)));
  }

  const failedPauseMs = ({ failures }: Known): number =>
    doubled(timing.failedMs, failures - 1, timing.longestFailedMs);

  return {
    states: () =>
      [...known.values()].map(({ kind, state, fault, since }) => ({
        kind,
        state,
        fault,
        since: since.toISOString(),
      })),
    async tryAll(own) {
      converter = own;
      await Promise.all([...known.values()].map((encoder) => trials.run(() => tryOne(encoder))));
    },
    async choose() {
      const wanted = await needs.choice();
      if (wanted === null || wanted === 'software') return undefined;
      const encoder = known.get(wanted);
      if (encoder?.state !== 'found' || encoder.found === undefined) return undefined;
      return encoder.found.confinement.isEnded() ? undefined : encoder.found;
    },
    noteFailure(failed) {
      const encoder = known.get(failed.kind);
      if (encoder === undefined || encoder.found !== failed || encoder.state === 'failed') return;
      const nowMs = clock.steadyMs();
      const isLongAgo = nowMs - encoder.failedAtMs > 2 * timing.longestFailedMs;
      encoder.failures = isLongAgo ? 1 : encoder.failures + 1;
      encoder.failedAtMs = nowMs;
      Object.assign(encoder, { state: 'failed', since: clock.now() });
      const pauseMs = failedPauseMs(encoder);
      log.warn({ encoder: failed.kind, pauseMs }, 'a hardware encoder has failed; the processor encodes');
      tryLater(encoder, pauseMs);
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      for (const { cancel } of known.values()) cancel?.();
      await trials.run(async () => undefined);
      for (const { found } of known.values()) await found?.confinement[Symbol.asyncDispose]();
    },
  };
}

const unknownEncoder = (kind: EncoderKind, clock: Pick<Clock, 'now'>): Known => ({
  kind,
  state: 'unknown',
  fault: null,
  since: clock.now(),
  found: undefined,
  unanswered: 0,
  failures: 0,
  failedAtMs: Number.NEGATIVE_INFINITY,
  cancel: undefined,
});

const missing = (fault: NonNullable<EncoderState['fault']>): Trial => ({
  state: 'missing',
  fault,
  found: undefined,
});
