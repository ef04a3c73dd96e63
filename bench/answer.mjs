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
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const address = product.url + path;
  const bytes = Buffer.from(await (await fetch(address, { headers: product.headers })).arrayBuffer());
  await writeFile(join(dir, 'answer.json'), bytes);
  const here = dirname(fileURLToPath(import.meta.url));
  const raw = spawn(process.execPath, [join(here, 'raw-server.mjs'), join(dir, 'answer.json')]);
  const [port] = await once(raw.stdout, 'data');
  const rawUrl = `http://127.0.0.1:${String(port).trim()}/`;
  const rate = (url, headers) => async () => (await load(url, { headers })).requestsPerSecond;
  const result = await compare(3, rate(address, product.headers), rate(rawUrl, product.headers));
  report(`GET ${path} (${bytes.length} bytes)`, result, 'requests/s', 'node:http', 0.5);
  raw.kill();
  await rm(dir, { recursive: true, force: true });
}
