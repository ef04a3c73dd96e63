import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { residentMegabytes } from './memory.mjs';
import { percentile, reportMost } from './goal.mjs';
import { openChannel, startProduct } from './product.mjs';
import { record } from './recording.mjs';
import { setTimeout as pause } from 'node:timers/promises';
import { createBroadcast } from '../packages/testing/src/world/broadcast.ts';
import { startProvider } from '../packages/testing/src/world/provider.ts';

const viewers = 100;
const goals = { connections: 1, memoryMegabytes: 16, joinSeconds: 1 };
const groupSeconds = 2;
/** The viewers join over this time, so that they do so at all moments of a segment. */
const joiningMs = 10_000;
const watchedMs = 10_000;
/** How long a single viewer watches before the memory is read with which that of all is compared. */
const settledMs = 10_000;
/**
 * The young heap of the measured server, in MB: Node's default. With that of `npm start` its garbage would be most of what
 * is measured.
 */
const youngMegabytes = 16;
const names = { hls: 'HLS', ts: 'MPEG-TS' };

/**
 * Measures a channel that a provider broadcasts in real time, with a hundred viewers, and, for comparison, as many
 * viewers who each ask the provider by themselves.
 *
 * @param {'hls' | 'ts'} form
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function measureSharedChannel(form) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const provider = await broadcast(await record(dir, groupSeconds));
  const product = await startProduct({ isDemo: false, youngMegabytes });
  const path = form === 'hls' ? '/canal/index.m3u8' : '/canal.ts';
  try {
    const channel = {
      name: `Canal ${names[form]}`,
      url: `${provider.origin}${path}`,
      requiresPlan: ['gplay'],
    };
    const { _id } = await product.call('POST', '/api/channels/admin', channel);
    const people = [];
    for (let index = 0; index <= viewers; index += 1)
      people.push(await product.newSession(`${form}${index}`));
    const open = (person) => openChannel(product, person, _id);
    const watch = form === 'hls' ? watchSegments : watchBytes;
    const [first, ...others] = people;
    const alone = watch(await open(first));
    await alone.started;
    await pause(settledMs);
    const [memoryBefore, requestsBefore] = [await residentMegabytes(product.pid), provider.counts.requests];
    const watching = [];
    const times = [];
    for (const person of others) {
      const address = await open(person);
      const joinedAt = performance.now();
      const viewer = watch(address);
      watching.push(viewer);
      void viewer.started.then(() => times.push((performance.now() - joinedAt) / 1_000));
      await pause(joiningMs / viewers);
    }
    await pause(watchedMs);
    await Promise.all(watching.map(({ started }) => started));
    const memory = (await residentMegabytes(product.pid)) - memoryBefore;
    const requests = provider.counts.requests - requestsBefore;
    const atOnce = provider.counts.most;
    const received = watching.reduce((sum, { bytes }) => sum + bytes(), 0) / 1e6;
    for (const viewer of [alone, ...watching]) viewer.leave();
    const bare = await measureBare(provider.origin + path, watch);
    const join95 = percentile(times, 0.95);
    console.log(
      `${names[form]}: ${viewers} viewers joined within ${joiningMs / 1_000} s and received ${received.toFixed(0)} MB; the provider answered ${requests} requests meanwhile, ${atOnce} at once`,
    );
    console.log(
      `joining: median ${percentile(times, 0.5).toFixed(3)} s, slowest ${Math.max(...times).toFixed(3)} s; directly at the provider p95 ${bare.toFixed(3)} s, ratio ${(join95 / bare).toFixed(2)}`,
    );
    return [
      reportMost(`${names[form]}, connections for ${viewers} viewers`, atOnce, '', goals.connections),
      reportMost(`${names[form]}, memory more than with one viewer`, memory, ' MB', goals.memoryMegabytes),
      reportMost(`${names[form]}, joining (p95)`, join95, ' s', goals.joinSeconds),
    ];
  } finally {
    await product.stop();
    await provider[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  }
}

/** How long ten viewers wait who ask the provider by themselves, one after the other; the 95th percentile, in seconds. */
async function measureBare(address, watch) {
  const times = [];
  for (let index = 0; index < 10; index += 1) {
    const startedAt = performance.now();
    const viewer = watch(address);
    await viewer.started;
    times.push((performance.now() - startedAt) / 1_000);
    viewer.leave();
    await pause((groupSeconds * 1_000) / 10 + 30);
  }
  return percentile(times, 0.95);
}

/** Receives a channel in MPEG-TS. It has started when the first keyframe has come after the tables. */
function watchBytes(address) {
  let received = 0;
  let begun = Buffer.alloc(0);
  let asked;
  const started = new Promise((resolve, reject) => {
    asked = request(address, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address}: ${response.statusCode}`));
      response.on('error', () => undefined);
      response.on('data', (chunk) => {
        received += chunk.length;
        if (begun === undefined) return;
        begun = Buffer.concat([begun, chunk]);
        if (!hasKeyframe(begun)) return;
        begun = undefined;
        resolve();
      });
    });
    asked.on('error', () => undefined).end();
  });
  return { started, bytes: () => received, leave: () => asked.destroy() };
}

/** Whether bytes hold the parameter sets of H.264 and what follows them, with which a player can show a picture. */
function hasKeyframe(bytes) {
  const at = bytes.indexOf(Buffer.from([0, 0, 1, 0x67]));
  return at !== -1 && bytes.length > at + 30_000;
}

/** Follows a channel in HLS as players do: it begins three segments before the end, and receives each new one. */
export function watchSegments(address) {
  const leaving = new AbortController();
  const agent = new Agent({ keepAlive: true });
  let received = 0;
  const take = async (url) => {
    const body = await readAll(url, agent, leaving.signal);
    received += body.length;
    return body;
  };
  const seen = new Set();
  const newOnes = async () => {
    const lines = (await take(address)).toString().split('\n');
    const segments = lines.filter((line) => line !== '' && !line.startsWith('#'));
    // A segment keeps its path when the playlist is refreshed; its query may change.
    const pathOf = (line) => line.split('?', 1)[0];
    const fresh = segments.filter((line) => !seen.has(pathOf(line)));
    for (const line of segments) seen.add(pathOf(line));
    return fresh.map((line) => new URL(line, address).href);
  };
  const begin = async () => {
    for (const url of (await newOnes()).slice(-3, -2)) await take(url);
  };
  const started = begin();
  const follow = async () => {
    await started;
    while (!leaving.signal.aborted) {
      for (const url of await newOnes()) await take(url);
      await pause(groupSeconds * 1_000);
    }
  };
  follow().catch((error) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    started,
    bytes: () => received,
    leave() {
      leaving.abort();
      agent.destroy();
    },
  };
}

function readAll(url, agent, signal) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, signal }, (response) => {
      const chunks = [];
      response.on('error', reject).on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`${url}: ${response.statusCode} ${body.toString()}`));
      });
    });
    asked.on('error', reject).end();
  });
}

/**
 * Starts a provider that broadcasts a recording as MPEG-TS (`/canal.ts`) and as HLS (`/canal/index.m3u8`).
 *
 * @param {Buffer} recording
 */
function broadcast(recording) {
  const channel = createBroadcast(recording, groupSeconds);
  return startProvider(
    ({ url = '' }, response) => {
      if (url === '/canal.ts') return channel.send(response);
      if (url === '/canal/index.m3u8') return response.end(channel.playlist(channel.elapsedSeconds()));
      response.writeHead(200, { 'content-type': 'video/mp2t' });
      return response.end(channel.segment(Number(/(\d+)\.ts$/.exec(url)?.[1] ?? 0)));
    },
    { isForgetful: true },
  );
}
