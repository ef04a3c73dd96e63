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
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  /** @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    switch (new URL(request.url ?? '', 'http://localhost').pathname) {
      case '/film.mp4':
        return sendSlowly(request, response, film);
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
 */
function sendSlowly(request, response, bytes) {
  const first = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(request.headers.range === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': bytes.length - first,
    'content-range': `bytes ${first}-${bytes.length - 1}/${bytes.length}`,
  });
  response.write(bytes.subarray(first, first + firstBytes));
  let sent = first + firstBytes;
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, sent + laterBytes));
    sent += laterBytes;
    if (sent < bytes.length) return;
    clearInterval(timer);
    response.end();
  }, pauseMs);
  response.on('close', () => clearInterval(timer));
}

const makeFilm = () => makeMedia(30, '-crf', '8');
const makeClip = () => makeMedia(2);

/**
 * @param {number} seconds
 * @param {...string} options
 */
function makeMedia(seconds, ...options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-media-'));
  const file = path.join(folder, 'media.mp4');
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25', '-f', 'lavfi', '-i', 'sine'];
  const length = ['-t', String(seconds)];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', ...options, '-c:a', 'aac'];
  try {
    execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...length, ...codecs, '-movflags', '+faststart', file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
