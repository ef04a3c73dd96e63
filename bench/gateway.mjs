import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, load, report } from './load.mjs';

/** How many transfers of a channel in MPEG-TS one address delivers at once (`continuousPerGrant` of the gateway). */
const connections = 2;
const files = [
  { name: 'segment.ts', what: '500 KB segments', bytes: 500_000 },
  { name: 'film.ts', what: 'a file of 100 MB', bytes: 100_000_000 },
];

/**
 * Measures how fast the gateway (the product's HTTP proxy for video) delivers HLS segments and a whole film, compared
 * with nginx's `proxy_pass` to the same origin server.
 *
 * @param {import('./product.mjs').Product} product
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function benchGateway(product) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const [upstream, proxy] = [await freePort(), await freePort()];
  await mkdir(join(dir, 'www'));
  for (const { name, bytes } of files) await writeFile(join(dir, 'www', name), randomBytes(bytes));
  await writeFile(join(dir, 'nginx.conf'), nginxConfig(dir, upstream, proxy));
  const nginx = spawn('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const isMet = [];
  try {
    for (const { name, what } of files) {
      const upstreamUrl = `http://127.0.0.1:${upstream}/${name}`;
      await answering(upstreamUrl);
      const channel = await product.call('POST', '/api/channels/admin', { name: what, url: upstreamUrl });
      const { url } = await product.call('GET', `/api/channels/id/${channel._id}`);
      const rate = (address) => async () => (await load(address, { connections })).megabytesPerSecond;
      const result = await compare(3, rate(product.url + url), rate(`http://127.0.0.1:${proxy}/${name}`));
      isMet.push(report(`gateway, ${what}`, result, 'MB/s', 'nginx proxy_pass', 0.8));
    }
  } finally {
    nginx.kill('SIGQUIT');
    await rm(dir, { recursive: true, force: true });
  }
  return isMet;
}

function nginxConfig(dir, upstream, proxy) {
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
  keepalive_requests 1000000;
  upstream source { server 127.0.0.1:${upstream}; keepalive 64; keepalive_requests 1000000; }
  server { listen 127.0.0.1:${upstream}; root ${dir}/www; sendfile on; types { video/mp2t ts; } }
  server {
    listen 127.0.0.1:${proxy};
    location / { proxy_pass http://source; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_max_temp_file_size 0; }
  }
}`;
}

/** Finds a free TCP port of the loopback interface. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until a server that was just started answers, by requesting a URL of it repeatedly. */
async function answering(url) {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
