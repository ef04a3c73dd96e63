import type { Clock } from '../../../platform/clock.ts';
import type { Programs } from '../../../platform/programs/programs.ts';
import { runProgram } from '../../../platform/programs/run-program.ts';

const widest = 960;
const stillBytesMax = 250_000;
const decodedWithinMs = 5_000;
const limits = { memoryBytes: 2 ** 30, cpuSeconds: 5, openFiles: 64, fileBytes: 0 };

/** Pixels of television need not be square, so that the size follows from the shape of the whole picture. */
const scaled = `scale=w='trunc(min(${widest},ih*dar)/2)*2':h='trunc(min(${widest},ih*dar)/dar/2)*2',setsar=1`;

/**
 * Decodes a keyframe with a confined ffmpeg in one thread, and encodes it as JPEG.
 *
 * @param media - the tables and a keyframe of a channel in MPEG-TS
 * @returns `undefined` where ffmpeg is missing or makes no picture of it
 * @throws the deadline's error after five seconds
 */
export async function decodeStill(
  programs: Programs<'ffmpeg' | 'ffprobe'>,
  media: Buffer,
  clock: Pick<Clock, 'deadline'>,
): Promise<Buffer | undefined> {
  const found = await programs.open();
  if (found === undefined || found === 'unknown') return undefined;
  const input = ['-v', 'quiet', '-threads', '1', '-f', 'mpegts', '-i', 'pipe:0', '-map', '0:v:0'];
  const output = ['-frames:v', '1', '-vf', scaled, '-threads', '1', '-c:v', 'mjpeg', '-q:v', '4'];
  const args = [...input, ...output, '-f', 'image2pipe', 'pipe:1'];
  const chunks: Buffer[] = [];
  const run = { program: found.paths.ffmpeg, args, limits, input: media, outputLimitBytes: stillBytesMax };
  using deadline = clock.deadline(decodedWithinMs);
  const all = { ...run, onOutput: (chunk: Buffer) => chunks.push(chunk) };
  const { code } = await runProgram(found.confinement, all, deadline.signal);
  const still = Buffer.concat(chunks);
  return code === 0 && isJpeg(still) ? still : undefined;
}

const isJpeg = (bytes: Buffer): boolean => bytes.length > 2 && bytes[0] === 0xff && bytes[1] === 0xd8;
