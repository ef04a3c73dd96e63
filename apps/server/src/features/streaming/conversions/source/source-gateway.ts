import type { StreamSource } from '../../../../shared/stream/stream-source.ts';

/** Some bytes of a source. */
export interface PartRequest {
  fromByte: number;
  length: number;
  withinMs: number;
  signal: AbortSignal;
}

/** What media need of the gateway: every byte from outside comes through its address filter. */
export interface SourceGateway {
  readPart(source: StreamSource, part: PartRequest): Promise<Uint8Array<ArrayBuffer>>;
  /** An address of this machine by which a program may fetch a source until the loan ends. */
  lend(source: StreamSource): Promise<{ address: string; end(): void }>;
  /** Whether anything is being delivered now. */
  isBusy(): boolean;
}
