import type { Readable } from 'node:stream';
import type { ItemKey } from '@butaca/contract';
import type { AppError } from '../../../../platform/http/app-error.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';

/** A range of a stream source's bytes, and the limits on fetching it. */
export interface PartRequest {
  fromByte: number;
  length: number;
  withinMs: number;
  signal: AbortSignal;
}

/** Gets what the server of a source answers to ffmpeg or ffprobe. */
export interface SourceObserver {
  /**
   * @param answer.isRangeIgnored - whether the server sent the whole file where a part of it was asked for
   * @param answer.hasEnd - whether the source is a file with an end, because the server announced its length
   * @param answer.sizeBytes - the size of the whole file, where the server stated it
   */
  answered(answer: { isRangeIgnored: boolean; hasEnd: boolean; sizeBytes: number | undefined }): void;
  failed(error: AppError): void;
}

/** How much of a stream's beginning is read, and when to stop. */
export interface StartRequest {
  limitBytes: number;
  /** Called now and then with the bytes so far; reading ends when the function returns `true`. */
  isEnough(bytes: Buffer): boolean;
  withinMs: number;
  signal: AbortSignal;
  device?: PlayingDevice | undefined;
  /** The address of the source by which the provider is known, where another address in it is read. */
  sourceAddress?: string | undefined;
}

/** Who reads a source at a loopback address, and for what. */
export interface LoopbackOptions {
  observer?: SourceObserver | undefined;
  /** Whether the program ends by itself within seconds, as ffprobe does. */
  isInspection?: boolean;
  /** The devices for which the program runs now. */
  devices?: (() => readonly PlayingDevice[]) | undefined;
  /** Names the channel that is converted, whose viewers share what comes in. */
  channelKey?: ItemKey | undefined;
}

/** An address at which a program reads a source. */
export interface Loopback {
  address: string;
  end(): void;
  /** Notes a device for which the program runs from now on: it has left what it played before. */
  noteViewer(device: PlayingDevice): void;
  /** Whether the program waits for the source: nothing has come for seconds, or ever, or a film comes slowly. */
  isSilent(): boolean;
}

/** A channel in MPEG-TS that this server makes. */
export interface SharedStream {
  /** Lets a viewer begin at the newest keyframe. @throws what opening throws; the reason of the signal */
  join(signal: AbortSignal): Promise<Readable>;
  /** Whether nobody can join any more: it has ended, or the last viewer has left. */
  isOver(): boolean;
  /** Ends the stream for all its viewers. */
  end(): void;
}

/**
 * The functions of the gateway (the server's proxy for streams) by which conversions read a stream source; the
 * gateway's address filter applies to every byte from outside.
 */
export interface SourceGateway {
  readPart(source: StreamSource, part: PartRequest): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Reads the first bytes of a stream that may be endless. @returns them, and the stream's address after redirects
   *
   * @throws AppError `upstream.unreachable`, `upstream.refused` or `upstream.timeout` when no bytes came
   */
  readStart(source: StreamSource, start: StartRequest): Promise<{ address: string; bytes: Buffer }>;
  /**
   * Opens a loopback address of this server at which ffmpeg or ffprobe may fetch a stream source until `end` is called.
   */
  openLoopback(source: StreamSource, options?: LoopbackOptions): Promise<Loopback>;
  /**
   * Starts a channel in MPEG-TS that this server makes, for all its viewers; the first one has to join it in the same turn
   * of the event loop.
   *
   * @param open - makes its bytes; they are no longer wanted when the signal aborts
   */
  startStream(channelKey: ItemKey, open: (signal: AbortSignal) => Promise<Readable>): SharedStream;
  /** Whether the stream gateway is delivering a stream to anybody now. */
  isBusy(): boolean;
}
