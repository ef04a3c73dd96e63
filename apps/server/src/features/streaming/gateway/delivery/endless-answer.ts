import { isPlaylist } from '../playlists/playlist.ts';
import { isPlaylistType } from '../stream/media-headers.ts';
import { isPage } from '../upstream/page-answer.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';

/** Whether an answer is a body without an announced end, and neither a playlist nor a page. */
export function isEndless({ headers, head }: UpstreamAnswer): boolean {
  const hasLength = headers['content-length'] !== undefined || /\/\d+$/.test(headers['content-range'] ?? '');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return (
    isPlain && !hasLength && !isPlaylistType(headers['content-type']) && !isPlaylist(head) && !isPage(head)
  );
}
