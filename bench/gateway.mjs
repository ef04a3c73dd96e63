import { compare, load, report } from './load.mjs';
import { startOrigin } from './nginx-origin.mjs';

/** How many transfers of a channel in MPEG-TS one address delivers at once (`continuousPerGrant` of the gateway). */
const connections = 2;
const files = [
  { name: 'segment.ts', what: '500 KB segments', bytes: 500_000 },
  { name: 'film.ts', what: 'a file of 100 MB', bytes: 100_000_000 },
];

/**
 * Measures how fast the gateway (the product's HTTP proxy for video) delivers HLS segments and a whole film, compared
 * with nginx's `proxy_pass` to the same origin server.
 *
 * @param {import('./product.mjs').Product} product
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function benchGateway(product) {
  const results = await measureGateway(product);
  return results.map(({ what, ...result }) =>
    report(`gateway, ${what}`, result, 'MB/s', 'nginx proxy_pass', 0.8),
  );
}

/**
 * Measures without a report. Each of three rounds loads nginx and then the product.
 *
 * @param {import('./product.mjs').Product} product
 * @param {number} [seconds] - how long each is loaded in a round
 */
export async function measureGateway(product, seconds) {
  const origin = await startOrigin(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])));
  const results = [];
  try {
    for (const { name, what } of files) {
      const channel = await product.call('POST', '/api/channels/admin', {
        name: what,
        url: `${origin.url}/${name}`,
      });
      const { url } = await product.call('GET', `/api/channels/id/${channel._id}`);
      const rate = (address) => async () =>
        (await load(address, { connections, seconds })).megabytesPerSecond;
      const result = await compare(3, rate(product.url + url), rate(`${origin.proxyUrl}/${name}`));
      results.push({ name, what, ...result });
    }
  } finally {
    await origin.stop();
  }
  return results;
}
