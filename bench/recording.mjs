import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A channel is a recording of this length, far longer than one measurement takes. */
export const recordedSeconds = 24;
const packetBytes = 188;
const clockTicksPerSecond = 90_000;

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

/** Where in a recording each of its clock values (PCR) is, with its seconds from the first one. @param {Buffer} recording */
export function readClock(recording) {
  const marks = [];
  for (let offset = 0; offset + packetBytes <= recording.length; offset += packetBytes) {
    const hasClock =
      (recording[offset + 3] & 0x20) !== 0 &&
      recording[offset + 4] > 6 &&
      (recording[offset + 5] & 0x10) !== 0;
    if (!hasClock) continue;
    const ticks = recording.readUInt32BE(offset + 6) * 2 + (recording[offset + 10] >> 7);
    marks.push({ offset, seconds: ticks / clockTicksPerSecond });
  }
  const [{ seconds: first }] = marks;
  return marks.map(({ offset, seconds }) => ({ offset, seconds: seconds - first }));
}

/** How many segments a live playlist names. */
const windowSegments = 5;

/**
 * Writes the playlist of a channel in HLS that is broadcast in real time; its segments are named by their numbers.
 *
 * @param {number} elapsedSeconds - since the broadcast began
 * @param {{ groupSeconds: number, ending?: string, count?: number }} options - `count`: after so many segments the
 * recording begins anew, which the playlist then marks
 */
export function livePlaylist(elapsedSeconds, { groupSeconds, ending = '.ts', count = Infinity }) {
  const oldest = Math.floor(elapsedSeconds / groupSeconds);
  const numbers = Array.from({ length: windowSegments }, (_, index) => oldest + index);
  const head = ['#EXTM3U', `#EXT-X-TARGETDURATION:${groupSeconds}`, `#EXT-X-MEDIA-SEQUENCE:${oldest}`];
  const entries = numbers.flatMap((number) => [
    ...(number % count === 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXTINF:${groupSeconds},`,
    `${number}${ending}`,
  ]);
  return [...head, ...entries].join('\n');
}

/** The packet that is broadcast at a moment of the recording. */
export function offsetAt(clock, seconds) {
  const after = clock.findIndex((mark) => mark.seconds > seconds);
  if (after <= 0) return clock.at(after)?.offset ?? 0;
  const [one, other] = [clock[after - 1], clock[after]];
  const share = (seconds - one.seconds) / (other.seconds - one.seconds);
  const packets = Math.floor(((other.offset - one.offset) / packetBytes) * share);
  return one.offset + packets * packetBytes;
}
