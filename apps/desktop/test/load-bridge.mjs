import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Bundles `packages/bridge`: Node 20 cannot run TypeScript, nor can a page.
 *
 * @param {'esm' | 'iife'} format - `iife` gives a script that makes the variable `butacaBridge`
 */
export const bundleBridge = (format) => bundle('packages/bridge/src/index.ts', format);

/**
 * @param {string} file - the path of a file of the repository
 * @param {'esm' | 'iife'} format
 */
async function bundle(file, format) {
  const input = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const bundled = await rolldown({ input });
  const { output } = await bundled.generate({ format, name: 'butacaBridge' });
  await bundled.close();
  return output[0].code;
}

/** @returns {Promise<typeof import('../../../packages/bridge/src/index.ts')>} */
export const loadBridge = () => load('packages/bridge/src/index.ts');

/**
 * Bundles the lists of addresses that a hostile provider sends as films, and loads them.
 *
 * @returns {Promise<typeof import('../../../packages/testing/src/disguised-lists.ts')>}
 */
export const loadDisguisedLists = () => load('packages/testing/src/disguised-lists.ts');

/** @param {string} source - the path of a file of the repository @returns {Promise<any>} */
async function load(source) {
  const folder = await mkdtemp(path.join(tmpdir(), 'butaca-bundle-'));
  try {
    const file = path.join(folder, 'bundle.mjs');
    await writeFile(file, await bundle(source, 'esm'));
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
