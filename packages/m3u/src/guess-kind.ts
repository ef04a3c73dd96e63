import type { PlaylistEntry } from './read-playlist.ts';
import { readTitle, type Title } from './read-title.ts';

export type EntryKind = 'live' | 'movie' | 'episode';

const vodExtension = /\.(?:mkv|mp4|avi|mov|m4v|webm|wmv|flv|mpg|mpeg)$/i;

/**
 * Decides whether an entry is live, a film or a chapter: by the path of its provider's URL, then by its container, then
 * by a chapter code in its title. Words in a group or name never decide it alone: `TNT SERIES HD`, and `CINEMAX HD` in
 * the group `CINEMA`, are live channels.
 */
export function guessKind(
  entry: Pick<PlaylistEntry, 'address' | 'title'>,
  { episode }: Pick<Title, 'episode'> = readTitle(entry.title),
): EntryKind {
  const path = entry.address.replace(/[?#].*$/, '');
  if (/\/series\//i.test(path)) return 'episode';
  if (/\/movie\//i.test(path)) return episode === undefined ? 'movie' : 'episode';
  if (/\/live\//i.test(path)) return 'live';
  if (vodExtension.test(path)) return episode === undefined ? 'movie' : 'episode';
  return episode === undefined ? 'live' : 'episode';
}
