import { useQueryClient } from '@tanstack/react-query';
import { listLoadedVideos } from '../../../shared/card/videos.queries.ts';

const order = new Intl.Collator('es');

/**
 * The genres that a film section can be filtered by, in alphabetical order: those that the server lists, and those of
 * the loaded films. A genre that occurs only in the URL is not added.
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
