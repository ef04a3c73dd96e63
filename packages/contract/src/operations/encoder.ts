import { z } from 'zod';

/**
 * The hardware encoders of H.264 that a server looks for, by the ends of ffmpeg's names for them: `vaapi` is `h264_vaapi`.
 */
export const encoderKinds = ['vaapi', 'qsv', 'nvenc', 'v4l2m2m', 'videotoolbox'] as const;
export type EncoderKind = (typeof encoderKinds)[number];

/** What an administrator may choose to encode video with: the processor (`software`), or a hardware encoder. */
export const videoEncoders = ['software', ...encoderKinds] as const;
export type VideoEncoderChoice = (typeof videoEncoders)[number];

/** Why a server does not have a hardware encoder, most likely first to be mended by an operator. */
export const encoderFaults = ['no_device', 'no_access', 'refused', 'unlisted'] as const;

/**
 * What the answering server knows of a hardware encoder. `found`: it has encoded a second of video; `failed`: it had been
 * found, and then a conversion failed with it; `unknown`: it has not answered yet, and is asked again; `missing`: `fault` says
 * why: there is no device, the server's user may not open it, it did not encode, or ffmpeg was built without it.
 */
export const encoderStateSchema = z.object({
  kind: z.enum(encoderKinds),
  state: z.enum(['found', 'failed', 'unknown', 'missing']),
  fault: z.enum(encoderFaults).nullable(),
  since: z.iso.datetime(),
});
export type EncoderState = z.output<typeof encoderStateSchema>;
