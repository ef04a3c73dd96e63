import type { AppError } from '../../../../platform/http/app-error.ts';
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
  /** @param answer.isRangeIgnored - whether the server sent the whole file where a part of it was asked for */
  answered(answer: { isRangeIgnored: boolean }): void;
  failed(error: AppError): void;
}

/**
 * The functions of the gateway (the server's proxy for streams) by which conversions read a stream source; the
 * gateway's address filter applies to every byte from outside.
 */
export interface SourceGateway {
  readPart(source: StreamSource, part: PartRequest): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Opens a loopback address of this server at which ffmpeg or ffprobe may fetch a stream source until `end` is called.
   */
  openLoopback(source: StreamSource, observer?: SourceObserver): Promise<{ address: string; end(): void }>;
  /** Whether the stream gateway is delivering a stream to anybody now. */
  isBusy(): boolean;
}
