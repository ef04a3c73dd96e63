import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../schema/index.ts';

/**
 * Sends several statements at once, and Postgres runs them one after the other. Between statements that are sent one by one
 * Postgres waits until this process, which may be reading a list, has time to send the next one. When one of them fails, the
 * others after it do not run.
 *
 * @param trx - a transaction, or a session in which a transaction is open
 * @param statements - without parameters, which Postgres accepts for one statement only; their results are not returned
 */
export async function runTogether(
  trx: Kysely<Database>,
  statements: readonly RawBuilder<unknown>[],
): Promise<void> {
  const texts = statements.map((statement) => {
    const { sql: text, parameters } = statement.compile(trx);
    if (parameters.length > 0)
      throw new Error(`A statement that is sent with others has parameters: ${text}`);
    return text;
  });
  await sql.raw(texts.join('\n;')).execute(trx);
}
