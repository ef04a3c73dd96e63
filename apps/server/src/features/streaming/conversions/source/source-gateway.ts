import type { StreamSource } from '../../../../shared/stream/stream-source.ts';

/** A range of a source's bytes, and limits on fetching it. */
export interface PartRequest {
  fromByte: number;
  length: number;
  withinMs: number;
  signal: AbortSignal;
}

/** What conversions need of the gateway; its address filter applies to every byte from outside. */
export interface SourceGateway {
  readPart(source: StreamSource, part: PartRequest): Promise<Uint8Array<ArrayBuffer>>;
  /** Opens a loopback address at which a program of this machine may fetch a source until `end` is called. */
  openLoopback(source: StreamSource): Promise<{ address: string; end(): void }>;
  /** Whether the gateway is delivering any stream now. */
  isBusy(): boolean;
}
