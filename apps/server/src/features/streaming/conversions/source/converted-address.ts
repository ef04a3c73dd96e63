import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { readConversionKey, writeConversionKey, type ConversionKey } from './conversion-key.ts';

const folderOf = (media: 'remux' | 'live', key: ConversionKey): string =>
  `internal:${media}/${writeConversionKey(key)}`;

/** Returns the HLS stream of this server that is the conversion of a source. */
export const converted = (media: 'remux' | 'live', key: ConversionKey): StreamSource => ({
  address: `${folderOf(media, key)}/index.m3u8`,
  streamKind: 'hls',
  userAgent: null,
  referrer: null,
});

/** Returns the HLS stream of this server that is the conversion of a film or chapter. */
export const convertedFilm = (source: StreamSource, canHevcTs: boolean): StreamSource =>
  converted('remux', { source, canHevcTs, isTranscoded: false });

/** Reads the address of a converted film; `undefined` for any other address. */
function readFilm(address: string): ConversionKey | undefined {
  const [, key] = /^internal:(?:\/\/)?remux\/([\w-]+)\/index\.m3u8$/.exec(address) ?? [];
  return key === undefined ? undefined : readConversionKey(key);
}

/** The address of the file that is converted at the address of a converted film; `undefined` for any other address. */
export const readConvertedFilm = (address: string): string | undefined => readFilm(address)?.source.address;

/**
 * Returns the address at which another file is converted in the way of a converted film; `undefined` where the address is
 * none of such a film, or the file cannot be converted.
 */
export function convertLike(address: string, source: StreamSource): string | undefined {
  const film = readFilm(address);
  const isConvertible = /^https?:/i.test(source.address) && source.streamKind !== 'dash';
  return film === undefined || !isConvertible ? undefined : convertedFilm(source, film.canHevcTs).address;
}
