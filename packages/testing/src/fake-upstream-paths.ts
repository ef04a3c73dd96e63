import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FrameClock } from './frame-clock.ts';

interface Provider {
  origin: string;
  liveSequence(): number;
  clock: FrameClock;
}

type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  provider: Provider,
  match: string[],
) => void;

const playlistType = 'application/vnd.apple.mpegurl';
const segmentType = 'video/mp2t';

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

const text = (response: ServerResponse, type: string, body: string): void => {
  response
    .writeHead(200, { 'content-type': type, 'set-cookie': 'proveedor=1', server: 'proveedor/9' })
    .end(body);
};

function livePlaylist(sequence: number): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-TARGETDURATION:2',
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
  ];
  for (let number = sequence; number < sequence + 4; number += 1)
    lines.push('#EXTINF:2.000,', `${number}.ts`);
  return `${lines.join('\n')}\n`;
}

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

function serveFile(request: IncomingMessage, response: ServerResponse): void {
  const everyAnswer = {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    etag: entityTag,
    'last-modified': modified,
  };
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const isStale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== entityTag;
  if ((first === '' && last === '') || isStale) {
    response.writeHead(200, { ...everyAnswer, 'content-length': fileBytes.length });
    response.end(request.method === 'HEAD' ? undefined : fileBytes);
    return;
  }
  const start = first === '' ? fileBytes.length - Number(last) : Number(first);
  const end =
    first === '' || last === '' ? fileBytes.length - 1 : Math.min(Number(last), fileBytes.length - 1);
  if (start >= fileBytes.length || start > end) {
    response
      .writeHead(416, { ...everyAnswer, 'content-range': `bytes */${fileBytes.length}` })
      .end('fuera de rango');
    return;
  }
  response.writeHead(206, {
    ...everyAnswer,
    'content-range': `bytes ${start}-${end}/${fileBytes.length}`,
    'content-length': end - start + 1,
  });
  response.end(request.method === 'HEAD' ? undefined : fileBytes.subarray(start, end + 1));
}

/**
 * How the fake media provider sends a body: one byte at a time (`drip`), cut off in the middle (`half`), repeated as
 * fast as the client reads (`endless`), or repeated fifty times a second, as a channel arrives (`steady`).
 */
export type Manner = 'drip' | 'half' | 'endless' | 'steady';

/** Sends the body of a response of the fake media provider in a faulty way: too slowly, cut off or without end. */
export function sendInManner(
  response: ServerResponse,
  body: Buffer,
  manner: Manner,
  clock: FrameClock,
): void {
  if (manner === 'half') response.write(body.subarray(0, body.length / 2), () => response.destroy());
  else if (manner === 'drip') {
    let at = 0;
    response.once(
      'close',
      clock.every(20, () => response.write(body.subarray(at, (at += 1)))),
    );
  } else if (manner === 'steady') {
    response.write(body);
    response.once(
      'close',
      clock.every(20, () => response.write(body)),
    );
  } else {
    const send = () => {
      while (!response.destroyed && response.write(body));
    };
    response.on('drain', send);
    send();
  }
}

function serveInManner(
  { response, clock }: { response: ServerResponse; clock: FrameClock },
  type: string,
  body: Buffer,
  manner: Manner,
): void {
  response.writeHead(200, { 'content-type': type });
  sendInManner(response, body, manner, clock);
}

function serveGuarded(
  request: IncomingMessage,
  response: ServerResponse,
  provider: Provider,
  match: string[],
): void {
  const { referer, 'user-agent': userAgent } = request.headers;
  if (userAgent !== 'Reproductor/1.0' || referer !== 'https://portal.example/')
    response.writeHead(403).end('no');
  else if (match[1] === 'index.m3u8') text(response, playlistType, livePlaylist(provider.liveSequence()));
  else response.writeHead(200, { 'content-type': segmentType }).end(segmentBytes);
}

const redirect = (response: ServerResponse, location: string): void => {
  response
    .writeHead(302, { location, 'content-type': 'text/html' })
    .end(`<html><a href="${location}">aquí</a></html>`);
};

const paths: readonly [RegExp, Serve][] = [
  [
    /^\/live\/index\.m3u8/,
    (_, response, { liveSequence }) => text(response, playlistType, livePlaylist(liveSequence())),
  ],
  [/^\/vod\/master\.m3u8/, (_, response) => text(response, playlistType, masterPlaylist)],
  [/^\/vod\/index\.m3u8/, (_, response) => text(response, playlistType, vodPlaylist)],
  [/^\/vod\/key\.bin/, (_, response) => response.writeHead(200).end(Buffer.alloc(16, 7))],
  [
    /^\/(?:live|vod)\/\d+\.ts/,
    (_, response) =>
      response
        .writeHead(200, { 'content-type': segmentType, 'content-length': segmentBytes.length })
        .end(segmentBytes),
  ],
  [/^\/file\.mp4/, serveFile],
  [/^\/guarded\/(.+)/, serveGuarded],
  [
    /^\/redirect\?to=(.+)/,
    (_request, response, _provider, match) => redirect(response, decodeURIComponent(match[1] ?? '')),
  ],
  [
    /^\/hops\/(\d+)/,
    (_request, response, { origin }, match) => {
      const left = Number(match[1]);
      redirect(response, left > 1 ? `${origin}/hops/${left - 1}` : `${origin}/live/index.m3u8`);
    },
  ],
  [/^\/loop/, (_, response) => redirect(response, '/loop')],
  [
    /^\/endless\.ts/,
    (_, response, { clock }) => serveInManner({ response, clock }, segmentType, burst, 'endless'),
  ],
  [
    /^\/steady\.ts/,
    (_, response, { clock }) =>
      serveInManner({ response, clock }, segmentType, fakeBytes(4_136, 'ts'), 'steady'),
  ],
  [
    /^\/drip\.ts/,
    (_, response, { clock }) => serveInManner({ response, clock }, segmentType, segmentBytes, 'drip'),
  ],
  [
    /^\/drip\.m3u8/,
    (_, response, { clock }) =>
      serveInManner({ response, clock }, playlistType, Buffer.from(livePlaylist(1).repeat(100)), 'drip'),
  ],
  [
    /^\/dies\.ts/,
    (_, response) => {
      response.writeHead(200, { 'content-type': segmentType, 'content-length': 10 * burst.length });
      response.write(burst, () => response.destroy());
    },
  ],
  [
    /^\/short\.ts/,
    (_, response) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-type: ${segmentType}\r\ncontent-length: ${2 * segmentBytes.length}\r\n\r\n`;
      response.socket?.write(head);
      response.socket?.end(segmentBytes);
    },
  ],
  [/^\/hangs-up/, (_, response) => response.destroy()],
  [
    /^\/html/,
    (_, response) =>
      text(
        response,
        'text/html',
        '<!doctype html><title>Cuenta caducada</title>http://usuario:clave@proveedor.example/',
      ),
  ],
  [/^\/silent/, () => undefined],
  [/^\/stops\.ts/, (_, response) => response.writeHead(200, { 'content-type': segmentType }).write(burst)],
  [
    /^\/huge\.m3u8/,
    (_, response) => text(response, playlistType, `#EXTM3U\n${'#EXTINF:2,\n1.ts\n'.repeat(200_000)}`),
  ],
  [
    /^\/gzip\.m3u8/,
    (_, response) =>
      response
        .writeHead(200, { 'content-type': playlistType, 'content-encoding': 'gzip' })
        .end(gzipSync(`#EXTM3U\n${' '.repeat(5_000_000)}`)),
  ],
  [
    /^\/status\/(\d+)/,
    (_request, response, { origin }, match) => response.writeHead(Number(match[1])).end(`fallo en ${origin}`),
  ],
];

/** Answers a request for one of the fake media provider's built-in paths; 404 for any other path. */
export function serveFakePath(request: IncomingMessage, response: ServerResponse, provider: Provider): void {
  const path = request.url ?? '';
  for (const [form, serve] of paths) {
    const match = form.exec(path);
    if (match !== null) return serve(request, response, provider, [...match]);
  }
  response.writeHead(404).end('no existe');
}
