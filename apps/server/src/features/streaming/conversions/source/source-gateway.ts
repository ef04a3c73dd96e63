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
  device?: PlayingDevice | undefined;
  /** Names the channel that is converted, whose viewers share what comes in. */
  channelKey?: ItemKey | undefined;
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
  openLoopback(source: StreamSource, options?: LoopbackOptions): Promise<{ address: string; end(): void }>;
  /** Whether the stream gateway is delivering a stream to anybody now. */
  isBusy(): boolean;
}
