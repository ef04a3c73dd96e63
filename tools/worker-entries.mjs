// Plugins for worker threads. A worker thread needs its own JavaScript file, which a source names as `new
// URL('./x.worker.ts', import.meta.url)`. The build makes that file an entry of the bundle; for tests, which run the
// sources, the file is bundled on demand.
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

const workerAddress = /new URL\('\.\/([\w-]+\.worker)\.ts', import\.meta\.url\)/g;

/** Whether the bundle of a worker thread, made for tests, leaves an import as it is: installed npm packages. */
const isExternal = (/** @type {string} */ id) =>
  !/^(\.|@butaca\/|@oxc-project\/runtime|\0)/.test(id) && !path.isAbsolute(id);

/**
 * A plugin for the server's build: emits the files of worker threads as entries. @returns {import('rolldown').Plugin}
 */
export function emitWorkers() {
  return {
    name: 'emit-workers',
    transform(code, id) {
      if (code.search(workerAddress) === -1) return undefined;
      const written = code.replaceAll(workerAddress, (_address, name) => {
        const source = path.join(path.dirname(id), `${name}.ts`);
        const reference = this.emitFile({ type: 'chunk', id: source, name });
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
      });
      // The text that replaces the worker's URL contains no line feed, so earlier source maps stay valid.
      return { code: written, map: null };
    },
  };
}

/**
 * A plugin for tests: bundles the file of a worker thread when a tested source names it. @returns
 * {import('vite').Plugin}
 */
export function bundleWorkers() {
  return {
    name: 'bundle-workers',
    // The plugin that bundles worker threads must run before the plugins that remove types and change quotes: it
    // searches the original source text.
    enforce: 'pre',
    async transform(code, id) {
      const names = [...code.matchAll(workerAddress)].flatMap(([, name]) => name ?? []);
      let written = code;
      for (const name of names) {
        const file = await bundleWorker(path.join(path.dirname(id), `${name}.ts`), name);
        written = written.replaceAll(
          `new URL('./${name}.ts', import.meta.url)`,
          `new URL(${JSON.stringify(pathToFileURL(file).href)})`,
        );
      }
      return names.length === 0 ? undefined : written;
    },
  };
}

/**
 * Bundles the source of a worker thread into one JavaScript file.
 *
 * @param {string} source
 * @param {string} name
 */
async function bundleWorker(source, name) {
  const { build } = await import('rolldown');
  const folder = inRoot('.cache', 'workers');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.mjs`);
  // The worker's bundle is written under a temporary name and then renamed, so that a concurrent test run never reads a
  // partial file.
  const written = path.join(folder, `${name}-${process.pid}.mjs`);
  await build({
    input: source,
    platform: 'node',
    external: isExternal,
    output: { file: written, format: 'esm' },
    logLevel: 'silent',
  });
  renameSync(written, file);
  return file;
}
