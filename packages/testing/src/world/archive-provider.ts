import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendAnswer } from './answers.ts';
import { startProvider, type Provider } from './provider.ts';
import { createTransportStream } from './transport-stream.ts';

/** What a request asked of the archive: the instant, in seconds since 1970, and for how long; without an end it runs to now. */
export interface AskedOfArchive {
  kind: string;
  fromSeconds: number;
  durationSeconds: number | undefined;
}

/**
 * A provider with channels and an archive of each, in every form that lists name. What it answers says which instant was asked
 * for: each second of its media is a frame whose number is that second since 1970.
 *
 * | kind | channel | archive |
 * |---|---|---|
 * | `default` | `/default/vivo.ts` | `/default/pasado.m3u8?from=S&to=S`, HLS with an end |
 * | `append` | `/append/vivo.ts` | the same with `?cutv=YYYY-MM-DDTHH:MM:SS` in UTC, MPEG-TS |
 * | `shift` | `/shift/vivo.m3u8` | the same with `?utc=S&lutc=S`, HLS that goes on |
 * | `fs` | `/fs/uno/index.m3u8`, `/fs/uno/mpegts` | `index-S-D.m3u8`, `index-S-now.m3u8`, `archive-S-D.ts`, `timeshift_abs-S.ts` |
 * | `xc` | `/live/ana/clave/7.ts` | `/timeshift/ana/clave/MINUTES/YYYY-MM-DD:HH-MM/7.ts` in the provider's zone |
 * | `vod` | `/vod/vivo.ts` | `/vod/S-D.ts`, a file with ranges |
 */
export interface ArchiveProvider extends AsyncDisposable {
  origin: string;
  upstream: Provider;
  /** What was asked of the archives, in order. Segments are not listed. */
  asked: AskedOfArchive[];
}

export interface ArchiveOptions {
  /** The present instant, in seconds since 1970. */
  nowSeconds(): number;
  /** By how many minutes the clocks in the provider's zone are ahead of UTC. */
  zoneMinutes?: number;
  segmentSeconds?: number;
  /** Makes the media of one segment; by default frames of one second each that tell their second. */
  makeSegment?: (fromSeconds: number) => Buffer;
}

const minuteSeconds = 60;

export async function startArchiveProvider({
  nowSeconds,
  zoneMinutes = 0,
  segmentSeconds = 4,
  makeSegment = (fromSeconds) => makeFrames(fromSeconds, segmentSeconds),
}: ArchiveOptions): Promise<ArchiveProvider> {
  const asked: AskedOfArchive[] = [];
  const upstream = await startProvider((request, response) => {
    const found = readRequest(new URL(request.url ?? '/', 'http://archivo.test'), zoneMinutes);
    if (found === undefined) return void response.writeHead(404).end();
    if (found.form === 'segment') return sendSegment(response, found.fromSeconds);
    if (found.kind !== 'live')
      asked.push({
        kind: found.kind,
        fromSeconds: found.fromSeconds,
        durationSeconds: found.durationSeconds,
      });
    const from = found.kind === 'live' ? nowSeconds() - 3 * segmentSeconds : found.fromSeconds;
    const end = found.durationSeconds === undefined ? undefined : from + found.durationSeconds;
    const until = Math.min(end ?? Infinity, nowSeconds());
    if (found.form === 'hls')
      return sendList(response, { from, until, isOver: end !== undefined && end <= until });
    sendMedia(request, response, { from, until, kind: found.kind });
  });

  function sendSegment(response: ServerResponse, fromSeconds: number): void {
    response.writeHead(200, { 'content-type': 'video/mp2t' }).end(makeSegment(fromSeconds));
  }

  function sendList(
    response: ServerResponse,
    { from, until, isOver }: { from: number; until: number; isOver: boolean },
  ): void {
    const lines = ['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${segmentSeconds}`];
    lines.push(`#EXT-X-PLAYLIST-TYPE:${isOver ? 'VOD' : 'EVENT'}`);
    for (let at = from; at < until; at += segmentSeconds)
      lines.push(`#EXTINF:${segmentSeconds},`, `/segmento/${at}.ts`);
    if (isOver) lines.push('#EXT-X-ENDLIST');
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(`${lines.join('\n')}\n`);
  }

  function sendMedia(
    request: IncomingMessage,
    response: ServerResponse,
    { from, until, kind }: { from: number; until: number; kind: string },
  ): void {
    const parts: Buffer[] = [];
    for (let at = from; at < until; at += segmentSeconds) parts.push(makeSegment(at));
    const body = Buffer.concat(parts);
    const headers = { 'content-type': 'video/mp2t' };
    sendAnswer(request, response, { headers, body, hasRanges: kind === 'vod' });
  }

  return {
    origin: upstream.origin,
    upstream,
    asked,
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}

interface FoundRequest extends AskedOfArchive {
  form: 'hls' | 'ts' | 'segment';
}

/** Reads a request by the provider's own forms. */
function readRequest({ pathname, searchParams }: URL, zoneMinutes: number): FoundRequest | undefined {
  const asked = (
    kind: string,
    form: FoundRequest['form'],
    from: number,
    duration?: number,
  ): FoundRequest => ({
    kind,
    form,
    fromSeconds: from,
    durationSeconds: duration,
  });
  const segment = /^\/segmento\/(\d+)\.ts$/.exec(pathname);
  if (segment !== null) return asked('', 'segment', Number(segment[1]));
  if (pathname === '/default/pasado.m3u8') {
    const from = Number(searchParams.get('from'));
    return asked('default', 'hls', from, Number(searchParams.get('to')) - from);
  }
  const cut = searchParams.get('cutv');
  if (pathname === '/append/vivo.ts' && cut !== null)
    return asked('append', 'ts', secondsOf(`${cut}Z`), 3_600);
  const utc = searchParams.get('utc');
  if (pathname === '/shift/vivo.m3u8' && utc !== null) return asked('shift', 'hls', Number(utc));
  const list = /^\/fs\/uno\/index-(\d+)-(\d+|now)\.m3u8$/.exec(pathname);
  if (list !== null) return asked('fs', 'hls', Number(list[1]), numberOf(list[2]));
  const bytes = /^\/fs\/uno\/(?:archive-(\d+)-(\d+)|timeshift_abs-(\d+))\.ts$/.exec(pathname);
  if (bytes !== null) return asked('fs', 'ts', Number(bytes[1] ?? bytes[3]), numberOf(bytes[2]));
  const xtream = /\/timeshift\/ana\/clave\/(\d+)\/(\d{4}-\d\d-\d\d):(\d\d)-(\d\d)\/7\.ts$/.exec(pathname);
  if (xtream !== null) {
    const [, minutes, day, hour, minute] = xtream;
    const local = secondsOf(`${day}T${hour}:${minute}:00Z`);
    return asked('xc', 'ts', local - zoneMinutes * minuteSeconds, Number(minutes) * minuteSeconds);
  }
  const film = /^\/vod\/(\d+)-(\d+)\.ts$/.exec(pathname);
  if (film !== null) return asked('vod', 'ts', Number(film[1]), Number(film[2]));
  const live = /\.(m3u8|ts)$|\/mpegts$/.exec(pathname);
  return live === null ? undefined : asked('live', live[1] === 'm3u8' ? 'hls' : 'ts', 0);
}

const secondsOf = (written: string): number => Date.parse(written) / 1_000;
const numberOf = (text: string | undefined): number | undefined =>
  text === undefined || text === 'now' ? undefined : Number(text);

function makeFrames(fromSeconds: number, seconds: number): Buffer {
  const stream = createTransportStream({
    groupFrames: 1,
    framePackets: 3,
    firstFrame: fromSeconds,
    startTicks: (fromSeconds % 3_600) * 90_000,
  });
  return Buffer.concat(Array.from({ length: seconds }, () => stream.frame()));
}
