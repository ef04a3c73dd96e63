import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A channel is a recording of this length, far longer than one measurement takes. */
const recordedSeconds = 24;

/**
 * Records a channel, by default 720p with about 2.5 Mbit/s.
 *
 * @param {string} dir @param {number} seconds - the distance of its keyframes
 * @param {{ size?: string, kilobits?: number }} [form] - its size and the bit rate of its picture
 * @returns {Promise<Buffer>} the file's bytes
 */
export async function record(dir, seconds, { size = '1280x720', kilobits = 2_400 } = {}) {
  const file = join(dir, `${seconds}.ts`);
  const input = `-f lavfi -i testsrc2=size=${size}:rate=25 -f lavfi -i sine=frequency=440`.split(' ');
  const rate = `-b:v ${kilobits}k -maxrate ${kilobits}k -bufsize ${kilobits / 2}k`;
  const video = `-t ${recordedSeconds} -c:v libx264 -preset ultrafast ${rate} -g ${25 * seconds}`;
  const rest = '-keyint_min 25 -sc_threshold 0 -pix_fmt yuv420p -c:a aac -b:a 96k -f mpegts';
  await run('ffmpeg', ['-v', 'error', '-y', ...input, ...`${video} ${rest}`.split(' '), file]);
  return readFile(file);
}
