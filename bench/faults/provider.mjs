import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderHandler } from '../../packages/testing/src/world/answers.ts';
import { createBroadcast } from '../../packages/testing/src/world/broadcast.ts';
import { startProvider } from '../../packages/testing/src/world/provider.ts';

const run = promisify(execFile);
const filmSeconds = 130;
const segmentSeconds = 2;
/** How many seconds of a live channel arrive at once when a connection begins, as real providers send them. */
const burstSeconds = 4;
/** Files are sent at about twice the rate at which they play. */
const pace = { bytes: 32_768, everyMs: 100 };

/**
 * Starts a provider on this machine with a film as MP4 and as HLS and a channel as MPEG-TS and as HLS. It sends little
 * faster than the media play, so that players have short buffers.
 *
 * @param {{ connectionSeconds?: number }} [given] - after how many seconds it closes each connection of the channel
 */
export async function startFaultyProvider({ connectionSeconds = Infinity } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-faults-'));
  await makeMedia(dir);
  const channel = createBroadcast(await readFile(join(dir, 'film.ts')), segmentSeconds);
  let frozenSeconds;
  const liveSecond = () => frozenSeconds ?? channel.elapsedSeconds();
  const sendFile = folderHandler(dir, { hasRanges: true, pace });
  const provider = await startProvider((request, response) => {
    if (request.url === '/channel.ts') {
      const begun = performance.now();
      return channel.send(response, {
        secondNow: liveSecond,
        fromSecond: Math.max(0, liveSecond() - burstSeconds),
        isOver: () => performance.now() - begun > connectionSeconds * 1_000,
      });
    }
    if (request.url !== '/live.m3u8') return sendFile(request, response);
    const last = Math.floor(liveSecond() / segmentSeconds) + 4;
    const first = Math.max(0, last - 5);
    const nameOf = (number) => `segment${number}.ts`;
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
    return response.end(channel.playlist(0, { first, count: last - first, version: 3, nameOf }));
  });
  return {
    ...provider,
    /** Lets the live playlist stand still, or go on as if no time had been lost. */
    standStill: (isStill) => void (frozenSeconds = isStill ? channel.elapsedSeconds() : undefined),
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Makes the film, 130 seconds of 1.2 Mbit/s, and packs it as MP4, MPEG-TS and HLS. */
async function makeMedia(dir) {
  const input = '-f lavfi -i testsrc2=size=854x480:rate=25 -f lavfi -i sine=frequency=440'.split(' ');
  const coding =
    '-c:v libx264 -preset ultrafast -b:v 1100k -minrate 1100k -maxrate 1100k -bufsize 1100k -x264-params nal-hrd=cbr -g 50 -sc_threshold 0 -pix_fmt yuv420p -c:a aac -b:a 96k'.split(
      ' ',
    );
  const film = join(dir, 'film.mp4');
  const ffmpeg = (...args) => run(process.env.BUTACA_FFMPEG ?? 'ffmpeg', ['-v', 'error', '-y', ...args]);
  await ffmpeg(...input, '-t', String(filmSeconds), ...coding, '-movflags', '+faststart', film);
  await ffmpeg('-i', film, '-c', 'copy', join(dir, 'film.ts'));
  const packing = `-c copy -f hls -hls_time ${segmentSeconds} -hls_playlist_type vod`.split(' ');
  await ffmpeg(
    '-i',
    film,
    ...packing,
    '-hls_segment_filename',
    join(dir, 'segment%d.ts'),
    join(dir, 'film.m3u8'),
  );
}
