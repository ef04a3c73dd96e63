import { markAddress } from '../../../shared/address-mark.ts';
import type { VideoDraft } from '../../../shared/video/write-video.ts';

const descriptionShown = 300;
const mark = (address: string | null | undefined): string | null => (address ? markAddress(address) : null);

/**
 * Describes a video for the audit log: addresses are reduced to the host and a fingerprint, seasons and chapters to
 * their counts.
 */
export function describeVideo(draft: VideoDraft): Readonly<Record<string, unknown>> {
  const seasons = draft.seasons ?? [];
  return {
    title: draft.title,
    tipo: draft.tipo,
    subtipo: draft.subtipo,
    mainSection: draft.mainSection,
    subcategoria: draft.subcategoria,
    genres: draft.genres,
    releaseYear: draft.releaseYear,
    rating: draft.rating,
    description: Array.from(draft.description).slice(0, descriptionShown).join(''),
    isFeatured: draft.isFeatured ?? false,
    active: draft.active ?? true,
    isAdult: draft.isAdult ?? false,
    languages: draft.tags?.languages ?? null,
    quality: draft.tags?.quality ?? null,
    edition: draft.tags?.edition ?? null,
    country: draft.tags?.country ?? null,
    requiresPlan: draft.requiresPlan ?? [],
    url: mark(draft.address),
    trailerUrl: mark(draft.trailerAddress),
    customThumbnail: mark(draft.customThumbnail),
    thumbnail: mark(draft.thumbnail),
    tmdbThumbnail: mark(draft.tmdbThumbnail),
    backdrop: mark(draft.backdrop),
    seasonCount: seasons.length,
    chapterCount: seasons.reduce((sum, { chapters }) => sum + chapters.length, 0),
  };
}
