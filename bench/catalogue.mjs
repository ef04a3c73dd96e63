import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchAnswer } from './answer.mjs';
import { printMachine, reportMost } from './goal.mjs';
import { startProduct } from './product.mjs';
import { everyType, fillDatabase } from './titles.mjs';

/**
 * `npm run bench -- catalogue`: measures the first ten pages of every kind of catalogue query, and searches, with ten
 * thousand, a hundred thousand and a million titles in the database. Each request has a different `limit`, so that no
 * answer comes from the cache. Then it measures a cached page of titles, compared with a bare node:http server.
 * Requires wrk (Debian's package). Other numbers of titles may be given: `npm run bench -- catalogue 1000 50000`.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000];
const goals = { page: 1.2, search: 4, find: 4 };
const pageGoalMs = 12;
/** The goal for a hundred thousand titles. */
const typedGoalMs = 60;
const lists = [
  '',
  'tipo=pelicula',
  'tipo=serie&subcategoria=Netflix',
  'tipo=pelicula&mainSection=CINE_4K',
  'tipo=pelicula&mainSection=POR_GENERO&genre=Drama',
  'tipo=anime',
  'tipo=zona%20kids',
  'tipo=anime&genre=Romance',
];
const words = ['faro', 'ciudad perdida', 'acción', 'luz 77', 'zzz', 'dra', 'zz', 'lu'];
/** The searches over everything: the same words, a genre, and words with a slip. */
const everywhere = [...words, 'terror', 'ciuadd perdida', 'invirnos'];
/** Searches as people type them: words joined and apart, numbers as words and Roman, signs, short words, and slips. */
const typed = [
  'ciudadperdida',
  'marabierto 12',
  'in viernos 7',
  'mar abierto ii',
  'faro doce',
  'camino al sur treinta y tres',
  'noche-de-luz (4)',
  'el 7',
  'lu 2',
  '8 1/2',
  'camni al sur',
  'el mra abierto',
];

const results = [];
for (const size of sizes) results.push({ size, ...(await measure(size)) });
const [smallest] = results;
printMachine();
for (const { size, page, search, find, asTyped } of results) {
  reportMost(`${size} titles: pages, p95`, page, ' ms', pageGoalMs);
  console.log(`  searches in lists p95 ${inMs(search)}, over everything p95 ${inMs(find)}`);
  reportMost(`${size} titles: searches as people type them, p95`, asTyped, ' ms', typedGoalMs);
}
const largest = results.at(-1);
for (const [name, goal] of Object.entries(goals)) {
  const ratio = largest[name] / smallest[name];
  console.log(`${name}: ratio ${ratio.toFixed(2)} (goal ≤ ${goal}) ${ratio <= goal ? 'ok' : 'ABOVE GOAL'}`);
}

/**
 * Measures the catalogue queries of the product with the given number of titles in its database. @param {number} size
 */
async function measure(size) {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  await fillDatabase(dataDir, everyType(size));
  const product = await startProduct({ dataDir, isDemo: false });
  try {
    // A warm-up round of all catalogue queries, so that no measured query is the first to read its rows from disk.
    for (const list of lists) await time(product, `/api/videos?${list}&page=1&limit=19`);
    const pages = new Map(lists.map((list) => [list, []]));
    const search = [];
    const find = [];
    const asTyped = [];
    for (let limit = 20; limit < 30; limit += 1) {
      for (const [list, times] of pages) {
        for (let number = 1; number <= 10; number += 1) {
          times.push(await time(product, `/api/videos?${list}&page=${number}&limit=${limit}`));
        }
      }
      for (const word of words) {
        search.push(await time(product, `/api/videos?search=${encodeURIComponent(word)}&limit=${limit}`));
      }
      for (const word of everywhere) {
        find.push(await time(product, `/api/search?q=${encodeURIComponent(word)}`));
      }
      for (const text of typed) {
        asTyped.push(await time(product, `/api/search?q=${encodeURIComponent(text)}`));
      }
    }
    // The cached page of titles is measured only with the smallest database: after inserting a million titles, Postgres
    // is still vacuuming in the background.
    if (size === sizes[0]) await benchAnswer(product, '/api/videos?tipo=pelicula&page=1&limit=20');
    for (const [list, times] of pages) console.log(`  ${size} titles, ?${list}: p95 ${inMs(p95(times))}`);
    return {
      page: p95([...pages.values()].flat()),
      search: p95(search),
      find: p95(find),
      asTyped: p95(asTyped),
    };
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function time({ url, headers }, path) {
  const startedAt = performance.now();
  const response = await fetch(url + path, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return performance.now() - startedAt;
}

function inMs(time) {
  return `${time.toFixed(1)} ms`;
}

function p95(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
