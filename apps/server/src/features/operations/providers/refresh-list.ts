/**
 * Refreshes the list of a provider: imports it as an uploaded list is imported, unless the provider's server says that it is
 * the same. The list of an Xtream account is what its calls answer. A new list, one with less than half of the entries of last
 * time, and one of which an import was undone wait for an administrator as a preview. A failure changes nothing of the
 * catalogue; neither does a process that dies meanwhile, after which the refresh is due again.
 */
import type { Database } from '@butaca/db';
import type { Account } from '@butaca/xtream';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { readInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import type { ImportOutcome } from '../../../shared/provider/import-outcome.ts';
import { findListProvider, type ListProvider } from '../../../shared/provider/list-provider.ts';
import type { AccountSource, AddressSource, ImportOrder } from '../../../shared/provider/list-source.ts';
import { openAccess, type ProviderAccess } from '../../../shared/provider/seal-access.ts';
import { isListStart, keepAsList, lacksCalls, listOfAccount } from './list-of-account.ts';
import type { ListImports } from './providers.ts';
import type { ProviderRow, ProvidersRepository } from './providers.repository.ts';

/** Whom the audit log and the history of imports name for what a refresh does. */
const refresher = { accountId: null, username: 'Butaca' };

export interface RefreshNeeds {
  db: Kysely<Database>;
  repository: ProvidersRepository;
  imports: ListImports;
}

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
 * An account whose server answers no calls becomes a list at an address, if the server has its list and nothing of the
 * account was published.
 *
 * @param stopped - gives the list up while it is being fetched
 * @throws AppError `provider.no_address`, `provider.unreadable`, `provider.not_found`
 */
export async function refreshList(
  needs: RefreshNeeds,
  row: ProviderRow,
  stopped: AbortSignal,
): Promise<ImportOutcome> {
  const { db, repository } = needs;
  const access = await readAccess(db, row);
  const provider = await findListProvider(db, row.id);
  if (provider === undefined) throw new AppError('provider.not_found');
  const order = { actor: refresher, stopped };
  const list = listOfAccount(access);
  if (list === undefined) return importFrom(needs, addressSource(row, access, provider), order);

  let isAnswered = false;
  const outcome = await importFrom(needs, accountSource(row, access, provider), {
    ...order,
    async onAccount(account) {
      isAnswered = true;
      await keepAccount(repository, row, account);
    },
  });
  if (isAnswered || row.entries !== null) return outcome;
  if (outcome.kind !== 'refused' || !lacksCalls(outcome.error)) return outcome;
  return importFrom(needs, addressSource(row, list, { ...provider, format: 'm3u' }), {
    ...order,
    async refuse(head) {
      const sealed = isListStart(head) ? await keepAsList(db, row, list, refresher) : undefined;
      if (sealed === undefined) return outcome.error;
      // The end of the refresh is recorded under the access that the row holds.
      row.sealed_access = sealed;
      return undefined;
    },
  });
}

/** Imports a list; one that was imported takes the place of those that waited for a decision. */
async function importFrom(
  { imports }: RefreshNeeds,
  source: AddressSource | AccountSource,
  order: ImportOrder,
): Promise<ImportOutcome> {
  const { importId, ended } = imports.importList(source, order);
  const outcome = await ended;
  if (outcome.kind !== 'published' && outcome.kind !== 'waiting') return outcome;
  const earlier = (await imports.listWaiting(source.provider.id)).filter((id) => id !== importId);
  for (const id of earlier) await imports.cancel(id);
  return outcome;
}

/** What was published of a list; `null` where nothing was. */
const publishedHash = ({ entries, list_hash: hash }: ProviderRow) => (entries === null ? null : hash);

function addressSource(row: ProviderRow, access: ProviderAccess, provider: ListProvider): AddressSource {
  // What is asked for by a person is fetched in any case.
  const mayBeSame = row.entries !== null && !row.is_refresh_requested;
  return {
    from: 'address',
    provider,
    access,
    publishedHash: publishedHash(row),
    ifNoneMatch: mayBeSame ? (row.etag ?? undefined) : undefined,
    ifModifiedSince: mayBeSame ? (row.last_modified ?? undefined) : undefined,
  };
}

const accountSource = (row: ProviderRow, access: ProviderAccess, provider: ListProvider): AccountSource => ({
  from: 'account',
  provider,
  access,
  publishedHash: publishedHash(row),
  timeZone: row.time_zone ?? undefined,
});

/** Keeps what an account says about itself. A number of connections that an administrator has written is kept. */
async function keepAccount(
  repository: ProvidersRepository,
  row: ProviderRow,
  account: Account,
): Promise<void> {
  const isEdited = row.max_connections !== null && !row.is_max_connections_reported;
  await repository.updateUnderAccess(row, {
    expires_at: account.expiresAt ?? null,
    time_zone: row.time_zone ?? account.timeZone ?? null,
    ...(!isEdited && {
      max_connections: account.maxConnections === undefined ? null : Math.min(account.maxConnections, 1_000),
      is_max_connections_reported: account.maxConnections !== undefined,
    }),
  });
}
