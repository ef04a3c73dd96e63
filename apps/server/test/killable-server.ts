import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { openSession, sessionHeaders } from '../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../tools/product/process.d.mts';
import { startProcess } from '../../../tools/product/process.mjs';
import { projectRoot } from '../src/platform/project-root.ts';

const password = 'clave-de-prueba-larga';

/** A running product server in a process of its own, with the headers of its signed-in administrator. */
export interface KillableServer {
  process: ProductProcess;
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
      const process = await startProcess({
        script,
        env: {
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          ADMIN_PASSWORD: password,
          LOGIN_ATTEMPTS_PER_MINUTE: '0',
          LOG_LEVEL: 'silent',
          FFMPEG_PATH: '/no/hay',
          FFPROBE_PATH: '/no/hay',
          ...env,
        },
      });
      const { url } = process;
      return {
        process,
        url,
        headers: headers ?? sessionHeaders(await openSession(url, { username: 'admin', password })),
      };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Ends a server with a signal, and waits until its process has ended; an ended one is left alone.
 *
 * @param signal - SIGKILL gives the server no chance to finish anything, SIGTERM asks it to stop
 * @throws Error when a server that is asked to stop does not end by itself and without an error
 */
export async function endServer(
  { process }: Pick<KillableServer, 'process'>,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<void> {
  if (signal === 'SIGKILL') return process.kill();
  const code = await process.stop();
  if (code !== 0) throw new Error(`the server ended with ${code} when it was asked to stop`);
}
