import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readdir } from 'node:fs/promises';
import { indexTitles } from '../titles.mjs';

const password = 'clave-de-espectadores-2031';
const plans = ['gplay', 'estandar', 'cinefilo', 'sports', 'premium'];
/** What the titles of films are made of, so that a word of a search is in a few hundred of them. */
const things =
  'faro ciudad noche mar invierno camino puente jardín isla reloj tren bosque carta espejo sombra río desierto castillo orquesta volcán barrio circo archivo frontera caravana molino laberinto farola estación hotel'.split(
    ' ',
  );
const ofWhat =
  'perdida|de luz|abierto|al sur|de piedra|sin nombre|de papel|bajo la lluvia|del norte|de sal|a medianoche|de nadie|en llamas|de invierno|sin retorno|del viento|de cristal|en silencio|de los otros|de ayer|imposible|de arena|que vuelve'.split(
    '|',
  );

/** How the product hashes passwords: argon2id with 19 MiB and two passes. */
const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The account of a number: the same in each run. @returns {import('./run-viewers.mjs').Person} */
export function personOf(index) {
  const mark = hash('sha256', `espectador ${index}`, 'hex');
  return {
    index,
    username: `espectador${index}`,
    token: hash('sha256', `sesión ${index}`, 'base64url'),
    deviceId: mark.slice(0, 32),
  };
}

/** A catalogue as large as that of an operator with a few providers. */
export const usualSize = { films: 20_000, channels: 2_000, streamedFilms: 50 };
const newcomers = 500;
const spare = 400;

/**
 * Viewers, people who only sign in, and people whom other measurements use; `accounts`: how many accounts that are.
 *
 * @param {number} viewers - how many
 */
export function listPeople(viewers) {
  const accounts = viewers + newcomers + spare;
  const all = Array.from({ length: accounts }, (_item, index) => personOf(index));
  return {
    people: all.slice(0, viewers),
    newcomers: all.slice(viewers, viewers + newcomers),
    spare: all.slice(viewers + newcomers),
    accounts,
  };
}

const idOf = (kind, index) => `${kind}${String(index).padStart(8, '0')}`;

export const accountIdOf = (index) => idOf('c', index);

/**
 * What a database has after `fillCatalogue`.
 *
 * @param {{ films: number, channels: number, streamedFilms: number }} size - the first `streamedFilms` films can be
 * received
 * @returns {import('./run-viewers.mjs').Catalogue}
 */
export function catalogueOf({ films, channels, streamedFilms }) {
  const ids = Array.from({ length: films }, (_item, index) => idOf('f', index + 1));
  return {
    films: ids,
    streamedFilms: ids.slice(0, streamedFilms),
    channels: Array.from({ length: channels }, (_item, index) => idOf('t', index + 1)),
    password,
  };
}

/**
 * Inserts films, channels and accounts with a session each by SQL: through the API, hashing ten thousand passwords alone
 * would take minutes.
 *
 * @param {{ films: number, channels: number, streamedFilms: number, accounts: number, provider: string }} size -
 * `provider`: the origin of the server from which films and channels come
 */
export const fillCatalogue = (size) => async (sql, db) => {
  const argon2 = createRequire(new URL('../../apps/server/package.json', import.meta.url))('@node-rs/argon2');
  const passwordHash = await argon2.hash(password, passwordCost);
  const names = await readdir(new URL('../../demo/assets/posters/', import.meta.url));
  const posters = names.map((name) => `internal:demo/posters/${name}`);
  const people = Array.from({ length: size.accounts }, (_item, index) => personOf(index));
  await sql`set statement_timeout = 0`.execute(db);
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, description, tipo, main_section, genres,
      release_year, rating, thumbnail, is_featured, created_at, address, address_hash, stream_kind)
    select 'f' || to_char(n, 'FM00000000'), w.title, lower(w.title), lower(w.title), lower(w.title || ' ' || w.text), w.text,
      'pelicula', (array['POR_GENERO','ESPECIALES','ZONA_KIDS'])[1 + n % 3],
      array[(array['Drama','Comedia','Terror','Romance','Misterio','Documental','Fantasía'])[1 + n % 7]],
      1960 + n % 65, 4 + n % 60 / 10.0, (${posters}::text[])[1 + n % ${posters.length}], n % 500 = 0,
      now() - n * interval '1 hour', w.address, sha256(convert_to(w.address, 'UTF8')), 'hls'
    from generate_series(1, ${size.films}) as n,
    lateral (select
      (${things}::text[])[1 + n * 7 % ${things.length}] || ' ' || (${ofWhat}::text[])[1 + n * 11 % ${ofWhat.length}] || ' ' || n as title,
      'Historia de ' || (${things}::text[])[1 + n * 13 % ${things.length}] || ' y ' || md5(n::text) || ' '
        || (${ofWhat}::text[])[1 + n * 17 % ${ofWhat.length}] as text,
      ${size.provider} || '/pelicula/' || n || '/index.m3u8' as address) as w`.execute(db);
  await indexTitles(sql, db);
  await sql`
    insert into channel (id, name, name_folded, title_key, section, number, requires_plan)
    select 't' || to_char(n, 'FM00000000'), 'Canal ' || n, 'canal ' || n, 'canal ' || n,
      (array['Cine','Deportes','Noticias','Infantil','Música'])[1 + n % 5], n, ${plans}::text[]
    from generate_series(1, ${size.channels}) as n`.execute(db);
  await sql`
    insert into channel_source (id, channel_id, position, address, address_hash, stream_kind)
    select 's' || to_char(n, 'FM00000000'), 't' || to_char(n, 'FM00000000'), 0, w.address,
      sha256(convert_to(w.address, 'UTF8')), 'hls'
    from generate_series(1, ${size.channels}) as n,
    lateral (select ${size.provider} || '/canal/' || n || '/index.m3u8' as address) as w`.execute(db);
  await sql`
    insert into account (id, username, username_folded, password_hash, role, plan)
    select w.id, w.name, w.name, ${passwordHash}, 'user', (${plans}::text[])[1 + w.nth % ${plans.length}]
    from unnest(${people.map(({ index }) => accountIdOf(index))}::text[], ${people.map(({ username }) => username)}::text[])
      with ordinality as w (id, name, nth)`.execute(db);
  await sql`
    insert into device (account_id, device_id, user_agent, ip)
    select *, 'Mozilla/5.0', '127.0.0.1' from unnest(${people.map(({ index }) => accountIdOf(index))}::text[],
      ${people.map(({ deviceId }) => deviceId)}::text[])`.execute(db);
  await sql`
    insert into session (token_hash, account_id, device_id)
    select decode(w.mark, 'hex'), w.account, w.device
    from unnest(${people.map(({ token }) => hash('sha256', token, 'hex'))}::text[],
      ${people.map(({ index }) => accountIdOf(index))}::text[],
      ${people.map(({ deviceId }) => deviceId)}::text[]) as w (mark, account, device)`.execute(db);
  for (const table of ['channel', 'channel_source', 'account', 'device', 'session'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
};

/**
 * Counts the viewers of whom an acknowledged position is not in the database: neither it nor a later one.
 *
 * @param {import('./run-viewers.mjs').Summary['saved']} saved
 * @returns {(sql: any, db: any) => Promise<number>}
 */
export const countLost = (saved) => async (sql, db) => {
  const { rows } = await sql`
    select count(*)::int as lost
    from unnest(${saved.map(([index]) => accountIdOf(index))}::text[], ${saved.map(([, film]) => film)}::text[],
      ${saved.map(([, , second]) => second)}::double precision[]) as w (account, film, second)
    left join progress on progress.account_id = w.account and progress.video_id = w.film
    where progress.last_time_seconds is null or progress.last_time_seconds < w.second`.execute(db);
  return rows[0].lost;
};
