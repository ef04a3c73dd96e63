/*
 * Titles and channels for adults have a mark, the column `is_adult` of `video` and `channel`. An import sets it where the
 * list says so, and an administrator can change it in the editor. Two rules follow from the mark, and both are here:
 *
 * - The server never chooses what is marked by itself: pages that a family opens together (the home page,
 *   featured titles, the newest titles, recommendations, what the search page shows before something is typed, pictures
 *   of sections, the page of plans) leave it out. Lists, sections and searches have it.
 * - With the setting «Ocultar el contenido para adultos», what is marked is for viewers what an inactive title is: it does
 *   not exist.
 */
import { saysAdults } from '@butaca/titles';
import { sql, type RawBuilder } from 'kysely';

type Marked = 'video' | 'channel';

/** SQL condition on rows of `video` or `channel`: the server may choose the row by itself. */
export const isChoosable = (table: Marked): RawBuilder<boolean> =>
  sql<boolean>`not ${sql.ref(`${table}.is_adult`)}`;

/** Without its one row, the table `setting` hides what is marked: the value is then unknown, and no row passes. */
const isHiding = sql`(select hide_adults from setting)`;

/** SQL condition on rows of `video` or `channel`: the row is active, and the settings do not hide it from viewers. */
export const isShown = (table: Marked): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.active`)} and not (${sql.ref(`${table}.is_adult`)} and ${isHiding}))`;

/** SQL condition: the settings do not hide the video with an id from viewers. @param id - a reference to a column */
export const isVideoUnhidden = (id: string): RawBuilder<boolean> =>
  sql<boolean>`(not ${isHiding} or not exists (
    select from video as marked where marked.id = ${sql.ref(id)} and marked.is_adult))`;

/** The mark of a stored title or channel, and the names of its genres, categories or section. */
export interface KnownMark {
  isAdult: boolean;
  groups: readonly (string | null | undefined)[];
}

/**
 * Decides on the mark of a title or channel that an administrator saves. A mark that was changed in the editor counts;
 * otherwise the present one stays, and a group that newly says «Adultos» sets it.
 *
 * @param sent - the mark that the editor sent
 * @param known - the stored title or channel; `undefined` for a new one
 * @returns the mark, and whether the administrator changed it, after which imports leave it alone
 */
export function decideMark(
  sent: boolean | undefined,
  groups: KnownMark['groups'],
  known: KnownMark = { isAdult: false, groups: [] },
): { isAdult: boolean; isEdited: boolean } {
  if (sent !== undefined && sent !== known.isAdult) return { isAdult: sent, isEdited: true };
  const says = (names: KnownMark['groups']): boolean => names.some((name) => saysAdults(name ?? ''));
  return { isAdult: known.isAdult || (says(groups) && !says(known.groups)), isEdited: false };
}
