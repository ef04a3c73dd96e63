import { createHash } from 'node:crypto';
import { foldText, type StreamKind } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { normaliseAddress, providerKey, streamKindOf } from '@butaca/m3u';
import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { sortTitle } from './sort-title.ts';

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
  thumbnail?: string | null | undefined;
  backdrop?: string | null | undefined;
  trailerAddress?: string | null | undefined;
  isFeatured?: boolean | undefined;
  requiresPlan?: readonly string[] | undefined;
  address?: string | undefined;
  seasons?: readonly SeasonDraft[] | undefined;
  isDemo?: boolean | undefined;
}

export interface SeasonDraft {
  seasonNumber: number;
  title?: string | undefined;
  chapters: readonly ChapterDraft[];
}

export interface ChapterDraft {
  chapterNumber: number;
  title: string;
  description?: string | undefined;
  duration?: string | undefined;
  thumbnail?: string | null | undefined;
  address?: string | undefined;
}

/**
 * Writes a video with its genres, seasons and chapters.
 *
 * @returns its key @throws a conflict on `video_address_hash_key` or `chapter_address_hash_key` where an address is there
 */
export async function insertVideo(trx: Transaction<Database>, draft: VideoDraft): Promise<string> {
  const id = newId();
  const seasons = draft.seasons ?? [];
  // One moment for the video and its genres: their lists are in the same order.
  const createdAt = new Date();
  await trx
    .insertInto('video')
    .values({
      id,
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
      thumbnail: draft.thumbnail ?? null,
      backdrop: draft.backdrop ?? null,
      trailer_address: draft.trailerAddress ?? null,
      is_featured: draft.isFeatured ?? false,
      requires_plan: [...(draft.requiresPlan ?? [])],
      season_count: seasons.length,
      chapter_count: seasons.reduce((sum, { chapters }) => sum + chapters.length, 0),
      is_demo: draft.isDemo ?? false,
      created_at: createdAt,
      ...addressColumns(draft.address),
    })
    .execute();
  const genres = new Map(draft.genres.map((genre) => [foldText(genre), genre]));
  genres.delete('');
  if (genres.size > 0) {
    await trx
      .insertInto('video_genre')
      .values(
        [...genres].map(([folded, genre]) => ({
          video_id: id,
          genre_folded: folded,
          genre,
          tipo: draft.tipo,
          main_section: draft.mainSection ?? null,
          active: true,
          created_at: createdAt,
        })),
      )
      .execute();
  }
  for (const season of seasons) await insertSeason(trx, id, season);
  return id;
}

async function insertSeason(trx: Transaction<Database>, videoId: string, season: SeasonDraft): Promise<void> {
  const seasonId = newId();
  await trx
    .insertInto('season')
    .values({
      id: seasonId,
      video_id: videoId,
      season_number: season.seasonNumber,
      title: season.title ?? '',
    })
    .execute();
  if (season.chapters.length === 0) return;
  await trx
    .insertInto('chapter')
    .values(
      season.chapters.map((chapter, position) => ({
        id: newId(),
        season_id: seasonId,
        video_id: videoId,
        position,
        chapter_number: chapter.chapterNumber,
        title: chapter.title,
        description: chapter.description ?? '',
        duration: chapter.duration ?? '0:00',
        thumbnail: chapter.thumbnail ?? null,
        ...addressColumns(chapter.address),
      })),
    )
    .execute();
}

interface AddressColumns {
  address: string | null;
  address_hash: Buffer | null;
  provider_key: string | null;
  stream_kind: StreamKind | null;
}

/** Reads from an address how it plays and by what it is known: two spellings of one address have one hash. */
function addressColumns(address: string | undefined): AddressColumns {
  if (address === undefined || address === '') {
    return { address: null, address_hash: null, provider_key: null, stream_kind: null };
  }
  const isInternal = address.startsWith('internal:');
  const identity = isInternal ? address : normaliseAddress(address);
  return {
    address,
    address_hash: createHash('sha256').update(identity).digest(),
    provider_key: (isInternal ? undefined : providerKey(address)) ?? null,
    stream_kind: streamKindOf(address),
  };
}
