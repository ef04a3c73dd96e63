import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** @type {typeof import('./people.d.mts').callProduct} */
export async function callProduct(url, method, route, { body, headers } = {}) {
  const response = await fetch(url + route, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** @type {typeof import('./people.d.mts').productCaller} */
export function productCaller(url, deviceId) {
  return (method, route, body, token) =>
    callProduct(url, method, route, {
      body,
      headers: { 'x-device-id': deviceId, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
}

/** A device id as a page makes one: 32 hexadecimal digits. */
const newDeviceId = () => randomBytes(16).toString('hex');

/** @type {typeof import('./people.d.mts').openSession} */
export const openSession = (url, account, deviceId = newDeviceId()) => enter(url, 'login', account, deviceId);

/** @type {typeof import('./people.d.mts').registerPerson} */
export const registerPerson = (url, account, deviceId = newDeviceId()) =>
  enter(url, 'register', account, deviceId);

/**
 * @param {string} url
 * @param {'login' | 'register'} way
 * @param {import('./people.d.mts').Account} account
 * @param {string} deviceId
 * @returns {Promise<import('./people.d.mts').Session>}
 */
async function enter(url, way, { username, password }, deviceId) {
  const call = productCaller(url, deviceId);
  const { token, user } = await call('POST', `/api/auth/${way}`, { username, password });
  return { token, user, deviceId };
}

/** @type {typeof import('./people.d.mts').sessionHeaders} */
export const sessionHeaders = ({ token, deviceId }) => ({
  'x-device-id': deviceId,
  authorization: `Bearer ${token}`,
});

/** @type {typeof import('./people.d.mts').readDemoAccount} */
export async function readDemoAccount(dataDir, username) {
  const { accounts } = JSON.parse(await readFile(path.join(dataDir, 'demo-accounts.json'), 'utf8'));
  const account = accounts.find((candidate) => candidate.username === username);
  if (account === undefined) throw new Error(`the demo has no account ${username}`);
  return { username, password: account.password };
}
