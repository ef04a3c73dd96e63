// `npm run dev`: the page and the server from their sources. Vite serves the page on PORT (5173 by default), where a saved change
// appears without a reload, and passes the API's requests on to the server, which is bundled and started again after each saved
// change. `npm run dev -- --fake` has the fake server of `packages/testing` instead, with its data in memory: no database.
//
// The page has no content security policy and no service worker here: Vite's own scripts need the first not to be there, and the
// second would keep old code. Both belong to the built product, and journeys test them there.
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './bootstrap.mjs';
import { serverBundle } from './build.mjs';
import { findFreePort } from './cluster/free-port.mjs';
import { endWithParent } from './end-with-parent.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { inSeconds, runCommand, Stop } from './terminal.mjs';

const usualPort = 5_173;

await runCommand(async () => {
  const startedAt = performance.now();
  const { isFake, port } = readArguments();
  process.chdir(rootFolder);
  await ensureDependencies();
  const apiPort = await findFreePort();
  const program = isFake ? fakeProgram(apiPort) : serverProgram(apiPort, port);
  // The bundler may have been installed just now.
  const { watchProgram } = await import('./dev/watch-program.mjs');
  const running = await watchProgram({ ...program, port: apiPort });
  const page = await servePage(port, apiPort, running.whenReady).catch(async (error) => {
    await running.stop();
    throw error.message?.includes('already in use')
      ? new Stop(`El puerto ${port} está ocupado. Elige otro: PORT=5174 npm run dev`)
      : error;
  });
  const stop = async () => {
    await page.close();
    await running.stop();
    process.exit();
  };
  // Vite's own listener would end this process before the server has stopped.
  process.removeAllListeners('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());
  endWithParent();
  await running.whenReady();
  const [address] = page.resolvedUrls?.local ?? [];
  console.log(
    `\n  Butaca en desarrollo (${inSeconds(performance.now() - startedAt)}): ${address}\n${program.accounts ?? ''}`,
  );
});

function readArguments() {
  try {
    const { values } = parseArgs({ options: { fake: { type: 'boolean', default: false } } });
    return { isFake: values.fake, port: Number(process.env['PORT'] ?? usualPort) };
  } catch {
    throw new Stop('Uso: npm run dev, o npm run dev -- --fake (un servidor simulado, sin base de datos)');
  }
}

/** @param {number} apiPort @param {number} pagePort */
function serverProgram(apiPort, pagePort) {
  return {
    bundle: serverBundle(),
    folder: inRoot('.cache/dev/server'),
    env: {
      DEMO: process.env['DEMO'] ?? 'true',
      // Links that the server writes, such as those of invitations, lead to the page.
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${pagePort}`,
      // Without a line for each request the accounts and what fails stay in sight.
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      HOST: '127.0.0.1',
      PORT: String(apiPort),
    },
  };
}

/** @param {number} apiPort */
function fakeProgram(apiPort) {
  return {
    bundle: { input: { main: inRoot('tools/dev/fake-main.mjs') }, platform: /** @type {const} */ ('node') },
    folder: inRoot('.cache/dev/fake'),
    env: { PORT: String(apiPort) },
    accounts: `
  Servidor simulado: los datos están en memoria y se olvidan al cambiar su código.
    valentina  premium        gerardo  plan más bajo        ada  administradora
    La contraseña de todos es «palabra-de-paso».
`,
  };
}

/**
 * Starts Vite.
 *
 * @param {number} port
 * @param {number} apiPort
 * @param {() => Promise<boolean>} whenReady - whether the server runs, once its newest code has started or failed
 */
async function servePage(port, apiPort, whenReady) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: inRoot('apps/web'),
    cacheDir: inRoot('.cache/dev/vite'),
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: process.env['HOST'] ?? 'localhost',
      port,
      strictPort: true,
      proxy: { '/api': `http://127.0.0.1:${apiPort}` },
      // npm's packages may be in a folder above this one.
      fs: {
        allow: [rootFolder, path.resolve(fileURLToPath(import.meta.resolve('vite/package.json')), '../..')],
      },
      // Screens that nobody has opened yet are read ahead, so that the first one does not wait for them.
      warmup: { clientFiles: ['./src/main.tsx', './src/features/**/*.screen.tsx'] },
    },
    plugins: [awaitServer(whenReady), withoutServiceWorker()],
  });
  return await server.listen();
}

/** Lets the API's requests wait while the server starts again. @param {() => Promise<boolean>} whenReady */
function awaitServer(whenReady) {
  return {
    name: 'await-server',
    /** @param {import('vite').ViteDevServer} server */
    configureServer(server) {
      /** @param {import('node:http').ServerResponse} response @param {() => void} next */
      const passOn = async (response, next) => {
        if (await whenReady()) {
          next();
          return;
        }
        response.writeHead(503, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ error: 'El servidor no ha arrancado. El motivo está en la terminal.' }),
        );
      };
      server.middlewares.use('/api', (_request, response, next) => void passOn(response, next));
    },
  };
}

/** Answers that there is no service worker; Vite would answer with the page. */
function withoutServiceWorker() {
  return {
    name: 'without-service-worker',
    /** @param {import('vite').ViteDevServer} server */
    configureServer(server) {
      server.middlewares.use('/service-worker.js', (_request, response) => {
        response.writeHead(404).end();
      });
    },
  };
}
