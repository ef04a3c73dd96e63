import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FastifyInstance, LightMyRequestResponse, RouteHandlerMethod } from 'fastify';
import { createLog } from '../log.ts';
import { AppError } from './app-error.ts';
import { createHttpServer } from './http-server.ts';

const bodyTimeoutMs = 200;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = await createHttpServer({
    eventLoopDelayLimitMs: 0,
    log: createLog('silent'),
    trustedProxies: [],
    isSecure: false,
    longPaths: ['/api/sealed/'],
    bodyTimeoutMs,
    headersTimeoutMs: 300,
  });
  app.get('/api/sealed/:token/*', { config: { access: 'anyone' } }, async () => ({}));
  app.get('/api/slow', { config: { access: 'anyone' } }, async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'video/mp2t' });
    reply.raw.write('first');
    setTimeout(() => reply.raw.end('last'), bodyTimeoutMs * 4);
    return reply;
  });
  app.post(
    '/api/closed',
    {
      config: { access: 'anyone', hasUpload: true },
      onRequest: (_request, _reply, done) => done(new AppError('session.required')),
    },
    async () => ({}),
  );
  app.uploads.post('/api/upload', { config: { access: 'anyone', hasUpload: true } }, (request, reply) => {
    void request
      .file()
      .then((file) => file?.toBuffer())
      .then(
        (bytes) => reply.send({ bytes: bytes?.length }),
        () => reply.send({}),
      );
  });
  app.uploads.post(
    '/api/refused',
    {
      config: { access: 'anyone', hasUpload: true },
      onRequest(request, _reply, done) {
        request.butacaAccountId = 'una-cuenta';
        done();
      },
    },
    (request, reply) => {
      const first = request.parts()[Symbol.asyncIterator]().next();
      void first.then(() => reply.send(new AppError('list.wrong_extension')));
    },
  );
  app.post('/api/echo', { config: { access: 'anyone' } }, (request, reply) => reply.send(request.body));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/**
 * Sends the first bytes of an HTTP request and never the remaining ones; returns what the server answered before it
 * closed the connection.
 */
const exchange = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket
      .on('data', (data) => (text += data.toString()))
      .on('close', () => resolve(text))
      .on('error', reject);
  });

it('an answer may take longer than the time limit for a body', async () => {
  expect(await (await fetch(`http://127.0.0.1:${port}/api/slow`)).text()).toBe('firstlast');
});

it('a connection is closed when its body does not arrive in time', async () => {
  const head =
    'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  expect(await exchange(head)).not.toContain('200 OK');
});

describe('an upload', () => {
  const end = '\r\n--x--\r\n';
  const open =
    'POST /api/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
    'Transfer-Encoding: chunked\r\n\r\n';
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="lista.m3u"\r\n\r\n';

  /** Uploads a text piece by piece, with a pause before each; returns what the server answered until the end. */
  const upload = (pieces: Iterable<string>, pauseMs: number): Promise<string> =>
    new Promise((resolve) => {
      let answer = '';
      const rest = pieces[Symbol.iterator]();
      const socket = connect(port, '127.0.0.1', () => socket.write(open + chunk(part)));
      const timer = setInterval(() => {
        const { value, done } = rest.next();
        if (done === true) clearInterval(timer);
        socket.write(done === true ? `${chunk(end)}0\r\n\r\n` : chunk(value));
      }, pauseMs);
      socket
        .on('data', (data) => (answer += data.toString()))
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(timer);
          resolve(answer);
        });
    });

  function* drops(): Generator<string> {
    for (;;) yield 'a';
  }

  it('that drips is cut off, and answered with 408 where its client still reads', async () => {
    expect(await upload(drops(), 20)).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request.timeout"/);
  });

  it('may take longer than other bodies when it makes progress', async () => {
    const pieces = Array.from({ length: 12 }, () => 'a'.repeat(20_000));
    expect(await upload(pieces, bodyTimeoutMs / 4)).toContain('{"bytes":240000}');
  });
});

it('an upload to a route that takes none is refused', async () => {
  const form = new FormData();
  form.append('file', 'a');
  const answer = await fetch(`http://127.0.0.1:${port}/api/echo`, { method: 'POST', body: form });
  expect([answer.status, await answer.json()]).toMatchObject([415, { code: 'body.wrong_type' }]);
});

it.each([
  ['/api/echo', 8_192, 404],
  ['/api/echo', 8_193, 414],
  ['/', 8_193, 414],
  ['/api/sealed/a/b', 8_193, 200],
  ['/api/sealed/a/b', 20_480, 200],
  ['/api/sealed/a/b', 20_481, 414],
])('answers the path %s with a query, in all %d characters, with %d', async (path, length, status) => {
  const address = `${path}?q=`.padEnd(length, 'F+');
  const answer = await fetch(`http://127.0.0.1:${port}${address}`);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  if (status === 414) {
    expect(await answer.json()).toMatchObject({
      code: 'request.address_too_long',
      error: 'La dirección de la petición es demasiado larga. Acórtala y vuelve a intentarlo.',
    });
  }
});

it('a connection is closed when its headers do not arrive in time', async () => {
  expect(await exchange('GET /api/slow HTTP/1.1\r\nHost: x\r\nX-Begun: a')).not.toContain('200 OK');
});

describe('the body of a refused request', () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200000000\r\nExpect: 100-continue\r\n\r\n`;

  it('is not asked for with 100 Continue', async () => {
    const answer = await exchange(head('/api/closed'));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).not.toContain('100 Continue');
    const admitted = new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(head('/api/echo').replace('200000000', '2')),
      );
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
    });
    expect(await admitted).toMatch(/^HTTP\/1\.1 100 Continue/);
  });

  it('is not read to its end, and the client still gets the answer', async () => {
    let answer = '';
    let sentBytes = 0;
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(head('/api/closed').replace(/Expect.*\r\n/, ''));
        const send = (): void => {
          while (!socket.destroyed && sentBytes < 200_000_000) {
            sentBytes += 65_536;
            if (!socket.write(Buffer.alloc(65_536, 'a'))) return void socket.once('drain', send);
          }
        };
        send();
      });
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('error', () => undefined).on('close', () => resolve());
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(sentBytes).toBeLessThan(20_000_000);
  });
});

it.each([
  ['an address that cannot be decoded', 'GET /api/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['what is no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
])('the server answers %s with an error of its own format', async (_what, bytes, status) => {
  const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toEqual({
    error: expect.stringMatching(/\.$/),
    code: status === 431 ? 'request.headers_too_large' : 'request.malformed',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

describe('closing the HTTP server', () => {
  const begin = async (
    handler: RouteHandlerMethod,
    { allowHalfOpen = false, preClose = Promise.resolve() } = {},
  ) => {
    const closing = await createHttpServer({
      log: createLog('silent'),
      trustedProxies: [],
      isSecure: false,
      eventLoopDelayLimitMs: 0,
    });
    closing.addHook('preClose', () => preClose);
    closing.get('/api/x', { config: { access: 'anyone' } }, handler);
    await closing.listen({ port: 0, host: '127.0.0.1' });
    const arrived = once(closing.server, 'connection');
    const { port } = closing.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }).resume();
    const ended = once(socket, 'close');
    await arrived;
    return { closing, socket, ended };
  };

  it('does not wait for an open connection without a request', async () => {
    const { closing, ended } = await begin(async () => ({}));
    await closing.close();
    await ended;
  });

  it('lets a running answer finish, and then closes its connection', async () => {
    let noteBegun: (finish: () => void) => void;
    const begun = new Promise<() => void>((resolve) => (noteBegun = resolve));
    const { closing, socket, ended } = await begin((_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': 9 }).write('first');
      noteBegun(() => reply.raw.end('last'));
    });
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    socket.write('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n');
    const finish = await begun;
    const closed = closing.close();
    await vi.waitUntil(() => !closing.server.listening);
    finish();
    await closed;
    await ended;
    expect(text).toMatch(/firstlast$/);
  });

  it('asks the client of a connection that was kept alive to come again', async () => {
    let endPreClose = (): void => undefined;
    const preClose = new Promise<void>((resolve) => (endPreClose = resolve));
    const { closing, socket, ended } = await begin(async () => ({}), { preClose });
    let text = '';
    socket.setEncoding('utf8').on('data', (data: string) => (text += data));
    const ask = 'GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(ask);
    await vi.waitUntil(() => text.includes('200 OK'));
    const closed = closing.close();
    text = '';
    socket.write(ask);
    await ended;
    endPreClose();
    await closed;
    const [head, body] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toMatch(/^retry-after: 1\r?$/im);
    expect(head).toMatch(/^connection: close\r?$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
    expect(JSON.parse(body ?? '')).toMatchObject({
      code: 'server.busy',
      error: 'El servidor está ocupado. Inténtalo de nuevo en unos segundos.',
    });
  });

  it('does not wait for a client that keeps its side of an answered connection open', async () => {
    let noteBegun: (finish: () => void) => void;
    const begun = new Promise<() => void>((resolve) => (noteBegun = resolve));
    const { closing, socket } = await begin((_request, reply) => noteBegun(() => void reply.send({})), {
      allowHalfOpen: true,
    });
    onTestFinished(() => void socket.destroy());
    socket.write('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n');
    const finish = await begun;
    const closed = closing.close();
    await vi.waitUntil(() => !closing.server.listening);
    finish();
    await closed;
    expect(socket.writable).toBe(true);
  });
});

it('an upload that is refused at its beginning is received to its end before it is answered', async () => {
  const boundary = 'frontera';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const piece = 'a'.repeat(1_000_000);
  const pieces = 20;
  const length = head.length + pieces * piece.length + end.length;
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (data: string) => (answer += data));
  const write = (bytes: string) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  await write(
    `POST /api/refused HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n${head}`,
  );
  for (let sent = 0; sent < pieces; sent += 1) await write(piece);
  expect(answer).toBe('');
  await write(end);
  await vi.waitUntil(() => answer.includes('list.wrong_extension'));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

it('a route with a log level of its own writes no line of a lower level', async () => {
  const lines: string[] = [];
  const logged = await createHttpServer({
    eventLoopDelayLimitMs: 0,
    log: createLog('debug', { write: (line) => lines.push(line) }),
    trustedProxies: [],
    isSecure: false,
  });
  onTestFinished(() => logged.close());
  const config = { access: 'anyone' } as const;
  logged.get('/secreto', { config, logLevel: 'warn' }, (request, reply) => {
    request.log.warn('algo pasa');
    return reply.send({});
  });
  logged.get('/otro', { config }, (_request, reply) => reply.send({}));
  await logged.inject('/secreto');
  await logged.inject('/otro');
  const said = lines.map((line) => JSON.parse(line) as { msg: string; reqId?: string });
  expect(said.map(({ msg }) => msg)).toEqual(['algo pasa', 'request']);
  expect(said.every(({ reqId }) => reqId !== undefined)).toBe(true);
});

/** Starts a server that measures requests, and stops it after the test. @returns it, and how to read what it has measured */
async function openMeasured() {
  const metricsToken = 'una-clave';
  const measured = await createHttpServer({
    eventLoopDelayLimitMs: 0,
    log: createLog('silent'),
    trustedProxies: [],
    isSecure: false,
    metricsToken,
    isStoreReachable: () => true,
  });
  onTestFinished(() => measured.close());
  const headers = { authorization: `Bearer ${metricsToken}` };
  return { measured, read: async () => (await measured.inject({ url: '/metrics', headers })).body };
}

it('a route that takes uploads is measured, too', async () => {
  const { measured, read } = await openMeasured();
  const config = { access: 'anyone', hasUpload: true } as const;
  measured.uploads.post('/api/medida', { config }, (_request, reply) => reply.send({}));
  await measured.inject({ method: 'POST', url: '/api/medida' });
  expect(await read()).toContain(
    'http_request_duration_seconds_count{method="POST",route="/api/medida",status="200"} 1',
  );
});

it('the metrics have every name that the board and the alerts for operators ask for', async () => {
  const { measured, read } = await openMeasured();
  await measured.inject({ url: '/' });
  const body = await read();
  const files = ['grafana/butaca.json', 'prometheus/alerts.yaml'];
  const texts = await Promise.all(
    files.map((file) => readFile(new URL(`../../../../../deploy/${file}`, import.meta.url), 'utf8')),
  );
  const asked = new Set(texts.join('\n').match(/\b[a-z][a-z0-9_]*(?=\{)/g));
  // Prometheus itself makes this one.
  asked.delete('up');
  expect(asked.size).toBeGreaterThan(4);
  for (const name of asked) expect(body).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
});

describe('a server whose event loop is later than its limit', () => {
  const served = ['/', '/assets/style.css', '/service-worker.js', '/api/images/channel/1/small'];
  /** What it answers while it is late, by path. */
  const answers = new Map<string, LightMyRequestResponse>();

  beforeAll(async () => {
    const options = { log: createLog('silent'), trustedProxies: [], isSecure: false };
    const late = await createHttpServer({ ...options, eventLoopDelayLimitMs: 5 });
    const paths = ['/api/late', ...served];
    for (const path of paths) late.get(path, { config: { access: 'anyone' } }, async () => ({}));
    const keepBusy = (): void => {
      const endMs = performance.now() + 100;
      while (performance.now() < endMs);
    };
    // The delay is measured about once a second: the answers are those of one such measurement.
    await vi.waitFor(async () => {
      keepBusy();
      const all = await Promise.all(paths.map((path) => late.inject(path)));
      expect(all[0]?.statusCode).toBe(503);
      paths.forEach((path, index) => answers.set(path, all[index]!));
    });
    await late.close();
  });

  it('refuses calls with server.busy and says when to repeat them', () => {
    const refused = answers.get('/api/late');
    expect([refused?.json<{ code: string }>(), refused?.headers['retry-after']]).toMatchObject([
      { code: 'server.busy', error: 'El servidor está ocupado. Inténtalo de nuevo en unos segundos.' },
      '5',
    ]);
  });

  it.each(served)('still serves %s, which a browser would not request again', (path) => {
    expect(answers.get(path)?.statusCode).toBe(200);
  });
});
