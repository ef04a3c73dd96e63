import type { VideoType } from '@butaca/contract';
import { chapterClock } from '../../../shared/video/chapter-clock.ts';
import type { DemoTitle } from './demo-catalogue.ts';
import { filmSeconds } from './film-playlist.ts';

/** A video of the demo, as the catalogue accepts it, with the slug by which the demo's collections refer to it. */
export interface DemoVideo {
  slug: string;
  title: string;
  description: string;
  tipo: VideoType;
  subtipo?: string | null;
  mainSection?: string | null;
  subcategoria?: string | null;
  genres: readonly string[];
  releaseYear?: number | null;
  rating?: number | null;
  thumbnail?: string;
  backdrop?: string | null;
  trailerAddress?: string | null;
  isFeatured?: boolean;
  requiresPlan?: readonly string[];
  address?: string;
  seasons?: readonly {
    seasonNumber: number;
    title?: string;
    chapters: readonly {
      chapterNumber: number;
      title: string;
      description?: string;
      duration?: string;
      thumbnail?: string | null;
      address?: string;
    }[];
  }[];
}

/**
 * Returns the internal address of a media or image file in the demo's folder, as the stream gateway and the images
 * feature resolve it.
 */
const asset = (path: string | null | undefined): string | null => (path ? `internal:demo/${path}` : null);
/**
 * Returns the internal address of a demo film. Several titles play the same recording; the title's slug keeps their
 * addresses distinct.
 */
const film = (owner: string, media: string): string => `internal:demo/films/${media}/${owner}/index.m3u8`;

export function toDemoVideo(title: DemoTitle): DemoVideo {
  const { slug } = title;
  return {
    slug,
    title: title.title,
    description: title.description,
    tipo: title.tipo,
    subtipo: title.subtipo ?? null,
    mainSection: title.mainSection ?? null,
    subcategoria: title.subcategoria ?? null,
    genres: title.genres,
    releaseYear: title.releaseYear ?? null,
    rating: title.rating ?? null,
    thumbnail: asset(title.poster) ?? '',
    backdrop: asset(title.backdrop),
    trailerAddress: title.trailer ? film(`${slug}-trailer`, title.trailer) : null,
    isFeatured: title.isFeatured,
    requiresPlan: title.requiresPlan,
    ...(title.media && { address: film(slug, title.media) }),
    seasons: title.seasons.map((season) => ({
      seasonNumber: season.seasonNumber,
      title: season.title ?? `Temporada ${season.seasonNumber}`,
      chapters: season.chapters.map((chapter) => ({
        chapterNumber: chapter.chapterNumber,
        title: chapter.title,
        description: chapter.description,
        duration: chapterClock(filmSeconds),
        thumbnail: asset(chapter.thumbnail),
        address: film(`${slug}-${season.seasonNumber}-${chapter.chapterNumber}`, chapter.media),
      })),
    })),
  };
}
