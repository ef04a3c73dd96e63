import { defaultPageSize } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import type { VideoFilter } from '../../../shared/card/videos.queries.ts';

/** How many films one call of the screen «Películas» requests: 20. */
export const filmPageSize = defaultPageSize;

/** The name of the genre filter's button for all genres; never sent to the server. */
export const allGenres = 'Todas';

export function filmFilter(section: string, genre: string, search: string): VideoFilter {
  return {
    tipo: 'pelicula',
    mainSection: section,
    ...(genre !== allGenres && { genre }),
    ...(search !== '' && { search }),
  };
}

/** The query of the film sections («CINE 4K UHD», «Festividades», …), with sample images of their films. */
export const sectionsQuery = () =>
  queryOptions({
    queryKey: ['movies', 'sections'],
    queryFn: ({ signal }) => api('GET /api/videos/main-sections', {}, signal),
  });

export const sectionGenresQuery = (section: string) =>
  queryOptions({
    queryKey: ['movies', 'genres', section],
    queryFn: async ({ signal }) => {
      const query = { tipo: 'pelicula', mainSection: section };
      return (await api('GET /api/videos/genres', { query }, signal)).map(({ genre }) => genre);
    },
  });
