import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Fills the product's database in a data folder by SQL: inserting a million titles through the API would take an hour.
 * The product must not be running.
 *
 * @param {string} dataDir
 * @param {(sql: any, db: any) => Promise<void>} insert - inserts the titles; gets Kysely's `sql` and one connection
 */
export async function fillDatabase(dataDir, insert) {
  await withDatabase({ dataDir }, (sql, db) => db.connection().execute((one) => insert(sql, one)));
}

/**
 * Opens the product's database, with its newest schema, for some work by SQL. The product must not be running where the
 * database is the embedded one of a data folder.
 *
 * @template T
 * @param {{ dataDir: string, databaseUrl?: string }} where
 * @param {(sql: any, db: any) => Promise<T>} work - gets Kysely's `sql`, and a pool of ten connections
 * @returns {Promise<T>}
 */
export async function withDatabase({ dataDir, databaseUrl }, work) {
  // The script that opens the database is written beside the built server, where Node finds the installed npm packages.
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
  const database = await openDatabase({ dataDir, databaseUrl, log: silent });
  try {
    await migrateToLatest(database.db);
    return await work(sql, database.db);
  } finally {
    await database.close();
    await rm(file, { force: true });
  }
}

/**
 * Inserts films that are at an address, by default those that every plan opens, for a page of documentaries.
 *
 * @param {readonly { id: string, title: string, address: string, streamKind: string, tipo?: string, section?: string | null, plans?: readonly string[] }[]} films -
 *   ids have at most ten characters
 */
export const filmsAt = (films) => async (sql, db) => {
  for (const { id, title, address, streamKind, tipo = 'documental', section = null, plans = [] } of films) {
    await sql`
      insert into video (id, title, title_sort, title_folded, search_text, description, tipo, main_section, genres, address, address_hash,
        stream_kind, requires_plan)
      values (${id}, ${title}, lower(${title}), lower(${title}), lower(${title}), '', ${tipo}, ${section}, '{}', ${address},
        sha256(convert_to(${address}, 'UTF8')), ${streamKind}, ${plans}::text[])`.execute(db);
  }
};

/** Inserts titles of every type (films, series, …), with genres, sections and categories. @param {number} size */
export const everyType = (size) => async (sql, db) => {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, description, tipo, main_section, subcategoria, genres,
      is_featured, created_at)
    select to_char(n, 'FM0000000000'), w.title, lower(w.title), lower(w.title), lower(w.title || ' ' || w.text), w.text, w.tipo,
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
  await indexTitles(sql, db);
};

/**
 * Inserts titles of one type with the demo's posters in rotation, for a benchmark that scrolls a page of titles.
 *
 * @param {string} tipo
 * @param {number} size
 * @param {readonly string[]} posters - paths below `demo/assets`
 */
export const oneType = (tipo, size, posters) => async (sql, db) => {
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, description, tipo, main_section, genres, release_year, rating,
      thumbnail, created_at)
    select to_char(n, 'FM0000000000'), w.title, lower(w.title), lower(w.title), lower(w.title), 'La historia de ' || w.title, ${tipo},
      case when ${tipo} = 'pelicula' then 'POR_GENERO' end, array['Drama'], 1980 + n % 45, 5 + n % 50 / 10.0,
      'internal:demo/' || (${posters}::text[])[1 + n % ${posters.length}], now() - n * interval '1 second'
    from generate_series(1, ${size}) as n,
    lateral (select (array['El faro','La ciudad perdida','Noche de luz','Mar abierto'])[1 + n % 4] || ' ' || n as title) as w`.execute(
    db,
  );
  await indexTitles(sql, db);
};

/** Completes what the product stores of titles besides their rows. */
export async function indexTitles(sql, db) {
  await sql`
    insert into video_genre (video_id, genre_folded, genre, tipo, main_section, active, created_at)
    select id, lower(genres[1]), genres[1], tipo, main_section, true, created_at from video`.execute(db);
  await sql`vacuum analyze video`.execute(db);
  await sql`vacuum analyze video_genre`.execute(db);
}
