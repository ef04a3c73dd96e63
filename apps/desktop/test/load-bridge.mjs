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
export async function bundleBridge(format) {
  const input = fileURLToPath(new URL('../../../packages/bridge/src/index.ts', import.meta.url));
  const bundle = await rolldown({ input });
  const { output } = await bundle.generate({ format, name: 'butacaBridge' });
  await bundle.close();
  return output[0].code;
}

/**
 * Bundles `packages/bridge` and loads it.
 *
 * @returns {Promise<typeof import('../../../packages/bridge/src/index.ts')>}
 */
export async function loadBridge() {
  const folder = await mkdtemp(path.join(tmpdir(), 'butaca-bridge-'));
  try {
    const file = path.join(folder, 'bridge.mjs');
    await writeFile(file, await bundleBridge('esm'));
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
