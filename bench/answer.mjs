import { compare, load, report } from './load.mjs';
import { startRawServer } from './viewers/limits.mjs';

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
  const address = product.url + path;
  const bytes = Buffer.from(await (await fetch(address, { headers: product.headers })).arrayBuffer());
  const raw = await startRawServer(bytes);
  try {
    const rate = (url, headers) => async () => (await load(url, { headers, seconds })).requestsPerSecond;
    const result = await compare(3, rate(address, product.headers), rate(raw.url, product.headers));
    return { ...result, bytes: bytes.length };
  } finally {
    await raw.stop();
  }
}
