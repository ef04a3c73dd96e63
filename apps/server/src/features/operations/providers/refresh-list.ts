/**
 * Refreshes the list of a provider: fetches it, unless the provider's server says that it is the same, and imports it as
 * an uploaded list is imported. The list of an Xtream account is what its calls answer. A new list, one with less than half of the entries of last time, and one of which
 * an import was undone wait for an administrator as a preview. A failure changes nothing of the catalogue; neither does a process that dies meanwhile, after
 * which the refresh is due again.
 */
import { createHash, type Hash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Account } from '@butaca/xtream';
import { AppError } from '../../../platform/http/app-error.ts';
import { readInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import type { Clock } from '../../../platform/clock.ts';
import { findListProvider } from '../../../shared/provider/list-provider.ts';
import { fetchAccount, streamAccount } from './fetch-account.ts';
import { listOfAccount, type FollowedList } from './list-of-account.ts';
import type { FetchList, FetchedList, ListImports, ListRequest } from './providers.ts';
import type { ProviderRow, ProvidersRepository } from './providers.repository.ts';
import { openAccess, type ProviderAccess } from '../../../shared/provider/seal-access.ts';

/** How long a list may take from the first byte to the last; a server that sends nothing is given up much earlier. */
const fetchWithinMs = 15 * 60_000;
/** How long a provider's server may take to put its list together before the first byte. */
const answerWithinMs = 2 * 60_000;

/** Whom the audit log and the history of imports name for what a refresh does. */
const refresher = { accountId: null, username: 'Butaca' };

export interface RefreshNeeds {
  db: Kysely<Database>;
  repository: ProvidersRepository;
  imports: ListImports;
  fetchList: FetchList;
  /** The largest list, as for uploads. */
  limitBytes: number;
  clock: Clock;
}

/** What a refresh found out about a published list, so that the next one can ask whether it has changed. */
export type RefreshedList = Pick<ProviderRow, 'etag' | 'last_modified' | 'list_hash'>;

/** Reads how the list of a provider is requested. @throws AppError `provider.no_address`, `provider.unreadable` */
export async function readAccess(
  db: Kysely<Database>,
  { id, sealed_access: sealed }: Pick<ProviderRow, 'id' | 'sealed_access'>,
): Promise<ProviderAccess> {
  if (sealed === null) throw new AppError('provider.no_address');
  const access = openAccess(await readInstanceSecret(db, sealingKeyName), id, sealed);
  if (access === undefined) throw new AppError('provider.unreadable');
  return access;
}

/**
 * Refreshes the list of a provider. An account whose server answers no calls becomes a list at an address, if the server
 * has its list and nothing of the account was published.
 *
 * @param stopped - gives the list up while it is being fetched
 * @returns what was found out about the list, or `undefined` when it waits for a decision
 * @throws AppError `list.unchanged` for the same list as last time, `import.running`, and what made the refresh fail
 */
export async function refreshList(
  needs: RefreshNeeds,
  row: ProviderRow,
  stopped: AbortSignal,
): Promise<RefreshedList | undefined> {
  const access = await readAccess(needs.db, row);
  const provider = await findListProvider(needs.db, row.id);
  if (provider === undefined) throw new AppError('provider.not_found');
  const list: FollowedList = { row, access, provider };
  try {
    return await receiveList(needs, list, stopped);
  } catch (error) {
    const plain = listOfAccount(needs.db, list, refresher);
    if (plain === undefined) throw error;
    return receiveList(needs, plain, stopped);
  }
}

async function receiveList(
  needs: RefreshNeeds,
  list: FollowedList,
  stopped: AbortSignal,
): Promise<RefreshedList | undefined> {
  const { repository, imports } = needs;
  const { row, access, provider } = list;
  const read = { hash: createHash('sha256'), head: Buffer.alloc(0) };
  // What is asked for by a person is fetched in any case.
  const mayBeSame = row.entries !== null && !row.is_refresh_requested;
  let fetched: FetchedList | undefined;

  const { importId, ended } = await imports.receive(
    {
      kind: 'mixed',
      fileName: provider.name,
      provider,
      expectedBytes: 0,
      isTruncated: () => false,
      mode: 'refresh',
      async open(signal) {
        const request = {
          limitBytes: needs.limitBytes,
          answerWithinMs,
          withinMs: fetchWithinMs,
          signal: AbortSignal.any([signal, stopped]),
        };
        if (access.account !== undefined) return noting(await openAccount(needs, list, request), read);
        fetched = await needs.fetchList({
          ...access,
          ...request,
          ifNoneMatch: mayBeSame ? (row.etag ?? undefined) : undefined,
          ifModifiedSince: mayBeSame ? (row.last_modified ?? undefined) : undefined,
        });
        if (fetched === undefined) throw new AppError('list.unchanged');
        return noting(fetched.stream, read);
      },
      async readOptions() {
        await list.accept?.(read.head);
        const isSame =
          row.list_hash !== null && row.entries !== null && read.hash.copy().digest().equals(row.list_hash);
        if (isSame && (await repository.listWaiting(row.id)).length === 0)
          throw new AppError('list.unchanged');
        return { kind: 'mixed' };
      },
    },
    refresher,
  );
  await ended;
  const earlier = (await repository.listWaiting(row.id)).filter((id) => id !== importId);
  for (const id of earlier) await imports.cancel(id);
  if ((await repository.listWaiting(row.id)).includes(importId)) return undefined;
  return {
    etag: fetched?.etag ?? null,
    last_modified: fetched?.lastModified ?? null,
    list_hash: read.hash.digest(),
  };
}

/**
 * Asks for an Xtream account, keeps what it says about itself, and requests its lists. A number of connections that an
 * administrator has written is kept.
 */
async function openAccount(
  { repository, fetchList, clock }: RefreshNeeds,
  list: FollowedList,
  request: Pick<ListRequest, 'limitBytes' | 'answerWithinMs' | 'withinMs' | 'signal'>,
): Promise<Readable> {
  const { row, access } = list;
  const calls = { fetchList, access, request };
  let account: Account;
  try {
    account = await fetchAccount(calls, clock.now(), row.time_zone ?? undefined);
  } catch (error) {
    if (error instanceof AppError) list.callFault = error;
    throw error;
  }
  const isEdited = row.max_connections !== null && !row.is_max_connections_reported;
  await repository.updateUnderAccess(row, {
    expires_at: account.expiresAt ?? null,
    time_zone: row.time_zone ?? account.timeZone ?? null,
    ...(!isEdited && {
      max_connections: account.maxConnections === undefined ? null : Math.min(account.maxConnections, 1_000),
      is_max_connections_reported: account.maxConnections !== undefined,
    }),
  });
  return streamAccount(calls, row.id, account);
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
