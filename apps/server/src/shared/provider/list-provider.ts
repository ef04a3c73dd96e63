import { hash } from 'node:crypto';
import type { GroupChoice, ImportType } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';

/** A choice for a group of a list, as it is kept. */
export interface KeptGroupChoice extends GroupChoice {
  /**
   * Of a choice for entries without a group: whether it is for those alone that have no section either. Choices from
   * before channels without a group had sections are for all entries without a group.
   */
  isRest?: boolean | undefined;
}

/** The provider to which the entries of an imported list belong. */
export interface ListProvider {
  id: string;
  name: string;
  /** What the list is: an M3U file, or what an Xtream account has. */
  format: 'm3u' | 'xtream';
  /**
   * Whether the list is everything that the provider has, as the list at a provider's address is: what it lacks is then
   * missing. An uploaded file may be a part.
   */
  isWhole: boolean;
  /** How many entries the list had when it was published last; `null` before the first time. */
  publishedEntries: number | null;
  /** Whether an import of the list was undone since it was published last: what it brought comes back only with consent. */
  isUndone: boolean;
  /** What an administrator has chosen for groups of the list; it holds for each refresh. */
  choices: readonly KeptGroupChoice[];
  /** What an administrator has chosen for all entries of a form; it holds for each refresh, too. */
  rules: readonly NameRule[];
}

/** What all entries become whose names and addresses have one form, such as `… (año)`. */
export interface NameRule {
  form: string;
  tipo: ImportType;
}

/** What publishing a list changed in the catalogue. */
export interface ListChanges {
  added: number;
  updated: number;
  /** How many sources, films and chapters were hidden because the list lacks them, and shown because it has them again. */
  hidden: number;
  shown: number;
  /** Whether an import of the list was undone since. */
  isUndone?: true;
}

/**
 * Why a refreshed list waits for an administrator: it is the first one of its provider, an import of the list was undone, or
 * it has much less than before. `now` and `before` are numbers of entries: of all, or of one kind of an account. `turned` are
 * channels that would become films or chapters: how many, and how many channels the list has had.
 */
export type WaitingReason =
  | { kind: 'new' }
  | { kind: 'undone' }
  | { kind: 'entries' | 'channels' | 'films' | 'series' | 'turned'; now: number; before: number };

/**
 * Returns the provider of an uploaded file: files of the same name are the same list, uploaded again. Its row is made
 * when the list is published.
 */
export const providerOfFile = (fileName: string): ListProvider => ({
  id: `file-${hash('sha256', fileName, 'hex').slice(0, 32)}`,
  name: fileName,
  format: 'm3u',
  isWhole: false,
  publishedEntries: null,
  isUndone: false,
  choices: [],
  rules: [],
});

/** Finds the provider of a list at an address. @returns `undefined` for one of files, or one that is removed */
export async function findListProvider(db: Kysely<Database>, id: string): Promise<ListProvider | undefined> {
  const row = await db
    .selectFrom('provider')
    .select([
      'id',
      'name',
      'kind',
      'entries',
      sql<KeptGroupChoice[]>`group_choices`.as('choices'),
      sql<NameRule[]>`name_rules`.as('rules'),
      sql<boolean>`coalesce(changes ? 'isUndone', false)`.as('is_undone'),
    ])
    .where('id', '=', id)
    .where('kind', '<>', 'file')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      id,
      name: row.name,
      format: row.kind === 'xtream' ? 'xtream' : 'm3u',
      isWhole: true,
      publishedEntries: row.entries,
      isUndone: row.is_undone,
      choices: row.choices,
      rules: row.rules,
    }
  );
}

/** Finds what is remembered for the entries of a provider's lists, also of one of files. */
export async function findNameRules(db: Kysely<Database>, id: string): Promise<readonly NameRule[]> {
  const row = await db
    .selectFrom('provider')
    .select(sql<NameRule[]>`name_rules`.as('rules'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.rules ?? [];
}

/** Records, in the transaction that publishes a list, what is remembered for the entries of its provider's lists. */
export async function keepNameRules(
  trx: Transaction<Database>,
  { id }: ListProvider,
  rules: ReadonlyMap<string, ImportType>,
): Promise<void> {
  const kept: NameRule[] = [...rules].map(([form, tipo]) => ({ form, tipo }));
  await trx
    .updateTable('provider')
    .set({ name_rules: JSON.stringify(kept) })
    .where('id', '=', id)
    .execute();
}

/**
 * Makes sure, in the transaction that writes the entries of a list, that its provider has a row and is not removed; it
 * cannot be removed while an import writes. The row is not locked, because an import may take minutes.
 *
 * @returns `false` when the provider of a list at an address is gone
 */
export async function keepProvider(
  trx: Transaction<Database>,
  { id, name, isWhole }: ListProvider,
): Promise<boolean> {
  if (isWhole) {
    const row = await trx
      .selectFrom('provider')
      .select('id')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  }
  await trx
    .insertInto('provider')
    .values({ id, name, kind: 'file' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await trx
    .updateTable('provider')
    .set({ removed_at: null })
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .execute();
  return true;
}

/**
 * What a list that was requested earlier is compared with, emptied: the catalogue has another list by now. A refresh that
 * publishes its list directly writes the values of that list afterwards.
 */
const unknownList = { etag: null, last_modified: null, list_hash: null } as const;

/**
 * Records what publishing a list changed, in the transaction that publishes it.
 *
 * @param list - `choices`: the choices for its groups; `undefined` for a refresh, during which they may have been changed
 */
export async function noteListPublished(
  trx: Transaction<Database>,
  { id }: ListProvider,
  list: { entries: number; changes: ListChanges; choices: readonly KeptGroupChoice[] | undefined },
): Promise<void> {
  await trx
    .updateTable('provider')
    .set({
      entries: list.entries,
      changes: JSON.stringify(list.changes),
      ...(list.choices && { group_choices: JSON.stringify(list.choices) }),
      refreshed_at: sql<Date>`now()`,
      error_code: null,
      error_count: 0,
      ...unknownList,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Records, in the transaction that undoes an import, that the catalogue no longer has what the list of a provider has. Files
 * are not refreshed, so nothing is recorded of them.
 */
export async function noteListUndone(trx: Transaction<Database>, id: string): Promise<void> {
  const changes: ListChanges = { added: 0, updated: 0, hidden: 0, shown: 0, isUndone: true };
  await trx
    .updateTable('provider')
    .set({ changes: JSON.stringify(changes), ...unknownList })
    .where('id', '=', id)
    .where('kind', '<>', 'file')
    .execute();
}
