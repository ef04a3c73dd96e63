import { ensureDependencies } from './bootstrap.mjs';
import { runChild } from './child.mjs';
import { inRoot } from './paths.mjs';
import { Stop } from './terminal.mjs';

/**
 * Installs missing dependencies and builds what has changed, in a process of its own, so that the bundler's memory is freed
 * before anything else starts.
 *
 * @throws {Stop} when it cannot be built; the reason has been printed
 */
export async function buildProduct() {
  await ensureDependencies();
  const { code } = await runChild(process.execPath, [inRoot('tools/build.mjs'), '--quiet'], { show: true });
  if (code !== 0) throw new Stop('No se pudo compilar. El error está más arriba.');
}
