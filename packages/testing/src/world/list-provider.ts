import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { makeZip } from '../make-zip.ts';
import { sendAnswer, type Answer } from './answers.ts';
import { startProvider, type Provider } from './provider.ts';

/**
 * How the fake provider answers requests for its list. `tagged`: with an entity tag and a date, and 304 for who has the
 * same · `plain`: without either · `gzip`: packed · `zip`: packed, beside a text that is no list · `bomb`: packed to far more than it is · `html`: a page in place of the
 * list · `empty`: a list without entries · `busy`: 429 with a time to wait · `unauthorized`: 401 · `gone`: 404 · `dies`: cut
 * off in the middle · `slow`: the first half, and the second when the test says so · `silent`: never
 */
export type ListManner =
  | 'tagged'
  | 'plain'
  | 'gzip'
  | 'zip'
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
  upstream: Provider;
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
  const upstream = await startProvider();
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
  const isBroken = provider.breaks > 0;
  if (isBroken) provider.breaks -= 1;
  const answer = isBroken ? answersTo(list, provider).dies : answersTo(list, provider)[provider.manner];
  const isKnown = request.headers['if-none-match'] === tagOf(list) && answer.headers?.['etag'] !== undefined;
  sendAnswer(request, response, isKnown ? { ...answer, status: 304, body: '' } : answer);
  const bytes = Buffer.from(list);
  if (provider.manner === 'slow' && !isBroken)
    halves.add(() => response.end(bytes.subarray(bytes.length / 2)));
}

const tagOf = (list: string): string => `"${createHash('sha256').update(list).digest('hex').slice(0, 16)}"`;

/** What the provider answers in each manner. */
function answersTo(list: string, { retryAfterSeconds }: FakeListProvider): Record<ListManner, Answer> {
  const bytes = Buffer.from(list);
  const half = { headers: { 'content-length': bytes.length }, body: bytes.subarray(0, bytes.length / 2) };
  return {
    tagged: { headers: { etag: tagOf(list), 'last-modified': modified }, body: list },
    plain: { body: list },
    get gzip() {
      return { headers: { 'content-type': 'application/gzip' }, body: gzipSync(list) };
    },
    get zip() {
      const files = [
        { name: 'leeme.txt', content: 'Gracias por su compra.' },
        { name: 'lista.m3u', content: list },
      ];
      return { headers: { 'content-type': 'application/zip' }, body: makeZip(files) };
    },
    get bomb() {
      return { body: gzipSync(Buffer.alloc(bombBytes, '#')) };
    },
    html: { headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Cuenta caducada</h1>' },
    empty: { body: '#EXTM3U\n' },
    busy: { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } },
    unauthorized: { status: 401 },
    gone: { status: 404 },
    dies: { ...half, cutAt: 'end' },
    silent: { afterMs: Infinity },
    slow: { ...half, ending: 'open' },
  };
}
