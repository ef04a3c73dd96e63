import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/*
 * Makes the media files of the zoo, each when it is first needed. The name of a file is its recipe:
 * `<video>-<audio>[-<extra>…].<container>`, such as `hevc-eac3.mkv`; that of a folder with an HLS or DASH film is
 * `<video>-<audio>[-<extra>…]`, with the extras `fmp4`, `bytes`, `sound`, `number`, `list`.
 */

const run = promisify(execFile);
const program = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';
/** The duration of the media files of the zoo, in seconds. */
const seconds = 16;

const fast = '-preset ultrafast -g 50 -sc_threshold 0';
const videos: Readonly<Record<string, string>> = {
  h264: `-c:v libx264 ${fast} -pix_fmt yuv420p -bf 2`,
  h264x10: `-c:v libx264 ${fast} -pix_fmt yuv420p10le`,
  h264x422: `-c:v libx264 ${fast} -pix_fmt yuv422p`,
  hevc: '-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=50',
  hevcx10: '-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=50 -pix_fmt yuv420p10le',
  av1: '-c:v libsvtav1 -preset 12 -g 50 -svtav1-params lp=2',
  vp8: '-c:v libvpx -deadline realtime -cpu-used 8 -b:v 400k -g 50',
  vp9: '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 400k -g 50',
  mpeg1: '-c:v mpeg1video -b:v 600k',
  mpeg2: '-c:v mpeg2video -b:v 800k -g 25',
  mpeg2i: '-c:v mpeg2video -b:v 900k -g 25 -flags +ildct+ilme',
  mpeg4: '-c:v mpeg4 -b:v 600k',
  xvid: '-c:v libxvid -b:v 600k',
  wmv2: '-c:v wmv2 -b:v 600k',
  theora: '-c:v libtheora -b:v 600k',
  h263: '-c:v h263 -s 352x288 -b:v 300k',
  flv1: '-c:v flv -b:v 500k',
  mjpeg: '-c:v mjpeg -q:v 8 -pix_fmt yuvj420p',
  prores: '-c:v prores -profile:v 0',
  none: '-vn',
};
const sounds: Readonly<Record<string, string>> = {
  aac: '-c:a aac -b:a 96k',
  mp3: '-c:a libmp3lame -b:a 96k',
  ac3: '-c:a ac3 -b:a 192k',
  eac3: '-c:a eac3 -b:a 192k',
  dts: '-c:a dca -strict -2',
  truehd: '-c:a truehd -strict -2',
  opus: '-c:a libopus -b:a 64k',
  vorbis: '-c:a libvorbis',
  flac: '-c:a flac -strict -2',
  alac: '-c:a alac',
  mp2: '-c:a mp2 -b:a 128k',
  pcm: '-c:a pcm_s16le',
  wma: '-c:a wmav2 -b:a 96k',
  none: '-an',
};
const extras: Readonly<Record<string, string>> = {
  fragmented: '-movflags frag_keyframe+empty_moov',
  late: '-movflags 0',
  fps60: '-r 60',
  hd: '-vf scale=1920:1080',
  '51': '-ac 6',
  hvc1: '-tag:v hvc1',
  // Neither an index nor a duration, as in a recording that was cut off.
  nocues: '-live 1',
};
const formats: Readonly<Record<string, string>> = {
  '.mp4': 'mp4 -movflags +faststart',
  '.m4v': 'mp4 -movflags +faststart',
  '.m4a': 'mp4 -movflags +faststart',
  '.mov': 'mov -movflags +faststart',
  '.3gp': '3gp -ar 44100',
  '.mkv': 'matroska',
  '.webm': 'webm',
  '.avi': 'avi',
  '.flv': 'flv',
  '.wmv': 'asf',
  '.asf': 'asf',
  '.mpg': 'mpeg',
  '.vob': 'vob',
  '.m2ts': 'mpegts -mpegts_m2ts_mode 1',
  '.mts': 'mpegts -mpegts_m2ts_mode 1',
  '.ts': 'mpegts',
  '.ogv': 'ogg',
  '.ogg': 'ogg',
  '.mp3': 'mp3',
  '.aac': 'adts',
  '.flac': 'flac',
};
const hls = '-f hls -hls_time 2 -hls_playlist_type vod';
const dash = '-f dash -seg_duration 2';
const packings: Readonly<Record<string, readonly [name: string, options: string]>> = {
  fmp4: ['index.m3u8', `${hls} -hls_segment_type fmp4`],
  bytes: ['index.m3u8', `${hls} -hls_flags single_file`],
  number: ['index.mpd', `${dash} -use_timeline 0`],
  timeline: ['index.mpd', `${dash} -use_timeline 1`],
  list: ['index.mpd', `${dash} -use_template 0`],
  single: ['index.mpd', `${dash} -single_file 1`],
};

/** Gives the media files of the zoo by name; ffmpeg makes a file when it is asked for the first time. */
export interface ZooMedia {
  /** @returns the path of a file such as `h264-dts.mkv`, or of a file in a folder, `h264-aac-fmp4/index.m3u8` */
  pathOf(name: string): Promise<string>;
  /** Makes the media that the path of a sample names, so that the first request need not wait for ffmpeg. */
  prepare(path: string): Promise<void>;
}

/** Opens the folder in which the media files of the zoo are cached. It changes with the recipes in this source file. */
export async function openZooMedia(cacheDir: string): Promise<ZooMedia> {
  const recipe = await readFile(fileURLToPath(import.meta.url), 'utf8');
  const folder = join(cacheDir, `zoo-${hash('sha256', recipe, 'hex').slice(0, 16)}`);
  await mkdir(folder, { recursive: true });
  const making = new Map<string, Promise<void>>();
  const media: ZooMedia = {
    async prepare(path) {
      const name = path
        .split('/')
        .find((part) => /^[a-z0-9]+-[a-z0-9]+(?:-[a-z0-9]+)*(?:\.\w+)?$/.test(part));
      const [video = '', sound = ''] = name?.split(/[-.]/) ?? [];
      if (name !== undefined && Object.hasOwn(videos, video) && Object.hasOwn(sounds, sound))
        await media.pathOf(name);
    },
    async pathOf(name) {
      const [made = ''] = name.split('/');
      const target = join(folder, made);
      const isMade = await access(target).then(
        () => true,
        () => false,
      );
      if (!isMade || making.has(made)) {
        const work = making.get(made) ?? make(target, made);
        making.set(made, work);
        await work;
      }
      return join(folder, name);
    },
  };
  return media;
}

async function make(target: string, name: string): Promise<void> {
  const extension = extname(name);
  const [video = '', sound = '', ...rest] = name.slice(0, name.length - extension.length).split('-');
  const packing = extension === '' ? (packings[rest.at(-1) ?? ''] ?? ['index.m3u8', hls]) : undefined;
  const options = [videos[video], sounds[sound], ...rest.map((extra) => extras[extra] ?? '')];
  if (options.includes(undefined)) throw new Error(`the zoo has no recipe for ${name}`);
  const temporary = join(dirname(target), `making-${process.pid}-${name}`);
  await rm(temporary, { recursive: true, force: true });
  if (packing !== undefined) await mkdir(temporary);
  const output = packing === undefined ? temporary : join(temporary, packing[0]);
  const format = packing === undefined ? `-f ${formats[extension] ?? ''}` : packing[1];
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=640x360:rate=25:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=440:duration=${seconds}`,
    '-shortest',
  ];
  const words = [...options, format].join(' ').split(' ').filter(Boolean);
  // Extras come last, so that they replace the options of the format.
  const last = rest.flatMap((extra) => (extras[extra] ?? '').split(' ').filter(Boolean));
  await run(program, ['-v', 'error', '-y', ...inputs, ...words, ...last, output]);
  await rename(temporary, target);
}
