import { isNullPackets } from '@butaca/ts';
import type Mpegts from 'mpegts.js';
import { failureFromHttp, failureFromMpegts, type PlaybackFailure } from '../playback/playback-failure.ts';
import { concat, createTsSplicer } from '../playback/ts-splice.ts';
import { readRefusal } from './probe-address.ts';
import { after, steadyMs } from '../base/clock.ts';

type LoaderConstructor = NonNullable<
  NonNullable<Parameters<(typeof Mpegts)['createPlayer']>[1]>['customLoader']
>;

/** What happens to a live channel in MPEG-TS while it is received. */
export interface LiveTsListener {
  /**
   * A connection has failed or ended.
   *
   * @param how - `reconnect` opens the next one; absent when the player must be opened again. `isForeign`: no packets of
   * MPEG-TS of 188 bytes were among many bytes; mpegts.js has examined them, and may have found longer packets
   */
  onLost(failure: PlaybackFailure, how: { reconnect?: () => void; isForeign?: boolean }): void;
  /** All bytes, in the order in which they arrive. */
  onBytes(bytes: Uint8Array): void;
  /** Whether the video has nothing to play and waits for media. */
  isAwaited(): boolean;
  /**
   * Resolves when more bytes are wanted. Given for a recording only, which its server sends faster than it is played; the end of
   * its body is its end, and a body that breaks off is never requested again, because it would begin anew.
   */
  whenWanted?: () => Promise<void>;
  /**
   * The present player of mpegts.js has got all that it can decode: what follows has other codecs. It is kept until the
   * next player begins.
   *
   * @param isUrgent - whether too much is being kept, so that the next player has to begin at once
   */
  onOtherCodecs(isUrgent: boolean): void;
}

/** Receives a live channel in MPEG-TS for players of mpegts.js, one after the other. */
export interface LiveTs {
  /** The class by which the present player of mpegts.js receives the channel. */
  loader: LoaderConstructor;
  /** Detaches the present player, which is destroyed next, so that the connection stays for the next one. */
  detach(): void;
}

/** The most bytes that are kept for the next player: a person who has paused does not come to them for a long time. */
const keptLimitBytes = 32 * 1024 * 1024;

/**
 * How long bytes are collected before mpegts.js converts them, in milliseconds, while the video has media to play: every
 * conversion costs the same few tasks, however little it converts.
 */
const collectedMs = 125;
/** Among so many bytes mpegts.js finds packets of every length that it knows; it refuses a stream whose first bytes are fewer. */
const examinedBytes = 2048;

/** What receives the channel's bytes: the loader of the present player. */
interface Receiver {
  take(bytes: Uint8Array<ArrayBuffer>): void;
  /** Makes the player examine and play all that it has got. */
  complete(): void;
}

/**
 * Creates the receiving of a live channel. It hides from mpegts.js that a connection has ended: the next one continues the
 * same stream, so that mpegts.js keeps its buffer.
 *
 * A provider that sends no burst delivers media only as fast as they are played. So each piece is converted at once while
 * the video waits for it; mpegts.js would collect an eighth of a second of the channel before the first picture, and
 * again before the picture moves.
 */
export function createLiveTs(
  { BaseLoader, LoaderStatus }: Pick<typeof Mpegts, 'BaseLoader' | 'LoaderStatus'>,
  url: string,
  listener: LiveTsListener,
): LiveTs {
  const channel = createChannel(url, listener);
  class LiveLoader extends BaseLoader implements Receiver {
    #sentBytes = 0;
    #sentAtMs = 0;
    #collected: Uint8Array<ArrayBuffer>[] = [];
    #collectedBytes = 0;

    constructor() {
      super('live-ts');
      this._needStash = false;
    }

    override open(): void {
      this._status = LoaderStatus.kConnecting;
      channel.attach(this);
    }

    override abort(): void {
      channel.close(this);
      this._status = LoaderStatus.kComplete;
    }

    override destroy(): void {
      channel.close(this);
      super.destroy();
    }

    take(bytes: Uint8Array<ArrayBuffer>): void {
      this._status = LoaderStatus.kBuffering;
      this.#collected.push(bytes);
      this.#collectedBytes += bytes.length;
      const canExamine = this.#sentBytes > 0 || this.#collectedBytes >= examinedBytes;
      const isDue = listener.isAwaited() || steadyMs() - this.#sentAtMs >= collectedMs;
      if (canExamine && isDue) this.#send();
    }

    complete(): void {
      if (this.#collectedBytes > 0) this.#send();
      if (this.#sentBytes > 0) this.onComplete(0, this.#sentBytes - 1);
    }

    #send(): void {
      const { buffer } = concat(this.#collected);
      const from = this.#sentBytes;
      this.#collected = [];
      this.#collectedBytes = 0;
      this.#sentBytes += buffer.byteLength;
      this.#sentAtMs = steadyMs();
      this.onDataArrival(buffer, from, this.#sentBytes);
    }
  }
  return { loader: LiveLoader, detach: channel.detach };
}

/** Connects to a channel for as long as a receiver is attached or will be, and gives it the channel's bytes. */
function createChannel(url: string, { onLost, onBytes, onOtherCodecs, whenWanted }: LiveTsListener) {
  let splicer = createTsSplicer();
  let closing: AbortController | undefined;
  let receiver: Receiver | undefined;
  /** The streams with other codecs that follow what the receiver has got, each with its pieces. */
  const kept: Uint8Array<ArrayBuffer>[][] = [];
  let keptBytes = 0;

  async function connect(signal: AbortSignal): Promise<void> {
    const outcome = await receive(url, signal, deliver, whenWanted);
    if (signal.aborted) return;
    const hasMedia = splicer.canContinue() || splicer.isForeign();
    // A recording without media has not come to its end: its server had nothing to send.
    const failure = outcome === 'complete' && !hasMedia ? failureFromMpegts('EarlyEof') : outcome;
    if (failure === 'complete') receiver?.complete();
    else if (whenWanted !== undefined && splicer.canContinue()) onLost(interruptedRecording, {});
    else if (splicer.canContinue()) {
      splicer.cut();
      onLost(failure, { reconnect: () => void connect(signal) });
    } else {
      // Lets mpegts.js examine what came: bytes that are no MPEG-TS are a failure of their own. It reports them in
      // microtasks, and closes this loader; what happens in the next task comes after them.
      const isForeign = splicer.isForeign();
      receiver?.complete();
      after(0, () => {
        if (!signal.aborted) onLost(failure, { isForeign });
      });
    }
  }

  function deliver(bytes: Uint8Array): void {
    if (isNullPackets(bytes)) return;
    onBytes(bytes);
    const ready = splicer.push(bytes);
    let from = 0;
    for (const at of splicer.breaks()) {
      give(ready.slice(from, at));
      begin();
      from = at;
    }
    give(from === 0 ? ready : ready.slice(from));
  }

  function give(piece: Uint8Array<ArrayBuffer>): void {
    if (piece.length === 0) return;
    const last = kept.at(-1);
    if (last === undefined) return receiver?.take(piece);
    last.push(piece);
    keptBytes += piece.length;
    if (keptBytes > keptLimitBytes) onOtherCodecs(true);
  }

  /** Notes that a stream with other codecs begins. */
  function begin(): void {
    kept.push([]);
    if (kept.length === 1) endReceiver();
  }

  function endReceiver(): void {
    receiver?.complete();
    onOtherCodecs(false);
  }

  return {
    attach(next: Receiver): void {
      receiver = next;
      const pieces = kept.shift() ?? [];
      for (const piece of pieces) {
        keptBytes -= piece.length;
        next.take(piece);
      }
      if (kept.length > 0) endReceiver();
      if (closing !== undefined) return;
      closing = new AbortController();
      void connect(closing.signal);
    },
    detach(): void {
      receiver = undefined;
    },
    /** Closes the connection, unless the receiver was detached before. */
    close(by: Receiver): void {
      if (by !== receiver) return;
      closing?.abort();
      closing = undefined;
      splicer = createTsSplicer();
      kept.length = 0;
      keptBytes = 0;
    },
  };
}

/** A recording that broke off goes on at another address, which is requested for the position that was reached. */
const interruptedRecording: PlaybackFailure = {
  source: 'network',
  code: 'network.unreachable',
  httpStatus: 410,
  fatal: true,
};

/**
 * Receives a stream until it ends.
 *
 * @returns why it ended: the server refused it, it could not be reached, or the connection was closed; `complete` for a recording
 * that has come to its end
 */
async function receive(
  url: string,
  signal: AbortSignal,
  onBytes: (bytes: Uint8Array) => void,
  whenWanted: LiveTsListener['whenWanted'],
): Promise<PlaybackFailure | 'complete'> {
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
    await whenWanted?.();
    const piece = await reader?.read().catch(() => undefined);
    if (piece?.done === true && whenWanted !== undefined) return 'complete';
    if (piece?.value === undefined || signal.aborted) return failureFromMpegts('EarlyEof');
    onBytes(piece.value);
  }
}
