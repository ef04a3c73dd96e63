import type { PlaylistEntry } from './read-playlist.ts';
import { readTitle, type Title } from './read-title.ts';

/** What an entry of an M3U file is: a live channel, a film or a chapter of a series. */
export type EntryKind = 'live' | 'movie' | 'episode';

const vodExtension = /\.(?:mkv|mp4|avi|mov|m4v|webm|wmv|flv|mpg|mpeg)$/i;

/**
 * Decides whether an entry of an M3U file is a live channel, a film or a chapter: by the path of its URL (`/series/…`),
 * then by its file extension, then by a chapter code such as `S01E02` in its title. Words in its group or name never
 * decide it alone: `TNT SERIES HD`, and `CINEMAX HD` in the group `CINEMA`, are live channels.
 */
export function guessKind(
  entry: Pick<PlaylistEntry, 'address' | 'title'>,
  { episode }: Pick<Title, 'episode'> = readTitle(entry.title),
): EntryKind {
  const path = entry.address.replace(/[?#].*/s, '');
  if (/\/series\//i.test(path)) return 'episode';
  if (/\/movie\//i.test(path)) return episode === undefined ? 'movie' : 'episode';
  if (/\/live\//i.test(path)) return 'live';
  if (vodExtension.test(path)) return episode === undefined ? 'movie' : 'episode';
  return episode === undefined ? 'live' : 'episode';
}
