import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { defineEndpoint, endpoints, type Endpoint, type ErrorBody } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { AppError } from './app-error.ts';
import { FileDownload } from './file-download.ts';
import { Accepted, Flow } from './flow.ts';
import { createHttpServer } from './http-server.ts';
import { prepareAnswer } from './prepared-answer.ts';
import { createServeEndpoint } from './serve-endpoint.ts';
import { serializerOf } from './write-answer.ts';

interface Caller {
  name: string;
  role: 'user' | 'admin';
  mustChangePassword: boolean;
}

const callers: Readonly<Record<string, Caller>> = {
  ana: { name: 'ana', role: 'user', mustChangePassword: false },
  jefa: { name: 'jefa', role: 'admin', mustChangePassword: false },
  nueva: { name: 'nueva', role: 'admin', mustChangePassword: true },
};

let app: FastifyInstance;
let folder: string;
/**
 * The callers of the test's requests that were counted towards the call limit, in order; `nobody` stands for a request
 * without a session.
 */
let counted: string[] = [];
let isLimitReached = false;
const logged: string[] = [];
/** How `/api/left` tells that it was called, waits until the client has left, and tells whether it knows. */
const departure = {
  asked: (): void => undefined,
  noticed: Promise.resolve() as Promise<unknown>,
  found: (_areAborted: readonly boolean[]): void => undefined,
};

const define = (path: Endpoint['path'], more: Partial<Endpoint> = {}): Endpoint => ({
  method: 'GET',
  path,
  access: 'anyone',
  summary: '',
  input: {},
  status: 200,
  errors: [],
  output: z.object({ said: z.string() }),
  ...more,
});

const shared = defineEndpoint({
  method: 'GET',
  path: '/api/shared/:id',
  access: 'anyone',
  summary: '',
  input: {
    params: z.object({ id: z.string() }),
    query: z.object({ page: z.string().optional(), words: z.string().array().optional() }),
  },
  output: z.object({ isFrozen: z.boolean(), calls: z.number() }),
});
const long = 'mucho texto. '.repeat(200);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-serve-'));
  await writeFile(join(folder, 'copia.bak'), 'datos');
  app = await createHttpServer({
    // A busy machine makes the event loop late, and is no reason to refuse a call here.
    eventLoopDelayLimitMs: 0,
    log: createLog('debug', { write: (line) => logged.push(line) }),
    trustedProxies: [],
    isSecure: false,
  });
  const serve = createServeEndpoint<Caller>(app, {
    async readSession({ headers }) {
      const { authorization: name } = headers;
      if (name === undefined) return undefined;
      const caller = callers[name];
      if (caller === undefined) throw new AppError('session.expired');
      return caller;
    },
    isAdmin: ({ role }) => role === 'admin',
    mustChangePassword: (caller) => caller.mustChangePassword,
    headersOf: ({ role }) => ({ 'x-role': role }),
    accountIdOf: ({ name }) => name,
    async countRequest(_request, caller) {
      counted.push(caller?.name ?? 'nobody');
      if (isLimitReached) throw new AppError('limit.requests', { retryAfterSeconds: 7 });
    },
  });
  const who = async (_request: unknown, { session }: { session: Caller | undefined }) => ({
    said: session?.name ?? 'nobody',
  });
  serve(define('/api/anyone'), who);
  serve(define('/api/optional', { access: 'optional' }), who);
  serve(define('/api/user', { access: 'user' }), who);
  serve(define('/api/admin', { access: 'admin' }), who);
  serve(define('/api/own-password', { access: 'user', beforeOwnPassword: true }), who);
  serve(define('/api/view'), async () => ({ said: 'usual' }));
  serve(define('/api/view?view=admin', { access: 'admin' }), async () => ({ said: 'of administrators' }));
  let calls = 0;
  serve(shared, async (request) => {
    calls += 1;
    return { isFrozen: Object.isFrozen(request) && Object.isFrozen(request.query), calls };
  });
  const numbers = z.object({ numbers: z.array(z.number()), name: z.string().min(1) });
  serve(
    define('/api/sent', { method: 'POST', access: 'user', status: 201, input: { body: numbers } }),
    async () => ({
      said: 'created',
      secret: 'x',
    }),
  );
  serve(define('/api/large', { method: 'POST', input: { body: z.object({}) }, maxBodyBytes: 400_000 }), who);
  serve(define('/api/undeclared'), async () => Promise.reject(new AppError('channel.not_found')));
  serve(define('/api/declared', { errors: ['channel.not_found'] }), async () =>
    Promise.reject(new AppError('channel.not_found')),
  );
  serve(define('/api/full', { errors: ['upstream.full'] }), async () =>
    Promise.reject(new AppError('upstream.full')),
  );
  serve(define('/api/broken'), async () => Promise.reject(new Error('http://proveedor.tv/clave')));
  serve(define('/api/short'), async () => ({ said: 'hola' }));
  serve(define('/api/long'), async () => ({ said: long }));
  serve(define('/api/prepared'), () => prepareAnswer(JSON.stringify({ said: long })));
  serve(define('/api/file'), async () => new FileDownload(join(folder, 'copia.bak'), 'copia.bak'));
  serve(define('/api/no-file'), async () => new FileDownload(join(folder, 'nada.bak'), 'nada.bak'));
  const accepted = z.object({ id: z.string() });
  serve(define('/api/accepted', { accepted }), async () => new Accepted({ id: '7', secret: 'x' }));
  serve(define('/api/left'), async (_request, context) => {
    const early = context.left;
    departure.asked();
    await departure.noticed;
    departure.found([early.aborted, context.left.aborted]);
    return { said: 'hola' };
  });
  async function* says(...texts: string[]) {
    for (const said of texts) yield { said, secret: 'x' };
  }
  serve(define('/api/events', { flow: 'events' }), async () => new Flow(says('uno', 'dos\nlíneas')));
  serve(define('/api/table', { flow: 'csv' }), async () => new Flow(tableOf('a;b\n', '1;2\n'), 'lista.csv'));
  serve(define('/api/unnamed-table', { flow: 'csv' }), async () => new Flow(tableOf('a\n')));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  counted = [];
  isLimitReached = false;
});

async function* tableOf(...lines: string[]) {
  yield* lines;
}

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const as = (name: string) => ({ authorization: name });
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  `${statusCode} ${(JSON.parse(body) as ErrorBody).code}`;

describe('access to an endpoint', () => {
  it.each([
    ['/api/anyone', {}, 'nobody'],
    ['/api/anyone', as('ana'), 'nobody'],
    ['/api/anyone', as('mentira'), 'nobody'],
    ['/api/optional', {}, 'nobody'],
    ['/api/optional', as('ana'), 'ana'],
    ['/api/user', as('ana'), 'ana'],
    ['/api/user', as('jefa'), 'jefa'],
    ['/api/admin', as('jefa'), 'jefa'],
    ['/api/own-password', as('nueva'), 'nueva'],
  ])('%s admits the headers %j as %s', async (url, headers, name) => {
    expect((await ask(url, headers)).json()).toEqual({ said: name });
    expect(counted).toEqual([name]);
  });

  it.each([
    ['/api/optional', as('mentira'), '401 session.expired'],
    ['/api/optional', as('nueva'), '409 account.password_change_required'],
    ['/api/user', {}, '401 session.required'],
    ['/api/user', as('nueva'), '409 account.password_change_required'],
    ['/api/admin', {}, '401 session.required'],
    ['/api/admin', as('ana'), '403 role.forbidden'],
    ['/api/admin', as('nueva'), '409 account.password_change_required'],
  ])('%s refuses the headers %j with %s, and counts the call', async (url, headers, refusal) => {
    expect(codeOf(await ask(url, headers))).toBe(refusal);
    expect(counted).toHaveLength(1);
  });

  it.each([
    ['/api/user', as('ana'), 'user'],
    ['/api/optional', as('jefa'), 'admin'],
    ['/api/admin', as('ana'), 'user'],
    ['/api/optional', {}, undefined],
    ['/api/user', as('mentira'), undefined],
  ])('%s answers the headers %j with the headers of the session: %s', async (url, headers, role) => {
    expect((await ask(url, headers)).headers['x-role']).toBe(role);
  });

  it('is not checked for a caller beyond the rate limit, who gets 429 only', async () => {
    isLimitReached = true;
    for (const name of ['ana', 'mentira']) {
      const response = await ask('/api/admin', as(name));
      expect([codeOf(response), response.headers['retry-after']]).toEqual(['429 limit.requests', '7']);
    }
    expect(counted).toEqual(['ana', 'nobody']);
  });

  it('is checked before the body is read', async () => {
    const send = (name: string) =>
      app.inject({
        method: 'POST',
        url: '/api/sent',
        headers: { ...as(name), 'content-type': 'application/json' },
        payload: 'esto no es JSON',
      });
    expect(codeOf(await send('mentira'))).toBe('401 session.expired');
    expect(codeOf(await send('ana'))).toBe('400 request.malformed');
  });

  it('may differ between two views of one path', async () => {
    expect((await ask('/api/view')).json()).toEqual({ said: 'usual' });
    expect(codeOf(await ask('/api/view?view=admin'))).toBe('401 session.required');
    expect((await ask('/api/view?x=1&view=admin', as('jefa'))).json()).toEqual({ said: 'of administrators' });
    expect((await ask('/api/view?view=otra')).json()).toEqual({ said: 'usual' });
    expect((await ask('/api/view?review=admin')).json()).toEqual({ said: 'usual' });
  });
});

describe('the input of an endpoint', () => {
  const send = (payload: object, url = '/api/sent') =>
    app.inject({ method: 'POST', url, headers: as('ana'), payload });

  it('is answered with the status of the endpoint, without undeclared fields', async () => {
    const response = await send({ numbers: [1], name: 'x' });
    expect([response.statusCode, response.body]).toEqual([201, '{"said":"created"}']);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('is refused with the path of every invalid field', async () => {
    const response = await send({ numbers: [1, 'dos'], name: '' });
    expect(codeOf(response)).toBe('400 input.invalid');
    expect(response.json<ErrorBody>().details?.map(({ path }) => path)).toEqual(['numbers.1', 'name']);
  });

  it.each([
    ['null', 'se esperaba objeto, recibido nulo'],
    ['5', 'se esperaba objeto, recibido número'],
    ['[]', 'se esperaba objeto, recibido arreglo'],
  ])('is refused in Spanish when its body is %s', async (payload, sentence) => {
    const headers = { ...as('ana'), 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url: '/api/large', headers, payload });
    expect(codeOf(response)).toBe('400 input.invalid');
    expect(response.json<ErrorBody>().details?.[0]?.message).toContain(sentence);
  });

  it('may be absent where every field is optional', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/large', headers: as('ana') });
    expect(response.statusCode).toBe(200);
  });

  it('is refused with at most twenty faults', async () => {
    const response = await send({ numbers: Array.from({ length: 500 }, () => 'x'), name: 'x' });
    expect(response.json<ErrorBody>().details).toHaveLength(20);
  });

  it.each([['/api/sent'], ['/api/large']])('may be as large as %s accepts, and no larger', async (url) => {
    const limit = url === '/api/large' ? 400_000 : 256 * 1_024;
    const empty = JSON.stringify({ numbers: [1], name: '' }).length;
    expect((await send({ numbers: [1], name: 'x'.repeat(limit - empty) }, url)).statusCode).toBeLessThan(300);
    expect(codeOf(await send({ numbers: [1], name: 'x'.repeat(limit - empty + 1) }, url))).toBe(
      '413 body.too_large',
    );
  });

  it('is frozen for its handler, and parsed once for the same address', async () => {
    for (const calls of [1, 2]) {
      expect((await ask('/api/shared/1?page=2&words=a&words=b')).json()).toEqual({ isFrozen: true, calls });
    }
    expect((await ask(`/api/shared/1?page=${'2'.repeat(300)}`)).json()).toMatchObject({ isFrozen: true });
  });
});

describe('a failure of an endpoint', () => {
  it('has its own code when the endpoint declares it', async () => {
    expect(codeOf(await ask('/api/declared'))).toBe('404 channel.not_found');
  });

  it('is answered server.unexpected when undeclared, and the log names its code', async () => {
    logged.length = 0;
    expect(codeOf(await ask('/api/undeclared'))).toBe('500 server.unexpected');
    expect(logged.join('')).toContain('GET /api/undeclared does not declare channel.not_found');
  });

  it('is logged without a stack when something is in full use', async () => {
    logged.length = 0;
    expect(codeOf(await ask('/api/full'))).toBe('503 upstream.full');
    const lines = logged.map((line) => JSON.parse(line) as { level: string; code?: string; err?: unknown });
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([{ code: 'upstream.full' }]);
    expect(lines.filter(({ level, err }) => level === 'error' || err !== undefined)).toEqual([]);
  });

  it('that is unexpected shows no details to the caller, and no address in the log', async () => {
    logged.length = 0;
    const response = await ask('/api/broken');
    expect(codeOf(response)).toBe('500 server.unexpected');
    expect(response.body + logged.join('')).not.toMatch(/proveedor|clave/);
  });

  it('with a missing file is answered server.unexpected', async () => {
    expect(codeOf(await ask('/api/no-file'))).toBe('500 server.unexpected');
  });
});

describe('an answer of an endpoint', () => {
  const zipped = { 'accept-encoding': 'br, gzip;q=0.9' };

  it('is compressed from a kilobyte on, when the client accepts that', async () => {
    expect((await ask('/api/short', zipped)).headers['content-encoding']).toBeUndefined();
    expect((await ask('/api/long')).headers['content-encoding']).toBeUndefined();
    const response = await ask('/api/long', zipped);
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(JSON.parse(gunzipSync(response.rawPayload).toString())).toEqual({ said: long });
  });

  it.each(['identity', 'deflate', 'x-gzipped', ''])(
    'is not compressed when the client accepts %j',
    async (encoding) => {
      const response = await ask('/api/long', { 'accept-encoding': encoding });
      expect(response.json()).toEqual({ said: long });
    },
  );

  it('that was prepared is sent once, and then answered 304', async () => {
    const first = await ask('/api/prepared', zipped);
    const etag = String(first.headers.etag);
    expect(first.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding',
    });
    const again = await ask('/api/prepared', { 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const other = await ask('/api/prepared', { 'if-none-match': '"otra"' });
    expect([other.statusCode, other.json()]).toEqual([200, { said: long }]);
  });

  it('may be a file to download', async () => {
    const response = await ask('/api/file');
    expect(response.body).toBe('datos');
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '5',
      'content-disposition': 'attachment; filename="copia.bak"',
      'cache-control': 'no-store',
    });
  });

  it('may be a 202 while the work goes on', async () => {
    const response = await ask('/api/accepted');
    expect([response.statusCode, response.json()]).toEqual([202, { id: '7' }]);
    expect(response.headers['preference-applied']).toBe('respond-async');
  });

  it('may be a stream of events, without undeclared fields', async () => {
    const response = await ask('/api/events');
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    expect(response.body).toBe('data: {"said":"uno"}\n\ndata: {"said":"dos\\nlíneas"}\n\n');
  });

  it.each([
    ['/api/table', 'a;b\n1;2\n', 'lista.csv'],
    ['/api/unnamed-table', 'a\n', 'informe.csv'],
  ])('may be a CSV file to download: %s', async (url, body, fileName) => {
    const response = await ask(url);
    expect(response.body).toBe(body);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    });
  });
});

it('a handler learns that its client has left, also when it asks only afterwards', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(app.server, 'connection') as Promise<[Socket]>;
  const asked = new Promise<void>((resolve) => (departure.asked = resolve));
  const found = new Promise<readonly boolean[]>((resolve) => (departure.found = resolve));
  departure.noticed = (async () => {
    const [socket] = await connected;
    if (!socket.closed) await once(socket, 'close');
  })();
  const client = new AbortController();
  const answer = fetch(`${origin}/api/left`, { signal: client.signal }).catch(() => 'left');
  await asked;
  client.abort();
  expect([await answer, await found]).toEqual(['left', [true, true]]);
});

it('a serializer can be made for the answers of every endpoint of the contract', () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    expect(serializerOf(endpoint), name).toBeTypeOf('function');
  }
});
