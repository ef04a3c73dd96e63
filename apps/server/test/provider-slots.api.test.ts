import type { AddressInfo } from 'node:net';
import { createTransportStream, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import type { PlanKey } from '@butaca/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from './test-app.ts';

let test: TestApp;
let upstream: FakeUpstream;
let origin: string;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  upstream.serve('/canal/', (_request, response) => {
    const stream = createTransportStream({ groupFrames: 2 });
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    response.write(Buffer.concat([stream.frame(), stream.frame(), stream.frame()]));
  });
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
  await test.db.updateTable('provider').set({ max_connections: 1 }).where('id', '=', 'manual').execute();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

async function addChannel(name: string, plan: PlanKey): Promise<string> {
  const body = { name, url: `${upstream.origin}/canal/${name}.ts`, requiresPlan: [plan] };
  const { body: channel } = await test.call('POST /api/channels/admin', { body }, await test.admin());
  return channel._id;
}

async function open(person: Person, id: string): Promise<Response> {
  const asked = { params: { id }, query: { can: 'mse' } };
  const { body } = await test.call('GET /api/channels/id/:id', asked, person);
  return fetch(origin + body.url);
}

it('a provider whose account allows one connection is asked for one channel, and others learn what plays', async () => {
  const [premium, basic] = [await addChannel('Estreno', 'premium'), await addChannel('Noticias', 'gplay')];
  const watched = await open(await test.viewer('premium'), premium);
  expect(watched.status).toBe(200);
  const together = await open(await test.viewer('premium'), premium);
  expect(together.status).toBe(200);
  const other = await open(await test.viewer('premium'), await addChannel('Deportes', 'premium'));
  expect([other.status, await other.json()]).toEqual([
    503,
    expect.objectContaining({
      code: 'upstream.full',
      error: 'Tu proveedor solo admite 1 emisión a la vez. Ahora se ve: «Estreno».',
    }),
  ]);
  // The plan of this viewer does not open the channel that plays.
  const unnamed = await open(await test.viewer('gplay'), basic);
  expect(await unnamed.json()).toMatchObject({
    code: 'upstream.full',
    error: 'Tu proveedor solo admite 1 emisión a la vez.',
    playing: [],
  });
  const { body } = await test.call('GET /api/admin/providers', undefined, await test.admin());
  expect(body.providers).toEqual([
    expect.objectContaining({ _id: 'manual', maxConnections: 1, usedConnections: 1, unstableSources: 0 }),
  ]);
  // One look at the channel, and one connection for both of its viewers.
  expect(upstream.seen.map(({ path }) => path)).toEqual(['/canal/Estreno.ts', '/canal/Estreno.ts']);
  for (const each of [watched, together]) await each.body?.cancel();
});
