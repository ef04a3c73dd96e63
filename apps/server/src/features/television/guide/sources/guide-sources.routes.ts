import { rm } from 'node:fs/promises';
import {
  acceptGuideOffer,
  createGuideSource,
  listGuideSources,
  mostGuideSources,
  refreshGuideSource,
  removeGuideSource,
  updateGuideSource,
  uploadGuide,
  type EndpointRequest,
  type GuideOffer,
  type GuideSource,
} from '@butaca/contract';
import { bumpCatalogueVersion, guideLinksLock, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { changedFields } from '../../../../platform/changed-fields.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../../platform/http/serve-endpoint.ts';
import { spoolUpload } from '../../../../platform/http/spool-upload.ts';
import {
  holdInstanceSecret,
  readInstanceSecret,
  sealingKeyName,
} from '../../../../platform/instance-secret.ts';
import { openGuide, sealGuide, type GuideAccess } from '../../../../shared/guide/seal-guide.ts';
import { nextRefresh } from '../../../../shared/provider/next-refresh.ts';
import { shownAddress } from '../../../../shared/provider/shown-address.ts';
import type { Session } from '../../../../shared/session.ts';
import type { GuideJobs } from '../refreshing/guide-jobs.ts';
import { linkChannels } from '../refreshing/link-channels.ts';
import type { GuideFiles } from '../refreshing/guide-files.ts';
import {
  createGuideSourcesRepository,
  type GuideSourceRow,
  type GuideSourceValues,
} from '../refreshing/guide-sources.repository.ts';
import { closeGaps, deleteSource } from './delete-source.ts';
import { toCoverage, toGuideSource } from './guide-sources.view.ts';

export interface GuideSourceRoutesNeeds {
  db: Kysely<Database>;
  clock: Clock;
  jobs: GuideJobs;
  files: GuideFiles;
  /** Called when the programmes of channels have changed. */
  onChanged(): void;
}

const defaultRefreshHours = 12;

/** The id of the offer of a provider's account, and that of a guide that a list names. */
const accountOfferId = (providerId: string): string => `cuenta-${providerId}`;
const listOfferId = (providerId: string, position: number): string => `lista${position}-${providerId}`;

export function serveGuideSources(
  serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>,
  needs: GuideSourceRoutesNeeds,
): void {
  const { db, clock, jobs, files } = needs;
  const repository = createGuideSourcesRepository(db);

  const view = (row: GuideSourceRow): GuideSource => toGuideSource(row, jobs.progressOf(row.id));

  async function requireRow(id: string): Promise<GuideSourceRow> {
    const row = await repository.find(id);
    if (row === undefined) throw new AppError('guide.not_found');
    return row;
  }

  /** The guides that providers have and that are no sources yet, with how they are requested. */
  async function readOffers() {
    const [{ named, accounts }, rows] = await Promise.all([repository.listOffers(), repository.list()]);
    const key = await readInstanceSecret(db, sealingKeyName);
    const taken = new Set(rows.map((row) => addressOf(key, row)));
    const offers: (GuideOffer & { access?: GuideAccess })[] = accounts.map((account) => ({
      _id: accountOfferId(account.id),
      kind: 'xtream',
      providerId: account.id,
      providerName: account.name,
      address: account.shown_address,
    }));
    for (const {
      provider_id: providerId,
      position,
      name,
      shown_address: address,
      sealed_access: sealed,
    } of named) {
      const access = openGuide(key, { providerId, position }, sealed);
      if (access === undefined || taken.has(access.address)) continue;
      taken.add(access.address);
      const _id = listOfferId(providerId, position);
      offers.push({ _id, kind: 'address', providerId, providerName: name, address, access });
    }
    return offers;
  }

  serve(listGuideSources, async () => {
    const [rows, offers, counts] = await Promise.all([
      repository.list(),
      readOffers(),
      repository.countCoverage(clock.now()),
    ]);
    return {
      sources: rows.map(view),
      offers: offers.map(({ access: _access, ...offer }) => offer),
      coverage: toCoverage(counts),
    };
  });

  serve(createGuideSource, async ({ body }, { session }) => {
    const { address, timeZone, refreshHours, userAgent, referrer } = body;
    const access = { address, userAgent: userAgent || null, referrer: referrer || null };
    const id = await insertSource(db, session, {
      kind: 'address',
      name: body.name || new URL(address).hostname,
      access,
      timeZone: timeZone ?? null,
      refreshHours: refreshHours === undefined ? defaultRefreshHours : refreshHours,
    });
    jobs.wake();
    return view(await requireRow(id));
  });

  serve(acceptGuideOffer, async ({ params: { id } }, { session }) => {
    const offer = (await readOffers()).find(({ _id }) => _id === id);
    if (offer === undefined) throw new AppError('offer.not_found');
    const { kind, providerId, providerName, address, access } = offer;
    const made = await insertSource(db, session, {
      kind,
      name: providerName,
      providerId,
      ...(access === undefined ? { shownAddress: address } : { access }),
      timeZone: null,
      refreshHours: defaultRefreshHours,
    });
    jobs.wake();
    return view(await requireRow(made));
  });

  serve(uploadGuide, async (_request, { session, upload: receive, left }) => {
    const upload = await receive('guide.file_missing');
    const path = await spoolUpload(upload, files.uploadDir, {
      signal: left,
      extension: 'xml',
      onBytes: () => undefined,
    });
    try {
      const { name, timeZone, source } = await upload.form();
      const fileName = upload.fileName.slice(0, 100);
      const id =
        source === undefined
          ? await insertFile(name || fileName || 'Guía', timeZone ?? null, session, path)
          : await replaceFile(source, fileName, timeZone, session, path);
      jobs.wake();
      return view(await requireRow(id));
    } finally {
      await rm(path, { force: true });
    }
  });

  const insertFile = (name: string, timeZone: string | null, actor: Actor, path: string): Promise<string> =>
    insertSource(
      db,
      actor,
      { kind: 'file', name, shownAddress: '', timeZone, refreshHours: null },
      // As soon as the source is committed its file can be read.
      (id) => files.keep(path, id),
    );

  async function replaceFile(
    id: string,
    fileName: string,
    timeZone: string | undefined,
    actor: Actor,
    path: string,
  ): Promise<string> {
    await db.transaction().execute(async (trx) => {
      const row = await lockSource(trx, id);
      if (row.kind !== 'file') throw new AppError('guide.not_file');
      await repository.update(
        id,
        { is_refresh_requested: true, ...(timeZone !== undefined && { time_zone: timeZone }) },
        trx,
      );
      const after = { file: fileName };
      await recordAct(trx, actor, { action: 'guide.upload', subjectId: id, subjectName: row.name, after });
      await files.keep(path, id);
    });
    return id;
  }

  serve(updateGuideSource, async ({ params: { id }, body }, { session }) => {
    const isChanged = await changeSource(needs, id, body, session);
    if (isChanged) needs.onChanged();
    jobs.wake();
    return view(await requireRow(id));
  });

  serve(refreshGuideSource, async ({ params: { id } }, { session }) => {
    await db.transaction().execute(async (trx) => {
      const row = await lockSource(trx, id);
      if (row.is_refresh_requested || jobs.progressOf(id) !== undefined)
        throw new AppError('guide.refreshing');
      await repository.update(id, { is_refresh_requested: true }, trx);
      await recordAct(trx, session, { action: 'guide.refresh', subjectId: id, subjectName: row.name });
    });
    jobs.wake();
    return view(await requireRow(id));
  });

  serve(removeGuideSource, async ({ params: { id } }, { session }) => {
    await jobs.stop(id);
    const name = await db.transaction().execute(async (trx) => {
      // A large guide takes longer than the time limit of requests.
      await sql`set local statement_timeout = 0`.execute(trx);
      const row = await lockSource(trx, id, true);
      await deleteSource(trx, id, clock.now());
      await recordAct(trx, session, { action: 'guide.remove', subjectId: id, subjectName: row.name });
      return row.name;
    });
    await files.remove(id);
    needs.onChanged();
    return { message: `Guía «${name}» eliminada.` };
  });
}

/** The address of the guide of a source; `undefined` for a file, an account, and one that cannot be read. */
const addressOf = (
  key: Uint8Array,
  { id, sealed_access: sealed }: Pick<GuideSourceRow, 'id' | 'sealed_access'>,
): string | undefined => (sealed === null ? undefined : openGuide(key, { sourceId: id }, sealed)?.address);

/**
 * Locks a source until the transaction ends, before the links of channels are locked.
 *
 * @param isPlaceChanging - whether the places of others change too
 * @throws AppError `guide.not_found`; `guide.refreshing` while the guide of one of them is written
 */
async function lockSource(trx: Transaction<Database>, id: string, isPlaceChanging = false) {
  try {
    await sql`
      select from guide_source where ${isPlaceChanging} or id = ${id} order by id for no key update nowait`.execute(
      trx,
    );
  } catch (error) {
    throw isLockTaken(error) ? new AppError('guide.refreshing', { cause: error }) : error;
  }
  const row = await trx.selectFrom('guide_source').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('guide.not_found');
  return row;
}

/** Whether the database did not wait for a lock: SQLSTATE 55P03. */
const isLockTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

interface NewSource {
  kind: 'address' | 'file' | 'xtream';
  name: string;
  providerId?: string;
  /** Of the kind `address`. */
  access?: GuideAccess;
  /** Of the other kinds. */
  shownAddress?: string;
  timeZone: string | null;
  refreshHours: number | null;
}

/**
 * Adds a source behind the others, whose guide is then due.
 *
 * @param beforeCommit - what has to be there as soon as the source is
 * @returns its id
 * @throws AppError `guide.too_many`, `guide.duplicate`
 */
async function insertSource(
  db: Kysely<Database>,
  actor: Actor,
  source: NewSource,
  beforeCommit?: (id: string) => Promise<void>,
): Promise<string> {
  const id = newId();
  const { kind, name, providerId = null, access, timeZone, refreshHours } = source;
  const address = access === undefined ? (source.shownAddress ?? '') : shownAddress(access.address);
  await db.transaction().execute(async (trx) => {
    // Places are given one after the other.
    await sql`select pg_advisory_xact_lock(${guideLinksLock})`.execute(trx);
    const key = await holdInstanceSecret(trx, sealingKeyName);
    const rows = await createGuideSourcesRepository(trx).list();
    if (rows.length >= mostGuideSources) throw new AppError('guide.too_many');
    if (access !== undefined && rows.some((row) => addressOf(key, row) === access.address))
      throw new AppError('guide.duplicate');
    if (kind === 'xtream' && rows.some((row) => row.kind === kind && row.provider_id === providerId))
      throw new AppError('offer.not_found');
    await trx
      .insertInto('guide_source')
      .values({
        id,
        kind,
        name,
        provider_id: providerId,
        place: rows.length + 1,
        shown_address: address,
        sealed_access: access === undefined ? null : sealGuide(key, { sourceId: id }, access),
        time_zone: timeZone,
        refresh_hours: refreshHours,
        is_refresh_requested: true,
      })
      .execute();
    await recordAct(trx, actor, {
      action: 'guide.create',
      subjectId: id,
      subjectName: name,
      after: { kind, address },
    });
    await beforeCommit?.(id);
  });
  return id;
}

/**
 * Changes what an administrator sent of a source; a change without effect is neither written nor recorded.
 *
 * @returns whether channels may have other programmes now
 */
async function changeSource(
  { db, clock }: Pick<GuideSourceRoutesNeeds, 'db' | 'clock'>,
  id: string,
  body: EndpointRequest<typeof updateGuideSource>['body'],
  actor: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await lockSource(trx, id, body.place !== undefined);
    await sql`select pg_advisory_xact_lock(${guideLinksLock})`.execute(trx);
    const key = await holdInstanceSecret(trx, sealingKeyName);
    const access = changeAccess(key, row, body);
    const others = (await createGuideSourcesRepository(trx).list()).filter((other) => other.id !== id);
    if (access !== undefined && others.some((other) => addressOf(key, other) === access.address))
      throw new AppError('guide.duplicate');
    const place = body.place === undefined ? row.place : Math.min(body.place, others.length + 1);
    const values: GuideSourceValues = {
      name: body.name ?? row.name,
      time_zone: body.timeZone === undefined ? row.time_zone : body.timeZone,
      refresh_hours: body.refreshHours === undefined ? row.refresh_hours : body.refreshHours,
      is_paused: body.isPaused ?? row.is_paused,
      ...(access && { shown_address: shownAddress(access.address) }),
    };
    const difference = changedFields(describe(row), describe({ ...row, ...values, place }));
    if (difference === undefined && access === undefined) return false;
    const isRescheduled = body.refreshHours !== undefined || body.isPaused !== undefined;
    const isOtherZone = values.time_zone !== row.time_zone;
    const next = nextRefresh(clock.now(), { refreshHours: values.refresh_hours ?? null, failures: 0 });
    await trx
      .updateTable('guide_source')
      .set({
        ...values,
        ...(access && { sealed_access: sealGuide(key, { sourceId: id }, access) }),
        // Another address may be another guide, and in another zone all times are others.
        ...((access || isOtherZone) && { etag: null, last_modified: null, is_refresh_requested: true }),
        ...(isRescheduled && { next_refresh_at: row.kind === 'file' ? null : (next ?? null) }),
      })
      .where('id', '=', id)
      .execute();
    if (place !== row.place) await move(trx, id, { from: row.place, to: place });
    await recordAct(trx, actor, {
      action: 'guide.update',
      subjectId: id,
      subjectName: row.name,
      before: difference?.before,
      after: { ...difference?.after, ...(access && { access: 'cambiado' }) },
    });
    if (place === row.place) return false;
    await linkChannels(trx, clock.now());
    await bumpCatalogueVersion(trx);
    return true;
  });
}

/** Moves a source to another place, and those between on by one. */
async function move(
  trx: Transaction<Database>,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const step = to < from ? 1 : -1;
  await sql`
    update guide_source set place = place + ${step}
    where id <> ${id} and place between ${Math.min(from, to)} and ${Math.max(from, to)}`.execute(trx);
  await sql`update guide_source set place = ${to} where id = ${id}`.execute(trx);
  await closeGaps(trx);
}

/**
 * @returns how the guide is requested from now on, or `undefined` when nothing of that was sent
 * @throws AppError `guide.no_address`, `provider.unreadable`
 */
function changeAccess(
  key: Uint8Array,
  row: Pick<GuideSourceRow, 'id' | 'kind' | 'sealed_access'>,
  { address, userAgent, referrer }: EndpointRequest<typeof updateGuideSource>['body'],
): GuideAccess | undefined {
  if (address === undefined && userAgent === undefined && referrer === undefined) return undefined;
  if (row.kind !== 'address' || row.sealed_access === null) throw new AppError('guide.no_address');
  const known = openGuide(key, { sourceId: row.id }, row.sealed_access);
  const requested = address ?? known?.address;
  if (requested === undefined) throw new AppError('provider.unreadable');
  const header = (text: string | undefined, before: string | null | undefined) =>
    (text === undefined ? before : text) || null;
  return {
    address: requested,
    userAgent: header(userAgent, known?.userAgent),
    referrer: header(referrer, known?.referrer),
  };
}

/** The columns of a source under the names that the audit log shows, without anything that may be a credential. */
const describe = (row: {
  name?: string | undefined;
  shown_address?: string | undefined;
  time_zone?: string | null | undefined;
  refresh_hours?: number | null | undefined;
  is_paused?: boolean | undefined;
  place?: number | undefined;
}) => ({
  name: row.name,
  address: row.shown_address,
  timeZone: row.time_zone,
  refreshHours: row.refresh_hours,
  isPaused: row.is_paused,
  place: row.place,
});
