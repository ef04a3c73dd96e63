import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, reportMost } from './goal.mjs';
import { startProduct } from './product.mjs';
import { livePlaylist, offsetAt, readClock, record, recordedSeconds } from './recording.mjs';

/** How many runs of each kind of failure are made, and how many of them at once. */
const runs = Number(process.env['FAILOVER_RUNS'] ?? 20);
const atOnce = 20;
const groupSeconds = 2;
const sendEveryMs = 20;
/** When a source fails that plays at first, and how long each run is watched, in milliseconds. */
const failsAfterMs = 4_000;
const watchedMs = { ts: { start: 5_000, later: 12_000 }, hls: { start: 8_000, later: 24_000 } };
const goals = { gapSeconds: 2, rebufferedShare: 0.05, startSeconds: 2.5, wrongSwitches: 0 };
/** A picture that is late by less is no gap. */
const noticedSeconds = 0.1;

const statuses = ['403', '404', '458', '509', '500'];
/** The kinds of failure. Those at the start never play. */
const kinds = {
  ts: {
    start: [...statuses, 'page', 'closes', 'silent'],
    later: ['ends', 'stalls', 'sync lost', 'no video', 'ends every 5 s'],
  },
  hls: {
    start: [...statuses, 'page', 'closes', 'silent'],
    later: [
      'playlist 403',
      'playlist 500',
      'playlist page',
      'playlist stands still',
      'segments 404',
      'segments 503',
    ],
  },
};

/**
 * Measures what viewers notice when a source of a channel fails that has a second one: for each kind of failure the longest
 * gap of the picture in MPEG-TS, how many viewers in HLS rebuffer, and the time to the first bytes where the first source is dead;
 * and how often a source that is good is left.
 *
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function measureFailover() {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const recording = await record(dir, groupSeconds);
  const [first, second] = [await serveSources(recording), await serveSources(recording)];
  const product = await startProduct({ isDemo: false });
  const results = [];
  try {
    for (const form of ['ts', 'hls']) {
      const starts = [];
      for (const [moment, names] of Object.entries(kinds[form])) {
        for (const kind of names) {
          const seen = await repeat((id) => watchOne({ product, first, second, form, kind, id }));
          starts.push(...(moment === 'start' ? seen.map(({ startSeconds }) => startSeconds) : []));
          results.push(...report(form, kind, seen));
        }
      }
      results.push(
        reportMost(
          `${form}, first bytes with the first source dead (p95)`,
          percentile(starts, 0.95),
          ' s',
          goals.startSeconds,
        ),
      );
      const good = await repeat((id) => watchOne({ product, first, second, form, kind: 'good', id }));
      const wrong = good.filter(({ hasChanged }) => hasChanged).length;
      results.push(
        reportMost(`${form}, good sources that were left in ${runs} runs`, wrong, '', goals.wrongSwitches),
      );
    }
    return results;
  } finally {
    await product.stop();
    for (const each of [first, second]) each.close();
    await rm(dir, { recursive: true, force: true });
  }
}

function report(form, kind, seen) {
  const gaps = seen.map(({ gapSeconds }) => gapSeconds);
  const lost = seen.filter(({ isLost }) => isLost).length;
  const results = [reportMost(`${form}, ${kind}: viewers who lost the channel, of ${runs}`, lost, '', 0)];
  if (form === 'ts')
    return [
      ...results,
      reportMost(`${form}, ${kind}: longest gap`, Math.max(...gaps), ' s', goals.gapSeconds),
    ];
  const share = gaps.filter((gap) => gap > noticedSeconds).length / gaps.length;
  return [
    ...results,
    reportMost(`${form}, ${kind}: share of viewers who rebuffer`, share, '', goals.rebufferedShare),
  ];
}

async function repeat(watch) {
  const seen = [];
  for (let from = 0; from < runs; from += atOnce) {
    const count = Math.min(atOnce, runs - from);
    seen.push(...(await Promise.all(Array.from({ length: count }, (_, index) => watch(from + index)))));
  }
  return seen;
}

/** Watches a channel whose first source fails in the given way. */
async function watchOne({ product, first, second, form, kind, id }) {
  const path = `/${form}/${encodeURIComponent(kind)}/${id}`;
  const file = form === 'ts' ? 'canal.ts' : 'index.m3u8';
  const goodPath = `/${form}/good/${encodeURIComponent(kind)}-${id}`;
  const sources = [{ url: `${first.origin}${path}/${file}` }, { url: `${second.origin}${goodPath}/${file}` }];
  const { _id } = await product.call('POST', '/api/channels/admin', { name: path, sources });
  const { url } = await product.call('GET', `/api/channels/id/${_id}?can=mse`);
  const player = createPlayer();
  const leaving = new AbortController();
  const watch = form === 'ts' ? watchBytes : watchSegments;
  const watching = watch(product.url + url, player, leaving.signal);
  await pause(watchedMs[form][kinds[form].start.includes(kind) ? 'start' : 'later']);
  const isLost = player.silentSeconds() > 2 * groupSeconds;
  leaving.abort();
  await watching;
  return { ...player.result(), isLost, hasChanged: second.wasAsked(goodPath) };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays media as they come: notes when the first ones come, and for how long there is nothing to play. */
function createPlayer() {
  const openedAt = performance.now();
  let startedAt;
  let lastAt = openedAt;
  let stalled = 0;
  let longest = 0;
  let media = 0;
  return {
    /** @param {number} seconds - how much more media there is now */
    receive(seconds) {
      const now = performance.now();
      lastAt = now;
      startedAt ??= now;
      const lateBy = (now - startedAt) / 1_000 - stalled - media;
      if (media > 0 && lateBy > 0) {
        stalled += lateBy;
        longest = Math.max(longest, lateBy);
      }
      media += seconds;
    },
    silentSeconds: () => (performance.now() - lastAt) / 1_000,
    result: () => ({ startSeconds: ((startedAt ?? Infinity) - openedAt) / 1_000, gapSeconds: longest }),
  };
}

/** Receives a channel in MPEG-TS; how much there is to play is told by its clock (PCR). */
function watchBytes(address, player, signal) {
  let held = Buffer.alloc(0);
  let last;
  return new Promise((resolve) => {
    const asked = request(address, { agent: false, signal }, (response) => {
      response.on('error', resolve).on('end', resolve);
      response.on('data', (chunk) => {
        const bytes = Buffer.concat([held, chunk]);
        const whole = bytes.length - (bytes.length % 188);
        held = bytes.subarray(whole);
        const ticks = lastTicks(bytes.subarray(0, whole));
        if (response.statusCode !== 200 || ticks === undefined) return;
        player.receive(last === undefined ? 0 : (ticks - last) / 90_000);
        last = ticks;
      });
    });
    asked.on('error', resolve).end();
  });
}

function lastTicks(packets) {
  for (let at = packets.length - 188; at >= 0; at -= 188) {
    const hasClock = (packets[at + 3] & 0x20) !== 0 && packets[at + 4] > 6 && (packets[at + 5] & 0x10) !== 0;
    if (hasClock) return packets.readUInt32BE(at + 6) * 2 + (packets[at + 10] >> 7);
  }
  return undefined;
}

/** Follows a channel in HLS as players do: begins three segments before the end, skips segments that answer 404. */
async function watchSegments(address, player, signal) {
  const take = async (url) => {
    const answer = await fetch(url, { signal });
    return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
  };
  let next;
  while (!signal.aborted) {
    try {
      const { status, text } = await take(address);
      const first = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text)?.[1] ?? 0);
      const segments =
        status === 200 ? text.split('\n').filter((line) => line !== '' && !line.startsWith('#')) : [];
      if (segments.length > 0) next ??= first + Math.max(0, segments.length - 3);
      for (const [index, segment] of segments.entries()) {
        if (first + index < next) continue;
        const got = await take(new URL(segment, address));
        if (got.status !== 200 && got.status !== 404) break;
        next = first + index + 1;
        if (got.status === 200) player.receive(groupSeconds);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await pause((groupSeconds * 1_000) / 2);
  }
}

/** Serves sources of a channel, `/<form>/<kind>/<id>/…`, that fail in the given ways. @param {Buffer} recording */
async function serveSources(recording) {
  const clock = readClock(recording);
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  const count = Math.floor(recordedSeconds / groupSeconds);
  const cuts = Array.from({ length: count + 1 }, (_, index) => offsetAt(clock, index * groupSeconds));
  const begunAt = new Map();
  const asked = new Set();

  function sendTs(response, kind) {
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    const isGood = kind === 'good';
    const failsAt = performance.now() + (kind === 'ends every 5 s' ? 5_000 : failsAfterMs);
    // What has come since the keyframe is sent at once, as servers with a buffer do.
    let sent = cuts[Math.floor((elapsed() % recordedSeconds) / groupSeconds)];
    const timer = setInterval(() => {
      const until = offsetAt(clock, elapsed() % recordedSeconds);
      if (until < sent) sent = 0;
      const bytes = recording.subarray(sent, until);
      sent = until;
      if (isGood || performance.now() < failsAt) return void response.write(bytes);
      if (kind.startsWith('ends')) return void response.end();
      if (kind === 'sync lost') response.write(Buffer.alloc(bytes.length, 1));
      if (kind === 'no video') response.write(nullPackets);
      return undefined;
    }, sendEveryMs);
    response.once('close', () => clearInterval(timer));
  }

  function answerHls(response, kind, channel, file) {
    const since = performance.now() - (begunAt.get(channel) ?? performance.now());
    if (!begunAt.has(channel)) begunAt.set(channel, performance.now());
    const hasFailed = kind !== 'good' && since > failsAfterMs;
    const isSegment = file.endsWith('.ts');
    const [what, how = ''] = kind.split(/ (.*)/);
    if (hasFailed && what === (isSegment ? 'segments' : 'playlist') && refuse(response, how))
      return undefined;
    if (isSegment) {
      const number = Number(/(\d+)\.ts$/.exec(file)?.[1]) % count;
      return response
        .writeHead(200, { 'content-type': 'video/mp2t' })
        .end(recording.subarray(cuts[number], cuts[number + 1]));
    }
    const stillSince = hasFailed && how === 'stands still' ? (since - failsAfterMs) / 1_000 : 0;
    return response.end(livePlaylist(elapsed() - stillSince, { groupSeconds }));
  }

  const server = createServer((request_, response) => {
    const [, form, kind = '', id, file = ''] = decodeURIComponent(request_.url ?? '').split('/');
    asked.add(`/${form}/${encodeURIComponent(kind)}/${id === undefined ? '' : encodeURIComponent(id)}`);
    if (kinds[form]?.start.includes(kind) && refuse(response, kind)) return undefined;
    return form === 'ts' ? sendTs(response, kind) : answerHls(response, kind, `${kind} ${id}`, file);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    wasAsked: (path) => asked.has(path),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers a request as a dead source. @returns {boolean} whether the way is known */
function refuse(response, how) {
  if (/^\d+$/.test(how)) response.writeHead(Number(how)).end('no');
  else if (how === 'page')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Caducada</title>');
  else if (how === 'closes') response.destroy();
  else return how === 'silent';
  return true;
}

const nullPackets = Buffer.concat(
  Array.from({ length: 7 }, () =>
    Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), Buffer.alloc(184, 0xff)]),
  ),
);
