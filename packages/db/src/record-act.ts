import type { Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Database } from './schema/index.ts';

/**
 * Who performs an action that goes into the audit log. `accountId` is `null` for the operator, who works on the
 * server's machine without an account.
 */
export interface Actor {
  accountId: string | null;
  username: string;
}

/** One action of an administrator, or what a viewer added to a collection, as the audit log stores it. */
export interface Act {
  /** The name of the action, `noun.verb`: one of the `auditActions` in the API contract. */
  action: string;
  subjectId?: string | undefined;
  /** The name of the account, title or other object that was acted on, as it was at the time of the action. */
  subjectName: string;
  /** The former values of the fields that the action changed; never a password, a token, or a URL with credentials. */
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Writes an action to the audit log. Must run in the transaction of the action itself, so that both are committed or
 * neither.
 *
 * @returns the id of the entry
 */
export async function recordAct(trx: Kysely<Database>, actor: Actor, act: Act): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto('audit_entry')
    .values({
      id,
      account_id: actor.accountId,
      username: actor.username,
      action: act.action,
      subject_id: act.subjectId ?? null,
      subject_name: act.subjectName,
      before: act.before === undefined ? null : JSON.stringify(act.before),
      after: act.after === undefined ? null : JSON.stringify(act.after),
    })
    .execute();
  return id;
}
