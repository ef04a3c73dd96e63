import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { VideoPage } from '@butaca/contract';
import { allGenres } from './movies.queries.ts';

const order = new Intl.Collator('es');

/**
 * The genres to choose from, by name: those that the server names, those of the section's films that have come so far,
 * and the chosen one.
 *
 * @see the specification, section 2 (Movies): genres accumulate from loaded pages
 */
export function useGenres(section: string, known: readonly string[], chosen: string): string[] {
  const pages = useQueryClient().getQueriesData<InfiniteData<VideoPage>>({ queryKey: ['videos', 'pages'] });
  const ofFilms = pages
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ videos }) => videos)
    .filter(({ mainSection }) => mainSection === section)
    .flatMap(({ genres }) => genres);
  const genres = new Set([...known, ...ofFilms, ...(chosen === allGenres ? [] : [chosen])]);
  return [...genres].toSorted(order.compare);
}
