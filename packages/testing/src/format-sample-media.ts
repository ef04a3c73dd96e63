import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeOnce } from './world/make-once.ts';

const run = promisify(execFile);
const program = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';

/**
 * The duration in seconds of all sample media files (files that test one media format each), except endless live
 * streams.
 */
export const sampleSeconds = 30;
/**
 * The duration in seconds of an HLS segment of the sample film. The sample live channel repeats the film's segments in
 * its smaller picture size.
 */
export const sampleSegmentSeconds = 2;

const h264 =
  '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0 -bf 2'.split(' ');
const aac = ['-c:a', 'aac', '-ac', '2', '-b:a', '96k'];
const hlsPacking = ['-f', 'hls', '-hls_time', String(sampleSegmentSeconds), '-hls_playlist_type', 'vod'];

/**
 * Returns the folder with the sample media files, one for each media format to be tested. ffmpeg makes the files on the
 * first call, and again when this source file has changed.
 */
export const makeSampleMedia = (): Promise<string> =>
  makeOnce(sampleCache, [fileURLToPath(import.meta.url)], makeFiles);

/** The name of the folder in `.cache` in which sample media are kept. */
export const sampleCache = 'format-samples';

async function makeFiles(folder: string): Promise<void> {
  const ffmpeg = (...args: string[]) => run(program, ['-v', 'error', '-y', ...args], { cwd: folder });
  await Promise.all(
    ['hls', 'hls-ac3', 'languages', 'locked', 'dash'].map((name) => mkdir(join(folder, name))),
  );
  await writeFile(join(folder, 'text.srt'), subtitles('srt'));

  const video = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=25:duration=${sampleSeconds}`];
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${sampleSeconds}`];
  const labels = ['language=spa', 'title=Español latino', 'language=spa', 'title=Castellano'].flatMap(
    (label, index) => [`-metadata:s:a:${index >> 1}`, label],
  );
  const inputs = [...video, ...tone(440), ...tone(660), '-i', 'text.srt'];
  const maps = [
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-map',
    '2:a',
    '-map',
    '3:s',
    '-metadata:s:s:0',
    'language=spa',
  ];
  await ffmpeg(...inputs, ...maps, ...h264, '-c:a', 'ac3', '-c:s', 'srt', ...labels, 'film.mkv');
  const one = ['-i', 'film.mkv', '-map', '0:v', '-map', '0:a:0'];
  await ffmpeg(...one, '-c:v', 'copy', ...aac, '-movflags', '+faststart', 'film.mp4');

  const film = ['-i', 'film.mp4'];
  await ffmpeg(...one, '-c', 'copy', '-movflags', '+faststart', 'ac3.mp4');
  await ffmpeg(...film, '-c', 'copy', '-f', 'mpegts', 'film.ts');
  await ffmpeg(...one, '-t', '12', '-vf', 'scale=320:-2', '-c:v', 'mpeg4', '-c:a', 'libmp3lame', 'film.avi');
  const h265 = '-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1'.split(' ');
  await ffmpeg(...film, '-t', '12', '-vf', 'scale=320:-2', ...h265, '-c:a', 'copy', 'hevc.mp4');

  await makeRareForms(ffmpeg, film, one);
  await ffmpeg(...film, ...twoRenditions(), ...hlsPacking, ...masterOfTwo);
  await makeLanguages(folder, ffmpeg);
  await writeFile(join(folder, 'locked', 'clave.bin'), Buffer.alloc(16, 'clave'));
  await writeFile(join(folder, 'locked', 'clave.txt'), 'clave.bin\nlocked/clave.bin\n');
  const locking = ['-hls_key_info_file', 'locked/clave.txt'];
  await ffmpeg(...film, '-c', 'copy', ...hlsPacking, ...locking, 'locked/index.m3u8');
  const dash = '-f dash -seg_duration 2 -use_template 1 -use_timeline 1 -adaptation_sets'.split(' ');
  await ffmpeg(...film, ...twoRenditions('0:a'), ...dash, 'id=0,streams=v id=1,streams=a', 'dash/film.mpd');
}

/** Makes files in formats that browsers cannot play, as channels and as films, and radio. */
async function makeRareForms(
  ffmpeg: Ffmpeg,
  film: readonly string[],
  withAc3: readonly string[],
): Promise<void> {
  const channel = ['-f', 'mpegts'];
  const short = ['-t', '12', '-vf', 'scale=320:-2'];
  const h265 = '-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=50:bframes=0'.split(' ');
  const mpeg2 = '-c:v mpeg2video -b:v 2M -g 25 -flags +ilme+ildct -c:a mp2 -b:a 192k'.split(' ');
  await ffmpeg(...withAc3, '-c', 'copy', ...channel, 'ac3.ts');
  await ffmpeg(...withAc3, '-c:v', 'copy', '-c:a', 'eac3', ...channel, 'eac3.ts');
  await ffmpeg(...film, '-c:v', 'copy', '-c:a', 'mp2', '-b:a', '192k', ...channel, 'mp2.ts');
  await ffmpeg(...film, ...short, ...h265, '-c:a', 'copy', ...channel, 'hevc.ts');
  await ffmpeg(...film, ...short, ...mpeg2, ...channel, 'mpeg2.ts');
  await ffmpeg(
    ...withAc3,
    '-c',
    'copy',
    ...hlsPacking,
    '-hls_segment_filename',
    'hls-ac3/1-%d.ts',
    'ac3.m3u8',
  );
  await ffmpeg(...film, '-vn', '-c:a', 'libmp3lame', 'radio.mp3');
  await ffmpeg(...film, '-vn', '-c:a', 'copy', '-f', 'adts', 'radio.aac');
  await ffmpeg(...film, '-c', 'copy', '-f', '3gp', 'film.3gp');
  await ffmpeg(...film, ...short, '-c:v', 'libtheora', '-c:a', 'libvorbis', '-f', 'ogg', 'film.ogv');
  await ffmpeg(...film, '-c', 'copy', ...channel, '-mpegts_m2ts_mode', '1', 'film.m2ts');
}

/**
 * ffmpeg arguments that encode the sample video in two sizes, each with its own audio or, if `sound` is given, both
 * with one shared audio track.
 */
function twoRenditions(sound?: string): string[] {
  const sounds = sound === undefined ? ['-map', '0:a', '-map', '0:a'] : ['-map', sound];
  const sizes = ['-filter:v:1', 'scale=320:180', '-b:v:0', '600k', '-b:v:1', '200k'];
  return ['-map', '0:v', '-map', '0:v', ...sounds, ...h264, ...sizes, '-c:a', 'copy'];
}

const masterOfTwo = [
  '-master_pl_name',
  'master.m3u8',
  '-var_stream_map',
  'v:0,a:0 v:1,a:1',
  '-hls_segment_filename',
  'hls/%v-%d.ts',
  'hls/%v.m3u8',
];

type Ffmpeg = (...args: string[]) => Promise<unknown>;

async function makeLanguages(folder: string, ffmpeg: Ffmpeg): Promise<void> {
  const only = (stream: string, name: string) =>
    ffmpeg(
      '-i',
      'film.mkv',
      '-map',
      stream,
      ...(stream === '0:v' ? ['-c', 'copy'] : aac),
      ...hlsPacking,
      name,
    );
  await only('0:v', 'languages/picture.m3u8');
  await only('0:a:0', 'languages/latino.m3u8');
  await only('0:a:1', 'languages/castellano.m3u8');
  await writeFile(join(folder, 'languages', 'text.vtt'), subtitles('vtt'));
  const end = '#EXT-X-ENDLIST\n';
  const head = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${sampleSeconds}\n#EXT-X-PLAYLIST-TYPE:VOD\n`;
  const textPlaylist = `${head}#EXTINF:${sampleSeconds}.0,\ntext.vtt\n${end}`;
  await writeFile(join(folder, 'languages', 'text.m3u8'), textPlaylist);
  const media = (type: string, group: string, names: string) =>
    `#EXT-X-MEDIA:TYPE=${type},GROUP-ID="${group}",AUTOSELECT=YES,${names}`;
  const lines = [
    '#EXTM3U',
    media('AUDIO', 'sonido', 'LANGUAGE="es-419",NAME="Latino",DEFAULT=YES,URI="latino.m3u8"'),
    media('AUDIO', 'sonido', 'LANGUAGE="es-ES",NAME="Castellano",DEFAULT=NO,URI="castellano.m3u8"'),
    media('SUBTITLES', 'textos', 'LANGUAGE="es",NAME="Español",DEFAULT=NO,URI="text.m3u8"'),
    '#EXT-X-STREAM-INF:BANDWIDTH=1200000,RESOLUTION=640x360,AUDIO="sonido",SUBTITLES="textos"',
    'picture.m3u8',
  ];
  await writeFile(join(folder, 'languages', 'master.m3u8'), `${lines.join('\n')}\n`);
}

/**
 * Makes the text of a subtitle file with one sentence every five seconds. The header of the WebVTT form maps its time 0
 * to 126,000 on the 90 kHz clock of MPEG-TS, because ffmpeg's MPEG-TS streams start at 1.4 s.
 */
function subtitles(form: 'srt' | 'vtt'): string {
  const separator = form === 'srt' ? ',' : '.';
  const stamp = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}${separator}000`;
  const cues = Array.from({ length: sampleSeconds / 5 }, (_item, index) => {
    const time = `${stamp(index * 5 + 1)} --> ${stamp(index * 5 + 4)}`;
    return `${form === 'srt' ? `${index + 1}\n` : ''}${time}\n¿Frase ${index + 1}?\n`;
  });
  const head = form === 'srt' ? [] : ['WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:126000,LOCAL:00:00:00.000\n'];
  return [...head, ...cues].join('\n');
}
