import { createServer } from 'node:http';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { reportMost } from './goal.mjs';
import { startProduct } from './product.mjs';

/**
 * `npm run bench -- account`: adds an Xtream account with a hundred thousand items (channels, films and series) as an
 * administrator does, publishes what it has, and refreshes it once more. Measures the time from adding to publishing,
 * without the administrator's own, and the requests to the account's server. Another number of items may be given:
 * `npm run bench -- account 20000`.
 */
const items = Number(process.argv[2] ?? 100_000);
const secondsGoal = 25;
const requestsGoal = 12;
const lookEveryMs = 50;

/** The shares of channels, films and series in an account. */
const shares = { live: 0.2, vod: 0.6, series: 0.2 };
const plot =
  'Una farera encuentra en la playa una carta que nadie ha leído, y con ella la historia de su casa. ';

console.log(`${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
const account = await startAccount();
const product = await startProduct({ isDemo: true });
try {
  const beganMs = performance.now();
  const { _id: id } = await call('POST', '/api/admin/providers', {
    kind: 'xtream',
    address: `${account.origin}/get.php?username=ana&password=clave`,
  });
  const { waitingImportId } = await settled(id);
  const previewSeconds = secondsSince(beganMs);
  const publishedMs = performance.now();
  const { added } = await call('POST', `/api/admin/imports/${waitingImportId}/publish`, { groups: [] });
  const publishSeconds = secondsSince(publishedMs);
  const { requests } = account;
  console.log(
    `${items} items: ${added} added; preview in ${previewSeconds.toFixed(1)} s, published in ${publishSeconds.toFixed(1)} s`,
  );
  const againMs = performance.now();
  account.renameOne();
  await call('POST', `/api/admin/providers/${id}/refresh`);
  const again = await settled(id);
  console.log(`  refreshed again in ${secondsSince(againMs).toFixed(1)} s: ${again.state}, ${again.change}`);
  const met = [
    reportMost('  from adding to published', previewSeconds + publishSeconds, ' s', secondsGoal),
    reportMost('  requests for lists', requests, '', requestsGoal),
    added === items && again.state === 'idle',
  ];
  process.exitCode = met.every(Boolean) ? 0 : 1;
} finally {
  await product.stop();
  account.close();
}

/** @param {number} fromMs */
function secondsSince(fromMs) {
  return (performance.now() - fromMs) / 1_000;
}

/** Sends a call of an administrator. @param {string} method @param {string} path @param {object} [body] */
async function call(method, path, body) {
  const response = await fetch(product.url + path, {
    method,
    headers: { ...product.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Waits until a provider is not being refreshed. @param {string} id */
async function settled(id) {
  for (;;) {
    const { providers } = await call('GET', '/api/admin/providers');
    const provider = providers.find(({ _id }) => _id === id);
    if (provider.state === 'failed') throw new Error(provider.error);
    if (provider.state !== 'refreshing') return provider;
    await new Promise((resolve) => {
      setTimeout(resolve, lookEveryMs);
    });
  }
}

/** Starts a server with an account, which counts the requests for the account and its lists. */
async function startAccount() {
  const lists = {
    get_live_streams: many(shares.live, (id) => ({
      num: id,
      name: `Canal ${id}`,
      stream_type: 'live',
      stream_id: id,
      stream_icon: `http://img.example/${id}.png`,
      epg_channel_id: `canal${id}.es`,
      category_id: String(id % 40),
      tv_archive: id % 5 === 0 ? 1 : 0,
      tv_archive_duration: '3',
    })),
    get_vod_streams: many(shares.vod, (id) => ({
      num: id,
      name: `Película ${id} (${1990 + (id % 30)})`,
      stream_id: id,
      stream_icon: `http://img.example/p${id}.jpg`,
      rating: '7.1',
      category_id: String(id % 40),
      container_extension: 'mkv',
      plot: plot.repeat(3),
      cast: 'Ana Gil, Luis Mar, Eva Sol',
      director: 'Eva Sol',
      genre: 'Drama, Misterio',
      backdrop_path: [`http://img.example/b${id}.jpg`],
    })),
    get_series: many(shares.series, (id) => ({
      num: id,
      name: `Serie ${id}`,
      series_id: id,
      cover: `http://img.example/s${id}.jpg`,
      plot: plot.repeat(3),
      genre: 'Drama',
      last_modified: '1700000000',
      category_id: String(id % 40),
    })),
  };
  const bodies = new Map(Object.entries(lists).map(([action, list]) => [action, JSON.stringify(list)]));
  const categories = Array.from({ length: 40 }, (_item, id) => ({
    category_id: String(id),
    category_name: `Categoría ${id}`,
  }));
  const user = {
    auth: 1,
    status: 'Active',
    exp_date: null,
    max_connections: '1',
    allowed_output_formats: ['ts'],
  };
  let requests = 0;
  const server = createServer((request, response) => {
    const action = new URL(request.url ?? '/', 'http://account').searchParams.get('action') ?? '';
    if (action !== 'get_series_info') requests += 1;
    response.setHeader('content-type', 'application/json');
    if (action === 'get_series_info') return response.end('{"episodes":[]}');
    if (action.endsWith('_categories')) return response.end(JSON.stringify(categories));
    return response.end(bodies.get(action) ?? JSON.stringify({ user_info: user, server_info: {} }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    get requests() {
      return requests;
    },
    /** Changes one item, so that the lists are not the same as last time. */
    renameOne() {
      lists.get_live_streams[0].name = 'Otro nombre';
      bodies.set('get_live_streams', JSON.stringify(lists.get_live_streams));
    },
    close: () => server.close(),
  };
}

/** @param {number} share @param {(id: number) => object} make */
function many(share, make) {
  return Array.from({ length: Math.round(items * share) }, (_item, index) => make(index + 1));
}
