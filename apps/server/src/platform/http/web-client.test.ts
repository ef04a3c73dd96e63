import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createHttpServer } from './http-server.ts';
import { serveWebClient } from './web-client.ts';

let folder: string;
let app: FastifyInstance;

async function serve(webDir: string, isSecure: boolean): Promise<FastifyInstance> {
  const server = await createHttpServer({
    log: createLog('silent'),
    trustedProxies: [],
    isSecure,
    eventLoopDelayLimitMs: 0,
  });
  await serveWebClient(server, webDir);
  await server.ready();
  return server;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-web-'));
  const webDir = join(folder, 'web');
  await mkdir(join(webDir, 'assets'), { recursive: true });
  await mkdir(join(webDir, '.git'));
  const script = 'export const hola = 1;';
  for (const [name, content] of [
    ['web/index.html', '<!doctype html><title>Butaca</title>'],
    ['web/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['web/.env', 'CLAVE=1'],
    ['web/.git/HEAD', 'clave'],
    ['web/assets/index-a1b2.js', script],
    ['web/assets/index-a1b2.js.br', brotliCompressSync(script)],
    ['web/assets/index-a1b2.js.gz', gzipSync(script)],
    ['secret.txt', 'clave'],
  ] as const) {
    await writeFile(join(folder, name), content);
  }
  app = await serve(webDir, true);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

describe('the web client', () => {
  it('is revalidated at each visit, and its page has a strict content security policy', async () => {
    const { statusCode, headers, body } = await get('/');
    expect([statusCode, body]).toEqual([200, '<!doctype html><title>Butaca</title>']);
    expect(headers['cache-control']).toBe('no-cache');
    const policy = headers['content-security-policy']?.toString().split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
      ]),
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('has files that browsers cache for ever when their name contains a hash', async () => {
    expect((await get('/assets/index-a1b2.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('is sent to a browser that accepts %s in the precompressed form %s', async (takes, encoding) => {
    const { headers, statusCode } = await get('/assets/index-a1b2.js', { 'accept-encoding': takes });
    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding]);
    expect(headers['content-type']).toMatch(/javascript/);
  });

  it('is answered 304 to a browser that has it', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    '/.env',
    '/.git/HEAD',
    '/.git/',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/',
    '/nada',
  ])('serves no %s', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toMatch(/clave|CLAVE/);
  });

  it('is answered 404 when it was not built', async () => {
    const bare = await serve(join(folder, 'no-web'), false);
    const { statusCode, headers } = await bare.inject('/');
    expect(statusCode).toBe(404);
    expect(headers['strict-transport-security']).toBeUndefined();
    await bare.close();
  });
});
