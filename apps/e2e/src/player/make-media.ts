import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeOnce } from '@butaca/testing';

const run = promisify(execFile);
const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';

/** The duration of every test film and stream that `makeMedia` makes, in seconds; their segments last one second. */
export const mediaSeconds = 12;

/**
 * Makes a test film in every format that the player plays: HLS and DASH with two qualities, DASH with two languages,
 * a film without audio, one with AC-3, a radio, and films whose video no browser shows; also a part of a channel in MPEG-TS
 * (`main.ts`), and advertisements with other PIDs and another clock (`ad.ts`), and with other sound
 * (`ad-mp3.ts`).
 *
 * @returns the path of the folder with them
 */
export const makeMedia = (): Promise<string> =>
  makeOnce('player-media', [fileURLToPath(import.meta.url)], makeFiles);

async function makeFiles(folder: string): Promise<void> {
  for (const name of ['vod', 'dash', 'radio', 'silent', 'unheard'])
    await mkdir(join(folder, name), { recursive: true });
  const film = join(folder, 'film.mp4');
  const video = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${mediaSeconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${mediaSeconds}`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-bf', '0'];
  const radio = ['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'];
  await run(ffmpeg, [...video, ...sound, ...encode, '-c:a', 'aac', '-movflags', '+faststart', film]);
  await Promise.all([
    run(ffmpeg, ['-i', film, '-c', 'copy', '-f', 'mpegts', join(folder, 'film.ts')]),
    run(ffmpeg, ['-i', film, '-an', '-c', 'copy', join(folder, 'soundless.mp4')]),
    run(ffmpeg, ['-i', film, '-c:v', 'mpeg4', '-c:a', 'copy', join(folder, 'mpeg4.mp4')]),
    run(ffmpeg, ['-i', film, '-c:v', 'mpeg2video', '-c:a', 'copy', join(folder, 'mpeg2.ts')]),
    run(ffmpeg, ['-i', film, '-vn', '-c', 'copy', '-f', 'mpegts', join(folder, 'radio.ts')]),
    run(ffmpeg, ['-i', film, '-vn', '-c', 'copy', '-f', 'adts', join(folder, 'radio.aac')]),
    run(ffmpeg, ['-i', film, '-vn', '-c', 'copy', ...radio, join(folder, 'radio', 'index.m3u8')]),
    run(ffmpeg, ['-i', film, '-vn', '-c', 'copy', '-f', 'dash', join(folder, 'radio', 'index.mpd')]),
    run(ffmpeg, twoQualities(film, encode, join(folder, 'vod', '%v.m3u8'))),
    run(ffmpeg, twoLanguages(film, encode, join(folder, 'dash', 'film.mpd'))),
  ]);
  const silent = ['-i', film, '-an', '-c', 'copy'];
  const parts = ['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'];
  await Promise.all([
    run(ffmpeg, [...silent, '-f', 'mpegts', join(folder, 'silent.ts')]),
    run(ffmpeg, [...silent, ...radio, join(folder, 'silent', 'index.m3u8')]),
    run(ffmpeg, [...silent, ...radio, ...parts, join(folder, 'silent', 'mp4.m3u8')]),
    run(ffmpeg, [...silent, '-f', 'dash', join(folder, 'silent', 'index.mpd')]),
    run(ffmpeg, ['-i', film, '-c:v', 'copy', '-c:a', 'ac3', ...radio, join(folder, 'unheard', 'index.m3u8')]),
  ]);
  await makeSplicedMedia(folder);
}

/** The duration of the channel's part and of the advertisement, in seconds. */
export const splicedSeconds = 4;

async function makeSplicedMedia(folder: string): Promise<void> {
  const packing = ['-f', 'mpegts', '-t', String(splicedSeconds)];
  const film = ['-i', join(folder, 'film.mp4'), '-c', 'copy', ...packing];
  const foreign = ['-mpegts_service_id', '7', '-mpegts_pmt_start_pid', '4608', '-mpegts_start_pid', '768'];
  await run(ffmpeg, [...film, join(folder, 'main.ts')]);
  const clock = ['-output_ts_offset', '5000'];
  await run(ffmpeg, ['-ss', '5', ...film, ...foreign, ...clock, join(folder, 'ad.ts')]);
  const mp3 = ['-c:a', 'libmp3lame', '-b:a', '96k'];
  await run(ffmpeg, ['-ss', '5', ...film, ...mp3, ...foreign, ...clock, join(folder, 'ad-mp3.ts')]);
  // What browsers do not decode, for films that begin with something else.
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'];
  await run(ffmpeg, ['-ss', '5', ...film, ...hevc, join(folder, 'hevc.ts')]);
  await run(ffmpeg, ['-ss', '5', ...film, '-c:a', 'ac3', join(folder, 'ac3.ts')]);
  await run(ffmpeg, ['-ss', '5', ...film, '-c:v', 'mpeg2video', join(folder, 'mpeg2-part.ts')]);
}

/** The forms of films whose codec changes at a discontinuity, by the name of their second part. */
export const changedParts = ['hevc', 'ac3', 'mpeg2-part'] as const;

function twoQualities(film: string, encode: readonly string[], playlists: string): string[] {
  const streams = ['-map', '0:v', '-map', '0:a', '-map', '0:v', '-map', '0:a'];
  const qualities = ['-filter:v:1', 'scale=160:90', '-b:v:0', '300k', '-b:v:1', '100k'];
  const packing = ['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'];
  const master = ['-master_pl_name', 'master.m3u8', '-var_stream_map', 'v:0,a:0 v:1,a:1', playlists];
  return ['-i', film, ...streams, ...encode, '-c:a', 'aac', ...qualities, ...packing, ...master];
}

function twoLanguages(film: string, encode: readonly string[], manifest: string): string[] {
  const streams = ['-map', '0:v', '-map', '0:v', '-map', '0:a', '-map', '0:a'];
  const sizes = ['-filter:v:1', 'scale=160:90', '-b:v:0', '300k', '-b:v:1', '100k'];
  const languages = ['-metadata:s:a:0', 'language=es-419', '-metadata:s:a:1', 'language=es-ES'];
  const packing = ['-f', 'dash', '-seg_duration', '1', '-use_template', '1', '-use_timeline', '0'];
  const sets = ['-adaptation_sets', 'id=0,streams=0,1 id=1,streams=2 id=2,streams=3', manifest];
  return ['-i', film, ...streams, ...encode, ...sizes, '-c:a', 'aac', ...languages, ...packing, ...sets];
}
