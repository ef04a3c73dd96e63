import { spawn, type ChildProcess } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const startTimeoutMs = 60_000;

export interface RunningProduct {
  /** The URL of the started product: `http://127.0.0.1:<port>`. */
  url: string;
  /** Stops the product as Ctrl+C does, and waits until its process has ended. @returns the exit code */
  stop(): Promise<number | null>;
}

/**
 * Starts the built product as an operator would, with the demo catalogue, and waits until it prints its URL.
 *
 * @param release - the folder of the release that is started, by default this repository's
 */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  release = root,
): Promise<RunningProduct> {
  const server = spawn(process.execPath, [join(release, 'apps', 'server', 'dist', 'main.js')], {
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
      REGISTRATIONS_PER_DAY: '0',
      REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  return {
    url: await readAddress(server),
    stop() {
      server.kill('SIGTERM');
      return ended;
    },
  };
}

/** Copies the built product to a folder, so that a test can change the copy as an upgrade would. */
export async function copyRelease(to: string): Promise<void> {
  for (const part of ['apps/server/dist', 'apps/web/dist']) {
    await cp(join(root, part), join(to, part), { recursive: true });
  }
  for (const part of ['demo', 'node_modules']) await symlink(join(root, part), join(to, part));
}

/** Reads the product's URL from what its process prints. */
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
    server.once('exit', (code) => {
      // After the start this promise is settled, so what a product printed before it ended with an error is printed here.
      if (code) process.stderr.write(`the product ended with ${code}:\n${said}\n`);
      reject(new Error(`the product ended with ${code}:\n${said}`));
    });
  });
}
