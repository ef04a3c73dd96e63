import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const filmSeconds = 130;
const segmentSeconds = 2;
/** How many seconds of a live channel arrive at once when a connection begins, as real providers send them. */
const burstSeconds = 4;
const types = { '.m3u8': 'application/vnd.apple.mpegurl', '.ts': 'video/mp2t', '.mp4': 'video/mp4' };

/**
 * Starts a provider on this machine with a film as MP4 and as HLS and a channel as MPEG-TS and as HLS. It sends little
 * faster than the media play, so that players have short buffers.
 *
 * @param {{ connectionSeconds?: number }} [given] - after how many seconds it closes each connection of the channel
 */
export async function startProvider({ connectionSeconds = Infinity } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-faults-'));
  await makeMedia(dir);
  const channel = await readFile(join(dir, 'film.ts'));
  const bytesPerSecond = Math.round(channel.length / filmSeconds / 188) * 188;
  const startedAt = performance.now();
  const state = { frozenAt: undefined };
  const liveSecond = () => ((state.frozenAt ?? performance.now()) - startedAt) / 1_000;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://provider').pathname;
    response.on('error', () => undefined);
    if (path === '/channel.ts') return sendChannel(response);
    if (path === '/live.m3u8') return sendLivePlaylist(response);
    sendFile(request, response, join(dir, path)).catch(() => response.destroy());
  });
  const listen = (port) => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address();

  function sendChannel(response) {
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    let sent = Math.max(0, Math.floor(liveSecond() - burstSeconds)) * bytesPerSecond;
    const begunAt = performance.now();
    const timer = setInterval(() => {
      const until = Math.floor(liveSecond() * bytesPerSecond);
      if (until > sent) response.write(channel.subarray(sent, until));
      sent = Math.max(sent, until);
      if (performance.now() - begunAt > connectionSeconds * 1_000) response.end();
    }, 100);
    response.once('close', () => clearInterval(timer));
  }

  function sendLivePlaylist(response) {
    const last = Math.floor(liveSecond() / segmentSeconds) + 4;
    const lines = ['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${segmentSeconds}`];
    lines.push(`#EXT-X-MEDIA-SEQUENCE:${Math.max(0, last - 5)}`);
    for (let index = Math.max(0, last - 5); index < last; index += 1) {
      lines.push(`#EXTINF:${segmentSeconds},`, `segment${index}.ts`);
    }
    response.writeHead(200, { 'content-type': types['.m3u8'] }).end(`${lines.join('\n')}\n`);
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    /** Cuts every connection and refuses new ones, as a server that is down. */
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    comeBack: () => listen(port),
    /** Lets the live playlist stand still, or go on as if no time had been lost. */
    standStill: (isStill) => void (state.frozenAt = isStill ? performance.now() : undefined),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
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

/** Sends a file with ranges, at about twice the rate at which it plays. */
async function sendFile(request, response, path) {
  const bytes = await readFile(path);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = Math.min(range?.[2] ? Number(range[2]) : Infinity, bytes.length - 1);
  response.writeHead(range ? 206 : 200, {
    'content-type': types[/\.\w+$/.exec(path)?.[0]] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(range && { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
  });
  let sent = start;
  const timer = setInterval(() => {
    if (response.writableNeedDrain) return;
    response.write(bytes.subarray(sent, Math.min(end + 1, sent + 32_768)));
    sent += 32_768;
    if (sent > end) response.end();
  }, 100);
  response.once('close', () => clearInterval(timer));
}
