// Reads one guide in a worker thread, and prints what that cost as JSON: `npm run bench -- guide` runs it in a process of
// its own, whose memory and processor time are those of the reading.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { residentMegabytes } from '../memory.mjs';

const [, , file = '', data = ''] = process.argv;
const before = await residentMegabytes(process.pid);
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();
const usage = process.cpuUsage();
const beganMs = performance.now();
const worker = new Worker(file, {
  workerData: JSON.parse(data),
  resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
});
const { reading } = await new Promise((resolve, reject) => {
  worker.once('message', resolve);
  worker.once('error', reject);
});
const seconds = (performance.now() - beganMs) / 1_000;
const { user, system } = process.cpuUsage(usage);
const megabytes = await residentMegabytes(process.pid, 'VmHWM');
console.log(
  JSON.stringify({
    reading,
    seconds,
    processorSeconds: (user + system) / 1_000_000,
    megabytes,
    addedMegabytes: megabytes - before,
    loopMs: loop.percentile(99) / 1e6,
  }),
);
