/**
 * Makes the catalogue follow a published list: shows what the list has again, and, where the list is everything that its
 * provider has, hides what it lacks. Both compare the catalogue with the import's decisions in the table `found`.
 */
import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { hideSources, showSources } from '../../../shared/channel/missing-sources.ts';
import type { ListProvider } from '../../../shared/provider/list-provider.ts';
import { hideChapters, hideFilms, showChapters, showFilms } from '../../../shared/video/missing-videos.ts';

type Kind = 'source' | 'film' | 'chapter';

const isFound = (kind: Kind, id: RawBuilder<unknown>) => sql`${id} in (
  select target_id from found where target_kind = ${kind} and target_id is not null)`;
const ids = {
  source: sql.ref('channel_source.id'),
  film: sql.ref('video.id'),
  chapter: sql.ref('chapter.id'),
} as const;

/** @returns how many sources, films and chapters were shown, and hidden */
export async function followList(
  trx: Transaction<Database>,
  provider: ListProvider,
): Promise<{ shown: number; hidden: number }> {
  const shown =
    (await showSources(trx, isFound('source', ids.source))) +
    (await showFilms(trx, isFound('film', ids.film))) +
    (await showChapters(trx, isFound('chapter', ids.chapter)));
  if (!provider.isWhole) return { shown, hidden: 0 };
  const isLost = (kind: Kind) => sql`provider_id = ${provider.id} and not (${isFound(kind, ids[kind])})`;
  const hidden =
    (await hideSources(trx, isLost('source'))) +
    (await hideFilms(trx, isLost('film'))) +
    (await hideChapters(trx, isLost('chapter')));
  return { shown, hidden };
}

/** Shows what publishing an import has hidden, when the import is undone. @returns how many */
export async function showHidden(
  trx: Transaction<Database>,
  providerId: string,
  publishedAt: RawBuilder<unknown>,
): Promise<number> {
  // Everything that an import hides bears the time of its transaction, and no other import has the same.
  const isOfImport = sql`provider_id = ${providerId} and missing_since = ${publishedAt}`;
  return (
    (await showSources(trx, isOfImport)) +
    (await showFilms(trx, isOfImport)) +
    (await showChapters(trx, isOfImport))
  );
}
