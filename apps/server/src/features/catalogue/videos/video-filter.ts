import { foldText } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { holdsWord } from '../../../shared/search/match-terms.ts';
import { isVideoForKids, kidsTipo } from '../../../shared/video/kids.ts';

/** The filters of a list of videos (type, section, genre, search text …); an absent field does not filter. */
export interface VideoFilter {
  tipo?: string | undefined;
  subtipo?: string | undefined;
  mainSection?: string | undefined;
  subcategoria?: string | undefined;
  genre?: string | undefined;
  search?: string | undefined;
}

/** SQL for every filter of a list of videos except the genre, on columns of the table `video`. */
export function filterVideos(
  where: ExpressionBuilder<Database, 'video'>,
  filter: VideoFilter,
): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (filter.tipo === kidsTipo) all.push(isVideoForKids);
  else if (filter.tipo !== undefined) all.push(where(sql.ref<string>('video.tipo'), '=', filter.tipo));
  if (filter.subtipo !== undefined) all.push(where('video.subtipo', '=', filter.subtipo));
  if (filter.mainSection !== undefined) all.push(where('video.main_section', '=', filter.mainSection));
  if (filter.subcategoria !== undefined) all.push(where('video.subcategoria', '=', filter.subcategoria));
  const words = searchWords(filter.search ?? '');
  if (words.length > 0) all.push(holdsWords(words));
  return all;
}

/** SQL condition: the `search_text` of a row named `video` holds all words. @param words - at least one */
export const holdsWords = (words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(
    words.map((word) => holdsWord(sql.ref('video.search_text'), word)),
    sql` and `,
  )}`;

/**
 * Returns the folded words (lower case, no accents) of a search text; a video matches when its own text contains all of
 * them, in any order.
 */
export function searchWords(search: string): string[] {
  return foldText(search)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 8);
}
