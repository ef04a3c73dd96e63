/*
 * What this server makes of a channel in MPEG-TS (ffmpeg converts it) goes to all its viewers, through the same ring as
 * what comes from an upstream: each begins at the newest keyframe, and reads at a pace of their own.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ItemKey } from '@butaca/contract';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import type { TransferStore } from './transfer-store.ts';

/** A channel in MPEG-TS that this server makes, and that several viewers receive. */
export interface OwnStream {
  /**
   * Lets a viewer begin; the stream ends when the last one has left.
   *
   * @param signal - aborts when the viewer has left
   * @throws what opening throws; AppError `upstream.unreachable` for what is no MPEG-TS; the reason of the signal
   */
  join(signal: AbortSignal): Promise<Readable>;
  /** Whether nobody can join any more. */
  isOver(): boolean;
  /** Ends the stream for all its viewers. */
  end(): void;
}

/**
 * Starts a stream. The first viewer has to join it in the same turn of the event loop.
 *
 * @param open - makes the bytes; they are no longer wanted when its signal aborts
 */
export function startOwnStream(
  store: TransferStore,
  channelKey: ItemKey,
  open: (signal: AbortSignal) => Promise<Readable>,
): OwnStream {
  // Nothing of it is open at a provider, so that it is not kept going for one who may come back.
  const slot = { key: `own ${randomUUID()}`, channelKey, isBody: false, lingerMs: 0 };
  const transfer = store.start(slot, async ({ signal }) => asAnswer(await open(signal)));
  return {
    async join(signal) {
      const leaving = new AbortController();
      const seat = {
        signal: AbortSignal.any([signal, leaving.signal]),
        devices: () => [],
        close: () => leaving.abort(),
      };
      const answer = await transfer.join(seat);
      if (answer === undefined) throw new AppError('upstream.unreachable');
      return asReadable(answer, seat.signal);
    },
    isOver: () => store.find(slot.key) !== transfer,
    end: transfer.end,
  };
}

const ended = new Error('the stream of this server has ended');

/** Makes bytes of this server look like what an upstream answers. */
const asAnswer = (body: Readable): UpstreamAnswer => ({
  address: '',
  status: 200,
  headers: {},
  head: Buffer.alloc(0),
  read(sink) {
    body.once('end', sink.end).once('error', sink.fail).on('data', sink.data).resume();
    body.once('close', () => {
      if (!body.readableEnded) sink.fail(ended);
    });
  },
  pause: () => void body.pause(),
  resume: () => void body.resume(),
  isPaused: () => body.isPaused(),
  abort: () => void body.destroy(),
});

/** Lets a viewer read an answer, which waits while they do not. */
function asReadable(answer: UpstreamAnswer, left: AbortSignal): Readable {
  let isReading = false;
  const body = new Readable({
    read() {
      if (isReading) return answer.resume();
      isReading = true;
      answer.read({
        data(chunk) {
          if (!body.push(chunk)) answer.pause();
        },
        end: () => void body.push(null),
        fail: (error) => void body.destroy(error),
      });
    },
    destroy(error, done) {
      answer.abort();
      done(error);
    },
  });
  left.addEventListener('abort', () => body.destroy(), { once: true });
  if (left.aborted) body.destroy();
  return body;
}
