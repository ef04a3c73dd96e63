/*
 * A fake of the product's server: its whole API on a real socket, with state in memory and without a database. The web
 * client's screens are tested against it. Requests and answers are checked with the schemas of `@butaca/contract`, so
 * that the fake server cannot silently differ from the real API. If a route answers with an error code that its
 * endpoint does not declare, the fake server reports a fault of its own.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  deviceIdPattern,
  emptyPagesHeader,
  endpoints,
  errorCatalogue,
  errorsOf,
  planHeader,
  type Endpoint,
  type ErrorCode,
  type RouteKey,
} from '@butaca/contract';
import {
  FakeAccepted,
  FakeDrop,
  FakeOddity,
  FakeRefusal,
  FakeSilence,
  FakeWordless,
  type FakeCaller,
} from './fake-server-caller.ts';
import { fakeConversions } from './fake-server-delivery.ts';
import { createFakeMemory, openFakeSession, type FakeMemory } from './fake-server-memory.ts';
import { drawFakeImage } from './fake-server-images.ts';
import { fakeRoutes } from './fake-server-routes.ts';
import { createFakeSwitches, type FakeSwitches } from './fake-server-switches.ts';
import { listFakeEmptyPages } from './fake-server-videos.ts';
import { readForm } from './read-form.ts';

/**
 * A fake of the product's server, for tests of the web client. Some faults are triggered by what a person types or
 * opens (the numbers are HTTP statuses), others by the switches of a test (`FakeSwitches`):
 *
 * - users to sign in as, password `fakePassword`: `valentina` (premium), `gerardo` (gplay), `ada` (admin); `inactiva`
 *   is refused; `caido` 503 · `deprisa` 429 · `raro` an answer without a token · `lento` never answers
 * - the code `fakeCode` is right for every second factor
 * - user names to register: an existing one 409 · `cerrado` 409 · `pendiente` waits for approval · `raro` an empty
 *   answer; the password `contraseña` is refused as too common
 * - users with restricted catalogues: `vacio` sees nothing · `sinsecciones` 503 for sections · `sincanales` 503 for
 *   channels; for everyone, the section `Averiada` is 503 and `Vacía` empty
 * - channels to open: `averiado` 503 · `sin-datos` an empty answer · `sin-ficha` an answer without an item ·
 *   `sin-direccion` no URL to play · `sin-formato` 409; channels of section `Prueba` have a trial
 * - videos to open: `averiado` 503 · `sin-datos` an empty answer · `sin-ficha` an answer without an item; a denial offers a trial (`memory.trial`), which
 *   `useTrial=true` uses; the home page is 503 for `sincanales`
 * - requests for streams: 404, but with `memory.hasStreams` one byte each; `memory.streamRefusal` is the error code for
 *   every stream, and `memory.conversionRefusal` for converted streams: those requested with `play=remux`, and those of
 *   `memory.unplayableIds`
 * - the extra content of watch pages (`memory.enrichment` is `gemini` or `fallback`): `sin-ia` 503 for all three kinds
 *   · `sin-informacion`, `sin-tema`, `sin-recomendaciones` 503 for one kind · `ia-vacia` hidden values and no
 *   recommendations · `ia-lenta` never answers · `ia-hostil` script and markup in every text · `ia-del-genero`
 *   statements about a genre · `ia-un-dato` only the director · `ia-a-medias` recommendations of both sources
 * - searches, of videos and of everything: `avería` 503
 * - images: drawn for every item, but 404 for items whose id contains `sin-imagen`
 * - administration: one-time passwords are `unica-<user>-1`, `-2`…; the search `avería` 503 · deleting `averiado` 503
 * - imports: the file name `ocupada.m3u` 409 · `lenta.m3u` sent with `Prefer: respond-async` keeps running until the
 *   test changes it in `memory.imports`; every other import has ended when its upload is answered · undoing `averiado`
 *   503
 */
export interface FakeServer extends AsyncDisposable, FakeSwitches {
  /** The base URL of the fake server: `http://127.0.0.1:<port>`. */
  origin: string;
  memory: FakeMemory;
  /** Every API call that the fake server has received, in order. */
  seen: FakeCall[];
  /** Creates a session of a person on a device without a login request, and returns its token. */
  signIn(username: string, deviceId: string): string;
}

/** One API call that the fake server has received. */
export interface FakeCall {
  /** Method, path and query of the call, such as `GET /api/channels/list?section=Cine`. */
  call: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

const endpointByRoute = new Map<string, Endpoint>(
  Object.values(endpoints).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

/**
 * The API endpoints, those whose path ends with `?view=…` before the others, because the first endpoint that matches a
 * request answers it.
 */
const endpointsByView = [...endpointByRoute]
  .toSorted(([, one], [, other]) => Number(other.path.includes('?')) - Number(one.path.includes('?')))
  .map(([route, endpoint]) => {
    const [path = '', view] = endpoint.path.split('?view=');
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    return {
      route: route as RouteKey,
      endpoint,
      view,
      names,
      form: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`),
    };
  });

/** Starts the fake server on this machine, on a free port unless one is given. */
export async function startFakeServer(givenPort = 0): Promise<FakeServer> {
  const seen: FakeCall[] = [];
  const { pass, ...switches } = createFakeSwitches();
  const server = createServer();
  // By default Node closes a connection that was idle for five seconds. On a busy machine a client may send its next
  // request at that moment, which then fails without an answer.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(givenPort, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const memory = createFakeMemory(origin);
  server.on('request', (request, response) => {
    answer({ memory, seen, pass }, request, response).catch((error: unknown) => {
      send(response, 500, { error: `The fake server failed: ${String(error)}`, code: 'fake.failed' });
    });
  });
  return {
    origin,
    memory,
    seen,
    ...switches,
    signIn: (username, deviceId) => openFakeSession(memory, username, deviceId),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function answer(
  { memory, seen, pass }: Pick<FakeServer, 'memory' | 'seen'> & { pass(route: RouteKey): Promise<void> },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('date', new Date(Date.now() + memory.clockAheadMs).toUTCString());
  if (request.method === 'OPTIONS') {
    response.writeHead(204, crossOriginHeaders).end();
    return;
  }
  const url = new URL(request.url ?? '/', 'http://fake');
  const { body, file, form } = await readBody(request);
  seen.push({ call: `${request.method} ${url.pathname}${url.search}`, headers: request.headers, body });
  try {
    if (request.method === 'GET' && url.pathname.startsWith('/api/images/')) {
      sendImage(response, drawFakeImage(url.pathname));
      return;
    }
    if (url.pathname.startsWith('/api/stream/') && memory.streamRefusal !== null) {
      throw new FakeRefusal(memory.streamRefusal);
    }
    if (url.pathname.startsWith(fakeConversions) && memory.conversionRefusal !== null) {
      throw new FakeRefusal(memory.conversionRefusal);
    }
    if (url.pathname.startsWith('/api/stream/') && memory.hasStreams) {
      response
        .writeHead(200, { 'content-type': 'application/octet-stream', ...crossOriginHeaders })
        .end('\0');
      return;
    }
    const found = findRoute(request.method ?? 'GET', url);
    if (found === undefined) throw new FakeRefusal('route.not_found');
    await pass(found.route);
    const isAsync = request.headers['prefer'] === 'respond-async';
    const caller = { ...identify(memory, found.endpoint, request.headers, response), file, form, isAsync };
    const input = parseInput(found.endpoint, {
      params: found.params,
      query: Object.fromEntries(url.searchParams),
      body,
      form,
    });
    const output = callRoute(found.route, input, caller);
    if (found.endpoint.flow !== undefined) {
      await sendFlow(response, found.endpoint, () => callRoute(found.route, input, caller));
      return;
    }
    send(response, found.endpoint.status, found.endpoint.output.parse(output));
  } catch (error) {
    if (error instanceof FakeSilence) return;
    if (error instanceof FakeDrop) response.destroy();
    else if (error instanceof FakeWordless) send(response, 500, {});
    else if (error instanceof FakeOddity) send(response, 200, error.body);
    else if (error instanceof FakeAccepted) send(response, 202, error.body);
    else if (error instanceof FakeRefusal) refuse(response, request, error, memory);
    else throw error;
  }
}

/**
 * Calls the fake server's function for an API route. The cast is needed because TypeScript cannot relate the type of a
 * route name to the type of its input.
 */
function callRoute(route: RouteKey, input: object, caller: FakeCaller): unknown {
  const handle = fakeRoutes[route] as (input: object, caller: FakeCaller) => unknown;
  return handle(input, caller);
}

/**
 * Finds the API route that a request calls; of two routes with one path, the one with the `view` that the query names.
 */
function findRoute(method: string, { pathname, searchParams }: URL) {
  const view = searchParams.get('view') ?? undefined;
  for (const { route, endpoint, view: ownView, names, form } of endpointsByView) {
    const isMeant = endpoint.method === method && (ownView === undefined || ownView === view);
    const match = isMeant ? form.exec(pathname) : null;
    if (match === null) continue;
    const params = Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]),
    );
    return { route, endpoint, params };
  }
  return undefined;
}

/**
 * Finds the session of a request as the real server does: the session must belong to the sending device, and is looked
 * up only for endpoints that use one. The answer gets the header with the person's plan.
 */
function identify(
  memory: FakeMemory,
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): Omit<FakeCaller, 'file' | 'form' | 'isAsync'> {
  const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
  const deviceId = String(headers['x-device-id'] ?? '');
  if (endpoint.access === 'anyone') {
    const needsDevice = endpoint.errors.includes('device.invalid');
    if (needsDevice && !deviceIdPattern.test(deviceId)) throw new FakeRefusal('device.invalid');
    return { memory, account: undefined, token, deviceId };
  }
  const session = memory.sessions.get(token);
  const isOfDevice = session?.deviceId === deviceId;
  const account = isOfDevice ? memory.accounts.get(session.username) : undefined;
  if (account !== undefined) {
    response.setHeader(planHeader, account.plan);
    response.setHeader(emptyPagesHeader, listFakeEmptyPages({ memory, account }));
  }
  if (account === undefined && !(endpoint.access === 'optional' && token === '')) {
    throw new FakeRefusal(token === '' ? 'session.required' : 'session.expired');
  }
  if (endpoint.access === 'admin' && account?.role !== 'admin') throw new FakeRefusal('role.forbidden');
  if (account?.oneTimePassword !== undefined && endpoint.beforeOwnPassword !== true) {
    throw new FakeRefusal('account.password_change_required');
  }
  return { memory, account, token, deviceId };
}

function parseInput(endpoint: Endpoint, raw: Record<'params' | 'query' | 'body' | 'form', unknown>): object {
  const input: Record<string, unknown> = {};
  const details: { path: string; message: string }[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const result = endpoint.input[part]?.safeParse(raw[part] ?? {});
    if (result === undefined) continue;
    if (result.success) input[part] = result.data;
    else for (const { path, message } of result.error.issues) details.push({ path: path.join('.'), message });
  }
  const form = endpoint.form?.safeParse(raw.form);
  for (const { path, message } of form?.error?.issues ?? []) details.push({ path: path.join('.'), message });
  if (details.length > 0) throw new FakeRefusal('input.invalid', { details });
  return input;
}

async function readBody(
  request: IncomingMessage,
): Promise<{ body: unknown; file: FakeCaller['file']; form: Record<string, string> }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) {
    return { body: JSON.parse(bytes.toString()), file: undefined, form: {} };
  }
  if (!type.startsWith('multipart/form-data')) return { body: undefined, file: undefined, form: {} };
  return { body: undefined, ...readForm(bytes, type) };
}

/**
 * How often, in milliseconds, the fake server checks whether an import or film merge has changed, while a client
 * follows it as an event stream.
 */
const flowPollMs = 20;

/**
 * Sends a streamed answer: a CSV table at once; of server-sent events, the current event and another one after each
 * change, until the import or other operation has ended.
 */
async function sendFlow(
  response: ServerResponse,
  { flow, output }: Endpoint,
  read: () => unknown,
): Promise<void> {
  const type = flow === 'csv' ? 'text/csv' : 'text/event-stream';
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...crossOriginHeaders });
  if (flow === 'csv') {
    response.end(output.parse(read()));
    return;
  }
  let said = '';
  for (;;) {
    const item = output.parse(read()) as { status?: unknown };
    const text = JSON.stringify(item);
    if (text !== said) response.write(`data: ${text}\n\n`);
    said = text;
    if (item.status !== 'running' || response.destroyed) break;
    await new Promise((resolve) => {
      setTimeout(resolve, flowPollMs);
    });
  }
  response.end();
}

const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, x-device-id, prefer',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
};

function refuse(
  response: ServerResponse,
  request: IncomingMessage,
  { code, payload }: FakeRefusal,
  { busySeconds }: FakeMemory,
): void {
  const found = findRoute(request.method ?? 'GET', new URL(request.url ?? '/', 'http://fake'));
  const isDeclared = found === undefined || errorsOf(found.endpoint).has(code);
  if (!isDeclared) throw new Error(`${found.route} does not declare ${code}`);
  const { status, sentence } = errorCatalogue[code satisfies ErrorCode];
  const isBusy = status === 503 && code.startsWith('conversion.');
  const body = { error: sentence, code, requestId: randomUUID(), ...payload };
  send(response, status, body, isBusy ? { 'retry-after': String(busySeconds) } : {});
}

function send(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...crossOriginHeaders,
    ...headers,
  });
  response.end(JSON.stringify(body));
}

function sendImage(response: ServerResponse, drawing: string): void {
  response.writeHead(200, { 'content-type': 'image/svg+xml; charset=utf-8', ...crossOriginHeaders });
  response.end(drawing);
}
