import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { projectRoot } from '../src/platform/project-root.ts';

const password = 'clave-de-prueba-larga';

/** A running product server in a process of its own, with the headers of its signed-in administrator. */
export interface KillableServer {
  child: ChildProcess;
  url: string;
  headers: Record<string, string>;
}

/** The product server as one bundled file, which tests start and kill many times. */
export interface ServerBundle extends AsyncDisposable {
  /**
   * Starts the server on a data folder and a database of its own, without ffmpeg.
   *
   * @param headers - those of the administrator's session on an earlier start; by default the administrator signs in
   * @param env - further variables of the product
   */
  start(
    dataDir: string,
    databaseUrl: string,
    headers?: KillableServer['headers'],
    env?: Readonly<Record<string, string>>,
  ): Promise<KillableServer>;
}

/** Bundles the product server with its dependencies, which makes each of many starts faster. */
export async function bundleServer(): Promise<ServerBundle> {
  const cache = join(projectRoot(), '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'killable-'));
  const script = join(folder, 'main.mjs');
  const bundle = await rolldown({
    input: join(projectRoot(), 'apps/server/src/main.ts'),
    platform: 'node',
    // Dependencies that load native code, files or threads of their own cannot be bundled.
    external: /^(?:sharp|@node-rs|pg-native|pino|piscina|thread-stream)(?:\/|$)/,
    transform: { target: 'node20' },
  });
  await bundle.write({ file: script, format: 'esm', codeSplitting: false });
  await bundle.close();
  return {
    async start(dataDir, databaseUrl, headers, env = {}) {
      const { child, url } = await startServer(script, {
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        ...env,
      });
      return { child, url, headers: headers ?? (await signIn(url)) };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function startServer(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<Omit<KillableServer, 'headers'>> {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_PASSWORD: password,
      LOGIN_ATTEMPTS_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
      FFMPEG_PATH: '/no/hay',
      FFPROBE_PATH: '/no/hay',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return { child, url };
}

async function signIn(url: string): Promise<KillableServer['headers']> {
  const deviceId = randomBytes(16).toString('hex');
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': deviceId },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { token } = (await login.json()) as { token: string };
  return { authorization: `Bearer ${token}`, 'x-device-id': deviceId };
}

/**
 * Ends a server with a signal, and waits until its process has ended; an ended one is left alone.
 *
 * @param signal - SIGKILL gives the server no chance to finish anything, SIGTERM asks it to stop
 */
export async function endServer(
  { child }: KillableServer,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
