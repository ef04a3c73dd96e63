import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running product, demo included. */
    productUrl: string;
    /** Its data folder, where the demo's passwords are. */
    productDataDir: string;
  }
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const startTimeoutMs = 60_000;

/** Starts the built product as an operator would, on an empty data folder, for the journeys of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-e2e-'));
  const server = spawn(process.execPath, [join(root, 'apps', 'server', 'dist', 'main.js')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'true',
      ADMIN_PASSWORD: 'clave-de-recorridos',
      LOGIN_ATTEMPTS_PER_MINUTE: '0',
      REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const productUrl = await readAddress(server);
  project.provide('productUrl', productUrl);
  project.provide('productDataDir', dataDir);
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Reads the address from what the server says when it is up. */
async function readAddress(server: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the product did not start:\n${said}`)), startTimeoutMs);
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /http:\/\/localhost:(\d+)/.exec(said);
      if (address !== null && said.includes('Ctrl+C')) {
        clearTimeout(timer);
        resolve(`http://127.0.0.1:${address[1]}`);
      }
    });
    server.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${said}`)));
  });
}
