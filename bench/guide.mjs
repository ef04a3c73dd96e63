/**
 * `npm run bench -- guide [MB…]`: what reading a guide costs. It makes a guide of 128 MB (900 channels, 363,600 programmes)
 * and one whose gzip has 500 MB, and reads each in a worker thread of a process of its own, once with all of its channels
 * carried and once with a third. Printed are the seconds and the processor's seconds, the most memory, and how long the
 * event loop of the main thread was held up. Other sizes of the packed guide may be given, in MB; 0 leaves it out. Then it
 * prints how well labelled names of channels are matched, and what matching 5,000 channels with 20,000 of a guide costs.
 *
 * Other programs, with such a guide of 128 MB on a busy machine of two cores: Dispatcharr, which finds the programmes of
 * mapped channels by an index of bytes, 19.8 s and 124 MB; Threadfin 20 s of processor and 458 MB; nodecast-tv 45 s of
 * processor.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { build } from 'rolldown';
import { runChild } from '../tools/child.mjs';
import { inRoot } from '../tools/paths.mjs';

import { printMachine, reportMost } from './goal.mjs';
import { makeGuide, programmesIn } from './guide/made-guide.mjs';
import { measureMatching } from './guide/matching.mjs';

const megabyte = 1_000_000;
const fromMs = Date.UTC(2026, 10, 30);
const plain = { channels: 900, descriptionWords: 17 };
const goals = { processorSeconds: 5, megabytes: 150, packedSeconds: 90, loopMs: 50 };
/** What other programs take for the guide of 128 MB: seconds, of processor where that is known, and memory in MB. */
const others = [
  { name: 'Dispatcharr', seconds: 19.8, megabytes: 124 },
  { name: 'Threadfin', processorSeconds: 20, megabytes: 458 },
  { name: 'nodecast-tv', processorSeconds: 45 },
];

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [500];
const folder = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
const worker = join(folder, 'reading.worker.mjs');
printMachine();
const met = [];
try {
  // Bundled like the server, so that nothing is compiled while it is measured.
  await build({
    input: inRoot('bench/guide/reading.worker.mjs'),
    platform: 'node',
    external: ['xz-decompress'],
    output: { file: worker, format: 'esm' },
    logLevel: 'silent',
  });
  const file = join(folder, 'guide.xml');
  await pipeline(Readable.from(makeGuide({ ...plain, fromMs })), createWriteStream(file));
  console.log(
    `guide of ${await megabytesOf(file)} MB, ${plain.channels} channels, ${programmesIn(plain.channels)} programmes`,
  );
  for (const share of [1, 1 / 3]) {
    const measured = await measure(file, share, programmesIn(plain.channels));
    met.push(
      reportMost('  processor', measured.processorSeconds, ' s', goals.processorSeconds),
      reportMost('  memory of the whole process', measured.megabytes, ' MB', goals.megabytes),
    );
    for (const { name, ...theirs } of others) {
      const ratios = Object.entries(theirs).map(
        ([what, value]) => `${what} ${(value / measured[what]).toFixed(1)} times`,
      );
      console.log(`    ${name} beside it: ${ratios.join(', ')}`);
    }
  }
  for (const size of sizes.filter((each) => each > 0)) met.push(...(await measurePacked(size)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
met.push(...measureMatching());
process.exitCode = met.every(Boolean) ? 0 : 1;

/** Makes and reads a packed guide. @param {number} megabytes - its size, packed */
async function measurePacked(megabytes) {
  const file = join(folder, 'guide.xml.gz');
  const channels = await writePacked(file, megabytes * megabyte);
  console.log(
    `gzip of ${await megabytesOf(file)} MB, ${channels} channels, ${programmesIn(channels)} programmes`,
  );
  const results = [];
  for (const share of [1, 1 / 3]) {
    const measured = await measure(file, share, programmesIn(channels));
    results.push(
      reportMost('  time', measured.seconds, ' s', (goals.packedSeconds * megabytes) / 500),
      reportMost('  additional memory', measured.addedMegabytes, ' MB', goals.megabytes),
      reportMost('  p99 of the event loop', measured.loopMs, ' ms', goals.loopMs),
    );
  }
  return results;
}

/** Writes a gzip that is at least as large. @param {string} file @param {number} bytes @returns {Promise<number>} its channels */
async function writePacked(file, bytes) {
  const form = { descriptionWords: 40, fromMs };
  // As many channels as are needed are found out with a small guide of the same texts.
  let tried = 0;
  const count = new Transform({
    transform(chunk, _encoding, done) {
      tried += chunk.length;
      done();
    },
  });
  const trial = 100;
  await pipeline(Readable.from(makeGuide({ ...form, channels: trial })), createGzip({ level: 1 }), count);
  const channels = Math.ceil((bytes / tried) * trial);
  await pipeline(
    Readable.from(makeGuide({ ...form, channels })),
    createGzip({ level: 1 }),
    createWriteStream(file),
  );
  return channels;
}

/** @param {string} file */
async function megabytesOf(file) {
  return Math.round((await stat(file)).size / megabyte);
}

/**
 * Reads a guide in a process of its own.
 *
 * @param {string} file @param {number} share - of the channels, how many are carried @param {number} programmes
 */
async function measure(file, share, programmes) {
  const script = inRoot('bench/guide/measure-reading.mjs');
  const { output, code } = await runChild(process.execPath, [
    script,
    worker,
    JSON.stringify({ file, share, fromMs, toMs: fromMs + 14 * 86_400_000 }),
  ]);
  if (code !== 0) throw new Error(output);
  const measured = JSON.parse(output);
  const { reading } = measured;
  if (reading.programmes !== programmes || reading.ending !== 'whole')
    throw new Error(JSON.stringify(reading));
  const speed = (reading.bytes / megabyte / measured.seconds).toFixed(0);
  console.log(
    `  ${share === 1 ? 'all channels' : 'a third of the channels'}: ${reading.kept} programmes kept, ${measured.seconds.toFixed(1)} s, ${measured.processorSeconds.toFixed(1)} s of processor, ${speed} MB/s unpacked`,
  );
  return measured;
}
