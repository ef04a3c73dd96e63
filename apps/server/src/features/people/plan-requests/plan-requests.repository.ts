import { readPlan, type PlanKey, type PlanRequestState } from '@butaca/contract';
import { recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

/** A request for a plan with the person who asked. */
const columns = [
  'plan_request.id',
  'plan_request.account_id',
  'account.username',
  'account.plan as current_plan',
  'plan_request.plan',
  'plan_request.plan_before',
  sql<PlanRequestState>`plan_request.state`.as('state'),
  'plan_request.created_at',
  'plan_request.decided_at',
  'plan_request.decided_by',
] as const;

/**
 * Changes the plan of an account in a transaction that also decides on the account's request. @throws AppError
 * `account.not_found`
 */
export type ChangePlan = (
  accountId: string,
  actor: Actor,
  choose: (trx: Kysely<Database>, account: { plan: string }) => Promise<PlanKey | undefined>,
) => Promise<void>;

/**
 * All SQL on the table `plan_request`. An account has at most one row, its newest request; the lock on the account's row
 * decides between an administrator who grants and a person who takes the request back at the same moment.
 */
export const createPlanRequestsRepository = (db: Kysely<Database>, changePlan: ChangePlan) => ({
  ...createOwnRequests(db),
  ...createRequestDecisions(db, changePlan),
});

function createOwnRequests(db: Kysely<Database>) {
  return {
    /** Finds the newest request of an account. */
    findOwn: (accountId: string) =>
      db
        .selectFrom('plan_request')
        .select(['plan', sql<PlanRequestState>`state`.as('state'), 'created_at'])
        .where('account_id', '=', accountId)
        .executeTakeFirst(),

    /**
     * Adds the request of an account for a plan, in place of an earlier one that is decided or was fulfilled.
     *
     * @returns `undefined` when the account has an open request for a plan that it does not have yet
     */
    add: (request: { id: string; accountId: string; plan: PlanKey; currentPlan: PlanKey }) =>
      db
        .insertInto('plan_request')
        .values({ id: request.id, account_id: request.accountId, plan: request.plan })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet({
              id: request.id,
              plan: request.plan,
              state: 'open',
              plan_before: null,
              decided_by: null,
              decided_at: null,
              created_at: sql<Date>`now()`,
            })
            .where((where) =>
              where.or([
                where('plan_request.state', '<>', 'open'),
                where('plan_request.plan', '=', request.currentPlan),
              ]),
            ),
        )
        .returning(['plan', sql<PlanRequestState>`state`.as('state'), 'created_at'])
        .executeTakeFirst(),

    /** Removes the open request of an account. @returns whether there was one */
    async withdraw(accountId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('plan_request')
        .where('account_id', '=', accountId)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Creates the queries with which administrators list requests for plans and decide on them. */
function createRequestDecisions(db: Kysely<Database>, changePlan: ChangePlan) {
  /**
   * Decides on a request, or takes a decision back, while the person's account is locked.
   *
   * @param choose - gets the request as it is under the lock; returns the plan that the account gets, or `undefined`
   */
  async function decide(
    id: string,
    actor: Actor,
    choose: (trx: Kysely<Database>, row: PlanRequestRow, plan: string) => Promise<PlanKey | undefined>,
  ): Promise<PlanRequestRow> {
    const { account_id: accountId } = await requireRow(db, id);
    let decided: PlanRequestRow | undefined;
    await changePlan(accountId, actor, async (trx, { plan }) => {
      // The lock on the request keeps its person from taking the request back until this transaction has ended.
      await trx.selectFrom('plan_request').select('id').where('id', '=', id).forUpdate().execute();
      const next = await choose(trx, await requireRow(trx, id), plan);
      decided = await findRow(trx, id);
      return next;
    }).catch(refuseGone);
    // The person may have asked again meanwhile, which replaces the request.
    return (await findRow(db, id)) ?? decided ?? requireRow(db, id);
  }

  const set = (
    trx: Kysely<Database>,
    id: string,
    change: { state: PlanRequestState; before?: string; by?: string },
  ) =>
    trx
      .updateTable('plan_request')
      .set({
        state: change.state,
        plan_before: change.before ?? null,
        decided_by: change.by ?? null,
        decided_at: change.by === undefined ? null : sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();

  return {
    /** Lists requests, the open ones first; an open request for the plan that the person has already is left out. */
    async listPage({ offset, limit }: { offset: number; limit: number }) {
      const listed = withPeople(db).where((where) =>
        where.or([
          where('plan_request.state', '<>', 'open'),
          where('account.plan', '<>', where.ref('plan_request.plan')),
        ]),
      );
      const [rows, totals] = await Promise.all([
        listed
          .select(columns)
          .orderBy(sql`plan_request.state <> 'open'`)
          .orderBy('plan_request.decided_at', (order) => order.desc().nullsFirst())
          .orderBy('plan_request.created_at')
          .orderBy('plan_request.id')
          .limit(limit)
          .offset(offset)
          .execute(),
        listed
          .select((select) => [
            select.fn.countAll<number>().as('total'),
            sql<number>`(count(*) filter (where plan_request.state = 'open'))::int`.as('waiting'),
          ])
          .executeTakeFirstOrThrow(),
      ]);
      return { rows, ...totals };
    },

    /** @throws AppError `planrequest.not_found`, `planrequest.decided` */
    grant: (id: string, actor: Actor) =>
      decide(id, actor, async (trx, row, before) => {
        if (row.state !== 'open') throw new AppError('planrequest.decided');
        await set(trx, id, { state: 'granted', before, by: actor.username });
        return readPlan(row.plan);
      }),

    /** @throws AppError `planrequest.not_found`, `planrequest.decided` */
    reject: (id: string, actor: Actor) =>
      decide(id, actor, async (trx, row) => {
        if (row.state !== 'open') throw new AppError('planrequest.decided');
        await set(trx, id, { state: 'rejected', by: actor.username });
        await record(trx, actor, row, 'plan_request.reject');
        return undefined;
      }),

    /** @throws AppError `planrequest.not_found`, `planrequest.not_decided`, `resource.conflict` */
    reopen: (id: string, actor: Actor) =>
      decide(id, actor, async (trx, row, present) => {
        if (row.state === 'open') throw new AppError('planrequest.not_decided');
        if (row.state === 'granted' && present !== row.plan) throw new AppError('resource.conflict');
        await set(trx, id, { state: 'open' });
        await record(trx, actor, row, 'plan_request.reopen');
        return row.state === 'granted' ? readPlan(row.plan_before ?? '') : undefined;
      }),
  };
}

export type PlanRequestsRepository = ReturnType<typeof createPlanRequestsRepository>;
export type PlanRequestRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

const withPeople = (trx: Kysely<Database>) =>
  trx.selectFrom('plan_request').innerJoin('account', 'account.id', 'plan_request.account_id');

const findRow = (trx: Kysely<Database>, id: string) =>
  withPeople(trx).select(columns).where('plan_request.id', '=', id).executeTakeFirst();

/** Of an account that was deleted meanwhile, says that its request does not exist. */
function refuseGone(error: unknown): never {
  const isGone = error instanceof AppError && error.code === 'account.not_found';
  throw isGone ? new AppError('planrequest.not_found', { cause: error }) : error;
}

/** @throws AppError `planrequest.not_found` */
async function requireRow(trx: Kysely<Database>, id: string): Promise<PlanRequestRow> {
  const row = await findRow(trx, id);
  if (row === undefined) throw new AppError('planrequest.not_found');
  return row;
}

const record = (
  trx: Kysely<Database>,
  actor: Actor,
  row: { account_id: string; username: string; plan: string },
  action: 'plan_request.reject' | 'plan_request.reopen',
) =>
  recordAct(trx, actor, {
    action,
    subjectId: row.account_id,
    subjectName: row.username,
    after: { plan: row.plan },
  });
