import type { Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Database } from './schema/index.ts';

/** The administrator who performs an audited action. `accountId` is `null` for the operator at the server's machine. */
export interface Actor {
  accountId: string | null;
  username: string;
}

/** One audited action, as the audit log stores it. */
export interface Act {
  /** The name of the action, `noun.verb`: one of the contract's `auditActions`. */
  action: string;
  subjectId?: string | undefined;
  /** The subject's name at the time of the action. */
  subjectName: string;
  /** Only the fields that the action changed; never a password, a token, or a URL with credentials. */
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Writes an audited action to the log. Must run in the action's own transaction, so that both are committed or neither.
 */
export async function recordAct(trx: Kysely<Database>, actor: Actor, act: Act): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({
      id: randomUUID(),
      account_id: actor.accountId,
      username: actor.username,
      action: act.action,
      subject_id: act.subjectId ?? null,
      subject_name: act.subjectName,
      before: act.before === undefined ? null : JSON.stringify(act.before),
      after: act.after === undefined ? null : JSON.stringify(act.after),
    })
    .execute();
}
