import type { VideoType } from '@butaca/contract';
import type { VideoSearch } from './videos.queries.ts';

/**
 * Reads page, search term and filters of the table of videos from the URL; in a tab of one type, that type is the type
 * filter.
 */
export const readVideoView = (query: URLSearchParams, ownTipo: VideoType | undefined): VideoSearch => ({
  page: Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1),
  search: query.get('buscar') ?? '',
  tipo: ownTipo ?? query.get('tipo') ?? '',
  subcategoria: query.get('subcategoria') ?? '',
});

/** The URL query for a page, search term and filters of the table of videos; default values are left out. */
export const writeVideoView = (
  view: VideoSearch,
  tab: string,
  ownTipo: VideoType | undefined,
): URLSearchParams =>
  new URLSearchParams({
    tab,
    ...(view.search !== '' && { buscar: view.search }),
    ...(ownTipo === undefined && view.tipo !== '' && { tipo: view.tipo }),
    ...(view.subcategoria !== '' && { subcategoria: view.subcategoria }),
    ...(view.page > 1 && { pagina: String(view.page) }),
  });
