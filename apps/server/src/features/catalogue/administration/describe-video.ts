import { addressHost } from '../../../platform/address-host.ts';
import type { VideoDraft } from '../write-video.ts';

const descriptionShown = 300;
const host = (address: string | null | undefined): string | null => (address ? addressHost(address) : null);

/** A video as the audit log keeps it: of addresses the host alone, of seasons and chapters how many there are. */
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
    description: draft.description.slice(0, descriptionShown),
    isFeatured: draft.isFeatured ?? false,
    active: draft.active ?? true,
    requiresPlan: draft.requiresPlan ?? [],
    url: host(draft.address),
    trailerUrl: host(draft.trailerAddress),
    customThumbnail: host(draft.customThumbnail),
    thumbnail: host(draft.thumbnail),
    tmdbThumbnail: host(draft.tmdbThumbnail),
    backdrop: host(draft.backdrop),
    seasonCount: seasons.length,
    chapterCount: seasons.reduce((sum, { chapters }) => sum + chapters.length, 0),
  };
}
