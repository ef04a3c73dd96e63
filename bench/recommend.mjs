import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, reportMost } from './goal.mjs';
import { startProduct } from './product.mjs';
import { fillDatabase } from './titles.mjs';

/**
 * `npm run bench -- recommend`: measures the quality and latency of recommended titles with a generated watch history.
 * Every title belongs to one of four hundred tastes, which influences its genres and a few words of its description but
 * is stored in no column. Each person has two tastes and watches mostly their titles, popular ones more often, and some
 * titles that everybody watches. A tenth of the history is held out; then each person's last title is opened, and a hit
 * is a held-out title of that person among the six recommendations. For comparison, hits are also counted for six
 * random titles and for the six most watched titles that the person has not watched. Some titles are inactive, some are
 * locked by plan, and some tastes are for children: every answer is checked to respect this. Another number of titles
 * may be given: `npm run bench -- recommend 10000`.
 */
const titles = Number(process.argv[2] ?? 100_000);
const tastes = 400;
const people = 3_000;
const watchedByEach = 30;
const heldOutShare = 0.1;
const everybodysShare = 0.2;
const judged = 1_000;
const timed = 500;
const most = 6;
const goals = { p95Ms: 50, overPopular: 2 };

/** The taste of a generated title. It is stored in no column of the database, so the product has to infer it. */
const tasteOf = (title) => title % tastes;
const isForKids = (title) => tasteOf(title) % 20 === 7;
const isInactive = (title) => title % 37 === 5;
const isLocked = (title) => title % 11 === 3;

const random = createRandom(20_311);
const { history, heldOut } = makeHistory();
/** Titles whose watch page was opened earlier in the benchmark; their recommendations are cached. */
const openedTitles = new Set();
const dataDir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
await fillDatabase(dataDir, fill);
const product = await startProduct({ dataDir, isDemo: false });
try {
  const hits = await judge();
  const rate = (count) => `${((100 * count) / hits.asked).toFixed(2)} %`;
  console.log(`${titles} titles, ${history.length} watched, ${hits.asked} people judged; hit-rate@${most}:`);
  console.log(
    `  recommended ${rate(hits.recommended)}, most popular ${rate(hits.popular)}, random ${rate(hits.random)}`,
  );
  const isBetter = hits.recommended >= goals.overPopular * Math.max(1, hits.popular, hits.random);
  console.log(
    `recommended over the better of both: goal ≥ ${goals.overPopular} times ${isBetter ? 'ok' : 'MISSED'}`,
  );
  const times = await time();
  console.log(`a title for the first time: p50 ${percentile(times, 0.5).toFixed(1)} ms`);
  const isQuick = reportMost('a title for the first time, p95', percentile(times, 0.95), ' ms', goals.p95Ms);
  process.exitCode = isBetter && isQuick ? 0 : 1;
} finally {
  await product.stop();
}

/**
 * Makes a generator of random numbers from 0 to 1 that yields the same numbers in every run of the benchmark.
 *
 * @see https://en.wikipedia.org/wiki/Linear_congruential_generator
 */
function createRandom(seed) {
  let state = BigInt(seed);
  return () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & ((1n << 64n) - 1n);
    return Number(state >> 11n) / 2 ** 53;
  };
}

/**
 * Makes a function that picks a random index below `size`, lower indexes more often, as popular titles are watched more
 * often.
 */
function createPopularity(size, exponent) {
  const sums = [];
  let sum = 0;
  for (let place = 1; place <= size; place += 1) sums.push((sum += place ** -exponent));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function makeHistory() {
  const pickOfTaste = createPopularity(Math.floor(titles / tastes), 1);
  const pickOfAll = createPopularity(titles, 0.8);
  const all = [];
  for (let person = 0; person < people; person += 1) {
    const own = [Math.floor(random() * tastes), Math.floor(random() * tastes)];
    const seen = new Set();
    while (seen.size < watchedByEach) {
      const isOwn = random() >= everybodysShare;
      seen.add(isOwn ? pickOfTaste() * tastes + own[random() < 0.5 ? 0 : 1] : pickOfAll());
    }
    for (const title of seen) all.push({ person, title });
  }
  const history = [];
  const heldOut = new Map();
  for (const watched of all) {
    if (random() >= heldOutShare) history.push(watched);
    // Inactive titles are not held out of the watch history: nobody can watch them, so they are never recommended.
    else if (!isInactive(watched.title))
      heldOut.set(watched.person, (heldOut.get(watched.person) ?? new Set()).add(keyOf(watched.title)));
  }
  return { history, heldOut };
}

function keyOf(title) {
  return String(title).padStart(10, '0');
}

async function fill(sql, db) {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, description, tipo, main_section, genres, release_year, rating,
      active, requires_plan, created_at)
    select to_char(n, 'FM0000000000'), w.title, lower(w.title), lower(w.title), lower(w.title || ' ' || w.text), w.text, 'pelicula',
      case when n % ${tastes} % 20 = 7 then 'ZONA_KIDS' else 'POR_GENERO' end, w.genres, 1980 + (n * 7) % 45, 5 + n % 50 / 10.0,
      n % 37 <> 5, case when n % 11 = 3 then array['premium'] else '{}'::text[] end, now() - ((n::bigint * 7919) % ${titles}) * interval '1 second'
    from generate_series(0, ${titles - 1}) as n,
    lateral (select
      'Cinta ' || md5(n::text) as title,
      (select string_agg('w' || substr(md5(n % ${tastes} || ':' || (n / ${tastes} + k * 3) % 8), 1, 7), ' ')
        from generate_series(0, 2) as k) || ' una persona viaja al norte y encuentra algo ' || md5('t' || n) as text,
      array[
        (array['Drama','Comedia','Terror','Romance','Misterio','Acción','Fantasía','Aventura','Crimen','Guerra','Música','Western'])
          [1 + n % ${tastes} % 12],
        (array['Época','Familiar','Noir','Deporte','Viajes','Biografía','Ciencia Ficción','Animación','Histórico'])
          [1 + n % ${tastes} / 12 % 9]] as genres
    ) as w`.execute(db);
  await sql`
    insert into video_genre (video_id, genre_folded, genre, tipo, main_section, active, created_at)
    select id, translate(lower(genre), 'áéíóú', 'aeiou'), genre, tipo, main_section, active, created_at
    from video, unnest(genres) as genre`.execute(db);
  await sql`
    insert into account (id, username, username_folded, password_hash, role, plan)
    select 'persona-' || n, 'persona-' || n, 'persona-' || n, 'nobody', 'user', 'estandar'
    from generate_series(0, ${people - 1}) as n`.execute(db);
  await sql`
    insert into device (account_id, device_id, user_agent, ip)
    select 'persona-' || n, to_char(n, 'FM00000000000000000000000000000000'), 'bench', '127.0.0.1'
    from generate_series(0, ${people - 1}) as n`.execute(db);
  await sql`
    insert into session (token_hash, account_id, device_id)
    select sha256(('token-of-a-judged-person-' || n)::bytea), 'persona-' || n, to_char(n, 'FM00000000000000000000000000000000')
    from generate_series(0, ${people - 1}) as n`.execute(db);
  await sql`
    insert into progress (account_id, video_id, last_time_seconds, duration_seconds, progress, is_completed, last_watched_at)
    select 'persona-' || person, video, 5400, 5400, 1, true, now() - interval '1 day' + place * interval '1 second'
    from unnest(
      ${history.map(({ person }) => person)}::integer[],
      ${history.map(({ title }) => keyOf(title))}::text[]
    ) with ordinality as watched (person, video, place)`.execute(db);
  for (const table of ['video', 'video_genre', 'progress', 'account'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

function recommend(person, video) {
  openedTitles.add(video);
  return fetch(`${product.url}/api/enrichment/movie/${video}/recommendations`, {
    headers: {
      authorization: `Bearer token-of-a-judged-person-${person}`,
      'x-device-id': String(person).padStart(32, '0'),
    },
  }).then((response) => {
    if (!response.ok) throw new Error(`${video}: ${response.status}`);
    return response.json();
  });
}

/**
 * Checks the recommendations that the product gives for a title.
 *
 * @throws when an answer shows an inactive title, unlocks a locked one, or mixes children's titles with others
 */
function check(video, { recommendations }) {
  for (const { _id, video: card } of recommendations) {
    const title = Number(_id);
    if (isInactive(title)) throw new Error(`${video}: ${_id} is not active`);
    if (card.locked !== isLocked(title)) throw new Error(`${video}: ${_id} is locked: ${card.locked}`);
    if (isForKids(Number(video)) && !isForKids(title))
      throw new Error(`${video}: ${_id} is not for children`);
  }
  return recommendations;
}

async function judge() {
  const last = new Map(
    history.flatMap(({ person, title }) => (isInactive(title) ? [] : [[person, keyOf(title)]])),
  );
  const seen = new Map();
  const counts = new Map();
  for (const { person, title } of history) {
    const key = keyOf(title);
    seen.set(person, (seen.get(person) ?? new Set()).add(key));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const popular = [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .flatMap(([key]) => (isInactive(Number(key)) ? [] : key));
  const hits = { asked: 0, recommended: 0, popular: 0, random: 0 };
  const isHit = (wanted, keys) => Number(keys.some((key) => wanted.has(key)));
  for (const [person, wanted] of [...heldOut].slice(0, judged)) {
    const opened = last.get(person);
    const recommendations = check(opened, await recommend(person, opened));
    const unseen = popular.filter((key) => !seen.get(person).has(key)).slice(0, most);
    hits.asked += 1;
    hits.recommended += isHit(
      wanted,
      recommendations.slice(0, most).map(({ _id }) => _id),
    );
    hits.popular += isHit(wanted, unseen);
    hits.random += isHit(
      wanted,
      Array.from({ length: most }, () => keyOf(Math.floor(random() * titles))),
    );
  }
  return hits;
}

/**
 * Measures the latency of recommendations for titles that nobody has opened yet, alternating watched and unwatched
 * titles.
 */
async function time() {
  const times = [];
  const popularFirst = [...new Set(history.map(({ title }) => title))].toSorted((one, other) => one - other);
  for (let count = 0; times.length < timed && count < 10 * timed; count += 1) {
    const title = count % 2 === 0 ? popularFirst[count * 3] : Math.floor(random() * titles);
    if (title === undefined || isInactive(title) || openedTitles.has(keyOf(title))) continue;
    const startedAt = performance.now();
    const answer = await recommend(count % people, keyOf(title));
    times.push(performance.now() - startedAt);
    check(keyOf(title), answer);
  }
  return times;
}
