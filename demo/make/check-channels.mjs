// Checks every rendition of every demo loop: writes a playlist from channel.json and decodes it completely with ffmpeg.
// A message of the decoder, a missing frame or too many bytes counts as an error.
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './encode-loop.mjs';
import { frameCount } from './timing.mjs';

const mediaFolder = fileURLToPath(new URL('../media/channels/', import.meta.url));
const mostBytes = 5.6e6;

function playlistOf({ segments }) {
  const turn = segments.map(({ file, durationSeconds }) => `#EXTINF:${durationSeconds.toFixed(3)},\n${file}`).join('\n');
  return `#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n${turn}\n#EXT-X-ENDLIST\n`;
}

async function decode(playlist) {
  const args = ['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', playlist, '-map', '0:v', '-map', '0:a', '-f', 'framecrc', '-'];
  const output = await startProgram('ffmpeg', args).end();
  const lines = output.split('\n');
  return { pictures: lines.filter((line) => line.startsWith('0,')).length, sounds: lines.filter((line) => line.startsWith('1,')).length };
}

let bytes = 0;
for (const loop of (await readdir(mediaFolder)).toSorted()) {
  const { renditions } = JSON.parse(await readFile(path.join(mediaFolder, loop, 'channel.json'), 'utf8'));
  for (const rendition of renditions) {
    const folder = path.join(mediaFolder, loop, rendition.name);
    const playlist = path.join(folder, 'check.m3u8');
    await writeFile(playlist, playlistOf(rendition));
    try {
      const { pictures, sounds } = await decode(playlist);
      if (pictures !== frameCount) throw new Error(`${loop}/${rendition.name}: ${pictures} pictures, not ${frameCount}`);
      let size = 0;
      for (const { file } of rendition.segments) size += (await stat(path.join(folder, file))).size;
      bytes += size;
      process.stdout.write(`${loop}/${rendition.name}: ${pictures} pictures and ${sounds} sound frames, ${Math.round(size / 1_000)} kB\n`);
    } finally {
      await rm(playlist, { force: true });
    }
  }
}
process.stdout.write(`${(bytes / 1e6).toFixed(2)} MB in all\n`);
if (bytes > mostBytes) throw new Error(`More than ${mostBytes / 1e6} MB.`);
