/*
 * Titles, chapters, versions, channels and their sources have tags besides their names: languages, a quality, an edition, a
 * country. Lists and new readings set them from names, and an administrator can change them in the editor. Which ones an
 * administrator has set is in the column `edited_tags` of the same row, and lists and new readings leave these alone. The
 * tags of an address, and the column, move with the address: to a version, and back.
 *
 * @see docs/decisions/082-tags-that-administrators-set.md
 */
import { sql, type RawBuilder } from 'kysely';

const tagNames = ['languages', 'quality', 'edition', 'country'] as const;
export type TagName = (typeof tagNames)[number];

/** The tags of a stored row; a table lacks those that its rows never have. */
export interface KnownTags {
  languages?: readonly string[] | null | undefined;
  quality?: string | null | undefined;
  edition?: string | null | undefined;
  country?: string | null | undefined;
  edited_tags?: readonly string[] | null | undefined;
}

/** Tags that an editor sent; `undefined` keeps the stored one. */
export type SentTags = Omit<KnownTags, 'edited_tags'>;

/** The columns that an edit of tags writes. */
export interface TagColumns {
  languages?: string[] | null;
  quality?: string | null;
  edition?: string | null;
  country?: string | null;
  edited_tags?: string[];
}

/** @returns the columns that differ from the stored row, with the new `edited_tags`; nothing where no tag differs */
export function changedTags(sent: SentTags, known: KnownTags = {}): TagColumns {
  const changed = tagNames.filter((name) => {
    const value = sent[name];
    return value !== undefined && textOf(value) !== textOf(known[name]);
  });
  if (changed.length === 0) return {};
  return {
    ...Object.fromEntries(changed.map((name) => [name, emptyAsNull(sent[name])])),
    edited_tags: [...new Set([...(known.edited_tags ?? []), ...changed])].toSorted(),
  };
}

const emptyAsNull = (value: SentTags[TagName]) => (value === undefined || value?.length === 0 ? null : value);
const textOf = (value: SentTags[TagName]): string => JSON.stringify(emptyAsNull(value));

/** SQL condition: an administrator has set a tag of a row. @param row - the row's name in the query */
export const isTagEdited = (name: TagName, row: string): RawBuilder<unknown> =>
  sql`(${sql.lit(name)} = any(${sql.ref(`${row}.edited_tags`)})) is true`;

/**
 * SQL for the tag that a row gets: its own where an administrator has set it, otherwise the given one.
 *
 * @param row - the row's name in the query
 */
export const keptTag = (name: TagName, row: string, given: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${isTagEdited(name, row)} then ${sql.ref(`${row}.${name}`)} else ${given} end`;

/** SQL for the array of texts that a JSON array has; null for what is no array. */
export const textsOf = (json: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when jsonb_typeof(${json}) = 'array' then array(select jsonb_array_elements_text(${json})) end`;
