import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { endpoints, type Endpoint, type ErrorBody } from '@butaca/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../src/platform/project-root.ts';
import { newDeviceId, personHeaders, startTestApp, type Person, type TestApp } from './test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const inject = (
  method: string,
  url: string,
  more: { headers?: Record<string, string>; payload?: string | Buffer } = {},
) => test.app.http.inject({ method: method as 'GET', url, ...more });

/** Sends bytes to the server; returns what it answered before it closed the connection. */
const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket
      .on('data', (data) => (text += data.toString()))
      .on('close', () => resolve(text))
      .on('error', reject);
  });

const all = Object.entries<Endpoint>(endpoints);

describe('the routes of the server', () => {
  it.each(['X-HTTP-Method-Override', 'X-Method-Override'])('ignore the header %s', async (header) => {
    const headers = { ...personHeaders(await test.viewer()), [header]: 'GET' };
    const response = await inject('DELETE', '/api/channels/admin/nada', { headers });
    expect(response.statusCode).toBe(403);
  });

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'PATCH'])(
    'answer no request with the method %s',
    async (method) => {
      await using own = await startTestApp();
      await own.app.http.listen({ port: 0, host: '127.0.0.1' });
      const { port } = own.app.http.server.address() as AddressInfo;
      const request = `${method} /api/health HTTP/1.1\r\nHost: x\r\nX-Secret: eco\r\nConnection: close\r\n\r\n`;
      const answer = await exchange(port, request);
      expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
      expect(answer).not.toContain('eco');
    },
  );

  it('are only those of the contract, the gateway, the images and the documentation', async () => {
    for (const path of [
      '/api/users',
      '/api/channels',
      '/api/debug',
      '/api/../etc/passwd',
      '/.env',
      '/api/%2e%2e/x',
    ]) {
      expect((await inject('GET', path)).statusCode).toBe(404);
    }
  });
});

describe('malformed requests', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await test.admin();
  });

  it.each([
    ['a body that is no JSON', '{"name":', 'application/json', 400],
    [
      'a body with __proto__',
      '{"__proto__":{"role":"admin"},"name":"x","url":"http://a.tv"}',
      'application/json',
      400,
    ],
    ['a body of plain text', 'hola', 'text/plain', 415],
    ['a form', 'name=x', 'application/x-www-form-urlencoded', 415],
    ['a body of an array', '[]', 'application/json', 400],
    ['an empty body', '', 'application/json', 400],
    ['a body over 256 kB', JSON.stringify({ name: 'x'.repeat(300_000) }), 'application/json', 413],
  ])('answers %s with a 4xx in Spanish', async (_what, payload, type, status) => {
    const response = await inject('POST', '/api/channels/admin', {
      headers: { ...personHeaders(admin), 'content-type': type },
      payload,
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json<ErrorBody>().error).toMatch(/\.$/);
  });

  it.each([
    ['multipart/form-data', 'nada'],
    ['multipart/form-data; boundary=x', 'nada'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="m3uFile"; filename="a.m3u"\r\n\r\n#EXTM3U',
    ],
    [
      'multipart/form-data; boundary=x',
      ['otro', 'm3uFile']
        .map(
          (name) =>
            `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.m3u"\r\n\r\n#EXTM3U\r\n`,
        )
        .join('') + '--x--\r\n',
    ],
  ])('refuses an upload of %j with the body %j, and changes nothing', async (type, payload) => {
    const response = await inject('POST', '/api/channels/admin/process-m3u', {
      headers: { ...personHeaders(admin), 'content-type': type },
      payload,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json<ErrorBody>().error).toMatch(/\.$/);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1e3',
    'page=0x10',
    'page=1&page=2',
    'limit=3001',
    'limit=Infinity',
    'search=%00',
    `search=${'a'.repeat(101)}`,
  ])('refuses the query %s', async (query) => {
    const response = await inject('GET', `/api/channels/admin/list?${query}`, {
      headers: personHeaders(admin),
    });
    expect([query, response.statusCode]).toEqual([query, 400]);
  });

  it('treats SQL wildcards in a search as ordinary characters', async () => {
    const response = await inject('GET', '/api/channels/admin/list?search=%25%25_', {
      headers: personHeaders(admin),
    });
    expect(response.json<{ total: number }>().total).toBe(0);
  });

  it.each(['%zz', 'a/b', '../x', 'a'.repeat(65), '{"$gt":""}'])(
    'answers the id %j with 400 or 404',
    async (id) => {
      const response = await inject('GET', `/api/channels/id/${id}`, { headers: personHeaders(admin) });
      expect([400, 404]).toContain(response.statusCode);
    },
  );

  it('survives bytes that are not HTTP', async () => {
    await test.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.http.server.address() as AddressInfo;
    for (const bytes of [
      'GARBAGE\r\n\r\n',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`,
    ]) {
      expect(await exchange(port, bytes)).toMatch(/^HTTP\/1\.1 4(?:00|31)/);
    }
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  });
});

describe('the headers and errors of answers', () => {
  it('contain the content security policy on a page, and no version of any software', async () => {
    const { headers } = await inject('GET', '/api/docs');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['content-security-policy']).toMatch(
      /; require-trusted-types-for 'script'; trusted-types default markup-check$/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it.each(['/api/health', '/api/nada', '/api/channels/sections'])(
    'keep the data of %s from running as a page and from other sites',
    async (path) => {
      const { headers } = await inject('GET', path);
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it.each([
    ['an address that cannot be decoded', 'GET /api/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['what is no HTTP', 'GARBAGE\r\n\r\n'],
  ])('keep the answer to %s from running as a page and from other sites', async (_what, bytes) => {
    await using own = await startTestApp({ PUBLIC_URL: 'https://tv.ejemplo.com' });
    await own.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = own.app.http.server.address() as AddressInfo;
    const [head = ''] = (await exchange(port, bytes)).split('\r\n\r\n');
    const { headers } = await own.app.http.inject('/api/health');
    for (const name of [
      'content-security-policy',
      'cross-origin-resource-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-frame-options',
    ]) {
      expect(head.toLowerCase().split('\r\n')).toContain(`${name}: ${String(headers[name]).toLowerCase()}`);
    }
  });

  it('contain the request id in an error', async () => {
    const response = await inject('GET', '/api/nada');
    expect(response.json()).toEqual({
      error: 'Esa dirección no existe.',
      code: 'route.not_found',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

describe('an address that does not exist', () => {
  const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('is a page in Spanish for a browser, with the same security headers and a link home', async () => {
    const response = await test.app.http.inject({ method: 'GET', url: '/peliculas', headers: page });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.body).toContain('<html lang="es">');
    expect(response.body).toContain('<h1>Esta página no existe.</h1>');
    expect(response.body).toContain('<a href="/">');
  });

  it.each([
    ['a call of the API', 'GET', '/api/nada', page.accept],
    ['a program', 'GET', '/peliculas', 'application/json'],
    ['another method', 'POST', '/peliculas', page.accept],
  ] as const)('is JSON for %s', async (_whose, method, url, accept) => {
    const response = await test.app.http.inject({ method, url, headers: { accept } });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'route.not_found']);
  });
});

describe('the operation of the server', () => {
  it('reports that it is healthy and ready', async () => {
    expect((await inject('GET', '/api/health')).json()).toEqual({ status: 'ok', product: 'butaca' });
    expect((await inject('GET', '/api/ready')).json()).toEqual({ status: 'ok' });
  });

  it('serves, and says so, while the Redis that several servers share is unreachable', async () => {
    await using own = await startTestApp({
      REDIS_URL: 'redis://127.0.0.1:1',
      REQUESTS_PER_MINUTE: '3',
      METRICS_TOKEN: 'una-clave-de-metricas',
    });
    const statusOf = async (url: string) => (await own.app.http.inject({ url })).statusCode;
    expect((await own.app.http.inject({ url: '/api/ready' })).json()).toEqual({
      status: 'ok',
      sharedStore: 'unreachable',
    });
    expect(await statusOf('/api/channels/list?featured=true')).toBe(200);
    expect(await statusOf('/api/channels/list?featured=true')).toBe(200);
    expect(await statusOf('/api/channels/list?featured=true')).toBe(429);
    const headers = { authorization: 'Bearer una-clave-de-metricas' };
    const { body } = await own.app.http.inject({ url: '/metrics', headers });
    expect(body).toContain('butaca_shared_store_reachable 0\n');
    expect(own.logged.join()).toContain('unreachable');
  });

  it('shows metrics only to a caller with the token, and to nobody when no token is set', async () => {
    const token = 'una-clave-de-metricas';
    await using own = await startTestApp({ METRICS_TOKEN: token });
    const ask = (authorization?: string) =>
      own.app.http.inject({
        url: '/metrics',
        headers: { ...(authorization !== undefined && { authorization }) },
      });
    const { body } = await ask(`Bearer ${token}`);
    // The alert rules and the board for operators read nothing else.
    const files = ['prometheus/alerts.yaml', 'grafana/butaca.json'].map((file) =>
      readFile(join(projectRoot(), 'deploy', file), 'utf8'),
    );
    const names = (await Promise.all(files)).join('\n').match(/\b(?:http|nodejs|process)_[a-z0-9_]+/g) ?? [];
    expect(names).toContain('http_request_duration_seconds_count');
    for (const name of new Set(names))
      expect(body).toContain(`# TYPE ${name.replace(/_(?:bucket|count)$/, '')} `);
    for (const wrong of [undefined, '', token, `Bearer ${token}x`]) {
      expect((await ask(wrong)).statusCode).toBe(404);
    }
    expect((await inject('GET', '/metrics')).statusCode).toBe(404);
    expect((await inject('GET', '/metrics', { headers: { authorization: 'Bearer ' } })).statusCode).toBe(404);
  });

  it('reports within a second that it is not ready while the database does not answer', async () => {
    await using own = await startTestApp();
    const blocked: Promise<unknown>[] = [];
    const pool = Array.from({ length: 10 }, () => sql`select pg_sleep(1.5)`.execute(own.db));
    blocked.push(...pool);
    expect((await own.app.http.inject({ url: '/api/ready' })).statusCode).toBe(503);
    expect((await own.app.http.inject({ url: '/api/health' })).statusCode).toBe(200);
    await Promise.all(blocked);
    expect((await own.app.http.inject({ url: '/api/ready' })).statusCode).toBe(200);
  });

  it('compresses and rate-limits the API documentation', async () => {
    await using own = await startTestApp({ REQUESTS_PER_MINUTE: '2' });
    const ask = (headers = {}) => own.app.http.inject({ url: '/api/docs/openapi.json', headers });
    const whole = await ask();
    const packed = await ask({ 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length * 5).toBeLessThan(whole.rawPayload.length);
    expect((await ask()).statusCode).toBe(429);
  });

  it('logs the caller and the reason of a refused call', async () => {
    await using own = await startTestApp();
    const viewer = await own.viewer();
    await own.call('GET /api/admin/users', { query: {} }, viewer);
    const { rows } = await sql<{
      id: string;
    }>`select id from account where username = ${viewer.username}`.execute(own.db);
    const lines = own.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === 'request').at(-1)).toMatchObject({
      status: 403,
      code: 'role.forbidden',
      accountId: rows[0]?.id,
    });
  });

  it('describes every endpoint in OpenAPI, with its errors', async () => {
    const document = (await inject('GET', '/api/docs/openapi.json')).json<{
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    }>();
    for (const [, endpoint] of all) {
      const operation =
        document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
      expect(Object.keys(operation?.responses ?? {})).toContain(String(endpoint.status));
    }
    expect((await inject('GET', '/api/docs')).body).toContain('/api/channels/admin/process-m3u');
  });
});

describe('the rate limit of requests', () => {
  it('counts invalid tokens against their address', async () => {
    await using own = await startTestApp({ REQUESTS_PER_MINUTE: '5' });
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const token = `${guess}`.repeat(43);
      statuses.push(
        (await own.call('GET /api/auth/me', undefined, { token, deviceId: newDeviceId() })).status,
      );
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it.each([
    ['the address of the connection, whatever X-Forwarded-For says', '', [200, 200, 429]],
    ['the address that a trusted proxy names', '127.0.0.1', [200, 200, 200]],
  ])('counts %s', async (_what, trusted, statuses) => {
    await using own = await startTestApp({ REQUESTS_PER_MINUTE: '2', TRUSTED_PROXIES: trusted });
    const answered: number[] = [];
    for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      const headers = { 'x-forwarded-for': client };
      const url = '/api/channels/list?featured=true';
      answered.push((await own.app.http.inject({ url, headers })).statusCode);
    }
    expect(answered).toEqual(statuses);
    const named = own.logged.flatMap((line) => (JSON.parse(line) as { req?: { ip: string } }).req?.ip ?? []);
    expect(named.includes('203.0.113.1')).toBe(trusted !== '');
  });

  it('answers 429 with retry-after beyond the requests of a minute', async () => {
    await using limited = await startTestApp({ REQUESTS_PER_MINUTE: '5' });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await limited.app.http.inject('/api/channels/list?featured=true')).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
