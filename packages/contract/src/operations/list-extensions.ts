/*
 * The names of files that uploads of lists accept. Besides M3U, every upload accepts compressed lists and those of
 * Wiseplay, XSPF, PLS and Enigma2; the server recognises the form of a list by its content, whichever of these names it
 * has. The module is apart from the other constants so that only the pages of administrators load it.
 */

/** File extensions that the administrators' upload of channels accepts. */
export const channelListExtensions = [
  '.m3u',
  '.m3u8',
  '.gz',
  '.zip',
  '.w3u',
  '.json',
  '.xspf',
  '.pls',
  '.tv',
] as const;
/** File extensions that the upload screen «Carga Masiva VOD» and the assistant accept. */
export const videoListExtensions = [...channelListExtensions, '.txt'] as const;
/** File extensions that the upload by sections accepts. */
export const sectionListExtensions = [
  '.m3u',
  '.gz',
  '.zip',
  '.w3u',
  '.json',
  '.xspf',
  '.pls',
  '.tv',
] as const;
