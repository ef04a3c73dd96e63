/**
 * The value of the tag `EXT-X-SESSION-DATA` by which a master playlist tells our player that nobody can seek in the
 * stream: its media are made one after the other from the beginning. The same name is in
 * `packages/player/src/dom/hls-engine.ts`, and the gateway lets no other value pass (`playlists/playlist-tags.ts`).
 */
export const sequentialMark = 'DATA-ID="butaca.sequential",VALUE="YES"';
