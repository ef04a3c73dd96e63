import type { AddressInfo } from 'node:net';
import { createTransportStream, sendChannel, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { drawTestImage } from '../../../../test/media/make-test-image.ts';

let test: TestApp;
let admin: Person;
let upstream: FakeUpstream;
let origin: string;
let image: Buffer;
/** How many connections to the provider are open, and how many were open at most. */
const open = { now: 0, most: 0 };
/** Sends the rest of the slow picture. */
let finish = (): void => undefined;
const settle = { timeout: 20_000 };

/*
 * A provider whose account allows one connection. Its pictures are on the host of its streams.
 */
beforeAll(async () => {
  image = await drawTestImage(300, 300).jpeg().toBuffer();
  upstream = await startFakeUpstream();
  upstream.serve('/', (request, response) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.once('close', () => (open.now -= 1));
    if (request.url?.startsWith('/canal/') === true)
      return sendChannel(response, createTransportStream({ groupFrames: 2 }));
    if (request.url !== '/lento.jpg' || upstream.seen.filter(({ path }) => path === '/lento.jpg').length > 1)
      return void response.end(image);
    response.writeHead(200, { 'content-length': image.length }).write(image.subarray(0, 100));
    finish = () => response.end(image.subarray(100));
  });
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' }, { imageLimits: { fullMs: 100 } });
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
  admin = await test.admin();
  await test.db.updateTable('provider').set({ max_connections: 1 }).where('id', '=', 'manual').execute();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

async function addChannel(name: string): Promise<{ id: string; logo: string }> {
  const body = {
    name,
    url: `${upstream.origin}/canal/${name}.ts`,
    logo: `${upstream.origin}/${name}.jpg`,
  };
  const { body: channel } = await test.call('POST /api/channels/admin', { body }, admin);
  const { body: list } = await test.call('GET /api/channels/list', {}, admin);
  return { id: channel._id, logo: list.channels.find(({ _id }) => _id === channel._id)?.logo ?? '' };
}

const statusOf = async (logo: string): Promise<number> => (await fetch(origin + logo)).status;
const countAsked = (path: string): number => upstream.seen.filter((request) => request.path === path).length;

async function watch(id: string): Promise<{ status: number; leave(): void }> {
  const leaving = new AbortController();
  const asked = { params: { id }, query: { can: 'mse' } };
  const { body } = await test.call('GET /api/channels/id/:id', asked, admin);
  const { status } = await fetch(origin + body.url, { signal: leaving.signal });
  return { status, leave: () => leaving.abort() };
}

it('a picture of the host of a provider takes a free connection, and gives it to whoever wants to watch', async () => {
  const slow = await addChannel('lento');
  const quick = await addChannel('veloz');
  const loading = statusOf(slow.logo);
  await upstream.waitFor('/lento.jpg');
  const { status, leave } = await watch(quick.id);
  expect(status).toBe(200);
  finish();
  // The page draws the name of what has no picture yet.
  expect(await loading).toBe(404);
  expect(await statusOf(quick.logo)).toBe(404);
  expect([countAsked('/veloz.jpg'), open.most]).toEqual([0, 1]);
  leave();
  // Both are requested once there is a connection, although no page asks for them again.
  await vi.waitFor(
    () => expect([countAsked('/lento.jpg'), countAsked('/veloz.jpg')]).toEqual([2, 1]),
    settle,
  );
  await vi.waitFor(async () => expect(await statusOf(slow.logo)).toBe(200), settle);
  await vi.waitFor(async () => expect(await statusOf(quick.logo)).toBe(200), settle);
  expect([countAsked('/lento.jpg'), countAsked('/veloz.jpg'), open.most]).toEqual([2, 1, 1]);
});

it('a picture of another host takes no connection of the provider', async () => {
  await using other = await startFakeUpstream('127.0.0.2');
  other.answer('/logo.jpg', { body: image });
  const { id } = await addChannel('ajeno');
  const watched = await watch(id);
  const body = { name: 'Otro', url: `${upstream.origin}/canal/otro.ts`, logo: `${other.origin}/logo.jpg` };
  await test.call('POST /api/channels/admin', { body }, admin);
  const { body: list } = await test.call('GET /api/channels/list', {}, admin);
  expect(await statusOf(list.channels.find(({ name }) => name === 'Otro')?.logo ?? '')).toBe(200);
  watched.leave();
});
