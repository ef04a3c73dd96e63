import { request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, reportMost } from './goal.mjs';
import { startProduct } from './product.mjs';
import { createRandom } from './random.mjs';
import { record } from './recording.mjs';
import { createBroadcast } from '../packages/testing/src/world/broadcast.ts';
import { startProvider } from '../packages/testing/src/world/provider.ts';

const connections = 3;
const zaps = Number(process.env['ZAPS'] ?? 10_000);
const channels = 20;
/** The distance of the recording's keyframes, and the length of the segments. */
const groupSeconds = 2;
/** The provider answers requests for playlists and segments after a random time between these two, in ms. */
const answerAfterMs = [50, 800];
/** How many seconds of a channel in MPEG-TS arrive at once when a connection begins. */
const burstSeconds = 1;
/** How long a player of a channel in HLS waits between two requests, in ms. */
const playerPauseMs = 200;
/**
 * The shares of the zaps that are made by as many viewers as the provider has connections, and by more, and which share of
 * them may be refused. Each of the first finds its place, because it hands over the connection of the channel that it
 * leaves; but for those in the moment in which two players that had the same channel receive the old one and the next.
 */
const phases = [
  { viewers: connections, share: 0.5, mostRefused: 0.001 },
  { viewers: connections + 2, share: 0.5, mostRefused: 1 },
];
const seed = 20_261_125;
/** A viewer who zaps through channels waits no longer than this for the first bytes. */
const patienceMs = 10_000;
const refreshTimeoutMs = 60_000;
/** What the provider answers beyond its limit, as panels do: a status that no standard knows. */
const overLimit = 458;

/**
 * Lets viewers change at random between the channels of a provider that allows three connections, and counts how often
 * it is asked for more. Half of the channels are in MPEG-TS, half in HLS. In half of the zaps the player of the old channel
 * goes on until the next one plays. `ZAPS` is the number of zaps, by default 10,000.
 *
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function measureRandomZaps() {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const random = createRandom(seed);
  const provider = await startLimitedProvider(await record(dir, groupSeconds), createRandom(seed + 1));
  const product = await startProduct({ isDemo: false });
  try {
    const ids = await addProvider(product, provider.origin);
    const results = [];
    const times = [];
    for (const [index, { viewers, share, mostRefused }] of phases.entries()) {
      const people = [];
      for (let number = 0; number < viewers; number += 1)
        people.push(await product.newSession(`zapper${index}${number}`));
      const counts = { played: 0, refused: 0, failed: new Map() };
      let left = zaps * share;
      const watch = async (person) => {
        let leave = () => undefined;
        while (left > 0) {
          left -= 1;
          const before = leave;
          // Players end the transfer of the channel before, or not before the next one has begun.
          const isOverlapping = random() < 0.5;
          if (!isOverlapping) before();
          const next = await change(product, person, ids[Math.floor(random() * ids.length)]);
          if (isOverlapping) before();
          leave = next.leave;
          if (next.failure === undefined) {
            counts.played += 1;
            times.push(next.seconds);
          } else if (next.failure === 'upstream.full') counts.refused += 1;
          else counts.failed.set(next.failure, (counts.failed.get(next.failure) ?? 0) + 1);
        }
        leave();
      };
      await Promise.all(people.map(watch));
      const others = [...counts.failed].map(([failure, count]) => `${failure} ${count} times`).join(', ');
      console.log(
        `${viewers} viewers, ${connections} connections: ${counts.played} zaps played, ${counts.refused} were told that the provider is full${others && `; ${others}`}`,
      );
      const failed = [...counts.failed.values()].reduce((sum, count) => sum + count, 0);
      results.push(reportMost('  zaps that failed otherwise', failed, '', 0));
      results.push(
        reportMost('  zaps refused', (counts.refused / zaps / share) * 100, ' %', mostRefused * 100),
      );
      // Channels in HLS keep their places for some seconds after the last request.
      await new Promise((resolve) => setTimeout(resolve, 15_000));
    }
    console.log(
      `from the request to the first bytes: median ${percentile(times, 0.5).toFixed(3)} s, p95 ${percentile(times, 0.95).toFixed(3)} s`,
    );
    console.log(
      `the provider had ${provider.most()} connections open at most, and answered ${provider.requests()} requests`,
    );
    return [...results, reportMost(`requests over the budget in ${zaps} zaps`, provider.refusals(), '', 0)];
  } finally {
    await product.stop();
    await provider.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Adds the provider by the address of its list, imports it, and returns the ids of its channels. */
async function addProvider(product, origin) {
  const { _id } = await product.call('POST', '/api/admin/providers', {
    address: `${origin}/lista.m3u`,
    maxConnections: connections,
  });
  const reached = async (isReached) => {
    const until = Date.now() + refreshTimeoutMs;
    for (;;) {
      const { providers } = await product.call('GET', '/api/admin/providers');
      const provider = providers.find((one) => one._id === _id);
      if (isReached(provider)) return provider;
      if (Date.now() > until) throw new Error(`the provider stays ${provider.state}: ${provider.error}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const { waitingImportId } = await reached(({ waitingImportId: waiting }) => waiting !== null);
  await product.call('POST', `/api/admin/imports/${waitingImportId}/publish`, {});
  await reached(({ state, lastImportId }) => state === 'idle' && lastImportId !== null);
  await product.call('POST', `/api/admin/imports/${waitingImportId}/open`);
  const list = await product.call('GET', '/api/channels/list?section=Canales');
  const ids = (Array.isArray(list) ? list : list.channels).map((channel) => channel._id);
  if (ids.length !== channels) throw new Error(`${ids.length} channels instead of ${channels}`);
  return ids;
}

/** Opens a channel as a player does, until its first media bytes have come. */
async function change({ url }, { token, deviceId }, id) {
  const headers = { authorization: `Bearer ${token}`, 'x-device-id': deviceId };
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/channels/id/${id}?can=mse`, { headers });
  const body = await answer.json();
  if (!answer.ok) return { failure: `${answer.status} ${body.code}`, leave: () => undefined };
  const address = url + body.url;
  const opened = await open(address);
  if (opened.failure !== undefined) return opened;
  const seconds = () => (performance.now() - startedAt) / 1_000;
  if (opened.listed === undefined) return { seconds: seconds(), leave: opened.leave };
  const first = await open(new URL(opened.listed, address).href);
  if (first.failure !== undefined) return first;
  const left = new AbortController();
  void play(address, left.signal);
  return {
    seconds: seconds(),
    leave() {
      first.leave();
      left.abort();
    },
  };
}

/** Requests a playlist and its newest segment again and again, as players do, until the viewer has left. */
async function play(address, left) {
  while (!left.aborted) {
    const { listed } = await open(address, left).catch(() => ({}));
    if (listed !== undefined && !left.aborted) {
      const { leave } = await open(new URL(listed, address).href, left).catch(() => ({}));
      leave?.();
    }
    await new Promise((resolve) => setTimeout(resolve, playerPauseMs));
  }
}

/**
 * Requests an address, and resolves with the newest entry of a playlist, or with the first bytes of a stream.
 *
 * @param {AbortSignal} [left] - aborts when nobody needs it any more
 */
function open(address, left) {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent: false, timeout: patienceMs, signal: left }, (response) => {
      const chunks = [];
      const leave = () => asked.destroy();
      const isPlaylist = /mpegurl/i.test(response.headers['content-type'] ?? '');
      const isWhole = isPlaylist || response.statusCode !== 200;
      response.on('error', reject);
      response.on('data', (chunk) => {
        if (isWhole) chunks.push(chunk);
        else resolve({ leave });
      });
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode !== 200) {
          const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? String(response.statusCode);
          return resolve({ failure: code, leave });
        }
        if (!isPlaylist) return resolve({ failure: 'empty', leave });
        const listed = text.split('\n').findLast((line) => line !== '' && !line.startsWith('#'));
        return resolve(listed === undefined ? { failure: 'no entry', leave } : { listed, leave });
      });
    });
    asked.on('timeout', () => asked.destroy(new Error('timeout')));
    asked.on('error', (error) =>
      error.message === 'timeout' ? resolve({ failure: 'timeout', leave: () => undefined }) : reject(error),
    );
    asked.end();
  });
}

/**
 * A provider that counts what is received from it at once, and refuses what is beyond its limit: each transfer of a channel
 * in MPEG-TS, and each channel in HLS of which a playlist or a segment is being requested.
 *
 * @param {Buffer} recording @param {() => number} random
 */
async function startLimitedProvider(recording, random) {
  let most = 0;
  let refusals = 0;
  let requests = 0;
  /** How many requests are open of what counts as one connection. */
  const open = new Map();
  const broadcast = createBroadcast(recording, groupSeconds);
  const segment = recording.subarray(0, 200 * 188);
  const list = Array.from({ length: channels }, (_, index) => {
    const name = index % 2 === 0 ? `${index}.ts` : `${index}.m3u8`;
    return `#EXTINF:-1 tvg-id="c${index}" group-title="Canales",Canal ${index}\n{origin}/live/${name}`;
  });

  /** Counts a request until its signal aborts: when it is answered, or its client has closed the connection. */
  function count(key, socket) {
    open.set(key, (open.get(key) ?? 0) + 1);
    most = Math.max(most, open.size);
    const over = new AbortController();
    const end = () => over.abort();
    // Node tells the end of a connection by the response's event `close` only later, after it has closed its own side.
    for (const event of ['end', 'close']) socket.once(event, end);
    const leave = () => {
      for (const event of ['end', 'close']) socket.off(event, end);
      if (open.get(key) === 1) open.delete(key);
      else open.set(key, open.get(key) - 1);
    };
    over.signal.addEventListener('abort', leave, { once: true });
    return over;
  }

  /** Answers a request with a whole body after a while, unless its client has left. */
  function answerLater(response, over, type, read) {
    const [leastMs, mostMs] = answerAfterMs;
    const afterMs = leastMs + random() * (mostMs - leastMs);
    const timer = setTimeout(() => {
      // An answer that is sent whole is over when it is sent.
      over.abort();
      response.writeHead(200, { 'content-type': type });
      response.end(read());
    }, afterMs);
    over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  const provider = await startProvider(
    (asked, response) => {
      const path = asked.url ?? '';
      if (path === '/lista.m3u')
        return response.end(`#EXTM3U\n${list.join('\n').replaceAll('{origin}', provider.origin)}\n`);
      requests += 1;
      const channel = /(\d+)\.(?:m3u8|seg)$/.exec(path)?.[1];
      const key = channel === undefined ? `transfer ${requests}` : `channel ${channel}`;
      if (!open.has(key) && open.size >= connections) {
        refusals += 1;
        return response.writeHead(overLimit).end();
      }
      const over = count(key, asked.socket);
      if (path.endsWith('.m3u8')) {
        return answerLater(response, over, 'application/vnd.apple.mpegurl', () =>
          broadcast.playlist(broadcast.elapsedSeconds(), {
            nameOf: (number) => `${number}-${channel}.seg`,
          }),
        );
      }
      if (path.endsWith('.seg')) return answerLater(response, over, 'video/mp2t', () => segment);
      return broadcast.send(response, { fromSecond: Math.max(0, broadcast.elapsedSeconds() - burstSeconds) });
    },
    { isForgetful: true },
  );
  return {
    origin: provider.origin,
    most: () => most,
    refusals: () => refusals,
    requests: () => requests,
    stop: () => provider[Symbol.asyncDispose](),
  };
}
