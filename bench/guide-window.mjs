// `npm run bench -- guide-window [CHANNELS] [DAYS]`: imports a list of so many channels (5,000) and a made guide of so many days (14) of them,
// with a programme every 35 minutes, and measures in the built product:
//
// - the refresh of the guide: how long it takes, how much memory the server needs more, how long other requests wait
//   meanwhile, and how long the same guide takes again
// - windows of the grid: 60 channels × 6 hours at random places
// - what is on now and next, of a section and of all channels: made first, for the next minute, and from the prepared answer
// - searches for programmes, and the sheet of one
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { addChannels, serveMadeGuide } from './guide/guided-channels.mjs';
import { percentile, printMachine, reportMost } from './goal.mjs';
import { startProduct } from './product.mjs';

const [channelCount = 5_000, days = 14] = process.argv.slice(2).map(Number);
const windows = 400;
const goals = { windowMs: 15, waitMs: 50, memoryMb: 150, seconds: 90 };

const guide = await serveMadeGuide(channelCount, days);
const product = await startProduct({ isDemo: false });
try {
  printMachine();
  await addChannels(product, channelCount);
  const { body: list } = await ask('/api/channels/list');
  const ids = list.channels.map((/** @type {{ _id: string }} */ { _id }) => _id);
  await measureRefresh('the guide, new');
  await measureRefresh('the same guide again');
  await measureAnswers(ids);
} finally {
  await product.stop();
  guide.close();
}

/** @param {string} path */
async function ask(path) {
  const started = performance.now();
  const response = await fetch(product.url + path, { headers: product.headers });
  const body = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return { body, ms: performance.now() - started };
}

/** The memory of the server that is not shared with other processes' files, in MB. */
function memoryMb() {
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
}

/** Reads of a process the id of its parent, and the processor time that it has used in ms. @param {string | number} pid */
function readProcess(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  // The kernel counts in hundredths of a second.
  return { parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 };
}

/** The processor time that the server and the connections of its database have used, in ms. */
function cpuMs() {
  const postgres = Number.parseInt(readFileSync(`${product.dataDir}/postgres/postmaster.pid`, 'utf8'), 10);
  let database = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const { parent, cpuMs: used } = readProcess(pid);
      if (parent === postgres) database += used;
    } catch {
      // The process has ended.
    }
  }
  return { server: readProcess(product.pid).cpuMs, database };
}

/** @param {string} what */
async function measureRefresh(what) {
  const { sources } = (await ask('/api/admin/guide/sources')).body;
  const before = memoryMb();
  const started = performance.now();
  if (sources.length === 0)
    await product.call('POST', '/api/admin/guide/sources', { address: guide.address, name: 'Medida' });
  else await product.call('POST', `/api/admin/guide/sources/${sources[0]._id}/refresh`);
  let most = before;
  const waits = [];
  let source;
  for (;;) {
    waits.push((await ask('/api/health')).ms);
    most = Math.max(most, memoryMb());
    if (waits.length % 20 === 0) {
      [source] = (await ask('/api/admin/guide/sources')).body.sources;
      if (source.state !== 'refreshing') break;
    }
    await pause(20);
  }
  if (source.state === 'failed') throw new Error(source.error);
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${what}: ${source.programmes.toLocaleString('en')} programmes of ${source.linkedChannels} channels`,
  );
  reportMost('  time, with making and receiving it', seconds, ' s', goals.seconds);
  reportMost('  memory more, at most', most - before, ' MB', goals.memoryMb);
  reportMost('  other requests meanwhile, p99', percentile(waits, 0.99), ' ms', goals.waitMs);
}

/** @param {string[]} ids */
async function measureAnswers(ids) {
  const windowTimes = [];
  let usedBefore = cpuMs();
  for (let n = -20; n < windows; n += 1) {
    const first = Math.floor(Math.random() * (ids.length - 60));
    const from = Date.now() + Math.floor(Math.random() * (days - 1) * 24) * 3_600_000;
    const query = new URLSearchParams({
      channels: ids.slice(first, first + 60).join(','),
      from: new Date(from).toISOString(),
      to: new Date(from + 6 * 3_600_000).toISOString(),
    });
    const { ms } = await ask(`/api/guide?${query}`);
    if (n >= 0) windowTimes.push(ms);
    else usedBefore = cpuMs();
  }
  const used = cpuMs();
  const serverMs = (used.server - usedBefore.server) / windows;
  const databaseMs = (used.database - usedBefore.database) / windows;
  reportMost('window of 60 channels × 6 hours, p95', percentile(windowTimes, 0.95), ' ms', goals.windowMs);
  console.log(
    `  median ${percentile(windowTimes, 0.5).toFixed(1)} ms, processor: ${serverMs.toFixed(1)} ms of the server, ${databaseMs.toFixed(1)} ms of the database`,
  );
  for (const [what, path] of [
    ['now and next of a section', '/api/guide/now?section=Grupo%207'],
    ['now and next of all channels', '/api/guide/now'],
  ]) {
    const first = await ask(path);
    const again = [];
    for (let n = 0; n < 50; n += 1) again.push((await ask(path)).ms);
    let next = await ask(path);
    while (next.body.now === first.body.now) {
      await pause(60_000 - (Date.now() % 60_000) + 10);
      next = await ask(path);
    }
    console.log(
      `${what}: ${first.ms.toFixed(1)} ms when made first, ${next.ms.toFixed(1)} ms for the next minute, p95 ${percentile(again, 0.95).toFixed(1)} ms when prepared`,
    );
  }
  const searches = [];
  for (const q of ['faro', 'casa luz', 'luna 7', 'zzz', 'mar', 'cocina historia 12', 'no'])
    searches.push((await ask(`/api/guide/search?q=${encodeURIComponent(q)}`)).ms);
  console.log(`searches for programmes: at most ${Math.max(...searches).toFixed(1)} ms`);
  const sheet = await ask(`/api/guide/programmes/${ids[7]}/${new Date().toISOString()}`);
  console.log(`sheet of a programme: ${sheet.ms.toFixed(1)} ms`);
}
