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

/** Starts nginx in front of one server. @returns the address of nginx */
async function startInFront(answer: Handler): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-nginx-'));
  const { port } = await listen(answer);
  const nginx = await startNginx(folder, [port], { secret: 'secreto-de-la-prueba' });
  onTestFinished(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true });
  });
  return nginx.url;
}

it('nginx asks another server for what the viewer has asked for, where the one of a segment breaks off', async () => {
  const url = await startInFront((request, response) => {
    const step = request.headers['x-butaca-step'];
    if (step === 'fill') request.socket.destroy();
    else if (step === 'offer') response.setHeader('x-accel-redirect', '/_butaca/segment/0a1b').end();
    else response.end(request.url);
  });
  const path = '/api/stream/ficha/parte.ts?n=1';
  const answer = await fetch(url + path);
  expect([answer.status, await answer.text()]).toEqual([200, path]);
});

it('nginx asks another server for a part of a film, where the one of the film breaks off', async () => {
  let isBroken = false;
  const url = await startInFront((request, response) => {
    const step = request.headers['x-butaca-step'];
    if (step === 'offer') response.setHeader('x-accel-redirect', '/_butaca/film').end();
    else if (step === 'slice' && !isBroken) {
      isBroken = true;
      request.socket.destroy();
    } else if (step === 'slice') {
      response.writeHead(206, { 'content-range': 'bytes 0-3/4', 'content-type': 'video/mp4' }).end('cine');
    } else response.end();
  });
  const answer = await fetch(`${url}/api/stream/ficha/cine.mp4`, { headers: { range: 'bytes=0-' } });
  expect([answer.status, await answer.text()]).toEqual([206, 'cine']);
  expect(isBroken).toBe(true);
});

it('nginx says when to ask again where no server gives a part of a film', async () => {
  const url = await startInFront((request, response) => {
    const step = request.headers['x-butaca-step'];
    if (step === 'offer') response.setHeader('x-accel-redirect', '/_butaca/film').end();
    else if (step === 'slice') request.socket.destroy();
    else response.end();
  });
  const answer = await fetch(`${url}/api/stream/ficha/cine.mp4`, { headers: { range: 'bytes=0-' } });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ code: 'server.unavailable' });
});
