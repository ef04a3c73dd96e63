import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FrameClock } from '../frame-clock.ts';
import { contentTypes, sendAnswer, type Answer } from './answers.ts';
import { writePlaylist } from './playlists.ts';

interface PathProvider {
  origin: string;
  liveSequence(): number;
  clock: FrameClock;
}

const playlistType = contentTypes['.m3u8'];
const segmentType = contentTypes['.ts'];

/**
 * Makes the content of a fake media file: bytes that depend on their position, with the signature of the given
 * container.
 */
function fakeBytes(length: number, container: 'mp4' | 'ts'): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 2_654_435_761) >>> 13;
  if (container === 'mp4') bytes.write('\0\0\0\u0018ftypmp42\0\0\0\0', 0, 'latin1');
  else for (let at = 0; at < length; at += 188) bytes[at] = 0x47;
  return bytes;
}

/** The content of the fake media provider's `/file.mp4`: bytes that depend on their position. */
export const fileBytes: Buffer = fakeBytes(300_000, 'mp4');
/** The content of every HLS segment that the fake media provider serves. */
export const segmentBytes: Buffer = fakeBytes(64 * 188, 'ts');
const burst = fakeBytes(64 * 1_024, 'ts');
const entityTag = '"fichero-1"';
const modified = 'Wed, 01 Oct 2025 10:00:00 GMT';

const vodPlaylist = [
  '#EXTM3U',
  '#EXT-X-VERSION:3',
  '#EXT-X-TARGETDURATION:6',
  '#EXT-X-PLAYLIST-TYPE:VOD',
  '#EXT-X-KEY:METHOD=AES-128,URI="key.bin",IV=0x00000000000000000000000000000001',
  '#EXTINF:6.000,',
  '0.ts?clave=secreta',
  '#EXTINF:4.500,',
  '1.ts?clave=secreta',
  '#EXT-X-ENDLIST',
].join('\n');

const masterPlaylist = [
  '#EXTM3U',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="es",NAME="Español",DEFAULT=YES,URI="index.m3u8?pista=es"',
  '#EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",AUDIO="es"',
  'index.m3u8',
].join('\n');

const page = '<!doctype html><title>Cuenta caducada</title>http://usuario:clave@proveedor.example/';

const livePlaylist = (sequence: number): string =>
  writePlaylist({ first: sequence, count: 4, seconds: 2, version: 3 });

const text = (type: string | undefined, body: string): Answer => ({
  headers: { 'content-type': type, 'set-cookie': 'proveedor=1', server: 'proveedor/9' },
  body,
});

const media = (body: Buffer, more: Answer = {}): Answer => ({
  headers: { 'content-type': segmentType },
  body,
  ...more,
});

const redirect = (location: string): Answer => ({
  status: 302,
  headers: { location, 'content-type': 'text/html' },
  body: `<html><a href="${location}">aquí</a></html>`,
});

/** A file with ranges; a request that says with `If-Range` that it has a part of an older file gets all of it. */
function file({ headers }: IncomingMessage): Answer {
  if ((headers['if-range'] ?? entityTag) !== entityTag) delete headers.range;
  const ofFile = { 'content-type': 'video/mp4', etag: entityTag, 'last-modified': modified };
  return { headers: ofFile, body: fileBytes, hasRanges: true };
}

function guarded({ headers }: IncomingMessage, name: string | undefined, sequence: number): Answer {
  const { referer, 'user-agent': userAgent } = headers;
  if (userAgent !== 'Reproductor/1.0' || referer !== 'https://portal.example/')
    return { status: 403, body: 'no' };
  return name === 'index.m3u8' ? text(playlistType, livePlaylist(sequence)) : media(segmentBytes);
}

const drip = { pace: { bytes: 1, everyMs: 20 }, ending: 'open' } as const;

type Answering = (match: string[], provider: PathProvider, request: IncomingMessage) => Answer;

const paths: readonly [RegExp, Answer | Answering][] = [
  [/^\/live\/index\.m3u8/, (_match, { liveSequence }) => text(playlistType, livePlaylist(liveSequence()))],
  [/^\/vod\/master\.m3u8/, text(playlistType, masterPlaylist)],
  [/^\/vod\/index\.m3u8/, text(playlistType, vodPlaylist)],
  [/^\/vod\/key\.bin/, { body: Buffer.alloc(16, 7) }],
  [
    /^\/(?:live|vod)\/\d+\.ts/,
    { headers: { 'content-type': segmentType, 'content-length': segmentBytes.length }, body: segmentBytes },
  ],
  [/^\/file\.mp4/, (_match, _provider, request) => file(request)],
  [/^\/guarded\/(.+)/, ([, name], { liveSequence }, request) => guarded(request, name, liveSequence())],
  [/^\/redirect\?to=(.+)/, ([, to = '']) => redirect(decodeURIComponent(to))],
  [
    /^\/hops\/(\d+)/,
    ([, left], { origin }) =>
      redirect(Number(left) > 1 ? `${origin}/hops/${Number(left) - 1}` : `${origin}/live/index.m3u8`),
  ],
  [/^\/loop/, redirect('/loop')],
  [/^\/endless\.ts/, media(burst, { manner: 'endless' })],
  [
    /^\/steady\.ts/,
    media(fakeBytes(4_136, 'ts'), { manner: 'endless', pace: { bytes: 4_136, everyMs: 20 } }),
  ],
  [/^\/drip\.ts/, media(segmentBytes, drip)],
  [
    /^\/drip\.m3u8/,
    { headers: { 'content-type': playlistType }, body: livePlaylist(1).repeat(100), ...drip },
  ],
  [
    /^\/dies\.ts/,
    {
      headers: { 'content-type': segmentType, 'content-length': 10 * burst.length },
      body: burst,
      cutAt: 'end',
    },
  ],
  [
    /^\/short\.ts/,
    {
      headers: { 'content-type': segmentType, 'content-length': 2 * segmentBytes.length },
      body: segmentBytes,
      cutAt: 'end',
    },
  ],
  [/^\/hangs-up/, { cutAt: 'head' }],
  [/^\/html/, text('text/html', page)],
  [/^\/silent/, { afterMs: Infinity }],
  [/^\/stops\.ts/, media(burst, { ending: 'open' })],
  [/^\/huge\.m3u8/, () => text(playlistType, `#EXTM3U\n${'#EXTINF:2,\n1.ts\n'.repeat(200_000)}`)],
  [
    /^\/gzip\.m3u8/,
    () => ({
      headers: { 'content-type': playlistType, 'content-encoding': 'gzip' },
      body: gzipSync(`#EXTM3U\n${' '.repeat(5_000_000)}`),
    }),
  ],
  [/^\/status\/(\d+)/, ([, status], { origin }) => ({ status: Number(status), body: `fallo en ${origin}` })],
];

/** Answers a request for a path that every provider has; 404 for any other path. */
export function serveFailingPath(
  request: IncomingMessage,
  response: ServerResponse,
  provider: PathProvider,
): void {
  for (const [form, answer] of paths) {
    const match = form.exec(request.url ?? '/');
    if (match === null) continue;
    const known = typeof answer === 'function' ? answer([...match], provider, request) : answer;
    return sendAnswer(request, response, known, provider.clock);
  }
  response.writeHead(404).end('no existe');
}
