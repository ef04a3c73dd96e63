import { runProgram } from '../../../../platform/programs/run-program.ts';
import { inputOptions, type ProgramInput } from '../ffmpeg/input-options.ts';
import { readMediaFacts, type MediaFacts } from '../source/media-facts.ts';
import { programLimits, type Converter } from '../ffmpeg/converter.ts';

const quiet = ['-v', 'quiet', '-hide_banner'];
const entries =
  'format=format_name,duration,start_time,bit_rate:stream=index,codec_type,codec_name,profile,pix_fmt,color_transfer,width,height,channels,start_time,duration:stream_tags=language,title,DURATION,DURATION-eng:stream_disposition=default,forced,attached_pic:stream_side_data=rotation:chapter=start_time:chapter_tags=title';
/**
 * The byte limit of ffprobe's output on a file's codecs and tracks; its output on a file of a thousand streams is
 * smaller.
 */
const factsLimitBytes = 1_024 * 1_024;
/** The byte limit of ffprobe's output on a file's packets (for the search for keyframes): enough for a day of video. */
const packetsLimitBytes = 128 * 1_024 * 1_024;

/**
 * Reads a file's codecs, tracks and duration with ffprobe.
 *
 * @returns `undefined` when ffprobe cannot read the file
 * @throws the reason of `signal` when it aborts
 */
export async function probeFacts(
  { ffprobe, confinement }: Converter,
  input: ProgramInput,
  signal: AbortSignal,
): Promise<MediaFacts | undefined> {
  const probeLimits = ['-analyzeduration', '5000000', '-probesize', '5000000'];
  const args = [...quiet, ...probeLimits, '-of', 'json', '-show_entries', entries, ...inputOptions(input)];
  const run = { program: ffprobe, args, limits: programLimits.look, outputLimitBytes: factsLimitBytes };
  const { code, output } = await runProgram(confinement, run, signal);
  return code === 0 ? readMediaFacts(output) : undefined;
}

/**
 * How far before the end of a film file the last packet of its video may lie, in seconds: the sound may last longer than
 * the picture, and the durations of some containers are estimates. It is less for a short film, and most for a long one.
 */
const endTolerance = { leastSeconds: 1, fraction: 0.1, mostSeconds: 15 };

/**
 * Finds the keyframes of a file with ffprobe by reading the whole file, for containers whose index cannot be fetched
 * separately. ffprobe ends with success even when its input breaks off, so the last packet is compared with the end of
 * the file.
 *
 * @returns milliseconds, in the file's order; `undefined` when ffprobe fails, is stopped by a limit, or receives only a
 * part of the file
 * @throws the reason of `signal` when it aborts
 */
export async function probeKeyframes(
  { ffprobe, confinement }: Converter,
  input: ProgramInput & {
    streamIndex: number;
    /** When the file ends, in seconds by its own clock. */
    endSeconds: number;
  },
  signal: AbortSignal,
): Promise<number[] | undefined> {
  const what = ['-select_streams', String(input.streamIndex), '-show_entries', 'packet=pts_time,flags'];
  const args = [...quiet, ...what, '-of', 'csv=p=0', ...inputOptions(input)];
  const reader = createKeyframeReader();
  const limits = { limits: programLimits.look, outputLimitBytes: packetsLimitBytes };
  const run = { program: ffprobe, args, ...limits, onOutput: reader.read };
  const { code } = await runProgram(confinement, run, signal);
  const { found, lastSeconds } = reader.end();
  return code === 0 && isNearEnd(lastSeconds, input.endSeconds) ? found : undefined;
}

function isNearEnd(seconds: number, endSeconds: number): boolean {
  const { leastSeconds, fraction, mostSeconds } = endTolerance;
  return seconds >= endSeconds - Math.min(mostSeconds, leastSeconds + endSeconds * fraction);
}

/** A line of ffprobe's output with more characters than this cannot describe a packet, so the line is cut. */
const lineLimit = 1_000;

/**
 * Parses ffprobe's list of packets chunk by chunk: a long film has millions of packets, and parsing one huge text would
 * block the event loop.
 */
function createKeyframeReader() {
  const found: number[] = [];
  let begun = '';
  let lastSeconds = Number.NEGATIVE_INFINITY;
  return {
    read(chunk: Buffer): void {
      const lines = (begun + chunk.toString('latin1')).split('\n');
      begun = (lines.pop() ?? '').slice(0, lineLimit);
      for (const line of lines) {
        const [text = '', flags = ''] = line.split(',', 2);
        if (!/^-?\d{1,12}\.\d{1,12}$/.test(text)) continue;
        const seconds = Number(text);
        lastSeconds = Math.max(lastSeconds, seconds);
        if (flags.startsWith('K')) found.push(Math.round(seconds * 1_000));
      }
    },
    /** Returns the keyframes in milliseconds and the latest packet's time in seconds, `-Infinity` without packets. */
    end: () => ({ found, lastSeconds }),
  };
}
