import type { ItemKey } from '@butaca/contract';
import type { AppError } from '../../../platform/http/app-error.ts';
import type { FetchList, ListRequest } from '../../../shared/provider/fetch-list.ts';
import type { ImportOutcome } from '../../../shared/provider/import-outcome.ts';
import type { AccountSource, AddressSource, ImportOrder } from '../../../shared/provider/list-source.ts';

/** What providers need of imports. */
export interface ListImports {
  importList(
    source: AddressSource | AccountSource,
    order: ImportOrder,
  ): { importId: string; ended: Promise<ImportOutcome> };
  /** Lists the previews of a provider that wait for a decision. */
  listWaiting(providerId: string): Promise<string[]>;
  /** Discards a preview. */
  cancel(importId: string): Promise<void>;
}

/** The certificate that a server presents, and what is wrong with it, as OpenSSL or Node names it (`CERT_HAS_EXPIRED`). */
export interface PresentedCertificate {
  certificate: { fingerprint: string; subject: string; issuer: string; validFrom: Date; validTo: Date };
  reason: string | undefined;
}

/**
 * Checks the own password of the administrator who calls. @throws AppError `account.password_wrong`, `limit.login`
 */
export type ConfirmPassword = (
  caller: { accountId: string; username: string; ip: string },
  password: string,
) => Promise<void>;

export interface ProviderGateway {
  fetchList: FetchList;
  /** Tries an address stage by stage. Stages after a failed one are absent. */
  tryAddress(request: Pick<ListRequest, 'address' | 'userAgent' | 'referrer'>): Promise<
    {
      stage: 'dns' | 'tcp' | 'tls' | 'answer';
      elapsedMs: number;
      error: AppError | undefined;
      /** The certificate that was refused, and the fingerprints of those that are allowed in its place. */
      refused?: PresentedCertificate & { allowed: readonly string[] };
      head?: Buffer;
    }[]
  >;
  /** Reads the certificate that the server of an address presents. @throws AppError `upstream.…` */
  lookAtCertificate(address: string): Promise<PresentedCertificate>;
  /** Requests the first bytes of a stream. @throws AppError `upstream.…` */
  tryStream(source: {
    address: string;
    streamKind: 'hls' | 'dash' | 'ts' | 'file';
    userAgent: string | null;
    referrer: string | null;
  }): Promise<void>;
  /** Lists the addresses of the sources of channels that real plays have shown to be unstable. */
  listUnstableSources(): string[];
  /** How many connections of a provider all servers have taken now. */
  countConnections(providerId: string): Promise<number>;
  /** Reads the first bytes of an answer, through the address filter and in a slot of the provider. @throws AppError `upstream.…` */
  readStart(
    source: { address: string; streamKind: 'file'; userAgent: null; referrer: null },
    limits: {
      limitBytes: number;
      withinMs: number;
      isEnough(bytes: Buffer): boolean;
      isRefusalFinal: true;
      /** Whether this is background work: the request takes a free slot only, and ends with `upstream.full` when a viewer needs it. */
      isBackground: boolean;
      signal: AbortSignal;
    },
  ): Promise<{ bytes: Buffer }>;
  /** Cuts the running streams of items. */
  end(isEnded: (itemKey: ItemKey) => boolean): void;
}
