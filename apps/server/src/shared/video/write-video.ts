import { foldText, type VideoType } from '@butaca/contract';
import type { Database, VideoRow } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { changedFields } from '../../platform/changed-fields.ts';
import type { KnownTags } from '../source-tags.ts';
import { addressColumns, noHeaders } from './address-columns.ts';
import { markByHand } from './fact-columns.ts';
import { titleKeys } from './title-keys.ts';
import { countParts } from './write-sets.ts';
import { writeSeasons, type SeasonChanges, type SeasonDraft } from './write-seasons.ts';
import { systemClock } from '../../platform/clock.ts';

/** A video that is to be written: a film has a stream address, all other kinds have seasons. */
export interface VideoDraft {
  title: string;
  description: string;
  tipo: VideoType;
  subtipo?: string | null | undefined;
  mainSection?: string | null | undefined;
  subcategoria?: string | null | undefined;
  genres: readonly string[];
  releaseYear?: number | null | undefined;
  rating?: number | null | undefined;
  customThumbnail?: string | null | undefined;
  thumbnail?: string | null | undefined;
  tmdbThumbnail?: string | null | undefined;
  backdrop?: string | null | undefined;
  trailerAddress?: string | null | undefined;
  isFeatured?: boolean | undefined;
  active?: boolean | undefined;
  isAdult?: boolean | undefined;
  /** Whether an administrator has changed the mark `isAdult`, after which imports leave it alone. */
  isAdultEdited?: boolean | undefined;
  /** What is known of the video besides, and which of it an administrator has set; a series has a country only. */
  tags?: KnownTags | undefined;
  requiresPlan?: readonly string[] | undefined;
  address?: string | undefined;
  seasons?: readonly SeasonDraft[] | undefined;
  isDemo?: boolean | undefined;
}

/** Returns the columns of a video that is to be written, except those of its stream address. */
function videoColumns(draft: VideoDraft) {
  const seasons = draft.seasons ?? [];
  return {
    title: draft.title,
    ...titleKeys(draft.title),
    search_text: foldText(`${draft.title} ${draft.description}`),
    description: draft.description,
    tipo: draft.tipo,
    subtipo: draft.subtipo ?? null,
    main_section: draft.mainSection ?? null,
    subcategoria: draft.subcategoria ?? null,
    genres: [...draft.genres],
    release_year: draft.releaseYear ?? null,
    rating: draft.rating ?? null,
    custom_thumbnail: draft.customThumbnail ?? null,
    thumbnail: draft.thumbnail ?? null,
    tmdb_thumbnail: draft.tmdbThumbnail ?? null,
    backdrop: draft.backdrop ?? null,
    trailer_address: draft.trailerAddress ?? null,
    is_featured: draft.isFeatured ?? false,
    active: draft.active ?? true,
    is_adult: draft.isAdult ?? false,
    is_adult_edited: draft.isAdultEdited ?? false,
    ...tagColumns(draft.tags),
    requires_plan: [...(draft.requiresPlan ?? [])],
    season_count: seasons.length,
    chapter_count: seasons.reduce((sum, { chapters }) => sum + chapters.length, 0),
  };
}

function tagColumns({ languages, quality, edition, country, edited_tags: edited }: KnownTags = {}) {
  return {
    languages: languages ? [...languages] : null,
    quality: quality ?? null,
    edition: edition ?? null,
    country: country ?? null,
    edited_tags: edited ? [...edited] : null,
  };
}

/**
 * Inserts a video with its genres, seasons and chapters.
 *
 * @returns its id @throws a conflict on `video_address_hash_key` or `chapter_address_hash_key` when an address already
 * exists
 */
export async function insertVideo(trx: Transaction<Database>, draft: VideoDraft): Promise<string> {
  const id = newId();
  // A video and its rows in `video_genre` get the same creation time, so that lists by either table have the same
  // order.
  const createdAt = systemClock.now();
  await trx
    .insertInto('video')
    .values({
      id,
      ...videoColumns(draft),
      ...addressColumns(draft.address),
      is_demo: draft.isDemo ?? false,
      created_at: createdAt,
    })
    .execute();
  await insertGenres(trx, id, draft, createdAt);
  await writeSeasons(trx, id, draft.seasons ?? []);
  return id;
}

/**
 * Writes to the database what differs between a stored video and the video that an administrator sent.
 *
 * @param row - the stored video, locked by the transaction
 * @param known - the stored video in the same form as `draft`
 * @returns the changes to seasons and chapters; `undefined` when nothing differs
 * @throws a conflict on `video_address_hash_key` or `chapter_address_hash_key` when an address already exists
 */
export async function updateVideo(
  trx: Transaction<Database>,
  row: VideoRow,
  known: VideoDraft,
  draft: VideoDraft,
): Promise<SeasonChanges | undefined> {
  const changes = await writeSeasons(trx, row.id, draft.seasons ?? []);
  const columns = changedFields(
    { ...videoColumns(known), ...addressColumns(known.address) },
    { ...videoColumns(draft), ...addressColumns(draft.address) },
  );
  if (!changes.isTouched && changes.tagged === 0 && columns === undefined) return undefined;
  await trx
    .updateTable('video')
    .set({
      ...videoColumns(draft),
      ...changedAddress(row, draft.address),
      ...markByHand(row, Object.keys(columns?.after ?? {})),
      // What an administrator activates is no longer hidden because a list lacks it.
      ...(draft.active !== false && { missing_since: null }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .execute();
  // Some of the chapters that the editor shows may be hidden from viewers.
  await countParts(sql`select ${row.id}::text`).execute(trx);
  await trx.deleteFrom('video_genre').where('video_id', '=', row.id).execute();
  await insertGenres(trx, row.id, draft, row.created_at);
  return changes;
}

/** Notes that an administrator edited a video of which only versions changed: the undo of an import then keeps it. */
export async function noteEdit(trx: Transaction<Database>, id: string): Promise<void> {
  await trx
    .updateTable('video')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes videos with their genres, seasons and chapters. @returns those given videos that existed */
export const deleteVideos = (trx: Transaction<Database>, ids: readonly string[]): Promise<VideoRow[]> =>
  trx
    .deleteFrom('video')
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .returningAll()
    .execute();

export async function deleteDemoVideos(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom('video').where('is_demo', '=', true).execute();
}

/** Inserts the genres of a video into `video_genre`. @param createdAt - the creation time of the video */
export async function insertGenres(
  trx: Transaction<Database>,
  videoId: string,
  draft: Pick<VideoDraft, 'genres' | 'tipo' | 'mainSection' | 'active'>,
  createdAt: Date,
): Promise<void> {
  const genres = new Map(draft.genres.map((genre) => [foldText(genre), genre]));
  genres.delete('');
  if (genres.size === 0) return;
  await trx
    .insertInto('video_genre')
    .values(
      [...genres].map(([folded, genre]) => ({
        video_id: videoId,
        genre_folded: folded,
        genre,
        tipo: draft.tipo,
        main_section: draft.mainSection ?? null,
        active: draft.active ?? true,
        created_at: createdAt,
      })),
    )
    .execute();
}

/**
 * Returns the columns to write when the stream address of a video changes. The provider key (the provider's own id of a
 * stream) and the request headers that an import stored are kept only while the address is unchanged.
 */
function changedAddress(row: VideoRow, address: string | undefined) {
  if (address === (row.address ?? undefined)) return {};
  const columns = addressColumns(address);
  const isRespelt = row.address_hash !== null && columns.address_hash?.equals(row.address_hash) === true;
  return isRespelt ? { address: columns.address } : { ...columns, ...noHeaders };
}
