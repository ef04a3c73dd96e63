/*
 * Finds the codecs of HLS. A master playlist often names them; otherwise its first rendition is followed, and the
 * beginning of a segment, or of the initialization section, shows them.
 */
import { readCodecsAttribute, readMp4Codecs } from './mp4-codecs.ts';
import type { StreamCodecs } from './source-look.ts';
import { readStreamForm } from './stream-kind.ts';
import { readTsCodecs } from './ts-codecs.ts';

/** What an HLS playlist says of the codecs: them, or the address at which they are found. */
export type PlaylistHint =
  | { codecs: StreamCodecs | undefined; isCertain: boolean }
  | { next: string; isPlaylist: true }
  | { next: string; isPlaylist: false; hasEnd: boolean };

/** Longer lines of a playlist are cut: no address may be longer. */
const lineLimit = 8_192;

const unknown: PlaylistHint = { codecs: undefined, isCertain: true };
/** A channel that is only starting names no segment yet. */
const unknownYet: PlaylistHint = { codecs: undefined, isCertain: false };

/**
 * Reads an HLS playlist for the codecs of its stream. @param address - of the playlist, after redirects
 *
 * @returns `codecs: undefined` when they cannot be found: the stream is encrypted, or, where another look may find more,
 * names nothing yet
 */
export function readPlaylistHint(text: string, address: string): PlaylistHint {
  const lines = text.split('\n').map((line) => line.slice(0, lineLimit).trim());
  if (lines.some((line) => line.includes('{$'))) return unknown;
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:'))
    ? readMaster(lines, address)
    : readMedia(lines, address);
}

/** Whether every browser plays these codecs. */
const isPlain = ({ video, audio }: StreamCodecs): boolean =>
  (video === null || video === 'h264') && audio.every((codec) => codec === 'aac' || codec === 'mp3');

function readMaster(lines: readonly string[], address: string): PlaylistHint {
  const named: StreamCodecs[] = [];
  for (const line of lines) {
    const value = /^#EXT-X-STREAM-INF:.*\bCODECS="([^"]{1,200})"/.exec(line)?.[1];
    const codecs = value === undefined ? undefined : readCodecsAttribute(value);
    if (codecs !== undefined) named.push(codecs);
  }
  // Players skip the renditions that they cannot decode, so one that every browser plays is enough.
  const codecs = named.find(isPlain) ?? named[0];
  if (codecs !== undefined) return { codecs, isCertain: true };
  const first = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF:'));
  const reference = lines.slice(first).find((line) => line !== '' && !line.startsWith('#'));
  const next = resolve(reference, address);
  return next === undefined ? unknownYet : { next, isPlaylist: true };
}

function readMedia(lines: readonly string[], address: string): PlaylistHint {
  const isEncrypted = lines.some((line) => /^#EXT-X-KEY:(?!.*METHOD=NONE)/.test(line));
  if (isEncrypted) return unknown;
  const hasEnd = lines.includes('#EXT-X-ENDLIST');
  const section = lines.findLast((line) => line.startsWith('#EXT-X-MAP:'));
  const isSegment = (line: string): boolean => line !== '' && !line.startsWith('#');
  // A live list is played at its end, a list with an end from its beginning.
  const reference =
    section !== undefined
      ? /\bURI="([^"]+)"/.exec(section)?.[1]
      : hasEnd
        ? lines.find(isSegment)
        : lines.findLast(isSegment);
  const next = resolve(reference, address);
  return next === undefined ? unknownYet : { next, isPlaylist: false, hasEnd };
}

const resolve = (reference: string | undefined, address: string): string | undefined =>
  reference !== undefined && URL.canParse(reference, address) ? new URL(reference, address).href : undefined;

/** Reads the codecs from the beginning of a segment or an initialization section of HLS. */
export function readSegmentCodecs(bytes: Buffer): StreamCodecs | undefined {
  const form = readStreamForm(bytes);
  if (form?.streamKind === 'ts') return readTsCodecs(bytes);
  if (form?.extension === 'mp4') return readMp4Codecs(bytes);
  // Audio without a container begins with an ID3 tag, behind which the codec is not visible at once.
  return form?.extension === 'aac' ? { video: null, audio: ['aac'] } : undefined;
}
