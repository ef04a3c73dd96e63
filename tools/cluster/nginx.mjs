// Starts Debian's nginx on this machine with the configuration of `deploy/nginx`, in front of servers of `npm run cluster`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inRoot } from '../paths.mjs';
import { findFreePort } from './free-port.mjs';

/**
 * @param {string} folder - an existing, empty folder
 * @param {readonly number[]} ports - those of the servers
 * @param {import('./nginx.d.mts').NginxOptions} [options]
 * @returns {Promise<import('./cluster.d.mts').Balancer>}
 */
export async function startNginx(folder, ports, options = {}) {
  const listen = options.port ?? (await findFreePort());
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configOf(folder, await readServersOf(ports, { ...options, folder, listen })));
  const child = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  await answering(child, listen);
  return {
    url: `http://127.0.0.1:${listen}`,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGQUIT');
      await once(child, 'exit');
    },
  };
}

/**
 * Waits until nginx accepts connections.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} port
 */
async function answering(child, port) {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const [isOpen] = await Promise.race([
      once(socket, 'connect').then(
        () => [true],
        () => [false],
      ),
      once(child, 'exit').then(() =>
        Promise.reject(new Error('nginx did not start; what it wrote is above')),
      ),
    ]);
    socket.destroy();
    if (isOpen) return;
    await setTimeout(20);
  }
}

/**
 * The configuration for operators, with the servers, ports and folders of this machine in place of its examples.
 *
 * @param {readonly number[]} ports
 * @param {import('./nginx.d.mts').NginxOptions & { folder: string, listen: number }} options
 */
async function readServersOf(ports, { folder, listen, secret = '', cache = {}, authorities, front }) {
  const text = await readFile(inRoot('deploy/nginx/butaca.conf'), 'utf8');
  const serversText = await readFile(inRoot('deploy/nginx/servers.conf'), 'utf8');
  const secretText = await readFile(inRoot('deploy/nginx/secret.conf.template'), 'utf8');
  const examples = /(?: {4}server butaca-\d+:3000 [^\n]*\n)+/gu;
  if (!examples.test(serversText)) throw new Error('deploy/nginx/servers.conf names no example servers');
  const parts = await findFreePort();
  const replaced = {
    'listen 80;': `listen 127.0.0.1:${listen};`,
    'listen 127.0.0.1:8079;': `listen 127.0.0.1:${parts};`,
    'server 127.0.0.1:8079;': `server 127.0.0.1:${parts};`,
    '/var/cache/nginx/butaca': cache.folder ?? path.join(folder, 'segments'),
    '/etc/ssl/certs/ca-certificates.crt': authorities ?? '/etc/ssl/certs/ca-certificates.crt',
    'max_size=4g min_free=512m': `max_size=${cache.maxSize ?? '256m'}`,
  };
  let conf = text;
  for (const [example, value] of Object.entries(replaced)) {
    if (!conf.includes(example)) throw new Error(`deploy/nginx/butaca.conf does not say: ${example}`);
    conf = conf.replace(example, value);
  }
  return [
    secretText.replace('default "${NGINX_SECRET}"', `default "${secret}"`),
    serversText.replaceAll(examples, (lines) => linesFor(lines, ports)),
    front === undefined ? '' : `set_real_ip_from ${front};\n`,
    conf,
  ].join('\n');
}

/**
 * The lines of a group of servers, each with the settings that the examples have for the first one.
 *
 * @param {string} examples
 * @param {readonly number[]} ports
 */
function linesFor(examples, ports) {
  const settings = [...examples.matchAll(/server butaca-1:3000 ([^\n]*)/gu)].map(([, text]) => text);
  return settings.flatMap((text) => ports.map((port) => `    server 127.0.0.1:${port} ${text}\n`)).join('');
}

/**
 * @param {string} folder
 * @param {string} servers
 */
const configOf = (folder, servers) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 16384; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${servers}
}`;
