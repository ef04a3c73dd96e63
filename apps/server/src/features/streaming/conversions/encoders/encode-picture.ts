/*
 * The options with which ffmpeg encodes video, by the processor or by a hardware encoder. For a hardware encoder too, the
 * processor runs the filters first (deinterlacing, size, tone mapping), because not every device has them; then each picture is
 * uploaded to the device. Keyframes are only where they are forced, at the boundaries of segments. Each encoder gets the same bit rate.
 */
import type { VideoEncoder } from './video-encoder.ts';

/** The options of ffmpeg that concern the encoder. */
export interface EncodingOptions {
  /** The options before the input, which open the device. */
  opening: string[];
  /** The options of the output: codec and filters. */
  output: string[];
}

const bySoftware =
  '-c:v libx264 -preset superfast -crf 23 -maxrate 5M -bufsize 10M -pix_fmt yuv420p -profile:v high -sc_threshold 0 -g 1000';
/** A hardware encoder has no constant quality that means the same on every device, so it gets a mean bit rate too. */
const byHardware = '-b:v 4M -maxrate 5M -bufsize 10M -profile:v high -g 1000 -bf 0';

/** How ffmpeg opens a device, and what each encoder needs besides. @see https://trac.ffmpeg.org/wiki/HWAccelIntro */
const encoders: Readonly<
  Record<VideoEncoder['kind'], { open(device: string | undefined): string; upload: string; options: string }>
> = {
  vaapi: {
    open: (device = '') => `-vaapi_device ${device}`,
    upload: ',format=nv12,hwupload',
    options: '',
  },
  qsv: {
    open: (device) =>
      device === undefined
        ? '-init_hw_device qsv=encoder -filter_hw_device encoder'
        : `-init_hw_device vaapi=card:${device} -init_hw_device qsv=encoder@card -filter_hw_device encoder`,
    // Quick Sync holds frames back while it encodes; by default there are too few of them.
    upload: ',format=nv12,hwupload=extra_hw_frames=64',
    options: '-forced_idr 1',
  },
  nvenc: { open: () => '', upload: ',format=yuv420p', options: '-rc vbr -forced-idr 1' },
  v4l2m2m: { open: () => '', upload: ',format=yuv420p', options: '' },
  videotoolbox: { open: () => '', upload: ',format=yuv420p', options: '-allow_sw 0' },
};

/**
 * Returns the options that encode video as H.264 that every browser plays, with keyframes only where others force them.
 *
 * @param filters - the filters of ffmpeg that make the picture, run by the processor
 * @param encoder - encodes it; by default the processor
 */
export function encodePicture(filters: string, encoder: VideoEncoder | undefined): EncodingOptions {
  if (encoder === undefined) return { opening: [], output: [...words(bySoftware), '-vf', filters] };
  const { open, upload, options } = encoders[encoder.kind];
  const codec = ['-c:v', `h264_${encoder.kind}`, ...words(byHardware), ...words(options)];
  return { opening: words(open(encoder.device)), output: [...codec, '-vf', filters + upload] };
}

const words = (options: string): string[] => options.split(' ').filter((option) => option !== '');
