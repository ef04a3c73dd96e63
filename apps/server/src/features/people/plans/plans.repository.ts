import type { PlanKey, PlanLimit } from '@butaca/contract';
import { recordAct, type Actor, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';

/** All SQL on the table `plan`, except that sessions read the limits of their own plan. */
export function createPlansRepository(db: Kysely<Database>) {
  const list = (trx: Kysely<Database> = db) =>
    trx
      .selectFrom('plan')
      .leftJoin('account', 'account.plan', 'plan.key')
      .select((select) => [
        'plan.key',
        'plan.max_streams as maxStreams',
        select.fn.count<number>('account.id').as('users'),
      ])
      .groupBy(['plan.key', 'plan.max_streams'])
      .execute();

  return {
    list: () => list(),

    /**
     * Changes the stream limits of the given subscription plans in one transaction, and records each change in the
     * audit log.
     */
    async update(
      limits: readonly Pick<PlanLimit, 'key' | 'maxStreams'>[],
      actor: Actor,
      nameOf: (key: PlanKey) => string,
    ) {
      return db.transaction().execute(async (trx) => {
        // All rows of the table `plan` are locked in the same order, so that two administrators at once wait for each
        // other instead of deadlocking.
        const rows = await trx
          .selectFrom('plan')
          .select(['key', 'max_streams as maxStreams'])
          .orderBy('key')
          .forUpdate()
          .execute();
        for (const { key, maxStreams } of limits) {
          const before = rows.find((row) => row.key === key)?.maxStreams;
          if (before === undefined || before === maxStreams) continue;
          await trx.updateTable('plan').set({ max_streams: maxStreams }).where('key', '=', key).execute();
          await recordAct(trx, actor, {
            action: 'plan.update',
            subjectId: key,
            subjectName: nameOf(key),
            before: { maxStreams: before },
            after: { maxStreams },
          });
        }
        return list(trx);
      });
    },
  };
}

export type PlansRepository = ReturnType<typeof createPlansRepository>;
