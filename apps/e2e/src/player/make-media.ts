import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';

/** Seconds of everything that `makeMedia` makes; its segments last one. */
export const mediaSeconds = 12;

/** Makes a film in the four packings that the player knows, two qualities for HLS, and one without sound. */
export async function makeMedia(folder: string): Promise<void> {
  await mkdir(join(folder, 'vod'), { recursive: true });
  const film = join(folder, 'film.mp4');
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${mediaSeconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${mediaSeconds}`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-bf', '0'];
  await run(ffmpeg, [...picture, ...sound, ...encode, '-c:a', 'aac', '-movflags', '+faststart', film]);
  await Promise.all([
    run(ffmpeg, ['-i', film, '-c', 'copy', '-f', 'mpegts', join(folder, 'film.ts')]),
    run(ffmpeg, ['-i', film, '-an', '-c', 'copy', join(folder, 'soundless.mp4')]),
    run(ffmpeg, twoQualities(film, encode, join(folder, 'vod', '%v.m3u8'))),
  ]);
}

function twoQualities(film: string, encode: readonly string[], playlists: string): string[] {
  const streams = ['-map', '0:v', '-map', '0:a', '-map', '0:v', '-map', '0:a'];
  const qualities = ['-filter:v:1', 'scale=160:90', '-b:v:0', '300k', '-b:v:1', '100k'];
  const packing = ['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'];
  const master = ['-master_pl_name', 'master.m3u8', '-var_stream_map', 'v:0,a:0 v:1,a:1', playlists];
  return ['-i', film, ...streams, ...encode, '-c:a', 'aac', ...qualities, ...packing, ...master];
}
