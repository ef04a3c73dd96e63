import type Mpegts from 'mpegts.js';
import { failureFromHttp, failureFromMpegts, type PlaybackFailure } from '../playback/playback-failure.ts';
import { createTsSplicer } from '../playback/ts-splice.ts';
import { readRefusal } from './probe-address.ts';

type LoaderConstructor = NonNullable<
  NonNullable<Parameters<(typeof Mpegts)['createPlayer']>[1]>['customLoader']
>;

/**
 * Creates the class by which mpegts.js receives a live channel. It hides from mpegts.js that a connection has ended:
 * the next one continues the same stream, so that mpegts.js keeps its buffer.
 *
 * @param onLost - called when a connection has failed or ended; `reconnect` opens the next one, and is absent when the
 * player must begin anew
 * @param onBytes - called with all bytes in the order in which they arrive
 */
export function createLiveLoader(
  { BaseLoader, LoaderStatus }: Pick<typeof Mpegts, 'BaseLoader' | 'LoaderStatus'>,
  url: string,
  onLost: (failure: PlaybackFailure, reconnect?: () => void) => void,
  onBytes: (bytes: Uint8Array) => void,
): LoaderConstructor {
  return class LiveLoader extends BaseLoader {
    readonly #splicer = createTsSplicer();
    readonly #closing = new AbortController();
    #sentBytes = 0;

    constructor() {
      super('live-ts');
      // mpegts.js collects small pieces before it converts them.
      this._needStash = true;
    }

    override open(): void {
      this._status = LoaderStatus.kConnecting;
      void this.#connect();
    }

    override abort(): void {
      this.#closing.abort();
      this._status = LoaderStatus.kComplete;
    }

    override destroy(): void {
      this.#closing.abort();
      super.destroy();
    }

    async #connect(): Promise<void> {
      const { signal } = this.#closing;
      const failure = await receive(url, signal, (bytes) => this.#deliver(bytes));
      if (signal.aborted) return;
      if (this.#splicer.canContinue()) {
        this.#splicer.cut();
        onLost(failure, () => void this.#connect());
      } else {
        // Lets mpegts.js examine what came: bytes that are no MPEG-TS are a failure of their own. It reports them in
        // microtasks, and closes this loader; what happens in the next task comes after them.
        if (this.#sentBytes > 0) this.onComplete(0, this.#sentBytes - 1);
        setTimeout(() => {
          if (!signal.aborted) onLost(failure);
        });
      }
    }

    #deliver(bytes: Uint8Array): void {
      onBytes(bytes);
      const { buffer } = this.#splicer.push(bytes);
      if (buffer.byteLength === 0) return;
      this._status = LoaderStatus.kBuffering;
      const from = this.#sentBytes;
      this.#sentBytes += buffer.byteLength;
      this.onDataArrival(buffer, from, this.#sentBytes);
    }
  };
}

/**
 * Receives a stream until it ends.
 *
 * @returns why it ended: the server refused it, it could not be reached, or the connection was closed
 */
async function receive(
  url: string,
  signal: AbortSignal,
  onBytes: (bytes: Uint8Array) => void,
): Promise<PlaybackFailure> {
  let answer: Response;
  try {
    answer = await fetch(url, { signal });
  } catch {
    return failureFromMpegts('Exception');
  }
  if (!answer.ok) {
    const body = await answer.text().catch(() => '');
    return failureFromHttp(readRefusal(answer.status, (name) => answer.headers.get(name), body));
  }
  const reader = answer.body?.getReader();
  for (;;) {
    const piece = await reader?.read().catch(() => undefined);
    if (piece?.value === undefined || signal.aborted) return failureFromMpegts('EarlyEof');
    onBytes(piece.value);
  }
}
