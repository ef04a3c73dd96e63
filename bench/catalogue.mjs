import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { startProduct } from './product.mjs';

/**
 * `npm run bench:catalogue`: the first ten pages of every kind of list, and searches, at ten thousand, a hundred thousand and
 * a million titles. Each request is a new one (its limit differs), so that none is answered from memory.
 */
const sizes = [10_000, 100_000, 1_000_000];
const goals = { page: 1.5, search: 4 };
const lists = [
  '',
  'tipo=pelicula',
  'tipo=serie&subcategoria=Netflix',
  'tipo=pelicula&mainSection=CINE_4K',
  'tipo=pelicula&mainSection=POR_GENERO&genre=Drama',
  'tipo=anime',
];
const words = ['faro', 'ciudad perdida', 'acción', 'luz 77', 'zzz', 'dra'];

const results = [];
for (const size of sizes) results.push({ size, ...(await measure(size)) });
const [smallest] = results;
console.log(`${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
for (const { size, page, search } of results) {
  console.log(`${size} titles: pages p95 ${page.toFixed(1)} ms, searches p95 ${search.toFixed(1)} ms`);
}
const largest = results.at(-1);
for (const [name, goal] of Object.entries(goals)) {
  const ratio = largest[name] / smallest[name];
  console.log(`${name}: ratio ${ratio.toFixed(2)} (goal ≤ ${goal}) ${ratio <= goal ? 'ok' : 'ABOVE GOAL'}`);
}

/** @param {number} size */
async function measure(size) {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  await fill(dataDir, size);
  const product = await startProduct({ dataDir, isDemo: false });
  try {
    // Once round, so that no list is the first to read its pages from the disk.
    for (const list of lists) await time(product, `/api/videos?${list}&page=1&limit=19`);
    const page = [];
    const search = [];
    for (let limit = 20; limit < 30; limit += 1) {
      for (const list of lists) {
        for (let number = 1; number <= 10; number += 1) {
          page.push(await time(product, `/api/videos?${list}&page=${number}&limit=${limit}`));
        }
      }
      for (const word of words) {
        search.push(await time(product, `/api/videos?search=${encodeURIComponent(word)}&limit=${limit}`));
      }
    }
    return { page: p95(page), search: p95(search) };
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

function p95(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

/** Writes the titles with SQL alone: a million of them through the product would take an hour. */
async function fill(dataDir, size) {
  const file = join(
    fileURLToPath(new URL('../apps/server/dist/', import.meta.url)),
    `bench-db-${process.pid}.mjs`,
  );
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../packages/db/src/index.ts', import.meta.url)),
    platform: 'node',
    external: (id) => !/^(\.|@butaca\/|@oxc-project\/runtime|\0)/.test(id) && !id.startsWith('/'),
    transform: { target: 'node20' },
  });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const { openDatabase, migrateToLatest } = await import(pathToFileURL(file).href);
  const { sql } = await import('kysely');
  const silent = { info() {}, warn() {}, error() {}, debug() {} };
  const database = await openDatabase({ dataDir, databaseUrl: undefined, log: silent });
  try {
    await migrateToLatest(database.db);
    await database.db.connection().execute((db) => insertTitles(sql, db, size));
  } finally {
    await database.close();
    await rm(file, { force: true });
  }
}

async function insertTitles(sql, db, size) {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`
      insert into video (id, title, title_sort, search_text, description, tipo, main_section, subcategoria, genres,
        is_featured, created_at)
      select to_char(n, 'FM0000000000'), w.title, lower(w.title), lower(w.title || ' ' || w.text), w.text, w.tipo,
        case when w.tipo = 'pelicula' then (array['POR_GENERO','ESPECIALES','CINE_2025','CINE_4K','CINE_60FPS','ZONA_KIDS'])[1 + n % 6] end,
        case when w.tipo = 'serie' then (array['Netflix','Prime Video','Disney','HBO MAX','Retro'])[1 + n % 5] end,
        array[(array['Drama','Comedia','Terror','Romance','Misterio','Documental','Fantasía'])[1 + n % 7]],
        n % 50 = 0, now() - n * interval '1 second'
      from generate_series(1, ${size}) as n,
      lateral (select
        (array['El faro','La ciudad perdida','Noche de luz','Mar abierto','Los inviernos','Camino al sur'])[1 + n % 6] || ' ' || n as title,
        'Historia ' || md5(n::text) || ' de un drama de accion en la costa' as text,
        (array['pelicula','pelicula','serie','anime','dorama','novela','documental'])[1 + n % 7] as tipo) as w`.execute(
    db,
  );
  await sql`
      insert into video_genre (video_id, genre_folded, genre, tipo, main_section, active, created_at)
      select id, lower(genres[1]), genres[1], tipo, main_section, true, created_at from video`.execute(db);
  await sql`vacuum analyze video`.execute(db);
  await sql`vacuum analyze video_genre`.execute(db);
}
