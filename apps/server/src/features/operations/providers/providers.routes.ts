import {
  allowProviderCertificate,
  createProvider,
  currentPasswordMissing,
  listProviderCertificates,
  listProviderRules,
  listProviders,
  refreshProvider,
  removeProvider,
  removeProviderRule,
  restoreProvider,
  tryProvider,
  updateProvider,
  type EndpointRequest,
  type Provider,
} from '@butaca/contract';
import { recordAct, type Actor, type Database } from '@butaca/db';
import type { Kysely, Updateable } from 'kysely';
import { v7 as newId } from 'uuid';
import { changedFields } from '../../../platform/changed-fields.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { holdInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import type { Session } from '../../../shared/session.ts';
import { changeAccess, changesAccess, readNewAccess } from './change-access.ts';
import { nextRefresh } from '../../../shared/provider/next-refresh.ts';
import { allowCertificate, listServers, refuseCertificate } from './provider-certificates.ts';
import type { ConfirmPassword, ListImports, ProviderGateway } from './providers.ts';
import { createProvidersRepository, type ProviderRow } from './providers.repository.ts';
import { toProvider, type ProviderMoment } from './providers.view.ts';
import { forgetRule, listRules } from './provider-rules.ts';
import { readAccess } from './refresh-list.ts';
import type { RefreshJobs } from './refresh-jobs.ts';
import { hideProvider, showProvider } from './remove-provider.ts';
import { openAccess, sealAccess, type ProviderAccess } from '../../../shared/provider/seal-access.ts';
import { shownAddress } from '../../../shared/provider/shown-address.ts';
import { tryProvider as tryStagesOf } from './try-provider.ts';

export interface ProviderRoutesNeeds {
  db: Kysely<Database>;
  clock: Clock;
  jobs: RefreshJobs;
  gateway: ProviderGateway;
  imports: ListImports;
  confirmPassword: ConfirmPassword;
  onChanged(): void;
}

const defaultRefreshHours = 24;

const count = (total: number, one: string, many: string): string =>
  `${total.toLocaleString('es')} ${total === 1 ? one : many}`;

export function serveProviders(
  serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>,
  needs: ProviderRoutesNeeds,
): void {
  const { db, jobs, gateway, imports } = needs;
  const repository = createProvidersRepository(db);

  async function show(id: string): Promise<Provider> {
    const [items, momentOf] = await Promise.all([repository.countItems(), readMoment([id])]);
    return toProvider(await requireRow(id), items.get(id), momentOf(id));
  }
  async function readMoment(ids: readonly string[]): Promise<(id: string) => ProviderMoment> {
    const [unstable, used] = await Promise.all([
      repository.countSources(gateway.listUnstableSources()),
      Promise.all(ids.map(async (id) => [id, await gateway.countConnections(id)] as const)),
    ]);
    const usedConnections = new Map(used);
    return (id) => ({
      isRefreshing: jobs.isRefreshing(id),
      usedConnections: usedConnections.get(id) ?? 0,
      unstableSources: unstable.get(id) ?? 0,
    });
  }
  async function requireRow(id: string): Promise<ProviderRow> {
    const row = await repository.find(id);
    if (row === undefined) throw new AppError('provider.not_found');
    return row;
  }

  serve(listProviders, async () => {
    const [rows, items] = await Promise.all([repository.list(), repository.countItems()]);
    const momentOf = await readMoment(rows.map(({ id }) => id));
    return {
      providers: rows
        // What the product has by itself is shown where something belongs to it.
        .filter(({ id, is_built_in: isBuiltIn }) => !isBuiltIn || items.has(id))
        .map((row) => toProvider(row, items.get(row.id), momentOf(row.id))),
    };
  });

  serve(createProvider, async ({ body }, { session }) => {
    const id = await insertProvider(db, body, session);
    jobs.wake();
    return show(id);
  });

  serve(updateProvider, async ({ params: { id }, body }, { session }) => {
    await changeProvider(needs, id, body, session);
    jobs.wake();
    return show(id);
  });

  serve(listProviderRules, async ({ params: { id } }) => ({ rules: await listRules(db, id) }));

  serve(removeProviderRule, async ({ params: { id, rule } }, { session }) => ({
    rules: await forgetRule(db, id, rule, session),
  }));

  serve(refreshProvider, async ({ params: { id } }, { session }) => {
    const row = await requireRow(id);
    if (row.removed_at !== null) throw new AppError('provider.removed');
    if (row.sealed_access === null) throw new AppError('provider.no_address');
    if (row.is_refresh_requested || jobs.isRefreshing(id)) throw new AppError('provider.refreshing');
    await db.transaction().execute(async (trx) => {
      await repository.update(id, { is_refresh_requested: true }, trx);
      await recordAct(trx, session, { action: 'provider.refresh', subjectId: id, subjectName: row.name });
    });
    jobs.wake();
    return show(id);
  });

  serve(tryProvider, async ({ params: { id } }) => {
    const access = await readAccess(db, await requireRow(id));
    return { stages: await tryStagesOf({ gateway, repository, clock: needs.clock }, id, access) };
  });

  serve(listProviderCertificates, async ({ params: { id } }) => ({ servers: await listServers(needs, id) }));

  serve(allowProviderCertificate, async ({ params: { id }, body }, { session, ip }) => {
    const origin = URL.canParse(body.origin) ? new URL(body.origin).origin : body.origin;
    if (body.fingerprint === null) await refuseCertificate(db, id, origin, session);
    else {
      if (body.currentPassword === undefined) throw passwordMissing();
      await needs.confirmPassword({ ...session, ip }, body.currentPassword);
      await allowCertificate(needs, id, { origin, fingerprint: body.fingerprint }, session);
    }
    needs.onChanged();
    return { servers: await listServers(needs, id) };
  });

  serve(removeProvider, async ({ params: { id } }, { session }) => {
    using _stopped = await jobs.stop(id);
    const { hidden, itemIds } = await hideProvider(db, id, session);
    needs.onChanged();
    gateway.end((itemKey) => itemIds.has(itemKey.slice(itemKey.indexOf(':') + 1)));
    for (const importId of await imports.listWaiting(id)) await imports.cancel(importId);
    const message = `Proveedor eliminado. ${count(hidden, 'elemento oculto', 'elementos ocultos')}; puedes recuperarlo durante 14 días.`;
    return { message, provider: await show(id) };
  });

  serve(restoreProvider, async ({ params: { id } }, { session }) => {
    const shown = await showProvider(db, id, session);
    needs.onChanged();
    jobs.wake();
    const message = `Proveedor recuperado, con ${count(shown, 'elemento', 'elementos')}.`;
    return { message, provider: await show(id) };
  });
}

const passwordMissing = () =>
  new AppError('input.invalid', { details: [{ path: 'currentPassword', message: currentPasswordMissing }] });

/** Adds a provider, and asks for the first refresh of its list. @returns its id */
async function insertProvider(
  db: Kysely<Database>,
  body: EndpointRequest<typeof createProvider>['body'],
  actor: Actor,
): Promise<string> {
  const id = newId();
  const kind = body.kind ?? 'm3u';
  const access = readNewAccess(kind, body);
  const address = shownAddress(access.address);
  const name = body.name || new URL(access.address).hostname;
  await db.transaction().execute(async (trx) => {
    const key = await holdInstanceSecret(trx, sealingKeyName);
    await trx
      .insertInto('provider')
      .values({
        id,
        name,
        kind,
        shown_address: address,
        sealed_access: sealAccess(key, id, access),
        time_zone: body.timeZone ?? null,
        country: body.country ?? null,
        max_connections: body.maxConnections ?? null,
        refresh_hours: body.refreshHours === undefined ? defaultRefreshHours : body.refreshHours,
        is_refresh_requested: true,
      })
      .execute();
    await recordAct(trx, actor, {
      action: 'provider.create',
      subjectId: id,
      subjectName: name,
      after: { address },
    });
  });
  return id;
}

/** Changes what an administrator sent of a provider; a change without effect is neither written nor recorded. */
async function changeProvider(
  { db, clock }: Pick<ProviderRoutesNeeds, 'db' | 'clock'>,
  id: string,
  body: EndpointRequest<typeof updateProvider>['body'],
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const key = await holdInstanceSecret(trx, sealingKeyName);
    await trx.selectFrom('provider').select('id').where('id', '=', id).forUpdate().execute();
    const row = await createProvidersRepository(trx).find(id);
    if (row === undefined) throw new AppError('provider.not_found');
    const access = changeStoredAccess(key, row, body);
    const values: Updateable<Database['provider']> = {
      name: body.name ?? row.name,
      time_zone: body.timeZone === undefined ? row.time_zone : body.timeZone,
      country: body.country === undefined ? row.country : body.country,
      max_connections: body.maxConnections === undefined ? row.max_connections : body.maxConnections,
      refresh_hours: body.refreshHours === undefined ? row.refresh_hours : body.refreshHours,
      is_paused: body.isPaused ?? row.is_paused,
      reads_ahead: body.readsAhead ?? row.reads_ahead,
      ...(access && { shown_address: shownAddress(access.address) }),
    };
    const difference = changedFields(describe(row), describe({ ...row, ...values }));
    if (difference === undefined && access === undefined) return;
    const isRescheduled = body.refreshHours !== undefined || body.isPaused !== undefined;
    await trx
      .updateTable('provider')
      .set({
        ...values,
        // Another address may be another list, so nothing that is known of the former list holds for it.
        ...(access && {
          sealed_access: sealAccess(key, id, access),
          etag: null,
          last_modified: null,
          list_hash: null,
          // The stored addresses of an account stay, so that what it has can be compared at once.
          ...(row.kind === 'xtream' && { is_refresh_requested: true }),
        }),
        ...(values.max_connections !== row.max_connections && { is_max_connections_reported: false }),
        ...(isRescheduled && {
          next_refresh_at:
            nextRefresh(clock.now(), { refreshHours: values.refresh_hours ?? null, failures: 0 }) ?? null,
        }),
      })
      .where('id', '=', id)
      .execute();
    await recordAct(trx, actor, {
      action: 'provider.update',
      subjectId: id,
      subjectName: row.name,
      before: difference?.before,
      after: { ...difference?.after, ...(access && { access: 'cambiado' }) },
    });
  });
}

/** @returns the changed access of a provider, or `undefined` when nothing of it was sent */
function changeStoredAccess(
  key: Uint8Array,
  row: ProviderRow,
  sent: EndpointRequest<typeof updateProvider>['body'],
): ProviderAccess | undefined {
  if (!changesAccess(sent)) return undefined;
  if (row.sealed_access === null) throw new AppError('provider.no_address');
  const known = openAccess(key, row.id, row.sealed_access);
  return changeAccess(row.kind === 'xtream' ? 'xtream' : 'm3u', known, sent);
}

/** The columns of a provider under the names that the audit log shows, without anything that may be a credential. */
const describe = (row: {
  name?: string | undefined;
  shown_address?: string | undefined;
  time_zone?: string | null | undefined;
  country?: string | null | undefined;
  max_connections?: number | null | undefined;
  refresh_hours?: number | null | undefined;
  is_paused?: boolean | undefined;
  reads_ahead?: boolean | undefined;
}) => ({
  name: row.name,
  address: row.shown_address,
  timeZone: row.time_zone,
  country: row.country,
  maxConnections: row.max_connections,
  refreshHours: row.refresh_hours,
  isPaused: row.is_paused,
  readsAhead: row.reads_ahead,
});
