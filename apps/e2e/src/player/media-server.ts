import { EventEmitter } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  contentTypeOf,
  contentTypes,
  machineClock,
  putOnAir,
  sendAnswer,
  sendEvery,
  startProvider,
  writePlaylist,
} from '@butaca/testing';
import { mediaSeconds, splicedSeconds } from './make-media.ts';
import type { PageReport } from './page.ts';

/** Those directives of the product's content security policy that concern the playing of video. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; media-src 'self' blob:; connect-src 'self'; " +
  "worker-src 'self'; require-trusted-types-for 'script'; trusted-types default";
/** How many segments of one second the live playlist names at a time. */
export const liveWindowSegments = 4;
const slicesPerSecond = 10;
/** How many bytes of a segment arrive before it hangs. */
const hangingFromByte = 376;
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
  /**
   * Makes the provider unreachable below `/away/<name>/`, or reachable again. While it is away, connections end and
   * requests get 502; with `keptFraction`, the beginning of every film is still delivered.
   */
  setAway(name: string, isAway: boolean, keptFraction?: number): void;
  /**
   * Makes the live HLS playlist `/still/<name>/channel.m3u8` stop changing (`still`), go on with the segments that it
   * would name by now (`moving`), or begin again at its first media sequence number (`restarted`).
   */
  setStill(name: string, state: 'still' | 'moving' | 'restarted'): void;
  /**
   * Makes every segment below `/hanging/<name>/` stop after its first bytes while its connection stays open, as in a
   * network that loses packets, or makes the next segments arrive whole again. Playlists are always answered.
   */
  setHanging(name: string, isHanging: boolean): void;
  /** How many requests below `/away/<name>/` were refused so far. */
  refusalsOf(name: string): number;
  /** How many connections to `/ending/channel` there were, each of which ends after a few seconds. */
  endedConnections(): number;
  /** The number of the first segment that the live playlist `/live/channel.m3u8` names at present. */
  liveSequence(): number;
  /** Every state that the page under test has reported, in order. */
  reportsOf(run: number): readonly PageReport[];
  /** The paths requested from the test server since the last call of this function, in order. */
  takeRequests(): string[];
  /**
   * Waits until the page under test has sent a matching report of its state; the latest report received before the call
   * counts too.
   */
  waitForReport(run: number, describes: (report: PageReport) => boolean): Promise<PageReport>;
}

/**
 * Starts the test server on a free port.
 *
 * @param folder - of the videos that `makeMedia` has made
 * @param pageFolder - of the page that `bundlePage` has bundled
 */
export async function startMediaServer(folder: string, pageFolder: string): Promise<MediaServer> {
  const startedAtMs = Date.now();
  let connections = 0;
  let requests: string[] = [];
  const reports = new EventEmitter<{ report: [run: number, report: PageReport] }>();
  const allReports = new Map<number, PageReport[]>();
  const away = new Map<string, { keptFraction: number }>();
  const refusals = new Map<string, number>();
  const awaySockets = new Map<string, Set<ServerResponse>>();
  const hanging = new Set<string>();
  let endingConnections = 0;
  const stills = new Map<string, { state: 'still' | 'moving' | 'restarted'; sinceMs: number }>();

  /** How many seconds of the live list of this name have gone by, see `setStill`. */
  function elapsedSeconds(name: string): number {
    const { state = 'moving', sinceMs = 0 } = stills.get(name) ?? {};
    if (state === 'still') return (sinceMs - startedAtMs) / 1000;
    return (Date.now() - (state === 'restarted' ? sinceMs : startedAtMs)) / 1000;
  }

  const provider = await startProvider((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    if (!pathname.startsWith('/reports/')) requests.push(pathname);
    return answer(request, response, pathname);
  });

  /** Serves a path below `/away/<name>/`, unless the provider is away. */
  async function answerAway(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, name = '', inner = ''] = /^\/away\/(\w+)(\/.*)$/.exec(path) ?? [];
    const state = away.get(name);
    if (state !== undefined && isBeyond(inner, request.headers.range, state.keptFraction)) {
      refusals.set(name, (refusals.get(name) ?? 0) + 1);
      response.writeHead(502, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'No.', code: 'upstream.unreachable', requestId: '1' }));
      return;
    }
    const open = awaySockets.get(name) ?? new Set();
    awaySockets.set(name, open.add(response));
    response.once('close', () => open.delete(response));
    const cutAt = state === undefined || !inner.endsWith('.mp4') ? undefined : state.keptFraction;
    await answer(request, response, inner, {
      prefix: `/away/${name}`,
      ...(cutAt !== undefined && { cutAt }),
    });
  }

  /** Serves a path below `/hanging/<name>/`; see `setHanging`. */
  async function answerHanging(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> {
    const [, name = '', inner = ''] = /^\/hanging\/(\w+)(\/.*)$/.exec(path) ?? [];
    if (!hanging.has(name) || !inner.endsWith('.ts')) {
      return answer(request, response, inner, { prefix: `/hanging/${name}` });
    }
    const body = await readFile(join(folder, inner));
    const headers = { 'content-type': contentTypes['.ts'], 'content-length': body.length };
    sendAnswer(request, response, { headers, body: body.subarray(0, hangingFromByte), ending: 'open' });
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    { prefix = '', cutAt }: { prefix?: string; cutAt?: number } = {},
  ): Promise<void> {
    if (path.startsWith('/away/')) return answerAway(request, response, path);
    if (path.startsWith('/hanging/')) return answerHanging(request, response, path);
    const refusal = /^\/refused\/(\d+)\/(?<code>[a-z._]+)/.exec(path);
    if (path.startsWith('/reports/')) {
      const report = JSON.parse(await text(request)) as PageReport;
      const run = Number(path.slice('/reports/'.length));
      const received = [...(allReports.get(run) ?? []), report];
      allReports.set(
        run,
        received.toSorted((a, b) => a.number - b.number),
      );
      reports.emit('report', run, report);
      response.writeHead(204).end();
    } else if (refusal !== null) {
      response.writeHead(Number(refusal[1]), { 'content-type': 'application/json', 'retry-after': '7' });
      response.end(JSON.stringify({ error: 'No.', code: refusal.groups?.['code'], requestId: '1' }));
    } else if (path.startsWith('/garbage')) {
      const garbage = Buffer.alloc(Number(/\d+/.exec(path)?.[0] ?? 200_000), 'no es vídeo ');
      // Three bytes that look like the beginnings of packets of MPEG-TS, as there are among random bytes.
      if (path.endsWith('/sync')) for (const index of [0, 1, 2]) garbage[57_286 + index * 188] = 0x47;
      response.end(garbage);
    } else if (path.startsWith('/live/') && path.endsWith('.m3u8')) {
      response.writeHead(200, { 'content-type': contentTypes['.m3u8'] });
      response.end(livePlaylist((Date.now() - startedAtMs) / 1000, prefix));
    } else if (path === '/missing/channel.m3u8') {
      response.writeHead(200, { 'content-type': contentTypes['.m3u8'] });
      response.end(livePlaylist((Date.now() - startedAtMs) / 1000, '/refused/404/segment.not_found'));
    } else if (path.startsWith('/still/')) {
      response.writeHead(200, { 'content-type': contentTypes['.m3u8'] });
      response.end(livePlaylist(elapsedSeconds(path.split('/')[2] ?? ''), ''));
    } else if (path === '/dash/live.mpd') {
      response.writeHead(200, { 'content-type': contentTypes['.mpd'] });
      response.end(liveManifest(await readFile(join(folder, 'dash', 'film.mpd'), 'utf8')));
    } else if (path === '/channel') {
      streamChannel(response);
    } else if (['/radio', '/mpeg2', '/silent'].includes(path)) {
      streamChannel(response, [], `${path.slice(1)}.ts`);
    } else if (path === '/ending/channel') {
      endingConnections += 1;
      streamChannel(response, ['-t', '4']);
    } else if (path.startsWith('/whole/')) {
      const body = { file: join(folder, path.slice('/whole/'.length)) };
      sendAnswer(request, response, { headers: { 'content-type': 'video/mp4' }, body });
    } else if (path === '/sequential/master.m3u8') {
      const master = await readFile(join(folder, 'vod', 'master.m3u8'), 'utf8');
      const mark = '#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID="butaca.sequential",VALUE="YES"';
      response.writeHead(200, { 'content-type': contentTypes['.m3u8'] });
      response.end(master.replace('#EXTM3U', mark).replace(/^(?=[^#\s])/gm, '/vod/'));
    } else if (path.startsWith('/spliced/')) {
      await streamSpliced(response, `${path.slice('/spliced/'.length)}.ts`);
    } else {
      sendFile(request, response, path === '/' ? '/page.html' : path, cutAt);
    }
  }

  /**
   * A live HLS playlist with a sliding window over the segments of the test film, which repeats forever, with a
   * discontinuity each time.
   */
  function livePlaylist(elapsedSeconds: number, prefix: string): string {
    return writePlaylist({
      first: firstSegment(elapsedSeconds),
      count: liveWindowSegments,
      seconds: 1,
      version: 3,
      repeatsAfter: mediaSeconds,
      countsDiscontinuities: true,
      nameOf: (index) => `${prefix}/vod/0${index % mediaSeconds}.ts?n=${index}`,
    });
  }

  /** A DASH manifest of the test film as a live stream that began some seconds ago and continues. */
  function liveManifest(film: string): string {
    const beganAt = new Date(Date.now() - aheadOfLiveManifestMs).toISOString();
    const live = `type="dynamic" availabilityStartTime="${beganAt}" suggestedPresentationDelay="PT2S"`;
    return film
      .replace('type="static"', live)
      .replace(/\s(?:mediaPresentationDuration|maxSegmentDuration)="[^"]*"/g, '');
  }

  function streamChannel(response: ServerResponse, limits: readonly string[] = [], file = 'film.ts'): void {
    connections += 1;
    response.writeHead(200, { 'content-type': contentTypes['.ts'] });
    putOnAir(response, { file: join(folder, file), to: limits, atEnd: () => response.end() });
    response.once('close', () => (connections -= 1));
  }

  /** Sends a channel in real time, of which every second part is an advertisement with other PIDs and another clock. */
  async function streamSpliced(response: ServerResponse, advertisement: string): Promise<void> {
    const parts = await Promise.all(['main.ts', advertisement].map((name) => readFile(join(folder, name))));
    const slicesOfPart = splicedSeconds * slicesPerSecond;
    let slice = 0;
    response.writeHead(200, { 'content-type': contentTypes['.ts'] });
    const send = (): void => {
      const part = parts[Math.floor(slice / slicesOfPart) % 2] ?? Buffer.alloc(0);
      const length = Math.ceil(part.length / slicesOfPart);
      const from = (slice % slicesOfPart) * length;
      response.write(part.subarray(from, from + length));
      slice += 1;
    };
    for (let ahead = 0; ahead < slicesPerSecond; ahead += 1) send();
    sendEvery(response, 1_000 / slicesPerSecond, machineClock, send);
  }

  /** Sends a file of the page, or of the videos. @param cutAt - the fraction after which the connection is cut */
  function sendFile(request: IncomingMessage, response: ServerResponse, path: string, cutAt?: number): void {
    const own = join(pageFolder, path);
    const file = existsSync(own) ? own : join(folder, path);
    const headers = {
      'content-type': contentTypeOf(path),
      'accept-ranges': 'bytes',
      'content-security-policy': policy,
    };
    const cut = cutAt !== undefined && { hasRanges: false, cutAt: Math.floor(statSync(file).size * cutAt) };
    sendAnswer(request, response, { headers, body: { file }, hasRanges: true, ...cut });
  }

  return {
    url: provider.origin,
    openConnections: () => connections,
    setAway(name, isAway, keptFraction = 0) {
      away.delete(name);
      if (!isAway) return;
      away.set(name, { keptFraction });
      for (const response of awaySockets.get(name) ?? []) response.destroy();
    },
    setStill: (name, state) => void stills.set(name, { state, sinceMs: Date.now() }),
    setHanging(name, isHanging) {
      if (isHanging) hanging.add(name);
      else hanging.delete(name);
    },
    refusalsOf: (name) => refusals.get(name) ?? 0,
    endedConnections: () => endingConnections,
    liveSequence: () => firstSegment((Date.now() - startedAtMs) / 1000),
    reportsOf: (run) => allReports.get(run) ?? [],
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    async waitForReport(run, describes) {
      const last = allReports.get(run)?.at(-1);
      if (last !== undefined && describes(last)) return last;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`not reported; last: ${JSON.stringify(allReports.get(run)?.at(-1))}`)),
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
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

/** The number of the first segment that the live playlist names after so many seconds. */
const firstSegment = (elapsedSeconds: number): number => Math.floor(elapsedSeconds) + mediaSeconds;

/**
 * Whether a request is for something that an absent provider does not deliver: of a film in segments of one second,
 * those after the kept fraction; of a film in one file, everything but the request for the whole file.
 */
function isBeyond(path: string, range: string | undefined, keptFraction: number): boolean {
  if (keptFraction === 0) return true;
  const segment = /(\d+)\.ts$/.exec(path)?.[1];
  if (segment !== undefined) return Number(segment.slice(-2)) >= keptFraction * mediaSeconds;
  return path.endsWith('.mp4') && (range ?? 'bytes=0-') !== 'bytes=0-';
}
