import type { Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Database } from './schema/index.ts';

/** Who acts. `accountId` is `null` for the operator at the machine itself. */
export interface Actor {
  accountId: string | null;
  username: string;
}

/** One administrative act, as the audit log keeps it. */
export interface Act {
  /** `noun.verb`, one of the contract's `auditActions`. */
  action: string;
  subjectId?: string | undefined;
  /** The subject's name at that moment. */
  subjectName: string;
  /** The fields that the act changed, and nothing else: never a password, a token, or an address with credentials. */
  before?: object | undefined;
  after?: object | undefined;
}

/** Writes an act to the audit log. Call it in the transaction of the act itself, so that both are committed or neither. */
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
