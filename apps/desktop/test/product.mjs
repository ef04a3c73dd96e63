import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Starts the built product with its demo.
 *
 * @param {string} dataDir - a folder for its data
 */
export async function startProduct(dataDir) {
  const server = spawn(process.execPath, [path.join(root, 'apps/server/dist/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'true',
      LOGIN_ATTEMPTS_PER_MINUTE: '0',
      REQUESTS_PER_MINUTE: '0',
      TRIAL_MINUTES_PER_DAY: '1',
      // The films of `media-server.mjs`.
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  let said = '';
  /** @type {number} */
  const port = await new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const address = /http:\/\/localhost:(\d+)/.exec(said);
      if (address !== null && said.includes('Ctrl+C')) resolve(Number(address[1]));
    });
    server.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${said}`)));
  });
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    readAccount,
    signInElsewhere,
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };

  /**
   * Signs in on a device without the shell.
   *
   * @param {string} username
   * @param {string} deviceId
   * @returns calls the API as that device, and rejects with an answer that is no success
   */
  async function signInElsewhere(username, deviceId) {
    /** @param {string} method @param {string} path @param {object} [body] @param {string} [token] @returns {Promise<any>} */
    const ask = async (method, path, body, token) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          'x-device-id': deviceId,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const { token } = await ask('POST', '/api/auth/login', readAccount(username));
    /** @param {string} method @param {string} path @param {object} [body] */
    return (method, path, body) => ask(method, path, body, token);
  }

  /** The password of an account of the demo. @param {string} username */
  function readAccount(username) {
    const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo-accounts.json'), 'utf8'));
    /** @type {{ username: string, password: string } | undefined} */
    const account = accounts.find((/** @type {any} */ candidate) => candidate.username === username);
    if (account === undefined) throw new Error(`the demo has no account ${username}`);
    return { username, password: account.password };
  }
}
