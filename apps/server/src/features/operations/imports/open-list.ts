import { createHash, type Hash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';
import type { Clock } from '../../../platform/clock.ts';
import type { Upload } from '../../../platform/http/read-upload.ts';
import { fetchAccount, streamAccount } from '../../../shared/provider/fetch-account.ts';
import type { FetchList } from '../../../shared/provider/fetch-list.ts';
import type { ListVersion } from '../../../shared/provider/import-outcome.ts';
import { providerOfFile, type ListProvider } from '../../../shared/provider/list-provider.ts';
import type { ListRetries } from '../../../shared/provider/retry-list.ts';
import type { AccountSource, AddressSource, ImportOrder } from '../../../shared/provider/list-source.ts';
import type { ImportMode, ImportOptions } from './reading/import-options.ts';

/** A file that an administrator uploads; it is on its way already when the import begins. */
export interface UploadSource {
  from: 'upload';
  kind: ImportOptions['kind'];
  upload: Omit<Upload, 'form'>;
  /** Reads the text fields of the upload form, which are complete once the uploaded file has ended. */
  readOptions(): Promise<ImportOptions>;
  mode: Exclude<ImportMode, 'refresh'>;
}

/** A source whose list has yet to be received. */
export type ArrivingSource = UploadSource | AddressSource | AccountSource;

export interface OpenListNeeds {
  fetchList: FetchList;
  /** The largest list of a provider, as for uploads, in bytes. */
  limitBytes: number;
  clock: Clock;
}

/** How a list is requested. An account's calls are tried again one by one, and the list at an address as a whole. */
export interface OpeningWay {
  signal: AbortSignal;
  /** Whether the list at an address is requested over a connection of its own. */
  isFresh: boolean;
  retries: ListRetries;
}

export interface ArrivingList {
  kind: ImportOptions['kind'];
  fileName: string;
  provider: ListProvider;
  mode: ImportMode;
  stream: Readable;
  expectedBytes: number;
  isTruncated(): boolean;
  /** Reads how the list is imported, once it is received. */
  readOptions(): Promise<ImportOptions>;
  /** The first bytes that were received of the list of a provider. */
  head(): Buffer;
  /** What the list is known by, once it is received. */
  version(): ListVersion;
}

/** How long a list may take from the first byte to the last; a server that sends nothing is given up much earlier. */
const fetchWithinMs = 15 * 60_000;
/** How long a provider's server may take to put its list together before the first byte. */
const answerWithinMs = 2 * 60_000;

/**
 * Begins to receive a list.
 *
 * @returns `undefined` for a list that its server says has not changed
 * @throws AppError `upstream.…`, `provider.…` when the list of a provider cannot be had
 */
export async function openList(
  needs: OpenListNeeds,
  source: ArrivingSource,
  order: ImportOrder,
  way: OpeningWay,
): Promise<ArrivingList | undefined> {
  if (source.from === 'upload') {
    const { kind, mode, upload, readOptions } = source;
    const { stream, expectedBytes } = upload;
    const fileName = upload.fileName.slice(0, 255);
    return {
      kind,
      mode,
      fileName,
      stream,
      expectedBytes,
      readOptions,
      provider: providerOfFile(fileName),
      isTruncated: () => upload.isTruncated(),
      head: () => Buffer.alloc(0),
      version: () => ({ etag: null, lastModified: null, hash: null }),
    };
  }
  const fetched = await fetchSource(needs, source, order, way);
  if (fetched === undefined) return undefined;
  const { provider } = source;
  const { etag, lastModified } = fetched;
  const read = { hash: createHash('sha256'), head: Buffer.alloc(0) };
  return {
    kind: 'mixed',
    mode: 'refresh',
    fileName: provider.name.slice(0, 255),
    provider,
    stream: noting(fetched.stream, read),
    expectedBytes: 0,
    isTruncated: () => false,
    readOptions: async () => ({ kind: 'mixed' }),
    head: () => read.head,
    version: () => ({ etag, lastModified, hash: read.hash.copy().digest() }),
  };
}

/** Requests the list of a provider. @returns `undefined` when it has not changed */
async function fetchSource(
  { fetchList, limitBytes, clock }: OpenListNeeds,
  source: AddressSource | AccountSource,
  { onAccount }: ImportOrder,
  { signal, isFresh, retries }: OpeningWay,
) {
  const { access, provider } = source;
  const request = { limitBytes, answerWithinMs, withinMs: fetchWithinMs, signal };
  if (source.from === 'address') {
    const { ifNoneMatch, ifModifiedSince } = source;
    return fetchList({ ...access, ...request, isFresh, ifNoneMatch, ifModifiedSince });
  }
  const calls = { fetchList, access, request };
  const account = await retries.run((isOwn) =>
    fetchAccount({ ...calls, request: { ...request, isFresh: isOwn } }, clock.now(), source.timeZone),
  );
  await onAccount?.(account);
  const stream = streamAccount(calls, { providerId: provider.id, account, retries });
  return { stream, etag: null, lastModified: null };
}

/** The first bytes of a list that are kept, enough for a byte order mark, empty lines and its first word. */
const headBytes = 256;

/** Hashes the bytes of a stream as they are read, and keeps the first ones. */
function noting(stream: Readable, read: { hash: Hash; head: Buffer }): Readable {
  const passing = new Transform({
    transform(bytes: Buffer, _encoding, callback) {
      read.hash.update(bytes);
      if (read.head.length < headBytes)
        read.head = Buffer.concat([read.head, bytes.subarray(0, headBytes - read.head.length)]);
      callback(null, bytes);
    },
  });
  return pipeline(stream, passing, () => undefined);
}
