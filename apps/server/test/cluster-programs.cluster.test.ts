import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProvider, type Handler, type Provider } from '@butaca/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startNginx } from '../../../tools/cluster/nginx.mjs';
import { startCluster } from '../../../tools/cluster/start.mjs';

/** Starts an HTTP server. @param answer - by default an answer with the headers of the request */
async function listen(
  answer: Handler = (request, response) => response.end(JSON.stringify(request.headers)),
): Promise<Provider> {
  const server = await startProvider(answer);
  onTestFinished(() => server.goAway());
  return server;
}

const listChildren = (): string[] =>
  execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => /main\.js|redis-server|postgres/.test(line));

it('a cluster of which one server starts and the other cannot leaves no process behind', async () => {
  const before = listChildren();
  const { port, goAway } = await listen();
  await goAway();
  await expect(startCluster({ env: { PORT: String(port) } })).rejects.toThrow(/did not start/);
  expect(listChildren()).toEqual(before);
});

it.each([
  ['believes what is in front of it', '127.0.0.1', { address: '203.0.113.7', scheme: 'https' }],
  ['believes nobody else', undefined, { address: '127.0.0.1', scheme: 'http' }],
])('nginx %s about whose a request is', async (_what, front, { address, scheme }) => {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-nginx-'));
  const { port } = await listen();
  const nginx = await startNginx(folder, [port], { front });
  onTestFinished(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true });
  });
  const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7', 'x-forwarded-proto': 'https' };
  const answer = await fetch(`${nginx.url}/api/auth/me`, { headers });
  expect(await answer.json()).toMatchObject({ 'x-forwarded-for': address, 'x-forwarded-proto': scheme });
});

it('nginx asks another server for what the viewer has asked for, where the one of a segment breaks off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-nginx-'));
  const { port } = await listen((request, response) => {
    const step = request.headers['x-butaca-step'];
    if (step === 'fill') request.socket.destroy();
    else if (step === 'offer') response.setHeader('x-accel-redirect', '/_butaca/segment/0a1b').end();
    else response.end(request.url);
  });
  const nginx = await startNginx(folder, [port], { secret: 'secreto-de-la-prueba' });
  onTestFinished(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true });
  });
  const path = '/api/stream/ficha/parte.ts?n=1';
  const answer = await fetch(nginx.url + path);
  expect([answer.status, await answer.text()]).toEqual([200, path]);
});
