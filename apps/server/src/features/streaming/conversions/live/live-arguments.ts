import type { ConversionNeeds } from '../segments/conversion.ts';
import { inputOptions } from '../ffmpeg/input-options.ts';
import { encodePicture, type EncodingOptions } from '../encoders/encode-picture.ts';
import type { VideoEncoder } from '../encoders/video-encoder.ts';
import { encodedPicture } from '../segments/ffmpeg-arguments.ts';
import type { ConversionPlan } from '../segments/plan-conversion.ts';

/** How long a segment of a converted channel is, and how far apart the keyframes of an encoded one are, in seconds. */
export const segmentSeconds = 2;

/**
 * The arguments with which ffmpeg converts a channel: it copies the video or encodes it anew, and encodes the audio.
 *
 * @param output - the options of what is written, and where to
 * @param encoder - encodes the video; by default the processor
 */
export function liveArguments(
  { input, mode }: Pick<ConversionNeeds, 'input'> & Pick<ConversionPlan, 'mode'>,
  output: readonly string[],
  encoder?: VideoEncoder,
): string[] {
  const reading = ['-analyzeduration', '1000000', '-fflags', '+genpts+discardcorrupt'];
  const tracks = ['-map', '0:v:0?', '-map', '0:a:0?', '-c:a', 'aac', '-ac', '2', '-b:a', '160k'];
  const video = mode === 'remux' ? { opening: [], output: ['-c:v', 'copy'] } : encodeLive(encoder);
  return [
    ...quiet,
    ...video.opening,
    ...reading,
    ...inputOptions(input),
    ...tracks,
    ...video.output,
    ...output,
  ];
}

const quiet = ['-hide_banner', '-nostdin', '-v', 'quiet', '-y'];

/** ffmpeg options that encode the video of a channel, with a keyframe wherever a segment ends. */
function encodeLive(encoder: VideoEncoder | undefined): EncodingOptions {
  const { opening, output } = encodePicture(encodedPicture, encoder);
  return { opening, output: [...output, '-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`] };
}
