import type { PlanKey, PlanLimit } from '@butaca/contract';
import { recordAct, type Actor, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { changedFields } from '../../../platform/changed-fields.ts';

/** A change of a subscription plan; what is absent stays as it is. */
export type PlanChange = Pick<PlanLimit, 'key'> & {
  [Field in 'maxStreams' | 'name' | 'price' | 'isHidden' | 'position']?: PlanLimit[Field] | undefined;
};

const columns = [
  'plan.key',
  'plan.max_streams as maxStreams',
  'plan.name',
  'plan.price',
  'plan.is_hidden as isHidden',
  'plan.position',
] as const;

/** All SQL on the table `plan`, except that sessions read the limits of their own plan. */
export function createPlansRepository(db: Kysely<Database>) {
  const list = (trx: Kysely<Database> = db) =>
    trx
      .selectFrom('plan')
      .leftJoin('account', 'account.plan', 'plan.key')
      .select((select) => [...columns, select.fn.count<number>('account.id').as('users')])
      .groupBy('plan.key')
      .execute();

  return {
    list: () => list(),

    /** Lists what the page of plans shows of each plan, in the order of that page; hidden plans are included. */
    listOffers: () =>
      db.selectFrom('plan').select(columns).orderBy('plan.position').orderBy('plan.key').execute(),

    /**
     * Changes the given subscription plans in one transaction, and records each change in the audit log.
     *
     * @param nameOf - returns the name that the product gives a plan
     */
    async update(changes: readonly PlanChange[], actor: Actor, nameOf: (key: PlanKey) => string) {
      return db.transaction().execute(async (trx) => {
        // All rows of the table `plan` are locked in the same order, so that two administrators at once wait for each
        // other instead of deadlocking.
        const rows = await trx.selectFrom('plan').select(columns).orderBy('key').forUpdate().execute();
        for (const { key, ...change } of changes) {
          const row = rows.find((each) => each.key === key);
          if (row === undefined) continue;
          const {
            maxStreams = row.maxStreams,
            name = row.name,
            price = row.price,
            isHidden = row.isHidden,
            position = row.position,
          } = change;
          const difference = changedFields(row, {
            key: row.key,
            maxStreams,
            name,
            price,
            isHidden,
            position,
          });
          if (difference === undefined) continue;
          await trx
            .updateTable('plan')
            .set({ max_streams: maxStreams, name, price, is_hidden: isHidden, position })
            .where('key', '=', key)
            .execute();
          await recordAct(trx, actor, {
            action: 'plan.update',
            subjectId: key,
            subjectName: nameOf(key),
            ...difference,
          });
        }
        return list(trx);
      });
    },
  };
}

export type PlansRepository = ReturnType<typeof createPlansRepository>;
