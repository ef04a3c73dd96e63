import type { Database } from '@butaca/db';
import type { Kysely, Selectable } from 'kysely';

export type AuditRow = Selectable<Database['audit_entry']>;

export interface AuditFilter {
  /**
   * Selects entries of the audit log by what the administrator did: an action such as `import.undo`, or a noun such as
   * `import` for all its actions.
   */
  action?: string | undefined;
  subjectId?: string | undefined;
  search?: string | undefined;
}

/** For how many days acts are kept. */
const keptDays = 730;
/** How many old acts one statement deletes. */
const deletedTogether = 5_000;

/** Reads the table `audit_entry`, which only `recordAct` writes, and deletes what is old. */
export function createAuditRepository(db: Kysely<Database>) {
  const filtered = ({ action = '', subjectId, search = '' }: AuditFilter) => {
    const holding = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    return db
      .selectFrom('audit_entry')
      .$if(action.includes('.'), (query) => query.where('action', '=', action))
      .$if(action !== '' && !action.includes('.'), (query) =>
        query.where('action', 'like', `${action.replace(/[\\%_]/g, '\\$&')}.%`),
      )
      .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId ?? ''))
      .$if(search !== '', (query) =>
        query.where((where) =>
          where.or([where('username', 'ilike', holding), where('subject_name', 'ilike', holding)]),
        ),
      );
  };

  return {
    /** Deletes acts of more than two years ago. @returns how many, at most so many that it stays within a statement's time */
    async deleteOld(now: Date): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('audit_entry')
        .where('id', 'in', (select) =>
          select
            .selectFrom('audit_entry as old')
            .select('old.id')
            .where('at', '<', new Date(now.getTime() - keptDays * 86_400_000))
            .limit(deletedTogether),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async listPage(
      filter: AuditFilter,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ rows: AuditRow[]; total: number }> {
      const rows = await filtered(filter)
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { total } = await filtered(filter)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },
  };
}

export type AuditRepository = ReturnType<typeof createAuditRepository>;
