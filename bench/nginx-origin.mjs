import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../tools/cluster/free-port.mjs';

/**
 * A provider for benchmarks: nginx that serves files, and the same nginx as a bare proxy (`proxy_pass`) in front of them,
 * with which the product is compared.
 *
 * @typedef {object} Origin
 * @property {string} url - the address of the files
 * @property {string} proxyUrl - the address of the same files behind the proxy
 * @property {() => Promise<void>} stop
 *
 * @param {Readonly<Record<string, number | string>>} files - the names of the files, each with its number of random bytes or
 *   its text
 * @returns {Promise<Origin>}
 */
export async function startOrigin(files) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const [upstream, proxy] = [await findFreePort(), await findFreePort()];
  await mkdir(join(dir, 'www'));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(dir, 'www', name), typeof content === 'number' ? randomBytes(content) : content);
  }
  await writeFile(join(dir, 'nginx.conf'), nginxConfig(dir, upstream, proxy));
  const nginx = spawn('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const url = `http://127.0.0.1:${upstream}`;
  await answering(`${url}/${Object.keys(files)[0]}`);
  return {
    url,
    proxyUrl: `http://127.0.0.1:${proxy}`,
    async stop() {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      await rm(dir, { recursive: true, force: true });
    },
  };
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
  server { listen 127.0.0.1:${upstream}; root ${dir}/www; sendfile on; types { video/mp2t ts; video/mp4 mp4; application/vnd.apple.mpegurl m3u8; } }
  server {
    listen 127.0.0.1:${proxy};
    location / { proxy_pass http://source; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_max_temp_file_size 0; }
  }
}`;
}

/** Waits until a server that was just started answers, by requesting a URL of it repeatedly. */
async function answering(url) {
  for (;;) {
    try {
      if ((await fetch(url, { method: 'HEAD' })).ok) return;
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
