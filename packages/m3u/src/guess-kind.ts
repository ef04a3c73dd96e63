import type { PlaylistEntry } from './read-playlist.ts';
import { readTitle, type Title } from './read-title.ts';

export type EntryKind = 'live' | 'movie' | 'episode';

const vodExtension = /\.(?:mkv|mp4|avi|mov|m4v|webm|wmv|flv|mpg|mpeg)$/i;

/**
 * Whether an entry is live, a film or a chapter: by the path of its provider, then its container, then a chapter's code
 * in its title. Words of a group or name never suffice alone: `TNT SERIES HD` and `CINEMAX HD` in `CINEMA` are live.
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
