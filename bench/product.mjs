import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/**
 * The size of the young heap in MB, which `npm start` sets too: the garbage of many short requests is collected less
 * often.
 */
const youngHeapMegabytes = 64;
const admin = { username: 'admin', password: 'clave-de-medidas-2031' };

/**
 * Starts the built product for a benchmark, without rate limits, by default on an empty data folder and with the demo
 * catalogue, and signs its administrator in.
 *
 * @typedef {{ token: string, user: object, deviceId: string }} Session - a person's session as a browser stores it
 * @typedef {object} Product
 * @property {string} url
 * @property {number} pid - the process id of the server
 * @property {string} dataDir
 * @property {Promise<number | null>} ended - resolves to the exit code when the server's process has ended
 * @property {Record<string, string>} headers - request headers with the administrator's session
 * @property {Session} session - the administrator's session
 * @property {(method: string, path: string, body?: object) => Promise<any>} call - calls the API as the administrator
 * @property {(username: string) => Promise<Session>} demoSession - signs in one of the demo's accounts
 * @property {(username: string) => Promise<Session>} newSession - creates an account with the lowest plan and signs it
 * in
 * @property {(username: string) => Promise<Session>} signIn - signs in such an account on another device
 * @property {() => Promise<void>} stop
 *
 * @param {{ dataDir?: string, isDemo?: boolean, env?: Record<string, string>, isOwnGroup?: boolean, youngMegabytes?: number }} [given] - `env`
 * adds environment variables; `isOwnGroup` starts the server in a process group of its own
 * @returns {Promise<Product>}
 */
export async function startProduct(given = {}) {
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), 'butaca-bench-')));
  const youngHeap = `--max-semi-space-size=${given.youngMegabytes ?? youngHeapMegabytes}`;
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
      REGISTRATIONS_PER_DAY: '0',
      REQUESTS_PER_MINUTE: '0',
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      ...given.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: given.isOwnGroup ?? false,
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    server.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
  const session = await signIn(url, admin);
  const headers = { 'x-device-id': session.deviceId, authorization: `Bearer ${session.token}` };
  return {
    url,
    pid: server.pid,
    dataDir,
    ended,
    headers,
    session,
    call: (method, path, body) => call(url, headers, method, path, body),
    async demoSession(username) {
      const { accounts } = JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'));
      const { password } = accounts.find((account) => account.username === username);
      return signIn(url, { username, password });
    },
    newSession: (username) => signIn(url, { username, password: admin.password }, 'register'),
    signIn: (username) => signIn(url, { username, password: admin.password }),
    async stop() {
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function call(url, headers, method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function signIn(url, account, way = 'login') {
  const deviceId = randomBytes(16).toString('hex');
  const { token, user } = await call(url, { 'x-device-id': deviceId }, 'POST', `/api/auth/${way}`, account);
  return { token, user, deviceId };
}
