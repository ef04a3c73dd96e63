import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

/** How long a code is kept after it has expired, so that it is still answered with the reason. */
const keptMs = 3_600_000;

/**
 * How many codes may be valid at once: of all devices together, and of the devices of one network. When all places are taken,
 * the oldest code of the network that has the most is deleted, so an attacker who uses many networks displaces codes of their own.
 */
const openAtMost = 10_000;
const openOfNetwork = 60;

/** How often another code is tried when the random one is in use. */
const attempts = 5;

export interface NewActivation {
  secretHash: Buffer;
  device: { deviceId: string; userAgent: string; ip: string };
  /** Names the network of the device's address. */
  network: string;
  now: Date;
  expiresAt: Date;
}

/** All SQL on the table `activation`: codes with which people let televisions in. */
export function createActivationRepository(db: Kysely<Database>) {
  return {
    /**
     * Stores a new code, and deletes those that nobody needs any more.
     *
     * @param makeCode - called until it returns a code that no other device shows
     * @returns the code
     * @throws AppError `limit.activation` when too many codes of its network are valid
     */
    async insert(
      { secretHash, device, network, now, expiresAt }: NewActivation,
      makeCode: () => string,
    ): Promise<string> {
      await db
        .deleteFrom('activation')
        .where('expires_at', '<', new Date(now.getTime() - keptMs))
        .execute();
      const { open, ofNetwork } = await db
        .selectFrom('activation')
        .where('expires_at', '>', now)
        .select((select) => [
          select.fn.countAll<number>().as('open'),
          select.fn.countAll<number>().filterWhere('network', '=', network).as('ofNetwork'),
        ])
        .executeTakeFirstOrThrow();
      if (ofNetwork >= openOfNetwork) throw new AppError('limit.activation', { retryAfterSeconds: 60 });
      if (open >= openAtMost) await deleteOldest(db, now);
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const stored = await db
          .insertInto('activation')
          .values({
            secret_hash: secretHash,
            code: makeCode(),
            device_id: device.deviceId,
            user_agent: device.userAgent,
            ip: device.ip,
            network,
            created_at: now,
            expires_at: expiresAt,
          })
          .onConflict((conflict) => conflict.column('code').doNothing())
          .returning('code')
          .executeTakeFirst();
        if (stored !== undefined) return stored.code;
      }
      throw new AppError('limit.activation', { retryAfterSeconds: 60 });
    },

    /** Finds what a code stands for, also a used or expired one. */
    findByCode: (code: string, within: Kysely<Database> = db) =>
      within.selectFrom('activation').selectAll().where('code', '=', code).executeTakeFirst(),

    /** Finds the code of a television by its secret, with the account and the device that let the television in. */
    findBySecret: (secretHash: Buffer) =>
      db
        .selectFrom('activation')
        .leftJoin('session', 'session.token_hash', 'activation.session_hash')
        .selectAll('activation')
        .select(['session.account_id', 'session.device_id as let_in_by'])
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst(),
  };
}

/** Deletes the oldest valid code of the network that has most of them. */
const deleteOldest = (db: Kysely<Database>, now: Date) =>
  db
    .deleteFrom('activation')
    .where('secret_hash', 'in', (select) =>
      select
        .selectFrom('activation')
        .select('secret_hash')
        .where('expires_at', '>', now)
        .where('network', '=', (fullest) =>
          fullest
            .selectFrom('activation')
            .select('network')
            .where('expires_at', '>', now)
            .groupBy('network')
            .orderBy((row) => row.fn.countAll(), 'desc')
            .orderBy('network')
            .limit(1),
        )
        .orderBy('created_at')
        .limit(1),
    )
    .execute();

export type ActivationRepository = ReturnType<typeof createActivationRepository>;

/**
 * Locks the session of a person who decides on a code, and their account, until the transaction ends.
 *
 * @returns whether the person is an administrator
 * @throws AppError `session.expired` when the session has just ended
 */
export async function lockPerson(trx: Kysely<Database>, sessionHash: Buffer): Promise<{ isAdmin: boolean }> {
  const row = await trx
    .selectFrom('account')
    .innerJoin('session', 'session.account_id', 'account.id')
    .select('account.role')
    .where('session.token_hash', '=', sessionHash)
    .forUpdate(['account', 'session'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('session.expired');
  return { isAdmin: row.role === 'admin' };
}

/**
 * Stores what a person has decided.
 *
 * @param sessionHash - the session that lets the television in; `null` to refuse it
 * @returns `false` when somebody else has decided before
 */
export async function storeDecision(
  trx: Kysely<Database>,
  secretHash: Buffer,
  { sessionHash, now }: { sessionHash: Buffer | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('activation')
    .set({ decided_at: now, session_hash: sessionHash })
    .where('secret_hash', '=', secretHash)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Keeps the session that let a television in from being ended until the transaction ends.
 *
 * @throws AppError `activation.invalid` when it has ended
 */
export async function lockLettingSession(trx: Kysely<Database>, sessionHash: Buffer): Promise<void> {
  const row = await trx
    .selectFrom('session')
    .select('token_hash')
    .where('token_hash', '=', sessionHash)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('activation.invalid');
}

/**
 * Marks a code as claimed, in the transaction that opens the television's session. @returns `false` when it was
 * claimed before, or the session that let the television in has ended
 */
export async function markClaimed(trx: Kysely<Database>, secretHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('activation')
    .set({ claimed_at: now })
    .where('secret_hash', '=', secretHash)
    .where('session_hash', 'is not', null)
    .where('claimed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
