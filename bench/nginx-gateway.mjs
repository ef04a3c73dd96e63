import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startNginx } from '../tools/cluster/nginx.mjs';
import { startCluster } from '../tools/cluster/start.mjs';
import { openSession, sessionHeaders } from '../tools/product/people.mjs';
import { compare, load, report } from './load.mjs';
import { startOrigin } from './nginx-origin.mjs';
import { printMachine } from './goal.mjs';
import { requireTools } from './require-tools.mjs';

/**
 * `npm run bench -- nginx`: measures how fast nginx with `deploy/nginx/butaca.conf` delivers segments and a film after the
 * checks of the gateway, beside a bare nginx (`proxy_pass`) in front of the same provider, alternately in one run. A second
 * nginx without the secret shows what the servers deliver by themselves. Requires wrk, nginx and redis-server.
 */
requireTools('wrk', 'nginx', 'redis-server');

/** One viewer has at most eight requests in flight (`streamsPerGrant` of the gateway). */
const connections = 8;
/** Segments of two seconds at 5 Mb/s, and a film. */
const [segmentBytes, filmBytes] = [1_250_000, 100_000_000];
const rounds = 3;
const seconds = 4;

printMachine();
const origin = await startOrigin({
  'segment.ts': segmentBytes,
  'film.mp4': filmBytes,
  'list.m3u8': '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsegment.ts\n#EXT-X-ENDLIST\n',
});
const cluster = await startCluster({
  servers: 1,
  env: { UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8', REQUESTS_PER_MINUTE: '0' },
});
try {
  await mkdir(join(cluster.folder, 'nginx-plain'));
  const plain = await startNginx(
    join(cluster.folder, 'nginx-plain'),
    cluster.servers.map(({ port }) => port),
  );
  const account = { username: 'admin', password: cluster.adminPassword };
  const headers = sessionHeaders(await openSession(cluster.url, account));
  const segment = await addSegment(headers);
  const film = await addFilm(headers, 'film.mp4');
  const rate = (url, cookie) => async () => {
    const options = { connections, seconds, headers: { cookie, 'sec-fetch-mode': 'no-cors' } };
    return (await load(url, options)).megabytesPerSecond;
  };
  for (const { what, path, cookie, name, goal } of [
    { what: 'segments of 2 s', ...segment, name: 'segment.ts', goal: 1 },
    { what: 'a film of 100 MB', ...film, name: 'film.mp4', goal: 1 },
  ]) {
    const bare = rate(`${origin.proxyUrl}/${name}`, '');
    const ours = await compare(rounds, rate(cluster.url + path, cookie), bare);
    const gateway = await compare(rounds, rate(plain.url + path, cookie), bare);
    const isMet = report(`nginx after the gateway, ${what}`, ours, 'MB/s', 'nginx proxy_pass', goal);
    if (!isMet) process.exitCode = 1;
    report(`gateway behind nginx, ${what}`, gateway, 'MB/s', 'nginx proxy_pass');
  }
  await plain.stop();
} finally {
  await cluster.stop();
  await origin.stop();
}

/**
 * Adds a film that is a file or a playlist of the provider, and opens it.
 *
 * @param {Record<string, string>} headers
 * @param {string} file
 */
async function addFilm(headers, file) {
  const url = `${origin.url}/${file}`;
  const { body } = await call(headers, 'POST', '/api/videos', { title: file, tipo: 'pelicula', url });
  const opened = await call(headers, 'GET', `/api/videos/${body._id}`);
  return { path: opened.body.url, cookie: opened.cookie };
}

/** Adds a film in HLS. @param {Record<string, string>} headers @returns its segment */
async function addSegment(headers) {
  const { path, cookie } = await addFilm(headers, 'list.m3u8');
  const playlist = await (await fetch(cluster.url + path, { headers: { cookie } })).text();
  return { path: playlist.split('\n').find((line) => line.startsWith('/')) ?? '', cookie };
}

/**
 * @param {Record<string, string>} headers
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(headers, method, path, body) {
  const response = await fetch(cluster.url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const cookie = response.headers.getSetCookie().map((text) => text.replace(/;.*/, ''));
  return { body: await response.json(), cookie: cookie.join('; ') };
}
