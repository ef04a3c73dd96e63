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
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };

  /** The password of an account of the demo. @param {string} username */
  function readAccount(username) {
    const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo-accounts.json'), 'utf8'));
    /** @type {{ username: string, password: string } | undefined} */
    const account = accounts.find((/** @type {any} */ candidate) => candidate.username === username);
    if (account === undefined) throw new Error(`the demo has no account ${username}`);
    return account;
  }
}
