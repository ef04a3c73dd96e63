import { EventEmitter, once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { machineClock, type FrameClock } from './frame-clock.ts';
import type { MemoryNetwork } from './memory-network.ts';
import { sendInManner, serveFakePath, type Manner } from './fake-upstream-paths.ts';

export interface SeenRequest {
  method: string;
  /** The path of the request to the fake media provider, with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** How many bytes the fake media provider has written to the connection of this request so far, headers included. */
  sentBytes: number;
  /**
   * A promise that resolves when the response to this request has ended: complete (`whole`), or cut off by the client
   * (`cut`).
   */
  ended: Promise<'whole' | 'cut'>;
}

/** The answer that a test sets for one path of the fake media provider. */
export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** How the fake media provider sends the body: slowly, cut off or endlessly; by default complete and at once. */
  manner?: Manner;
}

/**
 * A fake media provider, on a real socket unless a test gives it a network in memory, with the faults of real providers. Its paths, all below `origin`:
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
export interface FakeUpstream extends AsyncDisposable {
  /** The base URL of the fake media provider: `http://127.0.0.1:<port>`. */
  origin: string;
  port: number;
  /** Every request that the fake media provider has received, in order. */
  seen: SeenRequest[];
  /**
   * How many connections clients have opened to the fake media provider so far, including those that never sent a
   * request.
   */
  countConnections(): number;
  countOpenConnections(): number;
  /** Sets the answer of the fake media provider to requests for a path, its query included. */
  answer(path: string, answer: FakeAnswer): void;
  /** Sets a request handler for all paths of the fake media provider that begin with this prefix. */
  serve(prefix: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Slides the window of the fake provider's live playlist by one segment: the newest is added, the oldest removed. */
  advanceLive(): void;
  /** Waits until the fake media provider has received a request for this path; one that came before counts too. */
  waitFor(path: string): Promise<SeenRequest>;
}

/**
 * Starts a fake media provider, a server with playlists, segments and files.
 *
 * @param on - the address of this machine to listen on, by default 127.0.0.1, or a network in memory
 * @param clock - when it sends what it sends bit by bit; by default the clock of the machine
 */
export async function startFakeUpstream(
  on: string | MemoryNetwork = '127.0.0.1',
  port = 0,
  clock: FrameClock = machineClock,
): Promise<FakeUpstream> {
  const seen: SeenRequest[] = [];
  const answers = new Map<string, FakeAnswer>();
  const handlers = new Map<string, Parameters<FakeUpstream['serve']>[1]>();
  const sockets = new Set<Socket>();
  const requests = new EventEmitter();
  let connections = 0;
  let liveSequence = 100;

  const server = createServer((request, response) => {
    const record = watch(request, response);
    seen.push(record);
    requests.emit(record.path, record);
    const own = answers.get(record.path);
    if (own !== undefined) {
      response.writeHead(own.status ?? 200, own.headers ?? {});
      if (own.manner === undefined) response.end(own.body);
      else sendInManner(response, Buffer.from(own.body ?? ''), own.manner, clock);
      return;
    }
    const served = [...handlers].find(([prefix]) => record.path.startsWith(prefix));
    if (served !== undefined) return served[1](request, response);
    serveFakePath(request, response, { origin: upstream.origin, liveSequence: () => liveSequence, clock });
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  const host = typeof on === 'string' ? on : on.host;
  const bound = typeof on === 'string' ? await listen(server, on, port) : on.serve(server);

  const upstream: FakeUpstream = {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    seen,
    countConnections: () => connections,
    countOpenConnections: () => sockets.size,
    answer: (path, answer) => void answers.set(path, answer),
    serve: (prefix, handler) => void handlers.set(prefix, handler),
    advanceLive() {
      liveSequence += 1;
    },
    async waitFor(path) {
      const known = seen.find((request) => request.path === path);
      if (known !== undefined) return known;
      const [request] = (await once(requests, path)) as [SeenRequest];
      return request;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      if (typeof on !== 'string') return on.close(bound);
      server.close();
      await once(server, 'close');
    },
  };
  return upstream;
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
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
