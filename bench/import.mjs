import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import playlistParser from 'iptv-playlist-parser';
import { percentile, printMachine, reportMost } from './goal.mjs';
import { residentMegabytes } from './memory.mjs';
import { startProduct } from './product.mjs';

/**
 * `npm run bench -- import`: imports M3U lists of a hundred thousand and of a million entries, uploaded as by an
 * administrator, and measures the server's memory and the latency of other requests during the import. For comparison,
 * the fastest npm parser of M3U lists parses the same file without importing it. Other sizes may be given: `npm run
 * bench:import -- 20000`.
 *
 * There are two M3U lists of each size, like those that providers sell: one of films, and one of series with forty
 * chapters each.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100_000, 1_000_000];
/**
 * The goals for the duration of an import in seconds, by number of entries; for other sizes, the goal of the next
 * larger number applies.
 */
const goals = [
  [100_000, 6],
  [1_000_000, 60],
];
const memoryGoalMb = 200;
const answerGoalMs = 250;
const askEveryMs = 20;

const places = [
  'El faro',
  'La ciudad perdida',
  'Noche de luz',
  'Mar abierto',
  'Los inviernos',
  'Camino al sur',
];
const genres = ['ACCIÓN', 'TERROR', 'COMEDIA', 'DRAMA', 'CIENCIA FICCIÓN'];

const kinds = {
  films: { categoria: 'pelicula', subcategoria: 'POR_GENERO', entry: film },
  series: { categoria: 'serie', subcategoria: 'Netflix', entry: chapter },
};

printMachine();
const met = [];
for (const size of sizes) {
  for (const name of Object.keys(kinds)) met.push(...(await measure(size, name)));
}
process.exitCode = met.every(Boolean) ? 0 : 1;

/**
 * Imports a generated M3U list of the given number of entries, and measures duration, memory and the latency of other
 * requests.
 *
 * @param {number} size @param {keyof typeof kinds} name
 */
async function measure(size, name) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const file = join(dir, 'lista.m3u');
  await writeList(file, size, kinds[name].entry);
  const { size: bytes } = await stat(file);
  const parseSeconds = await parseOnly(file);
  const product = await startProduct({ isDemo: true });
  try {
    await warmUp(product);
    const before = await residentMegabytes(product.pid);
    const watch = watchOthers(product);
    const startedAt = performance.now();
    const first = await upload(product, file, kinds[name]);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { times, peakMb } = await watch.stop();
    const againAt = performance.now();
    const again = await upload(product, file, kinds[name]);
    const againSeconds = (performance.now() - againAt) / 1_000;
    const { added, skipped, summary } = first;
    console.log(
      `${size} ${name}, ${(bytes / 1_048_576).toFixed(0)} MB: ${added} added, ${skipped} skipped; ` +
        `iptv-playlist-parser only parses it in ${parseSeconds}; the same list again in ${againSeconds.toFixed(1)} s adds ${again.added}`,
    );
    console.log(
      `  other requests: p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`,
    );
    const goal = goals.find(([most]) => size <= most)?.[1] ?? Number.POSITIVE_INFINITY;
    return [
      reportMost('  import', seconds, ' s', goal),
      reportMost('  memory above the start', peakMb - before, ' MB', memoryGoalMb),
      reportMost(`  other requests, p99 of ${times.length}`, percentile(times, 0.99), ' ms', answerGoalMs),
      added + skipped === summary.totalProcessed && summary.totalProcessed === size && again.added === 0,
    ];
  } finally {
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function upload({ url, headers }, file, { categoria, subcategoria }) {
  const form = new FormData();
  form.append('categoria', categoria);
  form.append('subcategoria', subcategoria);
  form.append('file', await openAsBlob(file), 'lista.m3u');
  const response = await fetch(`${url}/api/videos/upload-text`, { method: 'POST', headers, body: form });
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return body;
}

/**
 * Sends requests to the server before the import, so that the growth of the server's young heap is not counted for the
 * import.
 */
async function warmUp({ url, headers }) {
  for (let turn = 0; turn < 400; turn += 1) {
    const calls = Array.from({ length: 8 }, async (_item, index) => {
      const response = await fetch(`${url}/api/videos?search=la&limit=${1 + ((turn * 8 + index) % 3_000)}`, {
        headers,
      });
      await response.arrayBuffer();
    });
    await Promise.all(calls);
  }
}

/**
 * Sends viewers' requests at a steady rate during the import, whether or not earlier ones are answered, and samples the
 * server's memory.
 */
function watchOthers({ url, headers, pid }) {
  const paths = [
    '/api/videos?tipo=pelicula&limit=',
    '/api/channels/list?section=',
    '/api/videos?search=faro&limit=',
  ];
  const times = [];
  const underWay = new Set();
  let peakMb = 0;
  let asked = 0;
  const timer = setInterval(() => {
    asked += 1;
    const startedAt = performance.now();
    const path = `${paths[asked % paths.length]}${1 + (asked % 90)}`;
    const call = fetch(url + path, { headers })
      .then(async (response) => {
        await response.arrayBuffer();
        times.push(response.ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
        return underWay.delete(call);
      })
      .catch(() => times.push(Number.POSITIVE_INFINITY));
    underWay.add(call);
  }, askEveryMs);
  const looking = setInterval(() => {
    void residentMegabytes(pid).then(
      (nowMb) => (peakMb = Math.max(peakMb, nowMb)),
      () => undefined,
    );
  }, 200);
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(looking);
      await Promise.all(underWay);
      return { times, peakMb };
    },
  };
}

/**
 * Measures how long the npm parser of M3U lists takes for a file, for comparison with an import. The parser needs the
 * whole text at once, which for half a gigabyte exceeds JavaScript's longest string.
 */
async function parseOnly(file) {
  try {
    const text = await readFile(file, 'utf8');
    const startedAt = performance.now();
    playlistParser.parse(text);
    return `${((performance.now() - startedAt) / 1_000).toFixed(2)} s`;
  } catch (error) {
    return `(${error instanceof Error ? error.message : String(error)})`;
  }
}

async function writeList(file, size, entry) {
  const handle = await open(file, 'w');
  await handle.write('#EXTM3U\n');
  for (let from = 0; from < size; from += 2_000) {
    let text = '';
    for (let n = from; n < Math.min(from + 2_000, size); n += 1) text += entry(n);
    await handle.write(text);
  }
  await handle.close();
}

function film(n) {
  return (
    `#EXTINF:-1 tvg-id="" tvg-name="f${n}" tvg-logo="http://logos.ejemplo/peliculas/${n}.jpg" group-title="CINE ${genres[n % 5]}",` +
    `${places[n % 6]} ${n} (${1980 + (n % 45)}) ${n % 3 === 0 ? 'LAT' : '1080p'}\n` +
    `http://proveedor.ejemplo:8080/movie/usuario/clave/${n}.mkv\n`
  );
}

/** The n-th entry of a generated M3U list of series, with forty chapters per series. */
function chapter(n) {
  const series = Math.floor(n / 40);
  const season = 1 + (Math.floor(n / 10) % 4);
  return (
    `#EXTINF:-1 tvg-id="" tvg-name="s${n}" tvg-logo="http://logos.ejemplo/series/${series}.jpg" group-title="SERIES NETFLIX",` +
    `${places[series % 6]} ${series} S${String(season).padStart(2, '0')}E${String(1 + (n % 10)).padStart(2, '0')} (${1980 + (series % 45)}) LAT\n` +
    `http://proveedor.ejemplo:8080/series/usuario/clave/${n}.mkv\n`
  );
}
