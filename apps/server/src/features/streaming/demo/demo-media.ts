import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../../platform/clock.ts';
import type { DemoCatalogue, DemoLoop } from './demo-catalogue.ts';
import { archivedPlaylist, readArchivedPart, type ArchivedPart } from './archived-loop.ts';
import { filmPlaylist } from './film-playlist.ts';
import { livePlaylist, type LoopSegment } from './live-loop.ts';

export interface InternalAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable | string;
}

const playlistHeaders = { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' };

/**
 * Serves the demo's recordings of forty seconds: as live channels in HLS (`live/<channel>/index.m3u8`, and a playlist
 * and segments for each rendition; with `?utc=…&utcend=…` what the channel showed then), and as films that repeat a recording three times
 * (`films/<loop>/<title>/index.m3u8`). Only files that the demo's catalogue names are opened.
 */
export function createDemoMedia(demoDir: string, readCatalogue: () => Promise<DemoCatalogue>, clock: Clock) {
  return {
    async open(address: string): Promise<InternalAnswer | undefined> {
      const [path = '', query = ''] = address.split('?', 2);
      const [root, name = '', ...below] = path.split('/');
      const catalogue = await readCatalogue();
      const isFilm = root === 'films';
      const media = isFilm ? name : catalogue.channels.find(({ slug }) => slug === name)?.media;
      const loop = media === undefined ? undefined : catalogue.loops.get(media);
      if ((root !== 'live' && !isFilm) || media === undefined || loop === undefined) return undefined;
      // The title in the path of a demo film is ignored; it makes the address of each film unique.
      const rest = isFilm ? below.slice(1) : below;
      const part = isFilm || query === '' ? undefined : readArchivedPart(query);
      if (rest.length === 1 && rest[0] === 'index.m3u8') {
        return {
          status: 200,
          headers: playlistHeaders,
          body: masterPlaylist(loop, part === undefined ? '' : `?${query}`),
        };
      }
      const [renditionName, file] = rest;
      const rendition = loop.renditions.find(({ name }) => name === renditionName);
      if (rendition === undefined || rest.length !== 2) return undefined;
      if (file === 'index.m3u8') {
        const body = isFilm
          ? filmPlaylist(rendition.segments)
          : channelPlaylist(rendition.segments, part, clock.now().getTime() / 1_000);
        return { status: 200, headers: playlistHeaders, body };
      }
      const segment = rendition.segments.find((candidate) => candidate.file === file);
      if (segment === undefined) return undefined;
      const location = join(demoDir, 'media', 'channels', media, rendition.name, segment.file);
      const { size } = await stat(location);
      return {
        status: 200,
        headers: { 'content-type': 'video/mp2t', 'content-length': String(size) },
        body: createReadStream(location),
      };
    },
  };
}

const channelPlaylist = (
  segments: readonly LoopSegment[],
  part: ArchivedPart | undefined,
  nowSeconds: number,
): string =>
  part === undefined ? livePlaylist(segments, nowSeconds) : archivedPlaylist(segments, part, nowSeconds);

/**
 * @param query - goes with the addresses of the renditions
 * @see https://datatracker.ietf.org/doc/html/rfc8216#section-4.3.4.2
 */
function masterPlaylist(loop: DemoLoop, query: string): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const rendition of loop.renditions) {
    const attributes = [
      `BANDWIDTH=${rendition.bandwidthBps}`,
      `AVERAGE-BANDWIDTH=${rendition.averageBandwidthBps ?? rendition.bandwidthBps}`,
      `RESOLUTION=${rendition.width}x${rendition.height}`,
      `FRAME-RATE=${rendition.frameRate.toFixed(3)}`,
      `CODECS="${rendition.codecs}"`,
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rendition.name}/index.m3u8${query}`);
  }
  return `${lines.join('\n')}\n`;
}
