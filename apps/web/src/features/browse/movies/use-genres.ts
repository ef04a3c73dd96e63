import { useQueryClient } from '@tanstack/react-query';
import { listLoadedVideos } from '../../../shared/card/videos.queries.ts';

const order = new Intl.Collator('es');

/**
 * The genres of the filter, by name: the server's, and those of the films that are loaded. A genre that only the address names
 * is not added.
 *
 * @see the specification, section 2 (Movies): genres accumulate from loaded pages
 */
export function useGenres(section: string, known: readonly string[]): string[] {
  const ofFilms = listLoadedVideos(useQueryClient())
    .filter(({ mainSection }) => mainSection === section)
    .flatMap(({ genres }) => genres);
  const genres = new Set([...known, ...ofFilms]);
  return [...genres].toSorted(order.compare);
}
