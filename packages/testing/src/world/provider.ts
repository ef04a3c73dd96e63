import { EventEmitter, once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { machineClock, type FrameClock } from '../frame-clock.ts';
import { sendAnswer, type Answer } from './answers.ts';
import { serveFailingPath } from './failing-paths.ts';

export interface SeenRequest {
  method: string;
  /** The path of the request to the provider, with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** How many bytes the provider has written to the connection of this request so far, headers included. */
  sentBytes: number;
  /**
   * A promise that resolves when the response to this request has ended: complete (`whole`), or cut off by the client
   * (`cut`).
   */
  ended: Promise<'whole' | 'cut'>;
}

/** Answers a request itself; without an answer the client waits. When its promise is rejected, the connection is cut. */
export type Handler =
  | ((request: IncomingMessage, response: ServerResponse) => void)
  | ((request: IncomingMessage, response: ServerResponse) => Promise<void>);

/**
 * A provider of the tests and measurements: an HTTP server on this machine whose answers are data (`Answer`) or written by a
 * handler. What has no answer of its own is looked up among the paths that every provider has, all below `origin`:
 *
 * - `/live/index.m3u8` a live playlist whose window slides with `advanceLive`; `/live/<n>.ts` its segments
 * - `/vod/master.m3u8`, `/vod/index.m3u8`, `/vod/<n>.ts`, `/vod/key.bin` a film
 * - `/file.mp4` `fileBytes`, with ranges, an entity tag and a date
 * - `/guarded/index.m3u8`, `/guarded/<n>.ts` 403 without the user agent `Reproductor/1.0` and referer
 *   `https://portal.example/`
 * - `/redirect?to=<URL>` 302 · `/hops/<n>` n redirects, then the live playlist · `/loop` redirects to itself
 * - `/endless.ts` sends without end, as fast as it is read, `/steady.ts` at the speed of a channel · `/drip.ts`,
 *   `/drip.m3u8` one byte at a time
 * - `/dies.ts` is cut off in the middle · `/short.ts` announces more than it sends · `/hangs-up` closes without an
 *   answer
 * - `/html` a web page · `/silent` never answers · `/stops.ts` begins and then sends nothing more
 * - `/huge.m3u8` over 2 MB · `/gzip.m3u8` compressed even if not accepted · `/status/<n>` the HTTP status n
 */
export interface Provider extends AsyncDisposable {
  /** The base URL of the provider: `http://127.0.0.1:<port>`. */
  origin: string;
  port: number;
  /** The provider's HTTP server; its event `connection` takes connections in memory too. */
  server: Server;
  /** Every request that the provider has received, in order; none where `isForgetful`. */
  seen: SeenRequest[];
  /** How many requests the provider has received, how many it is answering, and how many it answered at once at most. */
  counts: { requests: number; open: number; most: number };
  /**
   * How many connections clients have opened to the provider so far, including those that never sent a request.
   */
  countConnections(): number;
  countOpenConnections(): number;
  /** Sets the answer of the provider to requests for a path, its query included. */
  answer(path: string, answer: Answer): void;
  /** Sets a handler for all paths of the provider that begin with this prefix; of several that fit, the first that was set answers. */
  serve(prefix: string, handler: Handler): void;
  /** Slides the window of `/live/index.m3u8` by one segment: the newest is added, the oldest removed. */
  advanceLive(): void;
  /** Waits until the provider has received a request for this path; one that came before counts too. */
  waitFor(path: string): Promise<SeenRequest>;
  /** Cuts every connection and refuses new ones, as a server that is down. */
  goAway(): Promise<void>;
  /** Listens again on the same port. */
  comeBack(): Promise<void>;
}

/** Where servers answer without sockets, as in the network of `createMemoryNetwork`. */
export interface ServersInMemory {
  readonly host: string;
  /** Lets a server answer at a port of its own. @returns the port */
  serve(server: Server): number;
  /** Breaks all connections to a port, and lets nothing answer there any more. */
  close(port: number): void;
}

/** Where a provider listens, and what it remembers. */
export interface ProviderOptions {
  /** An address of this machine, by default 127.0.0.1, or a network in memory. */
  on?: string | ServersInMemory;
  port?: number;
  /** When it sends what it sends bit by bit; by default the clock of the machine. */
  clock?: FrameClock;
  /** Whether the provider keeps no list of its requests: a measurement sends too many. */
  isForgetful?: boolean;
}

/**
 * Starts a provider.
 *
 * @param handler - answers every request; by default the answers and handlers that are set later, and the paths that every
 *   provider has
 */
export async function startProvider(
  handler?: Handler,
  { on = '127.0.0.1', port = 0, clock = machineClock, isForgetful = false }: ProviderOptions = {},
): Promise<Provider> {
  const answers = new Map<string, Answer>();
  const handlers = new Map<string, Handler>(handler === undefined ? [] : [['', handler]]);
  const sockets = new Set<Socket>();
  const requests = new EventEmitter();
  let connections = 0;
  let liveSequence = 100;

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    count(provider.counts, response);
    if (!isForgetful) {
      const record = watch(request, response);
      provider.seen.push(record);
      requests.emit(path, record);
    }
    const own = answers.get(path);
    if (own !== undefined) return sendAnswer(request, response, own, clock);
    const served = [...handlers].find(([prefix]) => path.startsWith(prefix))?.[1];
    if (served !== undefined) return handle(served, request, response);
    const { origin } = provider;
    serveFailingPath(request, response, { origin, liveSequence: () => liveSequence, clock });
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  const host = typeof on === 'string' ? on : on.host;
  const listen = async (at: number): Promise<number> => {
    if (typeof on !== 'string') return on.serve(server);
    await once(server.listen(at, on), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const bound = await listen(port);

  const provider: Provider = {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    server,
    seen: [],
    counts: { requests: 0, open: 0, most: 0 },
    countConnections: () => connections,
    countOpenConnections: () => sockets.size,
    answer: (path, answer) => void answers.set(path, answer),
    serve: (prefix, served) => void handlers.set(prefix, served),
    advanceLive() {
      liveSequence += 1;
    },
    async waitFor(path) {
      const known = provider.seen.find((request) => request.path === path);
      if (known !== undefined) return known;
      const [request] = (await once(requests, path)) as [SeenRequest];
      return request;
    },
    async goAway() {
      for (const socket of sockets) socket.destroy();
      if (typeof on !== 'string') return on.close(bound);
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
    async comeBack() {
      if ((await listen(bound)) !== bound) throw new Error('a server in memory has another port each time');
    },
    [Symbol.asyncDispose]: () => provider.goAway(),
  };
  return provider;
}

function handle(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
  Promise.resolve(handler(request, response)).catch(() => response.destroy());
}

function count(counts: Provider['counts'], response: ServerResponse): void {
  counts.requests += 1;
  counts.open += 1;
  counts.most = Math.max(counts.most, counts.open);
  response.once('close', () => (counts.open -= 1));
}

function watch(request: IncomingMessage, response: ServerResponse): SeenRequest {
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    get sentBytes() {
      return socket.bytesWritten - sentBefore;
    },
    ended: once(response, 'close').then(() => (response.writableFinished ? 'whole' : 'cut')),
  };
}

/** The name of a provider in tests of the gateway: the server behind a source. */
export type FakeUpstream = Provider;
export const startFakeUpstream = (
  on: string | ServersInMemory = '127.0.0.1',
  port = 0,
  clock: FrameClock = machineClock,
): Promise<Provider> => startProvider(undefined, { on, port, clock });
