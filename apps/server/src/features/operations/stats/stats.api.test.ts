import type { AddressInfo } from 'node:net';
import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';

let test: TestApp;
let upstream: FakeUpstream;
let origin: string;
let admin: Person;
let nowMs = Date.parse('2026-11-21T12:00:00Z');

beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestApp(
    { UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' },
    { clock: { ...systemClock, now: () => new Date(nowMs), steadyMs: () => nowMs } },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
  admin = await test.admin();
  upstream.answer('/bien.m3u8', {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n/seg.ts\n',
  });
  upstream.answer('/mal.m3u8', { status: 500, body: 'no' });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

async function addChannel(name: string, path: string): Promise<string> {
  const { body } = await test.call(
    'POST /api/channels/admin',
    { body: { name, url: `${upstream.origin}${path}`, requiresPlan: ['gplay', 'premium'] } },
    admin,
  );
  return body._id;
}

async function openChannel(person: Person, id: string): Promise<string> {
  const { body } = await test.call('GET /api/channels/id/:id', { params: { id } }, person);
  return origin + body.url;
}

/** Requests a channel's playlist repeatedly, as a player does. @returns the HTTP status of the last request */
async function watch(address: string, times: number, everyMs: number): Promise<number> {
  let status = 0;
  for (let time = 0; time < times; time += 1) {
    const response = await fetch(address);
    await response.text();
    ({ status } = response);
    nowMs += everyMs;
  }
  return status;
}

const stats = async (days = '30') =>
  (await test.call('GET /api/admin/stats', { query: { days } }, admin)).body;

it('statistics and stopping a stream are for administrators only, and the period has limits', async () => {
  const viewer = await test.viewer();
  const stop = { params: { accountId: 'nadie', deviceId: 'D'.repeat(32) } };
  for (const [route, sent, found] of [
    ['GET /api/admin/stats', {}, 200],
    ['DELETE /api/admin/streams/:accountId/:deviceId', stop, 404],
  ] as const) {
    expect(await test.call(route, sent as never)).toMatchObject({
      status: 401,
      body: { code: 'session.required' },
    });
    expect(await test.call(route, sent as never, viewer)).toMatchObject({
      status: 403,
      body: { code: 'role.forbidden' },
    });
    expect((await test.call(route, sent as never, admin)).status).toBe(found);
  }
  for (const days of ['0', '366', 'x', '-1', '1.5']) {
    expect((await test.call('GET /api/admin/stats', { query: { days } }, admin)).status).toBe(400);
  }
});

describe('the statistics of the dashboard', () => {
  it('count playing time by day, plan and title, and list who is watching', async () => {
    const id = await addChannel('Cénit', '/bien.m3u8');
    const viewer = await test.viewer('premium');
    const before = await stats();
    expect(before.byDay).toHaveLength(30);
    expect(before.byDay.at(-1)).toEqual({ day: '2026-11-21', viewers: 0, plays: 0, hours: 0 });
    expect(before).toMatchObject({ watching: [], byPlan: [], byTitle: [], failingChannels: [] });

    // The test requests the playlist 61 times, 6 seconds apart; all requests but the first add 6 seconds of watch time.
    expect(await watch(await openChannel(viewer, id), 61, 6_000)).toBe(200);
    const after = await stats('7');
    expect(after.byDay).toHaveLength(7);
    expect(after.byDay.at(-1)).toEqual({ day: '2026-11-21', viewers: 1, plays: 1, hours: 0.1 });
    expect(after.byPlan).toEqual([{ plan: 'premium', plays: 1, hours: 0.1 }]);
    expect(after.byTitle).toEqual([
      { itemKey: `channel:${id}`, title: 'Cénit', kind: 'channel', plays: 1, hours: 0.1 },
    ]);
    expect(after.watching).toMatchObject([
      {
        username: viewer.username,
        deviceId: viewer.deviceId,
        title: 'Cénit',
        since: '2026-11-21T12:00:00.000Z',
      },
    ]);
    expect(after.totals).toMatchObject({ channels: 1, videos: 0, accounts: 3, awaitingApproval: 0 });
  });

  it('drop who has stopped watching, and count the next day separately', async () => {
    nowMs = Date.parse('2026-11-22T09:00:00Z');
    expect((await stats()).watching).toEqual([]);
    const id = await addChannel('Otra', '/bien.m3u8?otra');
    upstream.answer('/bien.m3u8?otra', {
      headers: { 'content-type': 'application/vnd.apple.mpegurl' },
      body: '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n/seg.ts\n',
    });
    // Watching for at least half a minute counts as a play; the 12 seconds of this test do not.
    const viewer = await test.viewer();
    await watch(await openChannel(viewer, id), 3, 6_000);
    expect((await stats()).byDay.slice(-2)).toMatchObject([
      { day: '2026-11-21', plays: 1 },
      { day: '2026-11-22', plays: 0, viewers: 1 },
    ]);
  });

  it('count the failures of a channel, and of no other', async () => {
    const id = await addChannel('Onda rota', '/mal.m3u8');
    const viewer = await test.viewer();
    expect(await watch(await openChannel(viewer, id), 3, 1_000)).toBe(502);
    expect((await stats()).failingChannels).toMatchObject([{ _id: id, name: 'Onda rota', failures: 3 }]);
  });

  it('have a null title for a deleted channel', async () => {
    const { byTitle } = await stats();
    const id = byTitle.find(({ title }) => title === 'Cénit')?.itemKey.slice('channel:'.length) ?? '';
    await test.call('DELETE /api/channels/admin/:id', { params: { id } }, admin);
    expect((await stats()).byTitle.find(({ itemKey }) => itemKey === `channel:${id}`)).toMatchObject({
      title: '',
    });
  });
});

it('an administrator stops the playback of a person, and the audit log records it', async () => {
  upstream.answer('/parar.m3u8', {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n/seg.ts\n',
  });
  const id = await addChannel('Parar', '/parar.m3u8');
  const viewer = await test.viewer();
  const address = await openChannel(viewer, id);
  expect(await watch(address, 1, 1_000)).toBe(200);
  const watcher = (await stats()).watching.find(({ username }) => username === viewer.username);
  const params = { accountId: watcher?.accountId ?? '', deviceId: viewer.deviceId };
  const stop = () => test.call('DELETE /api/admin/streams/:accountId/:deviceId', { params }, admin);
  expect(await stop()).toMatchObject({ status: 200, body: { message: 'Reproducción detenida.' } });
  expect(await watch(address, 1, 0)).toBe(403);
  expect((await stats()).watching.map(({ username }) => username)).not.toContain(viewer.username);
  expect(await stop()).toMatchObject({ status: 404, body: { code: 'device.not_playing' } });
  const audit = await test.call('GET /api/admin/audit', { query: { action: 'stream.stop' } }, admin);
  expect(audit.body.entries).toMatchObject([{ username: 'jefa', subjectName: viewer.username }]);
});

describe('the channels that do not respond', () => {
  const unresponsive = async (person: Person) =>
    (await test.call('GET /api/channels/unresponsive', {}, person)).body.ids;
  const media = {
    headers: { 'content-type': 'video/mp2t' },
    body: Buffer.alloc(376).fill(0x47, 0, 1).fill(0x47, 188, 189),
  };

  it('are those that failed last, for everybody, until they deliver media again', async () => {
    const [viewer, other] = [await test.viewer('premium'), await test.viewer('premium')];
    const [dead, alive] = [await addChannel('Caído', '/caido.ts'), await addChannel('Vivo', '/vivo.ts')];
    upstream.answer('/caido.ts', { status: 500, body: 'no' });
    upstream.answer('/vivo.ts', media);
    await watch(await openChannel(viewer, alive), 1, 1_000);
    await watch(await openChannel(viewer, dead), 1, 1_000);
    expect(await unresponsive(other)).toContain(dead);
    expect(await unresponsive(other)).not.toContain(alive);
    // Reading the statistics writes the counts of this process to the database.
    await stats();
    expect(await unresponsive(other)).toContain(dead);

    upstream.answer('/caido.ts', media);
    expect(await watch(await openChannel(viewer, dead), 1, 1_000)).toBe(200);
    expect(await unresponsive(other)).not.toContain(dead);
    await stats();
    expect(await unresponsive(other)).not.toContain(dead);
  });

  it('are not those whose provider only allows no further connection', async () => {
    const viewer = await test.viewer('premium');
    const full = await addChannel('Ocupado', '/ocupado.ts');
    upstream.answer('/ocupado.ts', { status: 458, body: 'no' });
    expect(await watch(await openChannel(viewer, full), 1, 1_000)).toBe(503);
    expect(await unresponsive(viewer)).not.toContain(full);
  });

  it('are forgotten a day after they failed', async () => {
    const viewer = await test.viewer('premium');
    const dead = await addChannel('Olvidado', '/olvidado.ts');
    upstream.answer('/olvidado.ts', { status: 500, body: 'no' });
    await watch(await openChannel(viewer, dead), 1, 1_000);
    await stats();
    expect(await unresponsive(viewer)).toContain(dead);
    nowMs += 25 * 3_600_000;
    const later = await test.viewer('premium');
    expect(await unresponsive(later)).not.toContain(dead);
  });
});
