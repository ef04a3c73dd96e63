/*
 * The fake provider of the zoo: `/samples/zoo/<manner>/<file>` answers in one manner of real providers, good or bad.
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expiredPage, sendFile } from '../format-sample-paths.ts';
import { putOnAir, type OnAir } from '../world/air.ts';
import { sendAnswer, type Answer } from '../world/answers.ts';
import type { Handler } from '../world/provider.ts';
import { sendLive } from './zoo-live.ts';
import type { ZooMedia } from './zoo-media.ts';

type Manner = (request: IncomingMessage, response: ServerResponse, rest: string) => Promise<void> | void;

/** A provider stops a channel that nobody has asked for during this time, in milliseconds. */
const abandonedAfterMs = 20_000;
/** Bytes that are neither media nor text, the same each time. */
const noise = Buffer.concat(
  Array.from({ length: 6_250 }, (_item, index) => hash('sha256', `noise ${index}`, 'buffer')),
);
const pngHeader = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Serves the zoo's files and faults below `/samples/zoo/`. */
export function zooHandler(media: ZooMedia): Handler {
  const startedAtMs = performance.now();
  let openOne = 0;
  const watched = new Map<string, { sinceMs: number; lastMs: number }>();

  /** Notes a request for a file of a live channel. @returns for how many seconds the channel has been watched */
  function noteViewer(file: string): number {
    const channel = file.replace(/\/[^/]*$/, '');
    const nowMs = performance.now();
    const last = watched.get(channel);
    const isNew = last === undefined || nowMs - last.lastMs > abandonedAfterMs;
    const sinceMs = isNew ? nowMs : last.sinceMs;
    watched.set(channel, { sinceMs, lastMs: nowMs });
    return (nowMs - sinceMs) / 1_000;
  }

  const sendAs =
    (answer: Answer): Manner =>
    async (request, response, rest) =>
      sendFile(request, response, await media.pathOf(rest), answer);
  const say =
    (answer: Answer): Manner =>
    (request, response) =>
      sendAnswer(request, response, answer);
  const typed = (type: string): Answer => ({ headers: { 'content-type': type } });
  const manners: Readonly<Record<string, Manner>> = {
    file: sendAs({}),
    // A server that knows no ranges.
    whole: sendAs({ hasRanges: false }),
    // A body without a length, in chunks.
    chunked: async (_request, response, rest) => {
      response.writeHead(200, { 'content-type': 'video/mp4' }).end(await readFile(await media.pathOf(rest)));
    },
    nohead: async (request, response, rest) => {
      if (request.method === 'HEAD') response.writeHead(405).end();
      else sendFile(request, response, await media.pathOf(rest));
    },
    // The first byte after three or eight seconds.
    late3: sendAs({ afterMs: 3_000 }),
    late8: sendAs({ afterMs: 8_000 }),
    // A cookie, set by a redirect to the same address, without which the answer is that redirect again.
    cookie: (request, response, rest) => {
      if (request.headers.cookie?.includes('paso=1') === true)
        return manners['file']?.(request, response, rest);
      response.writeHead(302, { 'set-cookie': 'paso=1; Path=/', location: request.url ?? '/' }).end();
    },
    // A provider that allows one connection at a time.
    one: async (request, response, rest) => {
      if (openOne > 0) response.writeHead(458).end();
      else {
        openOne += 1;
        response.once('close', () => (openOne -= 1));
        sendFile(request, response, await media.pathOf(rest));
      }
    },
    text: sendAs(typed('text/plain')),
    octets: sendAs(typed('application/octet-stream')),
    // An address without an extension: `bare/<file>/play`.
    bare: async (request, response, rest) =>
      sendFile(request, response, await media.pathOf(rest.replace(/\/[^/]*$/, '')), typed('video/mp4')),
    'bare-ts': (request, response, rest) => manners['air']?.(request, response, rest.replace(/\/[^/]*$/, '')),
    changed: async (_request, response, rest) => sendChanged(response, media, rest),
    air: async (_request, response, rest) => broadcast(response, [await media.pathOf(rest)]),
    // A channel and an advertisement with other stream numbers, in turns.
    ad: async (_request, response, rest) =>
      broadcast(response, [await media.pathOf(rest), await media.pathOf('h264-aac.ts')]),
    radio: async (_request, response, rest) => broadcast(response, [await media.pathOf(rest)], 'mp3'),
    icy: async (_request, response, rest) => {
      response.socket?.write('ICY 200 OK\r\ncontent-type: audio/mpeg\r\nicy-name: Radio\r\n\r\n');
      pump(response, [await media.pathOf(rest)], 'mp3', (bytes) => void response.socket?.write(bytes));
    },
    live: async (request, response, rest) => {
      const elapsedSeconds = (performance.now() - startedAtMs) / 1_000;
      await sendLive(request, response, { media, rest, elapsedSeconds, watchedSeconds: noteViewer(rest) });
    },
    // `status/<status>/<Retry-After>/…`
    status: (request, response, rest) => {
      const [status = '500', retryAfter = '-'] = rest.split('/');
      const headers = retryAfter === '-' ? {} : { 'retry-after': retryAfter };
      sendAnswer(request, response, { status: Number(status), headers, body: 'no' });
    },
    silent: say({ afterMs: Infinity }),
    empty: say({ headers: { 'content-length': 0 } }),
    json: say({ ...typed('application/json'), body: '{"user_info":{"auth":0}}' }),
    page: say(expiredPage),
    noise: say({ ...typed('video/mp4'), body: noise }),
    loop: (request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end(),
    playlist: (request, response, rest) => {
      const body = playlists[rest.replace(/\.\w+$/, '')] ?? '';
      sendAnswer(request, response, { ...typed('application/vnd.apple.mpegurl'), body });
    },
  };

  return async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://zoo').pathname.replace(/^\/samples\/zoo\//, '');
    const [, manner = '', rest = ''] = /^([^/]+)\/(.*)$/.exec(path) ?? [];
    const serve = manners[manner];
    if (serve === undefined) response.writeHead(404).end();
    else await serve(request, response, decodeURIComponent(rest));
  };
}

/** Playlists that lead nowhere, each with a reason of its own. */
const playlists: Readonly<Record<string, string>> = {
  empty: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n',
  gone: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n../status/404/-/1.ts\n#EXT-X-ENDLIST\n',
  forbidden: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n../status/403/-/1.ts\n#EXT-X-ENDLIST\n',
  pages: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n../page/1.ts\n#EXT-X-ENDLIST\n',
  fairplay:
    '#EXTM3U\n#EXT-X-VERSION:5\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://llave",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"\n#EXTINF:4,\n../file/h264-aac-seg/index0.ts\n#EXT-X-ENDLIST\n',
  widevine:
    '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AAAA",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",KEYFORMATVERSIONS="1"\n#EXT-X-MAP:URI="../file/h264-aac-fmp4/init.mp4"\n#EXTINF:4,\n../file/h264-aac-fmp4/index0.m4s\n#EXT-X-ENDLIST\n',
  lost: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n../status/404/-/variante.m3u8\n',
};

/** `<change>/<folder>/<file>`: a file of an HLS film, with the oddity of some provider in its bytes. */
async function sendChanged(response: ServerResponse, media: ZooMedia, rest: string): Promise<void> {
  const [, change = '', name = ''] = /^([^/]+)\/(.*)$/.exec(rest) ?? [];
  const bytes = await readFile(await media.pathOf(name.replace(/\.php$/, '.m3u8')));
  const isPlaylist = /\.(?:m3u8|php)$/.test(name);
  const text = bytes.toString('latin1');
  const type = isPlaylist ? 'application/vnd.apple.mpegurl' : 'video/mp2t';
  const send = (body: string | Buffer, headers: Record<string, string> = {}): void =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);
  if (!isPlaylist) return send(change === 'png' ? Buffer.concat([pngHeader, bytes]) : bytes);
  if (change === 'bom') return send(Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes]));
  if (change === 'crlf') return send(text.replaceAll('\n', '\r\n'));
  if (change === 'gzip') return send(gzipSync(bytes), { 'content-encoding': 'gzip' });
  if (change === 'tokens') return send(text.replace(/^([^#].*)$/gm, `$1?token=${performance.now()}`));
  if (change === 'gap') return send(text.replace(/^index2\.ts$/m, 'falta.ts'));
  if (change === 'event') return send(text.replace('PLAYLIST-TYPE:VOD', 'PLAYLIST-TYPE:EVENT'));
  send(bytes);
}

/** The duration of each part of a channel that consists of several files, in seconds. */
const partSeconds = 4;

/**
 * Sends files one after the other, for ever and in real time, as a channel. Several files are sent in turns of a few
 * seconds, by the time of day: whoever connects again gets what is on the air then.
 */
function broadcast(
  response: ServerResponse,
  files: readonly string[],
  format: 'mpegts' | 'mp3' = 'mpegts',
): void {
  response.writeHead(200, { 'content-type': format === 'mp3' ? 'audio/mpeg' : 'video/mp2t' });
  pump(response, files, format, (bytes) => void response.write(bytes));
}

function pump(
  response: ServerResponse,
  files: readonly string[],
  format: 'mpegts' | 'mp3',
  send: (bytes: Buffer) => void,
): void {
  const isOnly = files.length === 1;
  const onAirSeconds = isOnly ? 0 : Date.now() / 1_000;
  let turn = Math.floor(onAirSeconds / partSeconds);
  let skippedSeconds = onAirSeconds % partSeconds;
  const next = (): void => {
    const pids = turn % 2 === 1 ? ['-mpegts_start_pid', '0x300', '-mpegts_pmt_start_pid', '0x1100'] : [];
    const own: OnAir = { file: files[turn % files.length] ?? '', format, send };
    const from = ['-ss', String(skippedSeconds)];
    const to = ['-t', String(partSeconds - skippedSeconds), ...(format === 'mpegts' ? pids : [])];
    skippedSeconds = 0;
    turn += 1;
    const goOn = (): void => {
      if (!response.destroyed) next();
    };
    putOnAir(response, isOnly ? own : { ...own, from, to, atEnd: goOn });
  };
  next();
}
