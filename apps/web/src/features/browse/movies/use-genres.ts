import { useQueryClient } from '@tanstack/react-query';
import { listLoadedVideos } from '../../../shared/card/videos.queries.ts';

const order = new Intl.Collator('es');

/**
 * The genres to choose from, by name: those that the server names, and those of the section's films that have come so
 * far. One that only the address names is none of them.
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
