import { printMachine, reportMost } from './goal.mjs';
import { startProduct } from './product.mjs';
import { startFakeXtreamAccount } from '../packages/testing/src/world/xtream-account.ts';

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

printMachine();
const account = await startLargeAccount();
const product = await startProduct({ isDemo: true });
try {
  const beganMs = performance.now();
  const { _id: id } = await call('POST', '/api/admin/providers', {
    kind: 'xtream',
    address: `${account.base}get.php?username=${account.username}&password=${account.password}`,
  });
  const { waitingImportId } = await settled(id);
  const previewSeconds = secondsSince(beganMs);
  const publishedMs = performance.now();
  const { added } = await call('POST', `/api/admin/imports/${waitingImportId}/publish`, { groups: [] });
  const publishSeconds = secondsSince(publishedMs);
  const requests = account.calls.filter((action) => !action.startsWith('get_series_info')).length;
  console.log(
    `${items} items: ${added} added; preview in ${previewSeconds.toFixed(1)} s, published in ${publishSeconds.toFixed(1)} s`,
  );
  const againMs = performance.now();
  // The lists are not the same as last time.
  account.items.live[0].name = 'Otro nombre';
  account.bodies.set('get_live_streams', JSON.stringify(account.items.live));
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
  await account[Symbol.asyncDispose]();
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

/** Starts the server of an account whose lists are long. */
async function startLargeAccount() {
  const account = await startFakeXtreamAccount();
  account.user = { max_connections: '1', allowed_output_formats: ['ts'] };
  account.items = {
    live: many(shares.live, (id) => ({
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
    vod: many(shares.vod, (id) => ({
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
    series: many(shares.series, (id) => ({
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
  for (const kind of ['live', 'vod', 'series']) {
    account.categories[kind] = Array.from({ length: 40 }, (_item, id) => ({
      category_id: String(id),
      category_name: `Categoría ${id}`,
    }));
    const action = kind === 'series' ? 'get_series' : `get_${kind}_streams`;
    account.bodies.set(action, JSON.stringify(account.items[kind]));
  }
  return account;
}

/** @param {number} share @param {(id: number) => object} make */
function many(share, make) {
  return Array.from({ length: Math.round(items * share) }, (_item, index) => make(index + 1));
}
