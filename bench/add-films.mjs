import { json } from 'node:stream/consumers';
import { fillDatabase, filmsAt } from './titles.mjs';

/**
 * `node bench/add-films.mjs DATA_DIR`: adds films to the database of a product that is not running. The films are read
 * from standard input as JSON, `[{ id, title, address, streamKind }]`, with ids of at most ten characters. A film
 * without `plans` can be watched with every subscription plan.
 */
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('the data folder is missing');
const films = await json(process.stdin);

const ofFilms = { tipo: 'pelicula', section: 'POR_GENERO' };
await fillDatabase(dataDir, filmsAt(films.map((film) => ({ ...ofFilms, ...film }))));
