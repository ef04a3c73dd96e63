import { json } from 'node:stream/consumers';
import { fillDatabase } from './titles.mjs';

/**
 * `node bench/add-films.mjs DATA_DIR`: adds films to the database of a product that is not running. The films are read
 * from standard input as JSON, `[{ id, title, address, streamKind }]`, with ids of at most ten characters. A film
 * without `plans` can be watched with every subscription plan.
 */
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('the data folder is missing');
const films = await json(process.stdin);

await fillDatabase(dataDir, async (sql, db) => {
  for (const { id, title, address, streamKind, plans = [] } of films) {
    await sql`
      insert into video (id, title, title_sort, title_folded, search_text, description, tipo, main_section, genres, address, address_hash,
        stream_kind, requires_plan)
      values (${id}, ${title}, ${title}, ${title}, ${title}, '', 'pelicula', 'POR_GENERO', '{}', ${address},
        sha256(convert_to(${address}, 'UTF8')), ${streamKind}, ${plans}::text[])`.execute(db);
  }
});
