import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, load, report } from './load.mjs';

/**
 * Measures how many requests per second the product answers on one API path, compared with a bare node:http server that
 * sends the same bytes.
 *
 * @param {Awaited<ReturnType<typeof import('./product.mjs').startProduct>>} product
 * @param {string} path - the API path, with its query
 */
export async function benchAnswer(product, path) {
  const { bytes, ...result } = await measureAnswer(product, path);
  report(`GET ${path} (${bytes} bytes)`, result, 'requests/s', 'node:http', 0.5);
}

/**
 * Measures without a report. Each of three rounds loads the bare server and then the product.
 *
 * @param {Parameters<typeof benchAnswer>[0]} product
 * @param {string} path
 * @param {number} [seconds] - how long each is loaded in a round
 */
export async function measureAnswer(product, path, seconds) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const address = product.url + path;
  const bytes = Buffer.from(await (await fetch(address, { headers: product.headers })).arrayBuffer());
  await writeFile(join(dir, 'answer.json'), bytes);
  const here = dirname(fileURLToPath(import.meta.url));
  const raw = spawn(process.execPath, [join(here, 'raw-server.mjs'), join(dir, 'answer.json')]);
  try {
    const [port] = await once(raw.stdout, 'data');
    const rawUrl = `http://127.0.0.1:${String(port).trim()}/`;
    const rate = (url, headers) => async () => (await load(url, { headers, seconds })).requestsPerSecond;
    const result = await compare(3, rate(address, product.headers), rate(rawUrl, product.headers));
    return { ...result, bytes: bytes.length };
  } finally {
    raw.kill();
    await rm(dir, { recursive: true, force: true });
  }
}
