// Cuts the stills of chapters, and the backdrops of titles, from the demo's loops.
//
//   node demo/make/make-stills.mjs
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './encode-loop.mjs';
import { stills } from './stills.mjs';
import { framesPerSecond } from './timing.mjs';

const channelsFolder = fileURLToPath(new URL('../media/channels/', import.meta.url));
const folder = fileURLToPath(new URL('../assets/fotogramas/', import.meta.url));

/**
 * Finds the best rendition of a loop.
 *
 * @param {string} loop @returns {Promise<string>} an ffmpeg input: its segments in order
 */
async function findPictures(loop) {
  const { renditions } = JSON.parse(await readFile(path.join(channelsFolder, loop, 'channel.json'), 'utf8'));
  const best = renditions.toSorted((a, b) => b.width - a.width)[0];
  return `concat:${best.segments.map(({ file }) => path.join(channelsFolder, loop, best.name, file)).join('|')}`;
}

/**
 * Makes the ffmpeg filter for a moving window. The window moves over frames scaled to twice the size, so that a slow
 * movement is smooth.
 *
 * @param {{ at: number, wide: number, from: readonly number[], to?: readonly number[] }} shot
 * @param {number} seconds
 * @param {{ width: number, height: number }} size
 */
function windowFilter({ at, wide, from, to = from }, seconds, { width, height }) {
  const travel = (axis) => `'2*(${from[axis]}+(${to[axis] - from[axis]})*min(1,t/${seconds}))'`;
  const tall = Math.round((wide * 9) / 16);
  const first = at * framesPerSecond;
  return [
    `trim=start_frame=${first}:end_frame=${first + Math.round(seconds * framesPerSecond)}`, `setpts=N/${framesPerSecond}/TB`, 'scale=2560:1440:flags=bicubic',
    `crop=${wide * 2}:${tall * 2}:${travel(0)}:${travel(1)}`, `scale=${width}:${height}:flags=lanczos`, 'setsar=1', 'format=yuv420p',
  ].join(',');
}

async function cutStill(pictures, still, file, size) {
  const filter = windowFilter(still, 1 / framesPerSecond, size);
  await startProgram('ffmpeg', [
    '-hide_banner', '-loglevel', 'error', '-y', '-i', pictures, '-vf', filter, '-frames:v', '1',
    '-c:v', 'libwebp', '-quality', '72', '-compression_level', '6', file,
  ]).end();
}

for (const [loop, { subject, chapters, backdrop }] of Object.entries(stills)) {
  const pictures = await findPictures(loop);
  for (const [index, still] of chapters.entries()) {
    await cutStill(pictures, still, path.join(folder, `${subject}-${index + 1}.webp`), { width: 480, height: 270 });
  }
  await cutStill(pictures, backdrop, path.join(folder, `${subject}.webp`), { width: 1280, height: 720 });
}
