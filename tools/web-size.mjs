// Measures how much JavaScript the built web client loads, compressed for transfer: at the first load (welcome page
// with login), and for each further screen, the home page included. The libraries that play video (hls.js, mpegts.js)
// are listed separately: only one of them is loaded, and only when something is played.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

const firstLoadLimitKb = 115;
const screenLimitKb = 40;
const watchLimitKb = 118;
const engine = /hls|mpegts|shaka/i;

/**
 * Measures the gzip sizes of the web client's parts in KB, with their limits.
 *
 * @returns {{ name: string, sizeKb: number, limitKb: number }[]}
 */
export function measureWeb(dist = inRoot('apps/web/dist')) {
  /**
   * Vite's list of the built scripts and their imports.
   *
   * @type {Record<string, { file: string, imports?: string[], dynamicImports?: string[], isEntry?: boolean }>}
   */
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
  const sizeOf = (/** @type {string} */ file) => statSync(path.join(dist, `${file}.gz`)).size / 1_000;

  /**
   * Lists a script of the web client and all scripts that it imports, which browsers load together with it.
   *
   * @param {string} key - the script's name in Vite's list
   * @param {Set<string>} seen - the names found so far
   */
  function closure(key, seen = new Set()) {
    if (seen.has(key)) return seen;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) closure(next, seen);
    return seen;
  }
  /**
   * Adds up the compressed sizes of scripts in KB; scripts in `but` do not count, because the page has them already.
   *
   * @param {Iterable<string>} keys
   * @param {Set<string>} [but]
   */
  const total = (keys, but = new Set()) =>
    [...keys].filter((key) => !but.has(key)).reduce((sum, key) => sum + sizeOf(manifest[key].file), 0);

  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry) ?? '';
  const first = closure(entry);
  // Vite's manifest does not list the script `early-….js`, so it is found by its file name.
  const early = readdirSync(path.join(dist, 'assets')).filter((file) => /^early-.*\.js$/.test(file));
  const earlyKb = early.reduce((sum, file) => sum + sizeOf(`assets/${file}`), 0);
  const rows = [{ name: 'first load', sizeKb: total(first) + earlyKb, limitKb: firstLoadLimitKb }];
  for (const key of Object.keys(manifest)) {
    if (!key.endsWith('.screen.tsx') || first.has(key)) continue;
    const name = path.basename(key, '.tsx');
    const limitKb = name.startsWith('watch') ? watchLimitKb : screenLimitKb;
    rows.push({ name, sizeKb: total(closure(key), first), limitKb });
  }
  for (const key of Object.keys(manifest)) {
    if (engine.test(key) && !first.has(key))
      rows.push({ name: path.basename(key), sizeKb: sizeOf(manifest[key].file), limitKb: 250 });
  }
  return rows;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { name, sizeKb, limitKb } of measureWeb())
    console.log(`${name}: ${sizeKb.toFixed(1)} KB of ${limitKb}`);
}
