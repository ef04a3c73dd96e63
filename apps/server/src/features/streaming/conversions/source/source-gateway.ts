import type { StreamSource } from '../../../../shared/stream/stream-source.ts';

/** Some bytes of a source. */
export interface PartRequest {
  fromByte: number;
  length: number;
  withinMs: number;
  signal: AbortSignal;
}

/** What conversions need of the gateway: every byte from outside comes through its address filter. */
export interface SourceGateway {
  readPart(source: StreamSource, part: PartRequest): Promise<Uint8Array<ArrayBuffer>>;
  /** A loopback address at which a program of this machine may fetch a source until `end` is called. */
  openLoopback(source: StreamSource): Promise<{ address: string; end(): void }>;
  /** Whether anything is being delivered now. */
  isBusy(): boolean;
}
