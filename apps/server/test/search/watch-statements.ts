import type { Database } from '@butaca/db';
import { CompiledQuery, sql, type Kysely, type QueryId } from 'kysely';

/** A connection to a database whose statements are recorded. */
export interface StatementWatch {
  db: Kysely<Database>;
  /** Returns what a query finds, and the statements that it executes. */
  watch<T>(query: () => Promise<T>): Promise<{ found: T; statements: CompiledQuery[] }>;
  /**
   * Returns Postgres's plan for a statement, as it is where reading a whole table costs more than anything else.
   *
   * @param avoided - what else costs more than anything, by the name of Postgres's setting
   */
  planOf(statement: CompiledQuery | undefined, avoided?: 'enable_bitmapscan'): Promise<string>;
  /** Executes statements again, and returns how many rows of a table Postgres reads for them in all. */
  countRead(statements: readonly CompiledQuery[], table: string): Promise<number>;
}

/** A step of a plan that was executed, as Postgres describes it. */
interface PlanStep {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: readonly PlanStep[];
}

/** Returns how many rows of a table the steps of a plan read, also those that they leave out. */
function rowsRead(step: PlanStep, table: string): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = step;
  const own =
    step['Relation Name'] === table ? (step['Actual Rows'] + filtered + rechecked) * step['Actual Loops'] : 0;
  return (step.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner, table), own);
}

/** Records the statements that queries of a test execute. */
export function watchStatements(database: Kysely<Database>): StatementWatch {
  let statements: CompiledQuery[] = [];
  // Kysely transforms the queries inside a statement too; only the statement itself has a result.
  const compiled = new WeakMap<QueryId, CompiledQuery>();
  return {
    db: database.withPlugin({
      transformQuery({ node, queryId }) {
        compiled.set(queryId, database.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult({ result, queryId }) {
        const statement = compiled.get(queryId);
        if (statement !== undefined) statements.push(statement);
        return Promise.resolve(result);
      },
    }),
    async watch(query) {
      statements = [];
      const found = await query();
      return { found, statements };
    },
    async countRead(all, table) {
      let read = 0;
      for (const { sql: text, parameters } of all) {
        const { rows } = await database.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanStep }] }>(
          CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters]),
        );
        for (const { 'QUERY PLAN': plans } of rows) read += rowsRead(plans[0].Plan, table);
      }
      return read;
    },
    planOf: (statement, avoided) =>
      database.connection().execute(async (one) => {
        const settings = ['enable_seqscan', ...(avoided === undefined ? [] : [avoided])];
        for (const setting of settings) await sql`set ${sql.ref(setting)} = off`.execute(one);
        const { sql: text, parameters } = statement ?? { sql: '', parameters: [] };
        const { rows } = await one.executeQuery<Record<string, string>>(
          CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]),
        );
        for (const setting of settings) await sql`reset ${sql.ref(setting)}`.execute(one);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
  };
}
