/**
 * What is remembered of the choices that administrators make in the previews of a provider: for groups, and for all
 * entries with names and addresses of one form. Publishing a preview writes both; here they are listed and forgotten.
 */
import { hash } from 'node:crypto';
import type { GroupChoice, ProviderRule } from '@butaca/contract';
import { recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { NameRule } from '../../../shared/provider/list-provider.ts';

interface Remembered {
  name: string;
  groups: readonly GroupChoice[];
  rules: readonly NameRule[];
}

/** @throws AppError `provider.not_found` */
export async function listRules(db: Kysely<Database>, id: string): Promise<ProviderRule[]> {
  return toRules(await requireRemembered(db, id));
}

/**
 * Forgets a choice; one that is forgotten already stays so. What the last list was known by is forgotten, too, so that the
 * next refresh reads the list even where it has not changed.
 *
 * @throws AppError `provider.not_found`
 */
export async function forgetRule(
  db: Kysely<Database>,
  id: string,
  ruleId: string,
  actor: Actor,
): Promise<ProviderRule[]> {
  return db.transaction().execute(async (trx) => {
    const before = await requireRemembered(trx, id, true);
    const groups = before.groups.filter(({ group }) => idOf('group', group) !== ruleId);
    const rules = before.rules.filter(({ form }) => idOf('form', form) !== ruleId);
    const after = { ...before, groups, rules };
    if (groups.length + rules.length === before.groups.length + before.rules.length) return toRules(after);
    await trx
      .updateTable('provider')
      .set({
        group_choices: JSON.stringify(groups),
        name_rules: JSON.stringify(rules),
        etag: null,
        last_modified: null,
        list_hash: null,
      })
      .where('id', '=', id)
      .execute();
    await recordAct(trx, actor, { action: 'provider.update', subjectId: id, subjectName: before.name });
    return toRules(after);
  });
}

async function requireRemembered(db: Kysely<Database>, id: string, isLocked = false): Promise<Remembered> {
  const row = await db
    .selectFrom('provider')
    .select(['name', sql<GroupChoice[]>`group_choices`.as('groups'), sql<NameRule[]>`name_rules`.as('rules')])
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new AppError('provider.not_found');
  return row;
}

const toRules = ({ groups, rules }: Remembered): ProviderRule[] => [
  ...rules.map(({ form, tipo }) => ({
    _id: idOf('form', form),
    kind: 'form' as const,
    name: form,
    tipo,
    isIncluded: true,
  })),
  ...groups.map(({ group, tipo, isIncluded }) => ({
    _id: idOf('group', group),
    kind: 'group' as const,
    name: group,
    tipo: tipo ?? null,
    isIncluded,
  })),
];

const idOf = (kind: ProviderRule['kind'], name: string): string =>
  hash('sha256', `${kind}:${name}`, 'hex').slice(0, 32);
