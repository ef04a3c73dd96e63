import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { mediaSeconds } from './make-media.ts';
import type { PageReport } from './page.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.mpd': 'application/dash+xml',
  '.ts': 'video/mp2t',
};
/** Those directives of the product's content security policy that concern the playing of video. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; media-src 'self' blob:; connect-src 'self'; " +
  "worker-src 'self'; require-trusted-types-for 'script'; trusted-types default";
const liveWindowSegments = 4;
/**
 * How long a test waits for a report of the page under test, in milliseconds, before the test fails. The time is long,
 * because several pages play at once and the machine may be busy.
 */
const reportTimeoutMs = 40_000;
const aheadOfLiveManifestMs = 6_000;

/**
 * A test server that acts as a content provider and serves the page under test: it serves the files of a folder, a live
 * channel in HLS and in raw MPEG-TS, and answers that are not streams.
 */
export interface MediaServer extends AsyncDisposable {
  url: string;
  /** The number of open connections on which the test server sends raw MPEG-TS. */
  openConnections(): number;
  /** The paths requested from the test server since the last call of this function, in order. */
  takeRequests(): string[];
  /**
   * Waits until the page under test has sent a matching report of its state; the latest report received before the call
   * counts too.
   */
  waitForReport(run: number, describes: (report: PageReport) => boolean): Promise<PageReport>;
}

/** Starts the test server on a free port, for a folder of videos that `makeMedia` has made. */
export async function startMediaServer(folder: string): Promise<MediaServer> {
  const startedAtMs = Date.now();
  let connections = 0;
  let requests: string[] = [];
  const reports = new EventEmitter<{ report: [run: number, report: PageReport] }>();
  const lastReports = new Map<number, PageReport>();

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    if (!pathname.startsWith('/reports/')) requests.push(pathname);
    answer(request, response, pathname).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const refusal = /^\/refused\/(\d+)\/(?<code>[a-z._]+)/.exec(path);
    if (path.startsWith('/reports/')) {
      const report = JSON.parse(await text(request)) as PageReport;
      const run = Number(path.slice('/reports/'.length));
      if (report.number > (lastReports.get(run)?.number ?? 0)) lastReports.set(run, report);
      reports.emit('report', run, report);
      response.writeHead(204).end();
    } else if (refusal !== null) {
      response.writeHead(Number(refusal[1]), { 'content-type': 'application/json', 'retry-after': '7' });
      response.end(JSON.stringify({ error: 'No.', code: refusal.groups?.['code'], requestId: '1' }));
    } else if (path.startsWith('/garbage')) {
      response.end(Buffer.alloc(200_000, 'no es vídeo '));
    } else if (path.startsWith('/live/') && path.endsWith('.m3u8')) {
      response.writeHead(200, { 'content-type': contentTypes['.m3u8'] });
      response.end(livePlaylist((Date.now() - startedAtMs) / 1000));
    } else if (path === '/dash/live.mpd') {
      response.writeHead(200, { 'content-type': contentTypes['.mpd'] });
      response.end(liveManifest(await readFile(join(folder, 'dash', 'film.mpd'), 'utf8')));
    } else if (path === '/channel') {
      streamChannel(response);
    } else {
      await sendFile(request, response, path === '/' ? '/page.html' : path);
    }
  }

  /**
   * A live HLS playlist with a sliding window over the segments of the test film, which repeats forever, with a
   * discontinuity each time.
   */
  function livePlaylist(elapsedSeconds: number): string {
    const first = Math.floor(elapsedSeconds) + mediaSeconds;
    const lines = [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      '#EXT-X-TARGETDURATION:1',
      `#EXT-X-MEDIA-SEQUENCE:${first}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor((first - 1) / mediaSeconds)}`,
    ];
    for (let index = first; index < first + liveWindowSegments; index += 1) {
      if (index % mediaSeconds === 0) lines.push('#EXT-X-DISCONTINUITY');
      lines.push('#EXTINF:1.0,', `/vod/0${index % mediaSeconds}.ts?n=${index}`);
    }
    return lines.join('\n');
  }

  /** A DASH manifest of the test film as a live stream that began some seconds ago and continues. */
  function liveManifest(film: string): string {
    const beganAt = new Date(Date.now() - aheadOfLiveManifestMs).toISOString();
    const live = `type="dynamic" availabilityStartTime="${beganAt}" suggestedPresentationDelay="PT2S"`;
    return film
      .replace('type="static"', live)
      .replace(/\s(?:mediaPresentationDuration|maxSegmentDuration)="[^"]*"/g, '');
  }

  function streamChannel(response: ServerResponse): void {
    const parameters = ['-re', '-stream_loop', '-1', '-i', join(folder, 'film.ts'), '-c', 'copy'];
    const ffmpeg = spawn(
      process.env['BUTACA_FFMPEG'] ?? 'ffmpeg',
      [...parameters, '-f', 'mpegts', 'pipe:1'],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    connections += 1;
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    ffmpeg.stdout.pipe(response);
    response.once('close', () => {
      connections -= 1;
      ffmpeg.kill('SIGKILL');
    });
  }

  async function sendFile(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = await readFile(join(folder, path)).catch(() => undefined);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const headers = {
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'accept-ranges': 'bytes',
      'content-security-policy': policy,
    };
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (range === null) {
      response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
      return;
    }
    const start = Number(range[1]);
    const end = Math.min(range[2] === '' ? Infinity : Number(range[2]), body.length - 1);
    response
      .writeHead(206, {
        ...headers,
        'content-range': `bytes ${start}-${end}/${body.length}`,
        'content-length': end - start + 1,
      })
      .end(body.subarray(start, end + 1));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openConnections: () => connections,
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    async waitForReport(run, describes) {
      const last = lastReports.get(run);
      if (last !== undefined && describes(last)) return last;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`not reported; last: ${JSON.stringify(lastReports.get(run))}`)),
          reportTimeoutMs,
        );
        reports.on('report', function hear(ofRun, report) {
          if (ofRun !== run || !describes(report)) return;
          clearTimeout(timer);
          reports.off('report', hear);
          resolve(report);
        });
      });
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
