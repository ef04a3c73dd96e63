import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { sendFile } from '../format-sample-paths.ts';
import { writePlaylist } from '../world/playlists.ts';
import type { ZooMedia } from './zoo-media.ts';

interface LiveRequest {
  media: ZooMedia;
  /** `<manner>/<folder of an HLS film>/index.m3u8`, or a segment `<manner>/<folder>/<number>.ts`. */
  rest: string;
  elapsedSeconds: number;
  /** How many seconds ago somebody began to watch the channel, which its provider starts for the first viewer. */
  watchedSeconds: number;
}

const segmentSeconds = 2;
/** How many segments a live playlist names, by the manner of the provider; five unless it says otherwise. */
const windows: Readonly<Record<string, number>> = { short: 2, long: 30 };

/**
 * Serves a live HLS channel that repeats the segments of an HLS film for ever: a segment every two seconds, with a
 * discontinuity where the film begins again.
 */
export async function sendLive(
  request: IncomingMessage,
  response: ServerResponse,
  { media, rest, elapsedSeconds, watchedSeconds }: LiveRequest,
): Promise<void> {
  const [manner = '', folder = '', file = ''] = rest.split('/');
  const folderPath = dirname(await media.pathOf(`${folder}/index.m3u8`));
  const count = (await readdir(folderPath)).filter((name) => /\d\.ts$/.test(name)).length;
  const number = /^(\d+)\.ts$/.exec(file)?.[1];
  if (number !== undefined) {
    const isMissing = manner === 'missing' && Number(number) % 4 === 3;
    if (isMissing) return void response.writeHead(404).end();
    return sendFile(request, response, `${folderPath}/index${Number(number) % count}.ts`);
  }
  if (manner === 'moved' && !request.url?.includes('sesion=')) {
    const location = `${request.url}?sesion=${Math.round(performance.now())}`;
    return void response.writeHead(302, { location }).end();
  }
  // Each session has segments of its own, numbered from its beginning, and ends after a minute.
  const sessionSeconds = (performance.now() - Number(/sesion=(\d+)/.exec(request.url ?? '')?.[1])) / 1_000;
  if (manner === 'moved' && sessionSeconds > 60) return void response.writeHead(403).end();
  response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
  if (manner === 'starting' && watchedSeconds < 4)
    return void response.end('#EXTM3U\n#EXT-X-TARGETDURATION:2\n');
  const first =
    manner === 'still'
      ? count
      : Math.floor((manner === 'moved' ? sessionSeconds : elapsedSeconds) / segmentSeconds) + count;
  const token = manner === 'tokens' ? `?token=${Math.round(performance.now())}` : '';
  const playlist = writePlaylist({
    first,
    count: windows[manner] ?? 5,
    seconds: segmentSeconds,
    version: 3,
    repeatsAfter: count,
    countsDiscontinuities: true,
    nameOf: (index) => `${index}.ts${token}`,
    more: manner === 'dated' ? [`#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}`] : [],
  });
  response.end(manner === 'ended' ? `${playlist}#EXT-X-ENDLIST\n` : playlist);
}
