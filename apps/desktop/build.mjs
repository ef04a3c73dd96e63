// Builds the installer of the desktop shell for this system (on Debian a .deb) and names it: `npm run desktop:build`.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Missing, env, prepare, run } from './test/toolchain.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const cli = path.join(folder, 'node_modules', '@tauri-apps', 'cli', 'tauri.js');

try {
  await prepare();
  if (!existsSync(cli)) await need('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit']);
  await need(process.execPath, [cli, 'build', '--bundles', 'deb', '--ci', '--', '--locked']);
  const bundles = path.join(env.CARGO_TARGET_DIR, 'release', 'bundle', 'deb');
  for (const name of readdirSync(bundles).filter((file) => file.endsWith('.deb'))) {
    const file = path.join(bundles, name);
    console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
  }
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  console.error(`The desktop shell cannot be built: ${error.message}.`);
  process.exitCode = 1;
}

/** Runs a program that has to succeed. @param {string} program @param {string[]} words */
async function need(program, words) {
  const code = await run(program, words, { cwd: folder });
  if (code !== 0) throw new Missing(`${path.basename(program)} ended with ${code}`);
}
