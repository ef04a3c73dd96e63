/*
 * Serves the sample media files over HTTP: with byte ranges, as a correct provider does, and with typical faults of
 * providers. Live channels advance by the clock, one second per second.
 */
import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { sampleSeconds, sampleSegmentSeconds } from './format-sample-media.ts';
import { putOnAir } from './world/air.ts';
import { contentTypeOf, contentTypes, sendAnswer, type Answer } from './world/answers.ts';
import { writePlaylist } from './world/playlists.ts';
import type { Handler } from './world/provider.ts';

/** The request headers without which the fake provider's guarded paths answer 403. */
export const sampleGuard = { userAgent: 'Reproductor/1.0', referrer: 'https://portal.example/' };

const windowSegments = 5;

/**
 * Serves the sample files under these paths below `/samples/`:
 *
 * - `<file>` a file of the folder, with ranges · `guarded/<file>` 403 without the user agent and referrer of
 *   `sampleGuard`
 * - `moved/<file>` three redirects to the file · `drip/<file>` one byte per second · `half/<file>` always cut off in
 *   the middle
 * - `short/<file>` announces twice the bytes that it sends, ignores ranges · `page/<file>` a web page for every file
 * - `live/index.m3u8` a sliding window · `live/ac3/index.m3u8` the same with AC-3 · `live/stream.ts` a stream without
 *   end · `live/<file>` such a stream of another file, in MPEG-TS or as MP3 or AAC · `cut/stream.ts` a stream that is
 *   cut off · `status/<n>/<file>` the HTTP status n, for 429 with the request to wait two minutes
 * - `<any name>?as=<path>` what is served at another of these paths, under a name that says nothing of it
 */
export function sampleHandler(folder: string): Handler {
  const startedAtMs = Date.now();
  const ways: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse, file: string) => void>
  > = {
    guarded: (request, response, file) => {
      const { referer, 'user-agent': userAgent } = request.headers;
      if (userAgent !== sampleGuard.userAgent || referer !== sampleGuard.referrer)
        response.writeHead(403).end();
      else sendFile(request, response, join(folder, file));
    },
    moved: (_request, response, file) => {
      const [, turns = '1', path = file] = /^turn-(\d)\/(.*)$/.exec(file) ?? [];
      const location =
        Number(turns) < 3 ? `/samples/moved/turn-${Number(turns) + 1}/${path}` : `/samples/${path}`;
      response.writeHead(302, { location, 'content-type': 'text/html' }).end('<p>Aquí no es');
    },
    drip: (request, response, file) =>
      sendFile(request, response, join(folder, file), {
        hasRanges: false,
        pace: { bytes: 1, everyMs: 1_000 },
      }),
    half: (request, response, file) => sendFile(request, response, join(folder, file), { cutAt: 'half' }),
    short: (request, response, file) => {
      const length = 2 * statSync(join(folder, file)).size;
      const headers = { 'content-type': contentTypeOf(file), 'content-length': length };
      sendFile(request, response, join(folder, file), { headers, hasRanges: false, cutAt: 'end' });
    },
    page: (request, response) => sendAnswer(request, response, expiredPage),
    status: (_request, response, file) => {
      const status = Number.parseInt(file, 10);
      response.writeHead(status, status === 429 ? { 'retry-after': '120' } : {}).end('no');
    },
    live: (request, response, file) => {
      const [, ac3, segment] = /^(ac3\/)?(\d+)\.ts$/.exec(file) ?? [];
      const segments = ac3 === undefined ? 'hls' : 'hls-ac3';
      if (file.endsWith('index.m3u8')) sendLivePlaylist(response, (Date.now() - startedAtMs) / 1_000);
      else if (segment === undefined)
        streamChannel(response, join(folder, file === 'stream.ts' ? 'film.ts' : file));
      else sendFile(request, response, join(folder, segments, `1-${Number(segment) % filmSegments}.ts`));
    },
    cut: (_request, response) => streamChannel(response, join(folder, 'film.ts'), 8),
  };
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://samples');
    const path = searchParams.get('as') ?? pathname.replace(/^\/samples\//, '');
    const [, way = '', rest = ''] = /^([^/]+)\/(.*)$/.exec(path) ?? [];
    const serve = Object.hasOwn(ways, way) ? ways[way] : undefined;
    if (serve === undefined) sendFile(request, response, join(folder, path));
    else serve(request, response, rest);
  };
}

const filmSegments = sampleSeconds / sampleSegmentSeconds;

/**
 * Sends the HLS playlist of the sample live channel, which repeats the segments of the sample film forever; each
 * repetition starts with a discontinuity.
 */
function sendLivePlaylist(response: ServerResponse, elapsedSeconds: number): void {
  const playlist = writePlaylist({
    first: Math.floor(elapsedSeconds / sampleSegmentSeconds) + filmSegments,
    count: windowSegments,
    seconds: sampleSegmentSeconds,
    version: 3,
    repeatsAfter: filmSegments,
    countsDiscontinuities: true,
  });
  response.writeHead(200, { 'content-type': contentTypes['.m3u8'] }).end(playlist);
}

/**
 * Streams a sample file as a live channel in MPEG-TS, or as radio in MP3 or AAC: in real time, repeated forever.
 *
 * @param untilSeconds - after how many seconds the fake provider cuts the stream off; never if absent
 */
function streamChannel(response: ServerResponse, file: string, untilSeconds?: number): void {
  const format = extname(file) === '.mp3' ? 'mp3' : extname(file) === '.aac' ? 'adts' : 'mpegts';
  response.writeHead(200, { 'content-type': contentTypeOf(file) });
  putOnAir(response, { file, format, to: untilSeconds === undefined ? [] : ['-t', String(untilSeconds)] });
}

/** The page that a provider shows in place of a stream. */
export const expiredPage: Answer = {
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Acceso</title><p>Tu cuenta ha caducado.',
};

/** Sends a file with the byte range that the request asks for, or as `answer` says. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  answer: Answer = {},
): void {
  const headers = { 'content-type': contentTypeOf(file) };
  sendAnswer(request, response, { headers, hasRanges: true, ...answer, body: { file } });
}
