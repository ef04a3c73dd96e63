import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { writePlaylist } from '../packages/testing/src/world/playlists.ts';
import { startProvider } from '../packages/testing/src/world/provider.ts';
import { printMachine, reportMost } from './goal.mjs';
import { openChannel, startProduct } from './product.mjs';
import { watchSegments } from './shared-channel.mjs';

/**
 * `npm run bench -- live-buffer`: what keeping live channels for rewinding costs. A viewer follows each of several channels in HLS, with the
 * buffer and without it, and the processor time of the server is counted for each second of their media, beside its goal. Exits
 * with 1 when it is missed.
 */
const channels = 8;
const segmentSeconds = 4;
const megabitsPerSecond = 5;
const settledMs = 12_000;
const watchedMs = Number(process.env.WATCHED_SECONDS ?? 60) * 1_000;
const goalSeconds = 0.01;
/** The kernel counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

const packet = Buffer.alloc(188, 0xff);
packet.set([0x47, 0x01, 0x00, 0x10]);
const segment = Buffer.concat(
  Array.from({ length: Math.round((megabitsPerSecond * 125_000 * segmentSeconds) / 188) }, () => packet),
);

/** Processor time of a process in seconds, that of the kernel for it included. @param {number} pid */
async function processorSeconds(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** @param {string} minutes - the setting of the server @returns {Promise<number>} seconds of processor for each second of media */
async function measure(minutes) {
  const beganMs = Date.now();
  const provider = await startProvider((request, response) => {
    if (request.url?.endsWith('.ts'))
      return response.writeHead(200, { 'content-type': 'video/mp2t' }).end(segment);
    const first = Math.floor((Date.now() - beganMs) / 1_000 / segmentSeconds) + 1;
    const text = writePlaylist({ first, count: 5, seconds: segmentSeconds, version: 3 });
    return response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(text);
  });
  const product = await startProduct({ isDemo: false, env: { LIVE_BUFFER_MINUTES: minutes } });
  try {
    const viewers = [];
    for (let number = 1; number <= channels; number += 1) {
      const url = `${provider.origin}/${number}/index.m3u8`;
      const channel = { name: `Canal ${number}`, url, requiresPlan: ['gplay'] };
      const { _id } = await product.call('POST', '/api/channels/admin', channel);
      viewers.push(
        watchSegments(await openChannel(product, await product.newSession(`persona${number}`), _id)),
      );
    }
    await pause(settledMs);
    const before = await processorSeconds(product.pid);
    await pause(watchedMs);
    const used = (await processorSeconds(product.pid)) - before;
    for (const viewer of viewers) viewer.leave();
    return used / ((channels * watchedMs) / 1_000);
  } finally {
    await product.stop();
    await provider[Symbol.asyncDispose]();
  }
}

printMachine();
const without = await measure('0');
const withBuffer = await measure('30');
console.log(
  `${channels} channels of ${megabitsPerSecond} Mb/s, one viewer each: ${without.toFixed(4)} s of processor for each second of media without the buffer, ${withBuffer.toFixed(4)} s with it`,
);
if (!reportMost('the buffer, for each second of media', withBuffer - without, ' s', goalSeconds))
  process.exitCode = 1;
