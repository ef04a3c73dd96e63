import type { AlikeRow } from './alike.repository.ts';

/**
 * The number of viewers from which on a video counts as watched by the viewers of another one; fewer may be a
 * coincidence.
 */
const enoughViewers = 3;

/**
 * What a similar video has in common with the given one, the strongest similarity first: `viewers` of both · the
 * `beginning` of the title · `genres` · `near`, viewers of videos that are nearest to the given one · both are for
 * children (`kids`).
 */
export type SharedFact =
  | { kind: 'viewers' | 'beginning' | 'near' | 'kids' }
  | { kind: 'genres'; genres: readonly string[] };

/**
 * Returns what a similar video has in common with the given one; `undefined` when it is only as old, of the same section
 * or described with the same words, which a person would not call similar.
 *
 * @param isForKids - whether the given video is for children; then the similar one is too
 */
export function sharedFactOf(
  {
    together,
    near,
    beginsAlike,
    sharedGenres,
  }: Pick<AlikeRow, 'together' | 'near' | 'beginsAlike' | 'sharedGenres'>,
  isForKids: boolean,
): SharedFact | undefined {
  if (together >= enoughViewers) return { kind: 'viewers' };
  if (beginsAlike) return { kind: 'beginning' };
  // Many provider lists have «4K» among their genres, though it is not a genre, so genres with digits do not count.
  const genres = sharedGenres.filter((genre) => !/\d/.test(genre));
  if (genres.length > 0) return { kind: 'genres', genres };
  if (near >= enoughViewers) return { kind: 'near' };
  return isForKids ? { kind: 'kids' } : undefined;
}
