/** A playlist of HLS whose segments are numbered. */
export interface NumberedPlaylist {
  /** The number of its first segment. */
  first: number;
  /** How many segments it names. */
  count: number;
  seconds: number;
  version?: number;
  /** The address of a segment; by default `<number>.ts`. */
  nameOf?(number: number): string;
  /** After how many segments the recording begins again, which is marked as a discontinuity. */
  repeatsAfter?: number;
  /** Whether the playlist says how many discontinuities came before it. */
  countsDiscontinuities?: boolean;
  /** Whether it is a film: all of it is there, and nothing follows. */
  isFilm?: boolean;
  /** Further lines of the head. */
  more?: readonly string[];
}

export function writePlaylist({
  first,
  count,
  seconds,
  version,
  nameOf = (number) => `${number}.ts`,
  repeatsAfter = Infinity,
  countsDiscontinuities = false,
  isFilm = false,
  more = [],
}: NumberedPlaylist): string {
  const numbers = Array.from({ length: count }, (_item, index) => first + index);
  const isRepetition = (number: number): boolean => number % repeatsAfter === 0 && (!isFilm || number > 0);
  const lines = [
    '#EXTM3U',
    ...(version === undefined ? [] : [`#EXT-X-VERSION:${version}`]),
    `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`,
    ...(isFilm ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : [`#EXT-X-MEDIA-SEQUENCE:${first}`]),
    ...(countsDiscontinuities
      ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor((first - 1) / repeatsAfter)}`]
      : []),
    ...more,
    ...numbers.flatMap((number) => [
      ...(repeatsAfter !== Infinity && isRepetition(number) ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXTINF:${seconds.toFixed(3)},`,
      nameOf(number),
    ]),
    ...(isFilm ? ['#EXT-X-ENDLIST'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
