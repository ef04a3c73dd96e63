import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** As `npm start` does: the garbage of many short requests is collected less often. */
const youngHeap = '--max-semi-space-size=64';
const admin = { username: 'admin', password: 'clave-de-medidas' };

/**
 * Starts the built product without limits, on an empty data folder and with the demo unless it is told otherwise, and signs its
 * administrator in.
 *
 * @param {{ dataDir?: string, isDemo?: boolean }} [given]
 * @returns {Promise<{ url: string, headers: Record<string, string>, call: (method: string, path: string, body?: object) => Promise<any>, stop: () => Promise<void> }>}
 */
export async function startProduct(given = {}) {
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), 'butaca-bench-')));
  const server = spawn(process.execPath, [youngHeap, join(root, 'apps/server/dist/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: String(given.isDemo ?? true),
      ADMIN_PASSWORD: admin.password,
      LOGIN_ATTEMPTS_PER_MINUTE: '0',
      REQUESTS_PER_MINUTE: '0',
      UPSTREAM_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    server.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
  const deviceId = randomBytes(16).toString('hex');
  const headers = { 'x-device-id': deviceId };
  const call = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { token } = await call('POST', '/api/auth/login', admin);
  headers.authorization = `Bearer ${token}`;
  return {
    url,
    headers,
    call,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
