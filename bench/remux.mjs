import { execFile } from 'node:child_process';
import { link, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reportMost } from './goal.mjs';
import { median } from './load.mjs';
import { startProduct } from './product.mjs';
import { fillDatabase, filmsAt } from './titles.mjs';
import { folderHandler } from '../packages/testing/src/world/answers.ts';
import { startProvider } from '../packages/testing/src/world/provider.ts';

const run = promisify(execFile);
const rounds = 5;
const goals = { first: 0.5, seek: 0.5 };

/**
 * Measures a ten-minute MKV of 1080p H.264 with AC-3 audio, which the server converts to HLS on demand: the time from
 * requesting the film to its first complete segment, and from requesting a segment far ahead to receiving it.
 *
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function measureRemux() {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  await makeFilm(dir);
  // Each round requests the film under another name, which the server has not read yet.
  const names = Array.from({ length: rounds }, (_item, index) => `film${index}.mkv`);
  for (const name of names) await link(join(dir, 'film.mkv'), join(dir, name));
  const upstream = await startProvider(folderHandler(dir, { hasRanges: true }));
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const films = names.map((name, index) => ({
    id: `film00000${index}`,
    title: name,
    address: `${upstream.origin}/${name}`,
    streamKind: 'file',
  }));
  await fillDatabase(dataDir, filmsAt(films));
  const product = await startProduct({ dataDir, isDemo: false });
  const first = [];
  const seek = [];
  try {
    for (let index = 0; index < rounds; index += 1) {
      const startedAt = performance.now();
      const { url } = await product.call('GET', `/api/videos/film00000${index}?can=mse`);
      const playlist = await findSegments(product.url, url);
      await take(playlist[0]);
      first.push((performance.now() - startedAt) / 1_000);
      for (const share of [0.8, 0.3]) {
        const askedAt = performance.now();
        await take(playlist[Math.floor(playlist.length * share)]);
        seek.push((performance.now() - askedAt) / 1_000);
      }
    }
  } finally {
    await product.stop();
    await upstream[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  }
  const range = (values) => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)} s`;
  console.log(`remux of 1080p: first segments ${range(first)}, far seeks ${range(seek)}`);
  return [
    reportMost('first segment, median', median(first), ' s', goals.first),
    reportMost('seek, median', median(seek), ' s', goals.seek),
  ];
}

async function makeFilm(dir) {
  const minute = join(dir, 'minute.mkv');
  const input = '-f lavfi -i testsrc2=size=1920x1080:rate=25 -f lavfi -i sine=frequency=440'.split(' ');
  const coding = '-t 30 -c:v libx264 -preset ultrafast -b:v 6M -g 100 -pix_fmt yuv420p -c:a ac3'.split(' ');
  await run('ffmpeg', ['-v', 'error', '-y', ...input, ...coding, minute]);
  const longer = ['-stream_loop', '19', '-i', minute, '-c', 'copy', join(dir, 'film.mkv')];
  await run('ffmpeg', ['-v', 'error', '-y', ...longer]);
}

/** Finds the URLs of the segments in an HLS playlist; of a master playlist, those of its first rendition. */
async function findSegments(origin, path) {
  const address = new URL(path, origin);
  const lines = (await take(address)).toString().split('\n');
  const entries = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.some((line) => line.startsWith('#EXT-X-STREAM-INF')))
    return await findSegments(origin, new URL(entries[0], address));
  return entries.map((entry) => new URL(entry, address));
}

async function take(address) {
  const response = await fetch(address);
  const body = Buffer.from(await response.arrayBuffer());
  if (!response.ok)
    throw new Error(`${address.pathname.slice(0, 30)}…: ${response.status} ${body.toString()}`);
  return body;
}
