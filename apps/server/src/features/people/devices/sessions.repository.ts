import type { Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { SessionLimits } from './session-limits.ts';

/** How many expired sessions one statement deletes. */
const deletedTogether = 5_000;
/** How many devices are kept of those from which a session that was let in with a code comes. */
const longestChain = 32;

/** A row of the table `session`, joined with its account and device. */
export interface SessionRow {
  tokenHash: Buffer;
  accountId: string;
  username: string;
  role: string;
  plan: string;
  maxStreams: number;
  isAccountActive: boolean;
  accountExpiresAt: Date | null;
  hasOneTimePassword: boolean;
  deviceId: string;
  isDeviceActive: boolean;
  deviceLastSeenAt: Date;
  createdAt: Date;
  lastUsedAt: Date;
}

export interface DeviceSighting {
  accountId: string;
  deviceId: string;
  userAgent: string;
  ip: string;
  /** The device of the account that lets this one in with a code. */
  letInBy?: string | undefined;
}

/** A session that was just used, with its device. */
export interface SeenSession extends DeviceSighting {
  tokenHash: Buffer;
}

/**
 * The SQL that finds, lists, opens, refreshes and ends sessions. The SQL of devices, signed in or not, is in
 * `devices.repository.ts`.
 */
export function createSessionsRepository(db: Kysely<Database>) {
  return {
    /** Finds the sessions that have these token hashes, in any order. */
    async list(tokenHashes: readonly Buffer[]): Promise<SessionRow[]> {
      return db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .innerJoin('plan', 'plan.key', 'account.plan')
        .innerJoin('device', (join) =>
          join
            .onRef('device.account_id', '=', 'session.account_id')
            .onRef('device.device_id', '=', 'session.device_id'),
        )
        .where('session.token_hash', '=', sql<Buffer>`any(${tokenHashes}::bytea[])`)
        .select([
          'session.token_hash as tokenHash',
          'account.id as accountId',
          'account.username',
          'account.role',
          'account.plan',
          'plan.max_streams as maxStreams',
          'account.is_active as isAccountActive',
          'account.expires_at as accountExpiresAt',
          'account.has_one_time_password as hasOneTimePassword',
          'device.device_id as deviceId',
          'device.is_active as isDeviceActive',
          'device.last_seen_at as deviceLastSeenAt',
          'session.created_at as createdAt',
          'session.last_used_at as lastUsedAt',
        ])
        .execute();
    },

    /** Deletes sessions that have expired. @returns how many, at most so many at once that it stays within a statement's time */
    async deleteExpired({ usedAfter, openedAfter }: SessionLimits): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('session')
        .where('token_hash', 'in', (select) =>
          select
            .selectFrom('session as expired')
            .select('expired.token_hash')
            .where((where) =>
              where.or([where('last_used_at', '<=', usedAfter), where('created_at', '<=', openedAfter)]),
            )
            .limit(deletedTogether),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /**
     * Registers or refreshes the device that signs in, and replaces its session by a new one. Old devices of the
     * account are deleted: inactive devices unused since `inactiveBefore`, and all devices beyond the newest `keep`.
     *
     * @param admit - a last check of the sign-in while the account's row is locked; when it throws, no session is
     * opened
     * @returns the token hashes of the sessions that ended
     */
    async open(
      sighting: DeviceSighting,
      tokenHash: Buffer,
      pruning: { inactiveBefore: Date; keep: number },
      admit: (trx: Kysely<Database>) => Promise<void>,
    ): Promise<Buffer[]> {
      return withAccountLocked(db, sighting.accountId, async (trx) => {
        await admit(trx);
        const replaced = await replaceSession(trx, sighting, tokenHash);
        return [...replaced, ...(await pruneDevices(trx, sighting, pruning))];
      });
    },

    /**
     * Notes that devices were just seen and their sessions just used. A row that another transaction has locked, such as a
     * sign-in that replaces the session, is left as it is: waiting for it could deadlock, as the rows come in any order.
     */
    async touch(seen: readonly SeenSession[]): Promise<void> {
      const column = <K extends keyof SeenSession>(key: K) => seen.map((each) => each[key]);
      await sql`
        with seen as (
          select * from unnest(${column('accountId')}::text[], ${column('deviceId')}::text[], ${column('ip')}::text[],
            ${column('userAgent')}::text[]) as seen (account_id, device_id, ip, user_agent)
        ), free_device as (
          select account_id, device_id from device
          where (account_id, device_id) in (select account_id, device_id from seen)
          for no key update skip locked
        ), seen_device as (
          update device set last_seen_at = now(), ip = seen.ip, user_agent = seen.user_agent
          from free_device join seen using (account_id, device_id)
          where device.account_id = free_device.account_id and device.device_id = free_device.device_id
        ), free_session as (
          select token_hash from session where token_hash = any(${column('tokenHash')}::bytea[])
          for no key update skip locked
        )
        update session set last_used_at = now() from free_session
        where session.token_hash = free_session.token_hash`.execute(db);
    },

    /** Lists the devices on which an account has a valid session, last used first. */
    listSignedIn: (accountId: string, { usedAfter, openedAfter }: SessionLimits) =>
      db
        .selectFrom('session')
        .innerJoin('device', (join) =>
          join
            .onRef('device.account_id', '=', 'session.account_id')
            .onRef('device.device_id', '=', 'session.device_id'),
        )
        .where('session.account_id', '=', accountId)
        .where('session.last_used_at', '>', usedAfter)
        .where('session.created_at', '>', openedAfter)
        .where('device.is_active', '=', true)
        .select(['device.device_id', 'device.user_agent', 'device.ip', 'session.last_used_at'])
        .orderBy('session.last_used_at', 'desc')
        .orderBy('device.device_id')
        .execute(),

    /**
     * Ends sessions of an account: that of one device, those of all devices except one, or all. @returns the token
     * hashes of the ended sessions
     */
    async end(
      accountId: string,
      which: { deviceId?: string; exceptDeviceId?: string } = {},
      within: Kysely<Database> = db,
    ): Promise<Buffer[]> {
      const { deviceId, exceptDeviceId } = which;
      return withAccountLocked(within, accountId, async (trx) => {
        const rows = await trx
          .deleteFrom('session')
          .where('account_id', '=', accountId)
          .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? ''))
          .$if(exceptDeviceId !== undefined, (query) => query.where('device_id', '!=', exceptDeviceId ?? ''))
          .returning('token_hash')
          .execute();
        return rows.map((row) => row.token_hash);
      });
    },

    /** Ends the session of a device and those that it has let in. @returns the token hashes of the ended sessions */
    endDevice: (accountId: string, deviceId: string, exceptDeviceId: string): Promise<Buffer[]> =>
      withAccountLocked(db, accountId, (trx) => endDeviceSessions(trx, accountId, deviceId, exceptDeviceId)),
  };
}

/**
 * Runs something in a transaction with the account's row locked: sign-ins of one account and the ends of its sessions run one
 * after the other. Therefore a sign-in cannot delete the device that a concurrent sign-in is registering, and the end of a
 * session also ends the session that a concurrent request is opening from it.
 */
const withAccountLocked = <T>(
  db: Kysely<Database>,
  accountId: string,
  run: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (trx) => {
    await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
    return run(trx);
  });

const inTransaction = <T>(
  db: Kysely<Database>,
  run: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> => (db.isTransaction ? run(db as Transaction<Database>) : db.transaction().execute(run));

/**
 * Ends the session of a device, and those of the devices that were let in from it, and from these in turn, also where a device
 * in between has signed out or signed in again since: whoever ends the session of a device that somebody else has got hold of
 * ends the way in that was made with it.
 *
 * @param db - a transaction in which the account's row is locked
 * @param exceptDeviceId - the device from which this is done, which stays signed in
 * @returns the token hashes of the ended sessions
 */
export async function endDeviceSessions(
  db: Kysely<Database>,
  accountId: string,
  deviceId: string,
  exceptDeviceId?: string,
): Promise<Buffer[]> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    with recursive ended (device_id) as (
      select ${deviceId}::text
      union
      select session.device_id from session join ended
        on session.let_in_by = ended.device_id or ended.device_id = any(session.let_in_chain)
      where session.account_id = ${accountId}
    )
    delete from session
    where account_id = ${accountId} and device_id in (select device_id from ended)
      and device_id is distinct from ${exceptDeviceId ?? null}::text
    returning token_hash`.execute(db);
  return rows.map((row) => row.token_hash);
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

/**
 * Registers or refreshes the device that signs in, and replaces its session. @returns the token hash of the previous
 * session
 */
async function replaceSession(
  trx: Transaction<Database>,
  { accountId, deviceId, userAgent, ip, letInBy }: DeviceSighting,
  tokenHash: Buffer,
): Promise<Buffer[]> {
  await trx
    .insertInto('device')
    .values({
      account_id: accountId,
      device_id: deviceId,
      user_agent: userAgent,
      ip,
      is_active: true,
      last_seen_at: sql<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'device_id']).doUpdateSet({
        user_agent: userAgent,
        ip,
        is_active: true,
        last_seen_at: sql<Date>`now()`,
      }),
    )
    .execute();
  const ended = await trx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .returning('token_hash')
    .execute();
  const chain = letInBy === undefined ? [] : await findChain(trx, accountId, letInBy);
  await trx
    .insertInto('session')
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      device_id: deviceId,
      let_in_by: letInBy ?? null,
      let_in_chain: chain,
    })
    .execute();
  return ended.map((row) => row.token_hash);
}

/**
 * The devices from which a device comes that another one lets in. Sessions of earlier versions of the server name only the
 * device that let them in, so that the way back leads over the sessions of several devices.
 *
 * @param letInBy - the other one, which comes last
 */
async function findChain(trx: Transaction<Database>, accountId: string, letInBy: string): Promise<string[]> {
  const known = [letInBy];
  let first: string | null = letInBy;
  while (first !== null && known.length < longestChain) {
    const row: { let_in_by: string | null; let_in_chain: string[] } | undefined = await trx
      .selectFrom('session')
      .select(['let_in_by', 'let_in_chain'])
      .where('account_id', '=', accountId)
      .where('device_id', '=', first)
      .executeTakeFirst();
    // Of a longer chain the beginning is kept: ending the session of one of these devices ends everything after it.
    if (row !== undefined && row.let_in_chain.length > 0)
      return [...row.let_in_chain, ...known].slice(0, longestChain);
    first = row?.let_in_by ?? null;
    // Two devices may have let each other in.
    if (first !== null && known.includes(first)) break;
    if (first !== null) known.unshift(first);
  }
  return known;
}

/** Deletes old devices of the account that signs in. @returns the token hashes of the sessions that ended with them */
async function pruneDevices(
  trx: Transaction<Database>,
  { accountId, deviceId: arriving }: DeviceSighting,
  pruning: { inactiveBefore: Date; keep: number },
): Promise<Buffer[]> {
  const newest = trx
    .selectFrom('device')
    .select('device_id')
    .where('account_id', '=', accountId)
    .where('device_id', '!=', arriving)
    .orderBy('last_seen_at', 'desc')
    .limit(pruning.keep - 1);
  const old = await trx
    .selectFrom('device')
    .select('device_id')
    .where('account_id', '=', accountId)
    .where('device_id', '!=', arriving)
    .where((where) =>
      where.or([
        where.and([where('is_active', '=', false), where('last_seen_at', '<', pruning.inactiveBefore)]),
        where('device_id', 'not in', newest),
      ]),
    )
    .execute();
  if (old.length === 0) return [];
  const ids = old.map((row) => row.device_id);
  const ended = await trx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('device_id', 'in', ids)
    .returning('token_hash')
    .execute();
  await trx.deleteFrom('device').where('account_id', '=', accountId).where('device_id', 'in', ids).execute();
  return ended.map((row) => row.token_hash);
}
