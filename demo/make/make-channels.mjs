// Makes the demo's live channels: frames drawn in Chromium and synthesised audio, both encoded by ffmpeg.
//
//   node demo/make/make-channels.mjs                     makes all channels
//   node demo/make/make-channels.mjs faro sierra         makes only the named channels
//   node demo/make/make-channels.mjs --keep=DIR faro     keeps the lossless frames in DIR and reuses them the next time
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cutSegments, describeRendition, encodePictures, encodeSound, openPictures } from './encode-loop.mjs';
import { loops, soundBitrateBps } from './loops.mjs';
import { renderFrames } from './render-frames.mjs';
import { scores } from './scores.mjs';
import { toSamples } from './sound.mjs';
import { frameCount } from './timing.mjs';

const mediaFolder = fileURLToPath(new URL('../media/channels/', import.meta.url));
const say = (text) => process.stdout.write(`${text}\n`);

async function drawPictures(name, file) {
  const draft = `${file}.draft.mkv`;
  const pictures = openPictures(draft);
  const phases = Array.from({ length: frameCount }, (_, index) => index / frameCount);
  await renderFrames(name, phases, async (jpeg, index) => {
    await pictures.write(jpeg);
    if (index % 240 === 239) say(`${name}: ${index + 1} of ${frameCount} pictures`);
  });
  await pictures.end();
  await rename(draft, file);
}

async function makeLoop(name, workFolder) {
  const at = (suffix) => path.join(workFolder, `${name}${suffix}`);
  if (existsSync(at('.mkv'))) say(`${name}: using the pictures of last time`);
  else await drawPictures(name, at('.mkv'));
  await encodeSound(at('.m4a'), toSamples(scores[name]()), soundBitrateBps);
  const folder = path.join(mediaFolder, name);
  await rm(folder, { recursive: true, force: true });
  const renditions = [];
  for (const rendition of loops[name]) {
    const encoded = at(`-${rendition.name}.mp4`);
    await encodePictures(at('.mkv'), encoded, rendition);
    await cutSegments(encoded, at('.m4a'), path.join(folder, rendition.name));
    renditions.push(await describeRendition(rendition.name, path.join(folder, rendition.name)));
  }
  await writeFile(path.join(folder, 'channel.json'), `${JSON.stringify({ renditions }, null, 2)}\n`);
  say(`${name}: ${renditions.map((made) => `${made.name} ${Math.round(made.averageBandwidthBps / 1_000)} kb/s`).join(', ')}`);
}

const args = process.argv.slice(2);
const keep = args.find((arg) => arg.startsWith('--keep='))?.slice('--keep='.length);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !(name in loops));
if (unknown.length > 0) throw new Error(`No such loop: ${unknown.join(', ')}. There are ${Object.keys(loops).join(', ')}.`);

const workFolder = keep ? path.resolve(keep) : await mkdtemp(path.join(os.tmpdir(), 'demo-channels-'));
await mkdir(workFolder, { recursive: true });
try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(loops)) await makeLoop(name, workFolder);
} finally {
  if (!keep) await rm(workFolder, { recursive: true, force: true });
}
