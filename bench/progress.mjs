import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, reportMost } from './goal.mjs';
import { startProduct } from './product.mjs';
import { everyType, fillDatabase } from './titles.mjs';

const titles = 2_000;
const people = 50;
const seconds = 60;
const load = { saves: 500, reads: 200 };
/** The goals for the 99th percentiles of the latencies in ms, at the load and at twice the load. */
const goals = { 1: { saves: 100, reads: 50 }, 2: { saves: 250, reads: 250 } };

/**
 * Sends five hundred saves and two hundred reads of watch progress per second for a minute to the product with its
 * embedded database, and then twice as many. Each request is sent at its scheduled time even while earlier ones are
 * unanswered, and its latency is measured from that scheduled time.
 *
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function measureProgress() {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  await fillDatabase(dataDir, everyType(titles));
  const product = await startProduct({ dataDir, isDemo: false });
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  try {
    const sessions = [];
    for (let index = 0; index < people; index += 1)
      sessions.push(await product.newSession(`persona${index}`));
    const call = caller(product.url, agent, sessions);
    await drive(call, 5, 1);
    return [...(await measureLoad(call, 1)), ...(await measureLoad(call, 2))];
  } finally {
    agent.destroy();
    await product.stop();
  }
}

/**
 * Measures the latencies of saves and reads at a multiple of the load.
 *
 * @param {(kind: string) => Promise<boolean>} call
 * @param {1 | 2} factor
 */
async function measureLoad(call, factor) {
  const { times, failures } = await drive(call, seconds, factor);
  const total = times.saves.length + times.reads.length;
  for (const kind of ['saves', 'reads']) {
    const values = times[kind];
    console.log(
      `${kind}: ${(values.length / seconds).toFixed(0)} a second, p50 ${percentile(values, 0.5).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms`,
    );
  }
  console.log(`answers that were no success: ${failures} of ${total}`);
  return [
    reportMost('saves, p99', percentile(times.saves, 0.99), ' ms', goals[factor].saves),
    reportMost('reads, p99', percentile(times.reads, 0.99), ' ms', goals[factor].reads),
    failures === 0,
  ];
}

function caller(origin, agent, sessions) {
  let turn = 0;
  return (kind) => {
    turn += 1;
    const { token, deviceId } = sessions[turn % sessions.length];
    // Each round of requests is about another title, so that the saves are spread over as many database rows as
    // possible.
    const title = 1 + (Math.floor(turn / sessions.length) % titles);
    const body = kind === 'saves' ? JSON.stringify({ lastTime: turn % 5_000, duration: 5_400 }) : undefined;
    return new Promise((resolve) => {
      const sent = request(
        `${origin}/api/videos/${String(title).padStart(10, '0')}/progress`,
        {
          agent,
          method: body === undefined ? 'GET' : 'PUT',
          headers: {
            authorization: `Bearer ${token}`,
            'x-device-id': deviceId,
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
          },
        },
        (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode === 200));
        },
      );
      sent.once('error', () => resolve(false));
      sent.end(body);
    });
  };
}

async function drive(call, forSeconds, factor) {
  const times = { saves: [], reads: [] };
  let failures = 0;
  const underWay = [];
  const startedAt = performance.now();
  const sent = { saves: 0, reads: 0 };
  for (;;) {
    const elapsed = Math.min((performance.now() - startedAt) / 1_000, forSeconds);
    for (const kind of ['saves', 'reads']) {
      for (; sent[kind] < elapsed * load[kind] * factor; sent[kind] += 1) {
        const dueAt = startedAt + (sent[kind] / (load[kind] * factor)) * 1_000;
        underWay.push(
          call(kind).then((isGood) => {
            times[kind].push(performance.now() - dueAt);
            if (!isGood) failures += 1;
            return undefined;
          }),
        );
      }
    }
    if (elapsed >= forSeconds) break;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underWay);
  return { times, failures };
}
