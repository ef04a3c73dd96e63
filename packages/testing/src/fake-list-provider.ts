import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startFakeUpstream, type FakeUpstream } from './fake-upstream.ts';

/**
 * How the fake provider answers requests for its list. `tagged`: with an entity tag and a date, and 304 for who has the
 * same · `plain`: without either · `gzip`: packed · `bomb`: packed to far more than it is · `html`: a page in place of the
 * list · `empty`: a list without entries · `busy`: 429 with a time to wait · `unauthorized`: 401 · `gone`: 404 · `dies`: cut
 * off in the middle · `slow`: the first half, and the second when the test says so · `silent`: never
 */
export type ListManner =
  | 'tagged'
  | 'plain'
  | 'gzip'
  | 'bomb'
  | 'html'
  | 'empty'
  | 'busy'
  | 'unauthorized'
  | 'gone'
  | 'dies'
  | 'slow'
  | 'silent';

/**
 * A fake provider on a real socket that supplies a list of channels at an address with credentials. It answers no calls of an
 * Xtream account: `player_api.php` is 404.
 */
export interface FakeListProvider extends AsyncDisposable {
  /** The address of the list, with a user name and a password in its query. */
  address: string;
  upstream: FakeUpstream;
  manner: ListManner;
  /** The names of the channels of the list. */
  names: string[];
  /** The extension of the addresses of streams: `.m3u8` unless a test changes it, `.mkv` for films and chapters. */
  extension: '.m3u8' | '.ts' | '.mkv';
  /** Attributes that every entry of the list has. */
  attributes: string;
  /** How many more times the list is cut off in the middle before it comes in its manner. */
  breaks: number;
  /** How many seconds a busy provider asks to wait. */
  retryAfterSeconds: number;
  /** Sends the second half of every list that is being sent slowly. */
  finish(): void;
  /**
   * Writes an entry of the list, whose stream is on this provider, at an address with the user name and the password as
   * those of real lists are: `/live/<user name>/<password>/<name>.m3u8`.
   */
  entryOf(name: string): string;
}

const path = '/get.php';
const username = 'ana';
const password = 's3cr3t0';
const query = `?username=${username}&password=${password}&type=m3u_plus`;
/** When the list was changed last, as a header says it. */
const modified = 'Mon, 23 Nov 2026 10:00:00 GMT';
const bombBytes = 64 * 1_048_576;

export async function startFakeListProvider(names: readonly string[] = []): Promise<FakeListProvider> {
  const upstream = await startFakeUpstream();
  const halves = new Set<() => void>();
  const provider: FakeListProvider = {
    address: `${upstream.origin}${path}${query}`,
    upstream,
    manner: 'tagged',
    breaks: 0,
    names: [...names],
    extension: '.m3u8',
    attributes: 'group-title="Noticias"',
    retryAfterSeconds: 120,
    finish() {
      for (const send of halves) send();
      halves.clear();
    },
    entryOf: (name) =>
      `#EXTINF:-1 ${provider.attributes},${name}\n${upstream.origin}/${provider.extension === '.mkv' ? 'movie' : 'live'}/${username}/${password}/${encodeURIComponent(name)}${provider.extension}\n`,
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
  upstream.serve(path, (request, response) => serveList(provider, halves, request, response));
  return provider;
}

function serveList(
  provider: FakeListProvider,
  halves: Set<() => void>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const list = `#EXTM3U\n${provider.names.map(provider.entryOf).join('')}`;
  const send = (status: number, headers: Record<string, string>, body: string | Buffer) =>
    void response.writeHead(status, headers).end(body);
  if (provider.breaks > 0) {
    provider.breaks -= 1;
    response.writeHead(200, { 'content-length': String(list.length) });
    return void response.write(list.slice(0, list.length / 2), () => response.destroy());
  }
  switch (provider.manner) {
    case 'tagged': {
      const tag = `"${createHash('sha256').update(list).digest('hex').slice(0, 16)}"`;
      const headers = { etag: tag, 'last-modified': modified };
      return request.headers['if-none-match'] === tag ? send(304, headers, '') : send(200, headers, list);
    }
    case 'plain':
      return send(200, {}, list);
    case 'gzip':
      return send(200, { 'content-type': 'application/gzip' }, gzipSync(list));
    case 'bomb':
      return send(200, {}, gzipSync(Buffer.alloc(bombBytes, '#')));
    case 'html':
      return send(200, { 'content-type': 'text/html' }, '<!doctype html><h1>Cuenta caducada</h1>');
    case 'empty':
      return send(200, {}, '#EXTM3U\n');
    case 'busy':
      return send(429, { 'retry-after': String(provider.retryAfterSeconds) }, '');
    case 'unauthorized':
      return send(401, {}, '');
    case 'gone':
      return send(404, {}, '');
    case 'dies':
      response.writeHead(200, { 'content-length': String(list.length) });
      response.write(list.slice(0, list.length / 2), () => response.destroy());
      return;
    case 'silent':
      return;
    case 'slow':
      response.writeHead(200, { 'content-length': String(list.length) });
      response.write(list.slice(0, list.length / 2));
      halves.add(() => response.end(list.slice(list.length / 2)));
  }
}
