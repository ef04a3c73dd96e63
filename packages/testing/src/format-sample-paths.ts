/*
 * Serves the sample media files over HTTP: with byte ranges, as a correct provider does, and with typical faults of
 * providers. Live channels advance by the clock, one second per second.
 */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { sampleSeconds, sampleSegmentSeconds } from './format-sample-media.ts';

/** The request headers without which the fake provider's guarded paths answer 403. */
export const sampleGuard = { userAgent: 'Reproductor/1.0', referrer: 'https://portal.example/' };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const contentTypes: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.mkv': 'video/x-matroska',
  '.avi': 'video/x-msvideo',
  '.vtt': 'text/vtt',
  '.mp3': 'audio/mpeg',
  '.aac': 'audio/aac',
};

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
      else void sendFile(request, response, join(folder, file));
    },
    moved: (_request, response, file) => {
      const [, turns = '1', path = file] = /^turn-(\d)\/(.*)$/.exec(file) ?? [];
      const location =
        Number(turns) < 3 ? `/samples/moved/turn-${Number(turns) + 1}/${path}` : `/samples/${path}`;
      response.writeHead(302, { location, 'content-type': 'text/html' }).end('<p>Aquí no es');
    },
    drip: (_request, response, file) => void drip(response, join(folder, file)),
    half: (request, response, file) => void sendFile(request, response, join(folder, file), 'half'),
    short: (request, response, file) => void sendFile(request, response, join(folder, file), 'short'),
    page: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<!doctype html><title>Acceso</title><p>Tu cuenta ha caducado.');
    },
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
      else void sendFile(request, response, join(folder, segments, `1-${Number(segment) % filmSegments}.ts`));
    },
    cut: (_request, response) => streamChannel(response, join(folder, 'film.ts'), 8),
  };
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://samples');
    const path = searchParams.get('as') ?? pathname.replace(/^\/samples\//, '');
    const [, way = '', rest = ''] = /^([^/]+)\/(.*)$/.exec(path) ?? [];
    const serve = Object.hasOwn(ways, way) ? ways[way] : undefined;
    if (serve === undefined) void sendFile(request, response, join(folder, path));
    else serve(request, response, rest);
  };
}

const filmSegments = sampleSeconds / sampleSegmentSeconds;

/**
 * Sends the HLS playlist of the sample live channel, which repeats the segments of the sample film forever; each
 * repetition starts with a discontinuity.
 */
function sendLivePlaylist(response: ServerResponse, elapsedSeconds: number): void {
  const first = Math.floor(elapsedSeconds / sampleSegmentSeconds) + filmSegments;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${sampleSegmentSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor((first - 1) / filmSegments)}`,
  ];
  for (let index = first; index < first + windowSegments; index += 1) {
    if (index % filmSegments === 0) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(`#EXTINF:${sampleSegmentSeconds}.0,`, `${index}.ts`);
  }
  response.writeHead(200, { 'content-type': contentTypes['.m3u8'] }).end(`${lines.join('\n')}\n`);
}

/**
 * Streams a sample file as a live channel in MPEG-TS, or as radio in MP3 or AAC: in real time, repeated forever.
 *
 * @param untilSeconds - after how many seconds the fake provider cuts the stream off; never if absent
 */
function streamChannel(response: ServerResponse, file: string, untilSeconds?: number): void {
  const input = ['-v', 'quiet', '-re', '-stream_loop', '-1', '-i', file];
  const length = untilSeconds === undefined ? [] : ['-t', String(untilSeconds)];
  const packing = { '.mp3': 'mp3', '.aac': 'adts' }[extname(file)] ?? 'mpegts';
  const output = [...length, '-c', 'copy', '-f', packing, 'pipe:1'];
  const ffmpeg = spawn(process.env['BUTACA_FFMPEG'] ?? 'ffmpeg', [...input, ...output], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  response.writeHead(200, { 'content-type': typeOf(file) });
  ffmpeg.stdout.on('data', (bytes: Buffer) => response.write(bytes));
  ffmpeg.stdout.once('end', () => response.destroy());
  response.once('close', () => ffmpeg.kill('SIGKILL'));
}

async function drip(response: ServerResponse, file: string): Promise<void> {
  const info = await stat(file);
  response.writeHead(200, { 'content-type': typeOf(file), 'content-length': info.size });
  const bytes = createReadStream(file, { highWaterMark: 1 }).iterator();
  const timer = setInterval(() => {
    void bytes.next().then(({ value }) => response.write(value ?? ''));
  }, 1_000);
  response.once('close', () => clearInterval(timer));
}

const typeOf = (file: string): string => contentTypes[extname(file)] ?? 'application/octet-stream';

type Fault = 'half' | 'short';

/** Sends a file with the byte range that the request asks for, or with a fault of a provider. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  fault?: Fault,
): Promise<void> {
  const info = file.includes(`${sep}..`) ? undefined : await stat(file).catch(() => undefined);
  if (info?.isFile() !== true) return void response.writeHead(404).end();
  const headers = { 'content-type': typeOf(file) };
  const range = fault === 'short' ? null : /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = Math.min(range?.[2] ? Number(range[2]) : Infinity, info.size - 1);
  if (start > end) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${info.size}` }).end();
    return;
  }
  const length = end - start + 1;
  response.writeHead(range === null ? 200 : 206, {
    ...headers,
    'content-length': fault === 'short' ? 2 * length : length,
    ...(fault !== 'short' && { 'accept-ranges': 'bytes' }),
    ...(range !== null && { 'content-range': `bytes ${start}-${end}/${info.size}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  const half = Math.floor(info.size / 2);
  const last = fault === 'half' ? Math.min(end, half) : end;
  if (start > last) return void response.destroy();
  const isWhole = fault === undefined || (fault === 'half' && last === end);
  const bytes = createReadStream(file, { start, end: last });
  bytes.pipe(response, { end: isWhole });
  response.once('close', () => bytes.destroy());
  // An empty write flushes the remaining bytes to the client before the connection is cut.
  if (!isWhole) bytes.once('end', () => response.write('', () => response.destroy()));
}
