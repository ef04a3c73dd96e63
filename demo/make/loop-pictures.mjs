// Reads the published frames of the demo's loops, from which every film and every still of the demo is cut.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { framesPerSecond } from './timing.mjs';

const channelsFolder = fileURLToPath(new URL('../media/channels/', import.meta.url));

/**
 * Finds the best rendition of a loop.
 *
 * @param {string} loop @returns {Promise<string>} an ffmpeg input: its segments in order
 */
export async function findPictures(loop) {
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
export function windowFilter({ at, wide, from, to = from }, seconds, { width, height }) {
  const travel = (axis) => `'2*(${from[axis]}+(${to[axis] - from[axis]})*min(1,t/${seconds}))'`;
  const tall = Math.round((wide * 9) / 16);
  const first = at * framesPerSecond;
  return [
    `trim=start_frame=${first}:end_frame=${first + Math.round(seconds * framesPerSecond)}`, `setpts=N/${framesPerSecond}/TB`, 'scale=2560:1440:flags=bicubic',
    `crop=${wide * 2}:${tall * 2}:${travel(0)}:${travel(1)}`, `scale=${width}:${height}:flags=lanczos`, 'setsar=1', 'format=yuv420p',
  ].join(',');
}
