/**
 * The certificates of a provider's servers: what each presents now, and which of them an administrator has allowed although no
 * authority vouches for it. A provider's servers are that of its own address and those of the streams that it has brought.
 */
import type { ProviderServer } from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type Selectable } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { describeCertificate, type KnownCertificate } from './certificate-sentences.ts';
import type { ProviderGateway } from './providers.ts';

type AllowedRow = Selectable<Database['provider_certificate']>;

/** How many servers of streams are looked at, those with most streams first. */
const streamServersMax = 12;

/**
 * Lists the servers of a provider that are requested over TLS, and looks at the certificate of each.
 *
 * @throws AppError `provider.not_found`
 */
export async function listServers(
  { db, gateway }: { db: Kysely<Database>; gateway: Pick<ProviderGateway, 'lookAtCertificate'> },
  id: string,
): Promise<ProviderServer[]> {
  const rows = await listAllowed(db, id);
  const allowedAt = new Map(rows.map((row) => [row.origin, row]));
  const origins = new Set([...(await listOrigins(db, id)), ...allowedAt.keys()]);
  return Promise.all(
    [...origins].map(async (origin) => {
      const row = allowedAt.get(origin);
      return toServer(origin, await look(gateway, origin), row && toCertificate(row));
    }),
  );
}

/**
 * Allows the certificate that a server of a provider presents now.
 *
 * @throws AppError `provider.not_found`, `provider.removed`, `provider.server_unknown`,
 *   `provider.certificate_changed` where the server presents another one or cannot be asked
 */
export async function allowCertificate(
  { db, gateway }: { db: Kysely<Database>; gateway: Pick<ProviderGateway, 'lookAtCertificate'> },
  id: string,
  { origin, fingerprint }: { origin: string; fingerprint: string },
  actor: Actor,
): Promise<void> {
  await requireProvider(db, id);
  const isKnown =
    (await listOrigins(db, id)).includes(origin) ||
    (await listAllowed(db, id)).some((row) => row.origin === origin);
  if (!isKnown) throw new AppError('provider.server_unknown');
  const presented = await look(gateway, origin);
  if (presented instanceof AppError || presented.certificate.fingerprint !== fingerprint)
    throw new AppError('provider.certificate_changed');
  const { subject, issuer, validFrom, validTo } = presented.certificate;
  const values = { fingerprint, subject, issuer, valid_from: validFrom, valid_to: validTo };
  await db.transaction().execute(async (trx) => {
    const name = await requireProvider(trx, id);
    const before = (await listAllowed(trx, id)).find((row) => row.origin === origin);
    if (before?.fingerprint === fingerprint) return;
    await trx
      .insertInto('provider_certificate')
      .values({ provider_id: id, origin, ...values })
      .onConflict((conflict) =>
        conflict.columns(['provider_id', 'origin']).doUpdateSet({ ...values, allowed_at: sql`now()` }),
      )
      .execute();
    await recordAct(trx, actor, {
      action: 'provider.certificate_allow',
      subjectId: id,
      subjectName: name,
      ...(before !== undefined && { before: { fingerprint: before.fingerprint } }),
      after: { origin, fingerprint, subject, issuer },
    });
    await bumpCatalogueVersion(trx);
  });
}

/** Allows no certificate of a server any more; where none is allowed, nothing happens. @throws AppError `provider.not_found` */
export async function refuseCertificate(
  db: Kysely<Database>,
  id: string,
  origin: string,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const name = await requireProvider(trx, id);
    const row = await trx
      .deleteFrom('provider_certificate')
      .where('provider_id', '=', id)
      .where('origin', '=', origin)
      .returning('fingerprint')
      .executeTakeFirst();
    if (row === undefined) return;
    await recordAct(trx, actor, {
      action: 'provider.certificate_refuse',
      subjectId: id,
      subjectName: name,
      before: { origin, fingerprint: row.fingerprint },
    });
    await bumpCatalogueVersion(trx);
  });
}

/** Locks a provider until the end of a transaction. @returns its name */
async function requireProvider(trx: Kysely<Database>, id: string): Promise<string> {
  const row = await trx
    .selectFrom('provider')
    .select(['name', 'removed_at'])
    .where('id', '=', id)
    .$if(trx.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new AppError('provider.not_found');
  if (row.removed_at !== null) throw new AppError('provider.removed');
  return row.name;
}

const listAllowed = (db: Kysely<Database>, id: string): Promise<AllowedRow[]> =>
  db.selectFrom('provider_certificate').selectAll().where('provider_id', '=', id).orderBy('origin').execute();

/** Lists the origins of a provider's servers with TLS. @throws AppError `provider.not_found` */
async function listOrigins(db: Kysely<Database>, id: string): Promise<string[]> {
  const own = await db.selectFrom('provider').select('shown_address').where('id', '=', id).executeTakeFirst();
  if (own === undefined) throw new AppError('provider.not_found');
  const { rows } = await sql<{ origin: string }>`
    select origin from (
      select address from channel_source where provider_id = ${id} and missing_since is null
      union all select address from video where provider_id = ${id} and missing_since is null
      union all select address from chapter where provider_id = ${id} and missing_since is null
      union all select address from video_version where provider_id = ${id} and missing_since is null
    ) as stored
    cross join lateral substring(address from '^https://[^/?#]+') as origin
    where origin is not null
    group by origin order by count(*) desc, origin limit ${streamServersMax}`.execute(db);
  const addresses = [own.shown_address, ...rows.map(({ origin }) => origin)];
  const origins = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []));
  return [...new Set(origins)].filter((origin) => origin.startsWith('https:'));
}

/** Looks at the certificate of a server. @returns why that was not possible, as an error */
const look = (gateway: Pick<ProviderGateway, 'lookAtCertificate'>, origin: string) =>
  gateway.lookAtCertificate(origin).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });

function toServer(
  origin: string,
  presented: Awaited<ReturnType<typeof look>>,
  allowed: KnownCertificate | undefined,
): ProviderServer {
  const isUnreachable = presented instanceof AppError;
  const state = isUnreachable
    ? 'unreachable'
    : presented.reason === undefined
      ? 'valid'
      : allowed === undefined
        ? 'refused'
        : allowed.fingerprint === presented.certificate.fingerprint
          ? 'allowed'
          : 'changed';
  return {
    origin,
    state,
    sentence: describeCertificate({ state, presented, allowed: allowed?.fingerprint }),
    presented: isUnreachable ? null : toSent(presented.certificate),
    allowed: allowed === undefined ? null : toSent(allowed),
  };
}

const toCertificate = (row: AllowedRow): KnownCertificate => ({
  fingerprint: row.fingerprint,
  subject: row.subject,
  issuer: row.issuer,
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

const toSent = ({ validFrom, validTo, ...named }: KnownCertificate) => ({
  ...named,
  validFrom: validFrom.toISOString(),
  validTo: validTo.toISOString(),
});
