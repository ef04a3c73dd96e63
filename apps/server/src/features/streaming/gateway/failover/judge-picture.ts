import type { Log } from '../../../../platform/log.ts';
import type { Programs } from '../../../../platform/programs/programs.ts';
import { runProgram } from '../../../../platform/programs/run-program.ts';
import { systemClock, type Clock } from '../../../../platform/clock.ts';

/** What a keyframe of a channel shows. `dim`: neither black nor clearly a picture */
export type PictureState = 'black' | 'dim' | 'clear';

/**
 * Decodes a keyframe.
 *
 * @param media - the tables and a keyframe of a channel in MPEG-TS
 * @returns `undefined` where it cannot be decoded, or now not soon enough
 */
export type JudgePicture = (media: Buffer) => Promise<PictureState | undefined>;

const size = { width: 64, height: 36 };
const pixels = size.width * size.height;
/** Black is 16 in the range in which video states how bright its pixels are; noise of its encoder adds a little. */
const blackMax = 30;
/** So many pixels may be brighter in a black picture: the sign of a channel that shows none. */
const brighterPixels = Math.floor(pixels * 0.02);
/** From this mean on a picture is clearly none that is black. */
const clearMean = 50;
/** How many pictures are decoded at once; a picture beyond that is not judged. */
const atOnce = 2;
const decodedWithinMs = 5_000;
const limits = { memoryBytes: 2 ** 30, cpuSeconds: 5, openFiles: 64, fileBytes: 0 };

/** Decodes pictures with ffmpeg, at a size of 64 × 36 pixels; where ffmpeg is missing, at none. */
export function createJudgePicture(
  programs: Programs<'ffmpeg' | 'ffprobe'>,
  log: Log,
  clock: Clock = systemClock,
): JudgePicture {
  let running = 0;
  let hasTold = false;

  async function decode(media: Buffer): Promise<Buffer | undefined> {
    const found = await programs.open();
    if (found === 'unknown') return undefined;
    if (found === undefined) {
      if (!hasTold) log.info('ffmpeg is missing: channels whose picture is black are not noticed');
      hasTold = true;
      return undefined;
    }
    const input = ['-v', 'quiet', '-threads', '1', '-f', 'mpegts', '-i', 'pipe:0', '-map', '0:v:0'];
    const scaled = ['-frames:v', '1', '-vf', `scale=${size.width}:${size.height}:flags=area,format=yuv420p`];
    const args = [...input, ...scaled, '-f', 'rawvideo', 'pipe:1'];
    const chunks: Buffer[] = [];
    const run = { program: found.paths.ffmpeg, args, limits, input: media, outputLimitBytes: 2 * pixels };
    using deadline = clock.deadline(decodedWithinMs);
    const all = { ...run, onOutput: (chunk: Buffer) => chunks.push(chunk) };
    const { code } = await runProgram(found.confinement, all, deadline.signal);
    const picture = Buffer.concat(chunks);
    return code === 0 && picture.length >= pixels ? picture.subarray(0, pixels) : undefined;
  }

  return async (media) => {
    if (running >= atOnce) return undefined;
    running += 1;
    try {
      const picture = await decode(media);
      return picture && judge(picture);
    } catch {
      // A picture that was not decoded in time says nothing.
      return undefined;
    } finally {
      running -= 1;
    }
  };
}

function judge(picture: Buffer): PictureState {
  const bright = picture.filter((value) => value > blackMax).length;
  if (bright <= brighterPixels) return 'black';
  const mean = picture.reduce((sum, value) => sum + value, 0) / pixels;
  return mean >= clearMean ? 'clear' : 'dim';
}
