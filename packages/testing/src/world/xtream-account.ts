import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAccountMedia, type AccountMedia, type ServeMedia } from './account-media.ts';
import { machineClock, type FrameClock } from '../frame-clock.ts';
import { sendAnswer, type Answer } from './answers.ts';
import { createTransportStream } from './transport-stream.ts';
import { startFakeUpstream, type Provider, type ServersInMemory } from './provider.ts';

/**
 * How the fake Xtream server answers calls. `good`: as asked · `expired`: the account has ended, and lists are empty ·
 * `busy`: 429 with a time to wait · `html`: a page in place of JSON · `absent`: 404 for calls · `dies`: lists are cut off in
 * the middle
 */
export type XtreamManner = 'good' | 'expired' | 'busy' | 'html' | 'absent' | 'dies';

type Item = Record<string, unknown>;
type Kind = 'live' | 'vod' | 'series';

/**
 * A fake server of an Xtream account on a real socket, below a sub-path: `player_api.php`, `get.php`, and media at
 * `/live/`, `/movie/`, `/series/` and, for past programmes, `/timeshift/`. Wrong names and passwords are refused as servers do: `auth` 0 for calls, 403 for
 * media.
 */
export interface FakeXtreamAccount extends AsyncDisposable {
  /** The address of the server with its sub-path, with a slash at its end. */
  base: string;
  upstream: Provider;
  username: string;
  password: string;
  manner: XtreamManner;
  media: AccountMedia;
  /** Fields of `user_info` that differ from those of an ordinary account, such as `{ auth: '1', exp_date: '' }`. */
  user: Item;
  categories: Record<Kind, Item[]>;
  items: Record<Kind, Item[]>;
  /** The `episodes` of each series by its number, as an object, an array of seasons or one array. */
  episodes: Map<string, unknown>;
  retryAfterSeconds: number;
  /** Answers that are written already, by their actions, for accounts whose lists are long. */
  bodies: Map<string, string>;
  /** How many more times the answer of each call is cut off in the middle, by its action. */
  breaks: Map<string, number>;
  /** The calls so far: their actions, or `account`, and the number of the series where there is one. */
  calls: string[];
  /** What was asked of the archive: minutes, beginning and file. */
  archived: string[];
}

const folder = '/panel';

export async function startFakeXtreamAccount(
  on?: string | ServersInMemory,
  clock: FrameClock = machineClock,
): Promise<FakeXtreamAccount> {
  const upstream = await startFakeUpstream(on, 0, clock);
  const { media, serve: serveMedia, serveToken } = createAccountMedia(folder, clock);
  const account: FakeXtreamAccount = {
    base: `${upstream.origin}${folder}/`,
    upstream,
    username: 'ana',
    password: 's3cr3t0',
    manner: 'good',
    media,
    user: {},
    categories: { live: [], vod: [], series: [] },
    items: { live: [], vod: [], series: [] },
    episodes: new Map(),
    retryAfterSeconds: 120,
    bodies: new Map(),
    breaks: new Map(),
    calls: [],
    archived: [],
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
  upstream.serve(`${folder}/t/`, (request, response) =>
    serveToken(request.url?.slice(folder.length) ?? '', request, response),
  );
  upstream.serve(`${folder}/`, (request, response) => serve(account, serveMedia, request, response));
  return account;
}

function serve(
  account: FakeXtreamAccount,
  serveMedia: ServeMedia,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? '/', account.upstream.origin);
  const path = url.pathname.slice(folder.length);
  const answer =
    path === '/player_api.php'
      ? answerCall(account, url.searchParams)
      : path === '/get.php'
        ? answerList(account, url.searchParams)
        : undefined;
  if (answer !== undefined) return sendAnswer(request, response, answer);
  const [, kind, username, password, archived, file = ''] =
    /^\/(live|movie|series|timeshift)\/([^/]+)\/([^/]+)\/(?:(\d+\/[\d:-]+)\/)?([\w-]+\.\w+)$/.exec(path) ??
    [];
  const isOwn =
    decodeURIComponent(username ?? '') === account.username &&
    decodeURIComponent(password ?? '') === account.password;
  if (kind === undefined) return void response.writeHead(404).end();
  if (!isOwn || account.manner === 'expired') return void response.writeHead(403).end();
  if (kind === 'timeshift') {
    account.archived.push(`${archived} ${file}`);
    const { frame } = createTransportStream({ groupFrames: 1 });
    const body = Buffer.concat(Array.from({ length: 50 }, frame));
    return sendAnswer(request, response, { headers: { 'content-type': 'video/mp2t' }, body });
  }
  serveMedia({ kind: kind as 'live' | 'movie' | 'series', file }, request, response);
}

const isOwner = ({ username, password }: FakeXtreamAccount, query: URLSearchParams): boolean =>
  query.get('username') === username && query.get('password') === password;

function answerCall(account: FakeXtreamAccount, query: URLSearchParams): Answer {
  const action = query.get('action') ?? '';
  const seriesId = query.get('series_id');
  account.calls.push([action || 'account', ...(seriesId === null ? [] : [seriesId])].join(' '));
  if (account.manner === 'busy')
    return { status: 429, headers: { 'retry-after': String(account.retryAfterSeconds) } };
  if (account.manner === 'absent') return { status: 404, body: 'no existe' };
  if (account.manner === 'html')
    return { headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Hola</h1>' };
  const known = account.bodies.get(action);
  const body = Buffer.from(known ?? JSON.stringify(answerOf(account, query, action)));
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const breaks = account.breaks.get(action) ?? 0;
  account.breaks.set(action, Math.max(breaks - 1, 0));
  const isCut = (account.manner === 'dies' && action !== '') || breaks > 0;
  return { headers, body, ...(isCut && { cutAt: 'half' }) };
}

function answerOf(account: FakeXtreamAccount, query: URLSearchParams, action: string): unknown {
  // What servers answer to a wrong password: no account, and no reason.
  if (!isOwner(account, query)) return { user_info: { auth: 0 } };
  const hasEnded = account.manner === 'expired';
  const [, kind, what] = /^get_(live|vod|series)_(categories|streams)$/.exec(action) ?? [];
  if (action === 'get_series') return hasEnded ? [] : account.items.series;
  if (action === 'get_series_info')
    return {
      info: { name: 'Serie' },
      seasons: [],
      episodes: account.episodes.get(query.get('series_id') ?? '') ?? [],
    };
  if (kind !== undefined && hasEnded) return [];
  if (kind !== undefined) return (what === 'streams' ? account.items : account.categories)[kind as Kind];
  return describeAccount(account);
}

function describeAccount({ username, password, upstream, user, manner }: FakeXtreamAccount): object {
  return {
    user_info: {
      username,
      password,
      message: 'Bienvenida',
      auth: 1,
      status: manner === 'expired' ? 'Expired' : 'Active',
      exp_date: manner === 'expired' ? '1600000000' : null,
      is_trial: '0',
      active_cons: '0',
      max_connections: '2',
      allowed_output_formats: ['m3u8', 'ts'],
      ...user,
    },
    server_info: { url: '127.0.0.1', port: String(upstream.port), timezone: 'Europe/Madrid' },
  };
}

function answerList(account: FakeXtreamAccount, query: URLSearchParams): Answer {
  if (!isOwner(account, query)) return { status: 401 };
  const { base } = account;
  const [username, password] = [account.username, account.password].map(encodeURIComponent);
  const lines = account.items.live.map(
    ({ name, stream_id: id }) =>
      `#EXTINF:-1,${String(name)}\n${base}live/${username}/${password}/${String(id)}.ts\n`,
  );
  return { headers: { 'content-type': 'audio/x-mpegurl' }, body: `#EXTM3U\n${lines.join('')}` };
}
