import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchInPages } from './failover-pages.mjs';
import { groupSeconds, kinds, serveSources } from './failover-sources.mjs';
import { watchFor } from './failover-viewers.mjs';
import { percentile, reportMost } from './goal.mjs';
import { openChannel, startProduct } from './product.mjs';
import { record } from './recording.mjs';

/** How many runs of each kind are made, how many runs at once, and how many of these by one person. */
const runs = Number(process.env['FAILOVER_RUNS'] ?? 20);
const atOnce = Number(process.env['FAILOVER_AT_ONCE'] ?? 120);
const perPerson = 20;
/** How many runs of each kind are made in a browser. */
const pageRuns = Number(process.env['FAILOVER_PAGES'] ?? 1);
/** How long each run is watched, in milliseconds. */
const watchedMs = {
  ts: { start: 5_000, later: 12_000, good: 16_000 },
  hls: { start: 8_000, later: 24_000, good: 24_000 },
};
const goals = { gapSeconds: 2, rebufferedShare: 0.05, startSeconds: 2.5, wrongSwitches: 0 };
/** A picture that is late by less is no gap. */
const noticedSeconds = 0.1;
/** Small, because many channels play at once. */
const form = { size: '320x180', kilobits: 250 };
const inPages = {
  ts: ['ends', 'stalls', 'no video', 'sound only'],
  hls: ['playlist status 500', 'playlist stands still', 'segments status 404'],
};

/**
 * Measures what viewers notice when a source of a channel fails that has a second one: for each kind of failure the longest
 * gap of the picture in MPEG-TS, how many viewers in HLS rebuffer, and the time to the first bytes where the first source is dead;
 * and how often a source that plays, if irregularly, is left.
 *
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function measureFailover() {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const recording = await record(dir, groupSeconds, form);
  const second = await serveSources(recording);
  const first = await serveEachKind(recording);
  const product = await startProduct({ isDemo: false });
  try {
    const seen = await watchAll({ product, first, second });
    const results = Object.keys(kinds).flatMap((name) => reportForm(name, seen[name]));
    return [...results, ...(await measurePages({ product, first, second }))];
  } finally {
    await product.stop();
    await Promise.all([second, ...first.values()].map((each) => each.close()));
    await rm(dir, { recursive: true, force: true });
  }
}

/** Serves the sources of each kind at a host of its own: what a host refuses matters to all that is played from it. */
async function serveEachKind(recording) {
  const servers = new Map();
  for (const [name, moments] of Object.entries(kinds)) {
    for (const kind of Object.values(moments).flat())
      servers.set(`${name} ${kind}`, await serveSources(recording));
  }
  return servers;
}

/** Makes all runs, the kinds mixed. @returns what was seen, by form and kind */
async function watchAll({ product, first, second }) {
  const people = [];
  for (let index = 0; index * perPerson < atOnce; index += 1)
    people.push(await product.newSession(`espectador${index}`));
  const waiting = [];
  const seen = { ts: {}, hls: {} };
  for (let id = 0; id < runs; id += 1) {
    for (const [name, moments] of Object.entries(kinds)) {
      for (const [moment, ofMoment] of Object.entries(moments)) {
        for (const kind of ofMoment) waiting.push({ name, moment, kind, id });
      }
    }
  }
  // Before the first run, because writing so much would make the server slow meanwhile.
  for (const run of waiting) run.channel = await addChannel({ product, first, second }, run);
  const watchNext = async (person) => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      const { name, moment, kind, id, channel } = run;
      const address = await openChannel(product, person, channel);
      const other = [name, 'regular', `${kind} ${id}`];
      const result = await watchFor(name, address, watchedMs[name][moment], () => ({
        isAsked: second.wasAsked(...other),
        isLeft: name === 'ts' ? second.isOpen(...other) : second.wasAsked(...other),
      }));
      (seen[name][kind] ??= []).push(result);
    }
  };
  await Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 40));
      await watchNext(people[Math.floor(index / perPerson)]);
    }),
  );
  return seen;
}

/** Adds a channel whose first source behaves in the given way and whose second one is good. @returns its id */
async function addChannel({ product, first, second }, { name, kind, id }) {
  const file = name === 'ts' ? 'canal.ts' : 'index.m3u8';
  const at = (origin, ...parts) => `${origin}/${[name, ...parts].map(encodeURIComponent).join('/')}/${file}`;
  const sources = [
    { url: at(first.get(`${name} ${kind}`).origin, kind, id) },
    { url: at(second.origin, 'regular', `${kind} ${id}`) },
  ];
  const channel = { name: `${name} ${kind} ${id}`, sources, requiresPlan: ['gplay'] };
  return (await product.call('POST', '/api/channels/admin', channel))._id;
}

function reportForm(name, seen) {
  const results = [];
  const { start, later, good } = kinds[name];
  for (const kind of [...start, ...later]) {
    const gaps = seen[kind].map(({ gapSeconds }) => gapSeconds);
    const lost = seen[kind].filter(({ isLost }) => isLost).length;
    const most = name === 'ts' ? goals.gapSeconds : noticedSeconds;
    const within = gaps.filter((gap) => gap <= most).length / gaps.length;
    const [p50, p95, max] = [0.5, 0.95, 1].map((share) => percentile(gaps, share).toFixed(2));
    console.log(
      `${name}, ${kind}, ${runs} runs: gap p50 ${p50} s, p95 ${p95} s, max ${max} s; ${(within * 100).toFixed(1)} % within ${most} s`,
    );
    results.push(reportMost(`  viewers who lost the channel`, lost, '', 0));
    results.push(
      name === 'ts'
        ? reportMost(`  longest gap`, Math.max(...gaps), ' s', goals.gapSeconds)
        : reportMost(`  share of viewers who rebuffer`, 1 - within, '', goals.rebufferedShare),
    );
  }
  const starts = start.flatMap((kind) => seen[kind].map(({ startSeconds }) => startSeconds));
  const startP95 = percentile(starts, 0.95);
  results.push(
    reportMost(`${name}, first bytes with the first source dead (p95)`, startP95, ' s', goals.startSeconds),
  );
  for (const kind of good) {
    const count = (isOne) => seen[kind].filter(isOne).length;
    const left = count(({ isLeft }) => isLeft);
    const opened = count(({ isAsked }) => isAsked);
    const hours = (seen[kind].length * watchedMs[name].good) / 3_600_000;
    const gap = Math.max(...seen[kind].map(({ gapSeconds }) => gapSeconds)).toFixed(2);
    console.log(
      `${name}, good but ${kind}: left ${left} times in ${hours.toFixed(2)} h, another source opened ${opened} times; gap max ${gap} s`,
    );
    results.push(reportMost(`  left, of ${runs} runs`, left, '', goals.wrongSwitches));
  }
  return results;
}

/** Plays some kinds of failure in a browser. */
async function measurePages(parts) {
  const planned = Object.entries(inPages).flatMap(([name, ofForm]) =>
    ofForm.flatMap((kind) =>
      Array.from({ length: pageRuns }, (_, id) => ({ name, kind, id: `página ${id}` })),
    ),
  );
  const ids = [];
  for (const run of planned) ids.push(await addChannel(parts, run));
  const seen = await watchInPages(parts.product, ids);
  for (const [index, { name, kind }] of planned.entries()) {
    const { hasPlayed, stills, longestMs } = seen[index];
    console.log(
      `${name}, ${kind}, in Chromium: ${hasPlayed ? `the picture stood still ${stills} times, ${(longestMs / 1_000).toFixed(2)} s at most` : 'never played'}`,
    );
  }
  const count = (form) =>
    planned.filter(({ name }, index) => name === form && seen[index].hasPlayed && seen[index].stills === 0)
      .length;
  console.log(
    `in Chromium: ${count('ts')} of ${planned.filter(({ name }) => name === 'ts').length} runs in MPEG-TS and ${count('hls')} of ${planned.filter(({ name }) => name === 'hls').length} in HLS without a still`,
  );
  return [
    reportMost(
      'in Chromium: runs that never played',
      seen.filter(({ hasPlayed }) => !hasPlayed).length,
      '',
      0,
    ),
  ];
}
