import type { ErrorCode } from '@butaca/contract';
import type { AppError } from '../../platform/http/app-error.ts';
import { readError } from '../../platform/http/error-handler.ts';

/** By what the next refresh of a provider finds out whether its list has changed. */
export interface ListVersion {
  etag: string | null;
  lastModified: string | null;
  /** The SHA-256 of its bytes; `null` for a list of no provider, which is not compared. */
  hash: Buffer | null;
}

/** An import that has changed the catalogue (`published`), or that waits as a preview for an administrator (`waiting`). */
export type ImportSuccess = ({ kind: 'published' } | { kind: 'waiting' }) & {
  importId: string;
  version: ListVersion;
};

/**
 * An import that has changed nothing, with the error that tells people why.
 *
 * - `refused`: the list, its form, or the server that it comes from is at fault; it would be refused again
 * - `cancelled`: somebody has stopped it
 * - `postponed`: this product could not import it now (another import runs, a server stops, a disk is full); retryable
 * - `conflict`: something else was written into the catalogue meanwhile; retryable
 * - `failed`: an unexpected error
 */
export interface ImportFailure {
  kind: 'refused' | 'cancelled' | 'postponed' | 'conflict' | 'failed';
  error: AppError;
}

/** How an import of a list ended; `unchanged`: the list is the one that was published last. */
export type ImportOutcome = ImportSuccess | { kind: 'unchanged' } | ImportFailure;

const kinds: Partial<Record<ErrorCode, ImportFailure['kind']>> = {
  'import.cancelled': 'cancelled',
  'import.running': 'postponed',
  'import.interrupted': 'postponed',
  'server.unavailable': 'postponed',
  'server.storage_full': 'postponed',
  'resource.conflict': 'conflict',
  'server.unexpected': 'failed',
};

/** Makes the outcome of an import that an error has stopped. */
export function toFailure(thrown: unknown): ImportFailure {
  const error = readError(thrown);
  return { kind: kinds[error.code] ?? 'refused', error };
}

/** Whether the import failed for a passing reason, so that a later import of the same list may succeed without any change. */
export const isRetryable = ({ kind }: ImportOutcome): boolean => kind === 'postponed' || kind === 'conflict';
