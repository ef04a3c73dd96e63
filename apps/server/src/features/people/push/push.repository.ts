import type { PushKind } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { v7 as newId } from 'uuid';

/** What a browser has given to be sent notices. */
export interface GivenSubscription {
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  /** The key of this server with which the browser has subscribed. */
  publicKey: Buffer;
}

/** The session for which a browser subscribes. */
export interface Subscriber {
  tokenHash: Buffer;
  accountId: string;
}

/** A notice that is to be sent to accounts, and when it is of no use any more. */
export interface DueNotice {
  accountId: string;
  /** What the notice is about; one account gets no two notices about the same subject of a kind. */
  subject: string;
  /** Devices that asked for the kind later than this get no notice. */
  askedBefore: Date;
  expiresAt: Date;
}

/** A notice that this server has taken to send it. */
export interface TakenNotice {
  id: string;
  kind: string;
  subject: string;
  expires_at: Date;
  /** How often it was taken, with this time. */
  tries: number;
  subscription_id: string;
  session_token_hash: Buffer;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
}

/** After how many notices in a row that could not be sent a subscription is deleted. */
const failuresMost = 5;
/** How many rows one statement deletes. */
const deletedTogether = 5_000;

/**
 * Locks a subscription before its notices, in the order in which the end of a session deletes them; otherwise the two could
 * wait for each other.
 */
const lockSubscription = (trx: Kysely<Database>, id: string) =>
  trx.selectFrom('push_subscription').select('id').where('id', '=', id).forNoKeyUpdate().execute();

/** All SQL on the tables `push_subscription` and `push_notice`. */
export function createPushRepository(db: Kysely<Database>) {
  return {
    find: (tokenHash: Buffer) =>
      db
        .selectFrom('push_subscription')
        .select(['endpoint', 'kinds', 'public_key'])
        .where('session_token_hash', '=', tokenHash)
        .executeTakeFirst(),

    /**
     * Keeps the subscription of a session, in place of the one that it had. Another session that had the same one, which was
     * in the same browser, loses it.
     *
     * @param most - how many sessions of an account may have one
     * @returns whether it was kept: not where the account has as many already, or the session has just ended
     */
    set(
      { tokenHash, accountId }: Subscriber,
      given: GivenSubscription,
      { kinds, now, most }: { kinds: readonly PushKind[]; now: Date; most: number },
    ): Promise<'kept' | 'too_many' | 'ended'> {
      return db.transaction().execute(async (trx) => {
        // The account's row orders its sign-ins, ends of sessions and subscriptions one after the other.
        await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
        const session = await trx
          .selectFrom('session')
          .select('token_hash')
          .where('token_hash', '=', tokenHash)
          .executeTakeFirst();
        if (session === undefined) return 'ended';
        await trx
          .deleteFrom('push_subscription')
          .where('endpoint', '=', given.endpoint)
          .where('session_token_hash', '!=', tokenHash)
          .execute();
        const { count } = await trx
          .selectFrom('push_subscription')
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('account_id', '=', accountId)
          .where('session_token_hash', '!=', tokenHash)
          .executeTakeFirstOrThrow();
        if (count >= most) return 'too_many';
        const values = { ...toColumns(given), kinds: [...kinds] };
        await trx
          .insertInto('push_subscription')
          .values({
            ...values,
            id: newId(),
            session_token_hash: tokenHash,
            account_id: accountId,
            asked_at: now,
            created_at: now,
          })
          .onConflict((conflict) =>
            conflict.column('session_token_hash').doUpdateSet({
              ...values,
              // The same kinds are sent again when a browser has got another subscription; they were asked for before.
              asked_at: sql<Date>`case when push_subscription.kinds = excluded.kinds
                then push_subscription.asked_at else excluded.asked_at end`,
              failures: 0,
            }),
          )
          .execute();
        return 'kept';
      });
    },

    async remove(tokenHash: Buffer): Promise<void> {
      await db.deleteFrom('push_subscription').where('session_token_hash', '=', tokenHash).execute();
    },

    /**
     * Replaces a subscription by another one of the same browser. It is for the same key of this server as the former one, also
     * where the server has another key by now: a service worker does not ask for it.
     *
     * @returns whether the former subscription was known
     */
    async renew(
      former: { endpoint: string; auth: Buffer },
      { endpoint, p256dh, auth }: Omit<GivenSubscription, 'publicKey'>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('push_subscription')
        .set({ endpoint, p256dh, auth, failures: 0 })
        .where('endpoint', '=', former.endpoint)
        .where('auth', '=', former.auth)
        // The new one may have come from a page already.
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('push_subscription as other')
                .select('other.id')
                .where('other.endpoint', '=', endpoint)
                .where('other.endpoint', '!=', former.endpoint),
            ),
          ),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** A query of the ids of the accounts with a device that asked for a kind. */
    accountsAsking: (kind: PushKind): RawBuilder<unknown> =>
      sql`select account_id from push_subscription where ${kind} = any(kinds)`,

    /**
     * Notes due notices for the devices that asked for their kind; those that are noted already stay as they are. A
     * subscription that is being deleted or replaced just now is left to the next look: its end would fail all the others.
     */
    async note(kind: PushKind, due: readonly DueNotice[], { now }: { now: Date }): Promise<void> {
      if (due.length === 0) return;
      const column = <T>(pick: (notice: DueNotice) => T): T[] => due.map(pick);
      await sql`
        insert into push_notice (id, subscription_id, kind, subject, expires_at, next_try_at)
        select gen_random_uuid()::text, subscription.id, ${kind}, due.subject, due.expires_at, ${now}::timestamptz
        from unnest(
          ${column(({ accountId }) => accountId)}::text[], ${column(({ subject }) => subject)}::text[],
          ${column(({ askedBefore }) => askedBefore)}::timestamptz[],
          ${column(({ expiresAt }) => expiresAt)}::timestamptz[]
        ) as due (account_id, subject, asked_before, expires_at)
        join push_subscription as subscription on subscription.account_id = due.account_id
          and ${kind} = any(subscription.kinds) and subscription.asked_at <= due.asked_before
        order by subscription.id, due.subject
        for key share of subscription skip locked
        on conflict (subscription_id, kind, subject) do nothing`.execute(db);
    },

    /**
     * Takes notices that are to be sent now, so that no other server sends them until `untilMs` have passed: a server that
     * ends meanwhile leaves them to the next one. Of each subscription there is one at most, the one that was tried most
     * often: a push service that is slow or silent, which a viewer may have set up, holds up no other device for longer than one
     * request. Those for browsers that subscribed with another key wait: a server that has not started again since the key was
     * replaced may have that one.
     */
    async take(
      publicKey: Buffer,
      { now, untilMs, limit }: { now: Date; untilMs: number; limit: number },
    ): Promise<TakenNotice[]> {
      const { rows } = await sql<TakenNotice>`
        with due as (
          select distinct on (notice.subscription_id) notice.id from push_notice as notice
          join push_subscription as subscription on subscription.id = notice.subscription_id
          where notice.settled_at is null and notice.next_try_at <= ${now}
            and subscription.public_key = ${publicKey}
          order by notice.subscription_id, notice.tries desc, notice.next_try_at
        ), free as (
          select id from push_notice
          where id in (select id from due) and settled_at is null and next_try_at <= ${now}
          order by next_try_at limit ${limit} for no key update skip locked
        )
        update push_notice as notice
        set tries = notice.tries + 1, next_try_at = ${new Date(now.getTime() + untilMs)}
        from free, push_subscription as subscription
        where notice.id = free.id and subscription.id = notice.subscription_id
        returning notice.id, notice.kind, notice.subject, notice.expires_at, notice.tries, notice.subscription_id,
          subscription.session_token_hash, subscription.endpoint, subscription.p256dh, subscription.auth`.execute(
        db,
      );
      return rows;
    },

    /** Notes that a notice was sent (`sent`), is unwanted (`unwanted`), or was given up (`failed`). */
    async settle(
      { id, tries, subscription_id }: TakenNotice,
      outcome: 'sent' | 'unwanted' | 'failed',
      now: Date,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await lockSubscription(trx, subscription_id);
        const { numUpdatedRows } = await trx
          .updateTable('push_notice')
          .set({ settled_at: now })
          .where('id', '=', id)
          .where('tries', '=', tries)
          .executeTakeFirst();
        if (numUpdatedRows === 0n || outcome === 'unwanted') return;
        const changed =
          outcome === 'sent'
            ? { failures: 0, last_success_at: now }
            : { failures: sql<number>`failures + 1` };
        await trx.updateTable('push_subscription').set(changed).where('id', '=', subscription_id).execute();
        await trx
          .deleteFrom('push_subscription')
          .where('id', '=', subscription_id)
          .where('failures', '>=', failuresMost)
          .execute();
      });
    },

    /** Lets a notice be taken again at an instant, and the other ones of its subscription not before. */
    async postpone({ id, tries, subscription_id }: TakenNotice, nextTryAt: Date): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await lockSubscription(trx, subscription_id);
        const at = sql`${nextTryAt}::timestamptz`;
        await sql`
          update push_notice set next_try_at = case when id = ${id} then ${at} else greatest(next_try_at, ${at}) end
          where subscription_id = ${subscription_id} and settled_at is null and (id <> ${id} or tries = ${tries})`.execute(
          trx,
        );
      });
    },

    /** Deletes a subscription that its push service does not know any more, unless the browser has got another since. */
    async forget({ subscription_id, endpoint }: TakenNotice): Promise<void> {
      await db
        .deleteFrom('push_subscription')
        .where('id', '=', subscription_id)
        .where('endpoint', '=', endpoint)
        .execute();
    },

    /** Deletes notices that were over before an instant. @returns how many */
    async deleteOld(before: Date): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('push_notice')
        .where(
          'id',
          'in',
          db
            .selectFrom('push_notice')
            .select('id')
            .where('expires_at', '<', before)
            .orderBy('expires_at')
            .limit(deletedTogether),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type PushRepository = ReturnType<typeof createPushRepository>;

const toColumns = ({ endpoint, p256dh, auth, publicKey }: GivenSubscription) => ({
  endpoint,
  p256dh,
  auth,
  public_key: publicKey,
});
