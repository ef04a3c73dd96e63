/**
 * Makes the catalogue follow a published list: shows what the list has again, and, where the list is everything that its
 * provider has, hides what it lacks. Both compare the catalogue with the import's decisions in the table `found`.
 */
import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { hideSources, showSources } from '../../../shared/channel/missing-sources.ts';
import type { ListProvider } from '../../../shared/provider/list-provider.ts';
import { hideListings, showListings } from '../../../shared/video/series-listings.ts';
import {
  hideChapters,
  hideFilms,
  showChapters,
  showFilms,
  showVersions,
} from '../../../shared/video/missing-videos.ts';
import { hideVersions } from '../../../shared/video/versions.ts';

type Kind = 'source' | 'film' | 'chapter' | 'version';

const isFound = (kind: Kind, id: RawBuilder<unknown>) => sql`${id} in (
  select target_id from found where target_kind = ${kind} and target_id is not null)`;
const isListed = sql`series_listing.video_id in (
  select target_id from found where target_kind = 'series' and target_id is not null)`;
/** Whether a chapter came with a series of an account, whose list names no chapters. */
const isOfListing = sql`exists (
  select from series_listing as listing
  where listing.provider_id = chapter.provider_id and listing.video_id = chapter.video_id
    and listing.missing_since is null)`;
const ids = {
  source: sql.ref('channel_source.id'),
  film: sql.ref('video.id'),
  chapter: sql.ref('chapter.id'),
  version: sql.ref('video_version.id'),
} as const;

/** @returns how many sources, films, chapters, versions and listed series were shown, and hidden */
export async function followList(
  trx: Transaction<Database>,
  provider: ListProvider,
): Promise<{ shown: number; hidden: number }> {
  const shown =
    (await showSources(trx, isFound('source', ids.source))) +
    (await showFilms(trx, isFound('film', ids.film))) +
    (await showChapters(trx, isFound('chapter', ids.chapter))) +
    (await showVersions(trx, isFound('version', ids.version))) +
    (await showListings(trx, sql`provider_id = ${provider.id} and ${isListed}`));
  if (!provider.isWhole) return { shown, hidden: 0 };
  const isLost = (kind: Kind) => sql`provider_id = ${provider.id} and not (${isFound(kind, ids[kind])})`;
  const hidden =
    (await hideSources(trx, isLost('source'))) +
    (await hideVersions(trx, isLost('version'))) +
    (await hideFilms(trx, isLost('film'))) +
    (await hideChapters(trx, sql`${isLost('chapter')} and not ${isOfListing}`)) +
    (await hideListings(trx, sql`provider_id = ${provider.id} and not (${isListed})`));
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
    (await showChapters(trx, isOfImport)) +
    (await showVersions(trx, isOfImport)) +
    (await showListings(trx, isOfImport))
  );
}
