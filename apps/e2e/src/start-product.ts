import { cp, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProductProcess } from '../../../tools/product/process.d.mts';
import { startProcess, unlimited } from '../../../tools/product/process.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** The administrator whom every started product has. */
export const administrator = { username: 'admin', password: 'clave-de-recorridos' };

/**
 * Starts the built product as an operator would, with the demo catalogue, and waits until it prints its URL.
 *
 * @param release - the folder of the release that is started, by default this repository's
 */
export function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  release = root,
): Promise<ProductProcess> {
  return startProcess({
    script: join(release, 'apps', 'server', 'dist', 'main.js'),
    env: { DATA_DIR: dataDir, DEMO: 'true', ADMIN_PASSWORD: administrator.password, ...unlimited, ...env },
  });
}

/** Copies the built product to a folder, so that a test can change the copy as an upgrade would. */
export async function copyRelease(to: string): Promise<void> {
  for (const part of ['apps/server/dist', 'apps/web/dist']) {
    await cp(join(root, part), join(to, part), { recursive: true });
  }
  for (const part of ['demo', 'node_modules']) await symlink(join(root, part), join(to, part));
}
