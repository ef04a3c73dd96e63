import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How many bytes are sent at once, and how long after them the next ones: the connection stays open meanwhile. */
const firstBytes = 1_000_000;
const laterBytes = 20_000;
const pauseMs = 100;

/**
 * Serves a film of half a minute that takes longer to download than the tests take, and other addresses that fail. The
 * server counts its connections.
 */
export async function startMediaServer() {
  const film = makeFilm();
  const clip = makeClip();
  const matroska = makeMatroska();
  let long = Buffer.alloc(0);
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  /** @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    switch (new URL(request.url ?? '', 'http://localhost').pathname) {
      case '/film.mp4':
        return sendSlowly(request, response, film, 'video/mp4');
      case '/film.mkv':
        return sendSlowly(request, response, matroska, 'video/x-matroska');
      case '/long.mp4':
        return sendAtOnce(request, response, long);
      case '/clip.mp4':
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': clip.length });
        response.end(clip);
        return;
      case '/page.html':
        response.end('<!doctype html><title>Butaca</title><p>Esto no es un video.');
        return;
      case '/silent':
        return;
      case '/list.m3u':
        response.writeHead(200, { 'content-type': 'audio/x-mpegurl' });
        response.end('#EXTM3U\n#EXTINF:-1,Otra\nhttp://127.0.0.1:9/otra.mp4\n');
        return;
      default:
        response.writeHead(404).end();
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    connectionCount: () => sockets.size,
    /** Makes `/long.mp4`, which takes longer than mpv may take to open an address. */
    makeLong() {
      long = makeLong();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Buffer} bytes
 * @param {string} type
 */
function sendSlowly(request, response, bytes, type) {
  const { first, end } = startPart(request, response, bytes, type);
  let sent = Math.min(first + firstBytes, end);
  response.write(bytes.subarray(first, sent));
  if (sent === end) {
    response.end();
    return;
  }
  const timer = setInterval(() => {
    const next = Math.min(sent + laterBytes, end);
    response.write(bytes.subarray(sent, next));
    sent = next;
    if (sent < end) return;
    clearInterval(timer);
    response.end();
  }, pauseMs);
  response.on('close', () => clearInterval(timer));
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Buffer} bytes
 */
function sendAtOnce(request, response, bytes) {
  const { first, end } = startPart(request, response, bytes, 'video/mp4');
  response.end(bytes.subarray(first, end));
}

/**
 * Answers a request for a file, or for a part of it, with everything but the bytes.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Buffer} bytes
 * @param {string} type
 * @returns the first byte to send, and the byte after the last one
 */
function startPart({ headers: { range } }, response, bytes, type) {
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const first = Number(from ?? 0);
  const end = to === '' ? bytes.length : Math.min(bytes.length, Number(to) + 1);
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': type,
    'accept-ranges': 'bytes',
    'content-length': end - first,
    ...(range !== undefined && { 'content-range': `bytes ${first}-${end - 1}/${bytes.length}` }),
  });
  return { first, end };
}

const makeFilm = () => makeMedia('media.mp4', 30, '-crf', '8', '-c:a', 'aac');
const makeClip = () => makeMedia('media.mp4', 2, '-c:a', 'aac');
/** Three minutes in few bytes, which a player without a limit receives within a second. */
const makeLong = () => makeMedia('media.mp4', 180, '-crf', '40', '-c:a', 'aac');
/** A film that no browser plays: its container and its sound are those of discs. */
const makeMatroska = () => makeMedia('media.mkv', 30, '-crf', '8', '-c:a', 'ac3');

/**
 * @param {string} name
 * @param {number} seconds
 * @param {...string} options
 */
function makeMedia(name, seconds, ...options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-media-'));
  const file = path.join(folder, name);
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25', '-f', 'lavfi', '-i', 'sine'];
  const length = ['-t', String(seconds)];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', ...options];
  const layout = name.endsWith('.mp4') ? ['-movflags', '+faststart'] : [];
  try {
    execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...length, ...codecs, ...layout, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
