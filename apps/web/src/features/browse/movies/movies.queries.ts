import { defaultPageSize } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import type { VideoFilter } from '../../../shared/card/videos.queries.ts';

/** Films come twenty at a time. */
export const filmPageSize = defaultPageSize;

/** The name of the chip for all genres; never sent to the server. */
export const allGenres = 'Todas';

/** The films of a section. */
export function filmFilter(section: string, genre: string, search: string): VideoFilter {
  return {
    tipo: 'pelicula',
    mainSection: section,
    ...(genre !== allGenres && { genre }),
    ...(search !== '' && { search }),
  };
}

/** The sections of films, with pictures of some of theirs. */
export const sectionsQuery = () =>
  queryOptions({
    queryKey: ['movies', 'sections'],
    queryFn: ({ signal }) => api('GET /api/videos/main-sections', {}, signal),
  });

/** The genres of a section's films. */
export const sectionGenresQuery = (section: string) =>
  queryOptions({
    queryKey: ['movies', 'genres', section],
    queryFn: async ({ signal }) => {
      const query = { tipo: 'pelicula', mainSection: section };
      return (await api('GET /api/videos/genres', { query }, signal)).map(({ genre }) => genre);
    },
  });
