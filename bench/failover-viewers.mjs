import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { groupSeconds } from './failover-sources.mjs';
import { setTimeout as pause } from 'node:timers/promises';

/** A clock that is further from the last one has jumped. */
const jumpSeconds = 10;

/** Plays media as they come, without any ahead of time: notes when the first ones come, and how long there is nothing to play. */
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
    result: () => ({
      startSeconds: ((startedAt ?? Infinity) - openedAt) / 1_000,
      gapSeconds: longest,
      isLost: performance.now() - lastAt > 2_000 * groupSeconds,
    }),
  };
}

/**
 * Watches a channel for a while.
 *
 * @param {'ts' | 'hls'} form @param {string} address @param {number} ms
 * @param {() => object} [look] - called at the end, before the viewer leaves; what it returns is added to the result
 * @returns {Promise<{ startSeconds: number, gapSeconds: number, isLost: boolean }>} the time to the first media, and the longest
 *   time in which nothing was left to play
 */
export async function watchFor(form, address, ms, look = () => ({})) {
  const player = createPlayer();
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  const watching = (form === 'ts' ? watchBytes : watchSegments)(address, player, leaving.signal);
  await pause(ms);
  const result = { ...player.result(), ...look() };
  leaving.abort();
  await watching;
  return result;
}

/** Receives a channel in MPEG-TS; how much there is to play is told by the clock of its picture (PCR). */
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
        const seconds = last === undefined ? 0 : (ticks - last) / 90_000;
        player.receive(Math.abs(seconds) > jumpSeconds ? 0 : seconds);
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
    } catch {
      // A request that broke off is made again, as players do.
    }
    await pause((groupSeconds * 1_000) / 2);
  }
}
