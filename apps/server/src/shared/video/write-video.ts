import { foldText } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { addressColumns } from './address-columns.ts';
import { sortTitle } from './title-keys.ts';
import { writeSeasons, type SeasonDraft } from './write-seasons.ts';

/** A video as it is written: a film has an address, everything else has seasons. */
export interface VideoDraft {
  title: string;
  description: string;
  tipo: string;
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
  requiresPlan?: readonly string[] | undefined;
  address?: string | undefined;
  seasons?: readonly SeasonDraft[] | undefined;
  isDemo?: boolean | undefined;
}

/** The columns of a draft, but for its address. */
export function videoColumns(draft: VideoDraft) {
  const seasons = draft.seasons ?? [];
  return {
    title: draft.title,
    title_sort: sortTitle(draft.title),
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
    requires_plan: [...(draft.requiresPlan ?? [])],
    season_count: seasons.length,
    chapter_count: seasons.reduce((sum, { chapters }) => sum + chapters.length, 0),
  };
}

/**
 * Writes a video with its genres, seasons and chapters.
 *
 * @returns its key @throws a conflict on `video_address_hash_key` or `chapter_address_hash_key` where an address is there
 */
export async function insertVideo(trx: Transaction<Database>, draft: VideoDraft): Promise<string> {
  const id = newId();
  // One moment for the video and its genres: their lists are in the same order.
  const createdAt = new Date();
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

/** @param createdAt - of the video */
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
