import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callProduct,
  openSession,
  readDemoAccount,
  registerPerson,
  sessionHeaders,
} from '../tools/product/people.mjs';
import { startProcess, unlimited } from '../tools/product/process.mjs';

const admin = { username: 'admin', password: 'clave-de-medidas-2031' };

/**
 * Opens a channel as a person's browser does.
 *
 * @param {Pick<Product, 'url'>} product @param {Session} person @param {string} id
 * @returns {Promise<string>} the URL of its stream
 */
export async function openChannel({ url }, person, id) {
  const headers = sessionHeaders(person);
  return url + (await callProduct(url, 'GET', `/api/channels/id/${id}?can=mse`, { headers })).url;
}

/**
 * Starts the built product for a benchmark, without rate limits, by default on an empty data folder and with the demo
 * catalogue, and signs its administrator in.
 *
 * @typedef {import('../tools/product/people.d.mts').Session} Session
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
  const server = await startProcess({
    isOwnGroup: given.isOwnGroup,
    youngMegabytes: given.youngMegabytes,
    env: {
      DATA_DIR: dataDir,
      DEMO: String(given.isDemo ?? true),
      ADMIN_PASSWORD: admin.password,
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      ...unlimited,
      ...given.env,
    },
  });
  const { url } = server;
  const session = await openSession(url, admin);
  const headers = sessionHeaders(session);
  return {
    url,
    pid: server.pid(),
    dataDir,
    ended: server.ended(),
    headers,
    session,
    call: (method, path, body) => callProduct(url, method, path, { headers, body }),
    demoSession: async (username) => openSession(url, await readDemoAccount(dataDir, username)),
    newSession: (username) => registerPerson(url, { username, password: admin.password }),
    signIn: (username) => openSession(url, { username, password: admin.password }),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
