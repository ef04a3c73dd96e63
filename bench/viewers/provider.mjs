import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProvider } from '../../packages/testing/src/world/provider.ts';
import { writePlaylist } from '../../packages/testing/src/world/playlists.ts';
import { record } from '../recording.mjs';

const run = promisify(execFile);
const segmentSeconds = 4;
/** How many segments a film has: ten minutes, the recording again and again. */
const filmSegments = 150;
/** How many segments a live playlist names. */
const windowSegments = 5;
/** A small picture, because the viewers receive what two cores can send besides everything else. */
const form = { size: '426x240', kilobits: 400 };

/**
 * Starts a provider of films and live channels in HLS, all of which show the same recording: made by ffmpeg, with keyframes
 * at the beginning of each segment.
 *
 * @returns {Promise<import('../../packages/testing/src/world/provider.ts').Provider>}
 */
export async function startHlsProvider() {
  const segments = await recordSegments();
  const startedAtMs = performance.now();
  const repeating = { seconds: segmentSeconds, repeatsAfter: segments.length };
  const film = writePlaylist({ ...repeating, first: 0, count: filmSegments, version: 3, isFilm: true });
  return startProvider(
    (request, response) => {
      const number = /\/(\d+)\.ts$/.exec(request.url ?? '')?.[1];
      if (number !== undefined) {
        const segment = segments[Number(number) % segments.length];
        response.writeHead(200, { 'content-type': 'video/mp2t', 'content-length': segment.length });
        return response.end(request.method === 'HEAD' ? undefined : segment);
      }
      const isFilm = request.url?.startsWith('/pelicula/') ?? false;
      const elapsedSeconds = (performance.now() - startedAtMs) / 1_000;
      const first = Math.floor(elapsedSeconds / segmentSeconds);
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
      return response.end(isFilm ? film : writePlaylist({ ...repeating, first, count: windowSegments }));
    },
    { isForgetful: true },
  );
}

/** @returns {Promise<Buffer[]>} */
async function recordSegments() {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  try {
    const recording = join(dir, 'todo.ts');
    await writeFile(recording, await record(dir, segmentSeconds, form));
    const cut = `-c copy -f segment -segment_time ${segmentSeconds} -segment_format mpegts`.split(' ');
    await run('ffmpeg', ['-v', 'error', '-i', recording, ...cut, join(dir, 'parte%03d.ts')]);
    const names = (await readdir(dir)).filter((name) => name.startsWith('parte')).toSorted();
    return await Promise.all(names.map((name) => readFile(join(dir, name))));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
