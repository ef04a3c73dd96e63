// What `tools/typescript.mjs` adds to Node's loader.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const { code } = await swc.transform(await readFile(fileURLToPath(url), 'utf8'), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
