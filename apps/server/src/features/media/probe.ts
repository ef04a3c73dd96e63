import type { Converter } from './programs.ts';
import { runProgram } from './programs.ts';
import { inputOptions } from './input-options.ts';
import { readMediaFacts, type MediaFacts } from './media-facts.ts';

const quiet = ['-v', 'quiet', '-hide_banner'];
const entries =
  'format=format_name,duration,start_time,bit_rate:stream=index,codec_type,codec_name,profile,pix_fmt,width,height,channels:stream_tags=language,title:stream_disposition=default,forced,attached_pic';

/**
 * Looks into a file.
 *
 * @param address - a loan of the gateway
 * @returns `undefined` for what ffprobe cannot read @throws the signal's reason
 */
export async function probeFacts(
  { ffprobe }: Converter,
  address: string,
  signal: AbortSignal,
): Promise<MediaFacts | undefined> {
  const looks = ['-analyzeduration', '5000000', '-probesize', '5000000'];
  const args = [...quiet, ...looks, '-of', 'json', '-show_entries', entries, ...inputOptions(address)];
  const { code, output } = await runProgram(ffprobe, args, signal);
  return code === 0 ? readMediaFacts(output) : undefined;
}

/**
 * Finds the keyframes by reading the whole file: for containers without an index that can be had by itself.
 *
 * @returns milliseconds, ascending @throws the signal's reason
 */
export async function probeKeyframes(
  { ffprobe }: Converter,
  input: { address: string; streamIndex: number },
  signal: AbortSignal,
): Promise<number[]> {
  const what = ['-select_streams', String(input.streamIndex), '-show_entries', 'packet=pts_time,flags'];
  const args = [...quiet, ...what, '-of', 'csv=p=0', ...inputOptions(input.address)];
  const { output } = await runProgram(ffprobe, args, signal);
  return output
    .split('\n')
    .flatMap((line) => {
      const [seconds = '', flags = ''] = line.split(',');
      return flags.startsWith('K') && /^-?\d+\.\d+$/.test(seconds)
        ? [Math.round(Number(seconds) * 1_000)]
        : [];
    })
    .toSorted((one, other) => one - other);
}
