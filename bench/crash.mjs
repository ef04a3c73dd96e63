import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres } from '../tools/cluster/postgres.mjs';
import { startProcess, unlimited } from '../tools/product/process.mjs';
import { startProvider } from '../packages/testing/src/world/provider.ts';
import { percentile, reportLeast, reportMost } from './goal.mjs';

/**
 * `npm run prove -- crash [50] [10]`: kills the server so many times, and its PostgreSQL so many times, at random moments while
 * eight writers count what was acknowledged and an import, a refresh, a merge of films, a backup or a first start (which
 * migrates) runs. Afterwards everything that was acknowledged must be there, each list whole or not at all, each merge
 * done or not, and each backup must be restorable. Exits with 1 when anything is lost. All traffic stays on the loopback,
 * and the run ends by itself.
 */
const [serverKills = 50, databaseKills = 10] = process.argv.slice(2).map(Number);
const { Client } = createRequire(new URL('../packages/db/package.json', import.meta.url))('pg');
const password = 'clave-de-caídas-2031';
const listEntries = 400;
/** How many films that look like chapters are added for each merge. */
const mergedFilms = 6;
/** How long a first start that was killed may take to be finished, in milliseconds: PostgreSQL may be starting too. */
const firstStartMs = 30_000;
/** How long an operation runs at most before the kill, in milliseconds. */
const runsMs = 1_800;
const goals = { readySeconds: 10, databaseSeconds: 15 };
/** What has to be done for each kill, or nothing would be shown: writes that were acknowledged, by all writers together. */
const writesPerKill = 20;

const folder = await mkdtemp(join(tmpdir(), 'butaca-crash-'));
await chmod(folder, 0o711);
await mkdir(join(folder, 'postgres'), { mode: 0o755 });
const postgres = await startPostgres(join(folder, 'postgres'));
const env = {
  DATABASE_URL: postgres.url,
  DATA_DIR: join(folder, 'data'),
  ADMIN_PASSWORD: password,
  ...unlimited,
  UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
  LOG_LEVEL: 'silent',
};
const server = await startProcess({ env });
const lists = await startProvider((request, response) => {
  response.end(listOf(request.url?.slice(1) ?? ''));
});
console.log(
  `${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}: ${serverKills} kills of the server, ${databaseKills} of PostgreSQL`,
);

let admin;
let names = 0;
const over = new AbortController();
const acknowledged = {
  channels: new Set(),
  accounts: new Set(),
  favourites: new Map(),
  progress: new Map(),
  /** Names of lists, by which the addresses of their films and chapters begin. */
  lists: new Set(),
  /** Names of backup files. */
  backups: new Set(),
  /** Addresses of films that look like chapters. */
  films: new Set(),
  /** Merges, by the name that the addresses of their films have. */
  merges: new Set(),
};
/** How many first starts that were killed no later start has finished. */
let unfinishedStarts = 0;
const operations = { import: importList, refresh: refreshList, merge: mergeFilms, backup, start: firstStart };
const kinds = Object.keys(operations);
/** How many operations of each kind were answered with success, though the server was killed at some moment of each. */
const completed = Object.fromEntries(kinds.map((kind) => [kind, 0]));
try {
  const results = await measureCrashes();
  if (results.includes(false)) process.exitCode = 1;
} finally {
  over.abort();
  await lists[Symbol.asyncDispose]();
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureCrashes() {
  admin = await signIn('login', 'admin');
  const [one, two, three, four] = [
    await newViewer(),
    await newViewer(),
    await newViewer(),
    await newViewer(),
  ];
  const writes = [
    addChannel,
    addChannel,
    addAccount,
    addAccount,
    favouriteOf(one),
    favouriteOf(two),
    progressOf(three),
    progressOf(four),
  ];
  const writers = writes.map((once) => write(once));
  const readySeconds = [];
  for (let turn = 0; turn < serverKills; turn += 1) {
    const running = operate(kinds[turn % kinds.length], turn);
    await pause(Math.random() * runsMs);
    await server.kill();
    readySeconds.push(await secondsFor(() => server.restart()));
    await running;
  }
  const databaseSeconds = [];
  for (let turn = 0; turn < databaseKills; turn += 1) {
    const running = operate(kinds[turn % kinds.length], serverKills + turn);
    await pause(Math.random() * runsMs);
    await postgres.kill();
    await postgres.restart();
    databaseSeconds.push(await secondsFor(untilReady));
    await running;
  }
  over.abort();
  await Promise.all(writers);
  const lost = await findLost();
  const results = [
    reportMost('acknowledged writes that are lost', lost.writes, '', 0),
    reportMost('lists that are there in part', lost.lists, '', 0),
    reportMost('merges that are done in part', lost.merges, '', 0),
    reportMost('acknowledged backups that cannot be restored', await countBrokenBackups(), '', 0),
    reportMost('first starts that no later one has finished', unfinishedStarts, '', 0),
    reportLeast('acknowledged writes', lost.total, '', writesPerKill * (serverKills + databaseKills)),
  ];
  console.log(
    `operations that ended before their kill: ${kinds.map((kind) => `${kind} ${completed[kind]}`).join(', ')}`,
  );
  if (serverKills > 0) {
    const seconds = percentile(readySeconds, 0.95);
    results.push(reportMost('ready after a kill of the server (p95)', seconds, ' s', goals.readySeconds));
  }
  if (databaseKills > 0) {
    const seconds = percentile(databaseSeconds, 0.95);
    results.push(reportMost('ready after a kill of PostgreSQL (p95)', seconds, ' s', goals.databaseSeconds));
  }
  return results;
}

/** Runs an operation that a kill may interrupt, and counts it when it was answered with success. */
async function operate(kind, turn) {
  try {
    await operations[kind](turn);
    completed[kind] += 1;
  } catch {
    // The kill interrupted it; what it leaves behind is judged at the end.
  }
}

/** A list of films and of chapters, all of whose addresses have the given name. */
function listOf(name) {
  const entries = Array.from({ length: listEntries }, (_item, index) => {
    const title = index % 2 === 0 ? `${name} ${index}` : `${name} S01E${index}`;
    return `#EXTINF:-1 group-title="CINE",${title}\nhttp://proveedor.example/${name}/${index}.mkv\n`;
  });
  return `#EXTM3U\n${entries.join('')}`;
}

async function call(method, path, body, person) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'x-device-id': person.deviceId,
      ...(person.token && { authorization: `Bearer ${person.token}` }),
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.code}`);
  return answer;
}

async function signIn(how, username) {
  const deviceId = randomBytes(16).toString('hex');
  const { token } = await call('POST', `/api/auth/${how}`, { username, password }, { deviceId });
  return { token, deviceId, username };
}

function newName(kind) {
  names += 1;
  return `${kind}-${names}`;
}

function newViewer() {
  return signIn('register', newName('persona'));
}

/** Repeats a write until the end. A write that is not answered with success counts for nothing. */
async function write(once) {
  while (!over.signal.aborted) await once().catch(() => pause(30));
}

async function addChannel() {
  const name = newName('Canal');
  await call('POST', '/api/channels/admin', { name, url: `http://proveedor.example/${name}.ts` }, admin);
  acknowledged.channels.add(name);
}

async function addAccount() {
  const { username } = await newViewer();
  acknowledged.accounts.add(username);
}

/** Adds the channels that were acknowledged to a person's favourites, one after the other. */
function favouriteOf(person) {
  const kept = new Set();
  acknowledged.favourites.set(person, kept);
  return async () => {
    const { channels } = await call('GET', '/api/channels/list', undefined, person);
    const next = channels.find(({ _id }) => !kept.has(_id));
    if (next === undefined) return pause(30);
    await call('PUT', `/api/favourites/channel/${next._id}`, undefined, person);
    kept.add(next._id);
  };
}

/** Saves later and later positions of one film. */
function progressOf(person) {
  let [film, second] = [undefined, 60];
  acknowledged.progress.set(person, { film: undefined, second: 0 });
  return async () => {
    film ??= await addFilm();
    second += 1;
    const body = { lastTime: second, duration: 100_000, at: new Date().toISOString() };
    await call('PUT', `/api/videos/${film}/progress`, body, person);
    acknowledged.progress.set(person, { film, second });
  };
}

async function addFilm(title = newName('Película'), url = `http://proveedor.example/${title}.mp4`) {
  const film = { title, url, tipo: 'pelicula', requiresPlan: ['gplay'] };
  return (await call('POST', '/api/videos', film, admin))._id;
}

async function importList(turn) {
  const form = new FormData();
  form.append('section', 'series');
  form.append('file', new Blob([listOf(`lista${turn}`)]), 'lista.m3u');
  await call('POST', '/api/m3u/bulk-upload', form, admin);
  acknowledged.lists.add(`lista${turn}`);
}

async function refreshList(turn) {
  const address = `${lists.origin}/renovada${turn}`;
  const provider = { name: `Proveedor ${turn}`, kind: 'm3u', address, refreshHours: null };
  const { _id: id } = await call('POST', '/api/admin/providers', provider, admin);
  // The first list of a provider waits for a decision. A refresh that a crash has ended is repeated after minutes.
  const untilMs = performance.now() + 2 * runsMs;
  while (performance.now() < untilMs) {
    const { providers } = await call('GET', '/api/admin/providers', undefined, admin);
    const waiting = providers.find(({ _id }) => _id === id)?.waitingImportId;
    if (waiting) {
      await call('POST', `/api/admin/imports/${waiting}/publish`, {}, admin);
      acknowledged.lists.add(`renovada${turn}`);
      return;
    }
    await pause(20);
  }
}

async function mergeFilms(turn) {
  for (let index = 1; index <= mergedFilms; index += 1) {
    const address = `http://proveedor.example/unida${turn}/${index}.mp4`;
    await addFilm(`Unida ${turn} S01E0${index}`, address);
    acknowledged.films.add(address);
  }
  await call('POST', '/api/admin/migration/execute', {}, admin);
  acknowledged.merges.add(`unida${turn}`);
}

async function backup() {
  const { name } = await call('POST', '/api/admin/backups', { currentPassword: password }, admin);
  // The server keeps ten backups that were made by hand, so each one is moved away once it is acknowledged.
  await rename(join(env.DATA_DIR, 'backups', name), join(folder, name));
  acknowledged.backups.add(name);
}

/** Restores each acknowledged backup into an empty database. @returns how many of them could not be restored */
async function countBrokenBackups() {
  const restore = fileURLToPath(new URL('../apps/server/dist/cli/restore.js', import.meta.url));
  let broken = 0;
  for (const [index, name] of [...acknowledged.backups].entries()) {
    const own = await emptyDatabase(`copia${index}`);
    const file = join(folder, name);
    await promisify(execFile)(process.execPath, [restore, file], { env: { ...process.env, ...own } }).catch(
      (error) => {
        console.error(`${name}: ${error.stderr}`);
        broken += 1;
      },
    );
  }
  console.log(`${acknowledged.backups.size} backups were acknowledged`);
  return broken;
}

/** Creates a database. @returns the settings of a server on it, with a data folder of its own */
async function emptyDatabase(name) {
  await query(`create database ${name}`);
  return { ...env, DATABASE_URL: postgres.url.replace(/postgres$/, name), DATA_DIR: join(folder, name) };
}

/** Kills a first start on an empty database at a random moment, and lets later ones finish it. */
async function firstStart(turn) {
  const own = await emptyDatabase(`nueva${turn}`);
  const starting = new AbortController();
  const first = startProcess({ env: own, signal: starting.signal }).catch(() => undefined);
  await pause(Math.random() * runsMs);
  starting.abort();
  await (await first)?.kill();
  const untilMs = performance.now() + firstStartMs;
  let finished;
  while (finished === undefined && performance.now() < untilMs)
    finished = await startProcess({ env: own }).catch(() => undefined);
  if (finished === undefined) unfinishedStarts += 1;
  else await finished.stop();
}

async function query(text, values) {
  const client = new Client({ connectionString: postgres.url });
  // A kill of PostgreSQL rejects the query, too.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function secondsFor(work) {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

async function untilReady() {
  for (;;) {
    const response = await fetch(`${server.url}/api/ready`).catch(() => undefined);
    if (response?.ok) return;
    await pause(20);
  }
}

/** Counts what was acknowledged and is not there, and the lists of which only a part is there. */
async function findLost() {
  const namesOf = async (table, column) =>
    new Set((await query(`select ${column} as name from ${table}`)).map(({ name }) => name));
  const [channels, accounts] = [await namesOf('channel', 'name'), await namesOf('account', 'username')];
  let writes = [...acknowledged.channels].filter((name) => !channels.has(name)).length;
  writes += [...acknowledged.accounts].filter((name) => !accounts.has(name)).length;
  let total = acknowledged.channels.size + acknowledged.accounts.size;
  for (const [person, kept] of acknowledged.favourites) {
    const list = await call('GET', '/api/favourites', undefined, person);
    const there = new Set(list.channels.map(({ _id }) => _id));
    writes += [...kept].filter((id) => !there.has(id)).length;
    total += kept.size;
  }
  for (const [person, { film, second }] of acknowledged.progress) {
    if (film === undefined) continue;
    const { watchProgress } = await call('GET', `/api/videos/${film}/progress`, undefined, person);
    writes += (watchProgress?.lastTime ?? 0) < second ? 1 : 0;
    total += second - 60;
  }
  const rows = await query(`
    select split_part(address, '/', 4) as list, count(*)::int as entries, count(*) filter (where is_film)::int as films
    from (select address, true as is_film from video union all select address, false from chapter) as item
    where address ~ '^http://proveedor.example/(lista|renovada|unida)[0-9]+/'
    group by 1`);
  const merged = rows.filter(({ list }) => list.startsWith('unida'));
  const lists = rows.filter((row) => !merged.includes(row));
  const found = new Set(lists.map(({ list }) => list));
  writes += [...acknowledged.lists].filter((list) => !found.has(list)).length;
  const addresses = await namesOf(
    '(select address from video union all select address from chapter) as item',
    'address',
  );
  writes += [...acknowledged.films].filter((address) => !addresses.has(address)).length;
  const isUndone = ({ list, films }) => acknowledged.merges.has(list) && films > 0;
  writes += merged.filter(isUndone).length;
  total += acknowledged.lists.size + acknowledged.films.size + acknowledged.merges.size;
  const parts = lists.filter(({ entries }) => entries !== listEntries);
  const halves = merged.filter(({ entries, films }) => films !== 0 && films !== entries);
  console.log(
    `${total} acknowledged writes; ${lists.length} lists are there, ${parts.length} of them in part; films of ${merged.length} merges, ${merged.filter(({ films }) => films === 0).length} of them done`,
  );
  return { total, writes, lists: parts.length, merges: halves.length };
}
