import type { EndpointByRoute, EndpointCall } from '@butaca/contract';
import { startFakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let viewer: Person;

beforeAll(async () => {
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
  admin = await test.admin();
  viewer = await test.viewer('premium');
});
afterAll(() => test[Symbol.asyncDispose]());

let made = 0;
const address = (): string => {
  made += 1;
  return `https://proveedor.example/vivo/${made}.m3u8`;
};
type Sent = EndpointCall<EndpointByRoute<'POST /api/channels/admin'>>['body'];
const create = (body: Sent) => test.call('POST /api/channels/admin', { body }, admin);
const update = (id: string, body: object) =>
  test.call('PUT /api/channels/admin/:id', { params: { id }, body }, admin);
const detail = (id: string, person = admin) =>
  test.call('GET /api/channels/id/:id?view=admin', { params: { id } }, person);

it('a channel keeps its addresses in the order sent, each with its headers', async () => {
  const [first, second] = [address(), address()];
  const { status, body } = await create({
    name: 'Doble',
    sources: [
      { url: first, userAgent: 'VLC/3' },
      { url: second, referrer: 'https://proveedor.example/' },
    ],
  });
  expect([status, body.url, body.sourceCount]).toEqual([201, first, 2]);
  const [one, two] = body.sources;
  const third = address();
  const turned = await update(body._id, {
    sources: [{ _id: two?._id, url: second }, { url: third }, { _id: one?._id, url: first }],
  });
  expect(turned.body.sources.map(({ _id, url }) => [_id, url])).toEqual([
    [two?._id, second],
    [expect.any(String), third],
    [one?._id, first],
  ]);
  expect(turned.body.sources[2]?.userAgent).toBe('VLC/3');
  const less = await update(body._id, { sources: [{ _id: one?._id, url: first, userAgent: null }] });
  expect(less.body.sources).toMatchObject([{ _id: one?._id, userAgent: null }]);
  expect((await detail(body._id)).body).toEqual(less.body);
});

it('the cookie and origin of an address are shown to administrators, sent upstream, and kept from viewers', async () => {
  await using upstream = await startFakeUpstream();
  const url = `${upstream.origin}/con-clave.m3u8`;
  upstream.answer('/con-clave.m3u8', {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n1.ts\n',
  });
  const headers = { cookie: 'clave=canario-1', origin: 'https://canario-2.example' };
  const { status, body } = await create({ name: 'Con clave', sources: [{ url, ...headers }] });
  expect([status, body.sources]).toMatchObject([201, [headers]]);
  expect((await detail(body._id)).body.sources).toMatchObject([headers]);

  const seen = await test.call('GET /api/channels/id/:id', { params: { id: body._id } }, viewer);
  const list = await test.call('GET /api/channels/list', {}, viewer);
  expect(list.body.channels.map(({ name }) => name)).toContain('Con clave');
  expect(JSON.stringify([seen, list])).not.toContain('canario');
  const played = await test.app.http.inject({ url: seen.body.url });
  expect(played.statusCode).toBe(200);
  expect(upstream.seen.at(-1)?.headers).toMatchObject(headers);
  const { body: audit } = await test.call('GET /api/admin/audit', { query: { subjectId: body._id } }, admin);
  expect(JSON.stringify(audit)).not.toContain('canario');

  const without = await update(body._id, { revision: body.revision, cookie: null });
  expect(without.body.sources).toMatchObject([{ ...headers, cookie: null }]);
});

it('a channel plays its second address when the first one fails, and administrators see why it failed', async () => {
  await using upstream = await startFakeUpstream();
  const sources = ['/muerta.ts', '/viva.ts'].map((path) => ({
    url: upstream.origin + path,
    userAgent: 'VLC/3',
  }));
  upstream.answer('/viva.ts', { headers: { 'content-length': '1880' }, body: Buffer.alloc(1_880, 1) });
  const { body } = await create({ name: 'Con repuesto', sources });
  const reports = () => test.call('GET /api/channels/admin/:id/sources', { params: { id: body._id } }, admin);
  expect((await reports()).body).toEqual({ reports: [] });

  const seen = await test.call('GET /api/channels/id/:id', { params: { id: body._id } }, viewer);
  const played = await test.app.http.inject({ url: seen.body.url });
  expect([played.statusCode, played.rawPayload.length]).toEqual([200, 1_880]);
  expect(upstream.seen.map(({ path, headers }) => [path, headers['user-agent']])).toEqual([
    ['/muerta.ts', 'VLC/3'],
    ['/viva.ts', 'VLC/3'],
  ]);
  const { _id } = body.sources[0] ?? {};
  expect((await reports()).body.reports).toEqual([
    { _id, verdict: 'gone', agoSeconds: expect.any(Number), isUnstable: false },
  ]);
  const unknown = { params: { id: '00000000-0000-7000-8000-000000000000' } };
  expect((await test.call('GET /api/channels/admin/:id/sources', unknown, admin)).status).toBe(404);
});

it('two addresses of a channel can swap their places, headers included', async () => {
  const [first, second] = [address(), address()];
  const { body } = await create({ name: 'Cambio', sources: [{ url: first }, { url: second }] });
  const [one, two] = body.sources;
  const swapped = await update(body._id, {
    sources: [
      { _id: one?._id, url: second },
      { _id: two?._id, url: first },
    ],
  });
  expect(swapped.body.sources.map(({ _id, url }) => [_id, url])).toEqual([
    [one?._id, second],
    [two?._id, first],
  ]);
});

it('an edit with one address changes only the first one, and an edit without any changes none', async () => {
  const { body } = await create({ name: 'Una', sources: [{ url: address() }, { url: address() }] });
  const renewed = address();
  const changed = await update(body._id, { url: renewed });
  expect(changed.body.sources.map(({ _id, url }) => [_id, url])).toEqual([
    [body.sources[0]?._id, renewed],
    [body.sources[1]?._id, body.sources[1]?.url],
  ]);
  expect((await update(body._id, { name: 'Otra' })).body.sources).toEqual(changed.body.sources);
});

it('a channel refuses an existing address, an empty list, no address, and internal media', async () => {
  const url = address();
  await create({ name: 'Primera', url });
  const other = await create({ name: 'Segunda', url: address() });
  expect((await update(other.body._id, { sources: [{ url }] })).body.code).toBe('channel.duplicate');
  expect((await detail(other.body._id)).body.sources).toEqual(other.body.sources);
  expect((await update(other.body._id, { sources: [] })).body.details?.[0]?.message).toBe(
    'El canal necesita al menos una dirección.',
  );
  expect((await create({ name: 'Sin nada' })).body.details?.[0]?.path).toBe('url');
  expect((await create({ name: 'De dentro', url: 'internal:demo/live/x/index.m3u8' })).status).toBe(400);
  const stored = 'http://0192f000-0000-7000-8000-000000000001.xtream.invalid/live/-/-/1.ts';
  expect((await create({ name: 'De una cuenta', url: stored })).status).toBe(400);
  expect(
    (await create({ name: 'De dentro', url: address(), logo: 'internal:demo/canales/x.svg' })).status,
  ).toBe(400);
  expect((await update(other.body._id, { logo: 'internal:demo/../x.svg' })).status).toBe(400);
});

it('the details of a channel are shown to administrators only, active or not', async () => {
  const { body } = await create({ name: 'Oculta', url: address(), active: false });
  expect((await detail(body._id)).body).toMatchObject({ name: 'Oculta', active: false });
  expect((await detail(body._id, viewer)).body.code).toBe('role.forbidden');
  expect((await test.call('GET /api/channels/id/:id?view=admin', { params: { id: body._id } })).status).toBe(
    401,
  );
  expect((await detail('nadie')).body.code).toBe('channel.not_found');
});

it('the audit log has each edit of a channel, with only the host and a mark of an address', async () => {
  const { body } = await create({
    name: 'Anotado',
    url: 'https://socio:clave@proveedor.example/secreto.m3u8',
  });
  await update(body._id, { section: 'Cine' });
  await test.call('DELETE /api/channels/admin/:id', { params: { id: body._id } }, admin);
  const { entries } = (await test.call('GET /api/admin/audit', { query: { subjectId: body._id } }, admin))
    .body;
  expect(entries.map(({ action }) => action)).toEqual(['channel.delete', 'channel.update', 'channel.create']);
  expect([entries[1]?.before, entries[1]?.after]).toEqual([{ section: 'General' }, { section: 'Cine' }]);
  expect(entries[0]?.before).toMatchObject({ name: 'Anotado', section: 'Cine' });
  expect(JSON.stringify(entries)).not.toMatch(/clave|secreto/);
});

it('the audit log says that request headers changed, not their values', async () => {
  const url = address();
  const { body } = await create({ name: 'Con cabeceras', url, userAgent: 'Uno/1' });
  const acts = async () =>
    (await test.call('GET /api/admin/audit', { query: { subjectId: body._id } }, admin)).body.entries;
  await update(body._id, { userAgent: 'Dos/2' });
  const [entry] = await acts();
  expect(Object.keys(entry?.after ?? {})).toEqual(['sources']);
  expect(JSON.stringify(entry?.after)).toMatch(
    /proveedor\.example \([0-9a-f]{6}\), cabeceras \([0-9a-f]{6}\)/,
  );
  expect(JSON.stringify(entry)).not.toMatch(/Uno|Dos/);
  await update(body._id, { userAgent: 'Dos/2', url, name: 'Con cabeceras' });
  expect(await acts()).toHaveLength(2);
});

it('a save of a channel that somebody else saved meanwhile is refused', async () => {
  const { body } = await create({ name: 'Compartida', url: address() });
  const { revision } = body;
  const first = await update(body._id, { revision, sources: [{ url: address() }] });
  expect(first.status).toBe(200);
  const late = await update(body._id, { revision, name: 'Tarde' });
  expect([late.status, late.body.code]).toEqual([409, 'resource.conflict']);
  expect((await update(body._id, { revision: first.body.revision, name: 'A tiempo' })).body.name).toBe(
    'A tiempo',
  );
});

it('the audit log says who created and who deleted a collection', async () => {
  const { body } = await test.call(
    'POST /api/collections',
    { body: { name: 'Actas', itemsModel: 'Video' } },
    admin,
  );
  await test.call('DELETE /api/collections/:id', { params: { id: body._id } }, admin);
  const { entries } = (await test.call('GET /api/admin/audit', { query: { subjectId: body._id } }, admin))
    .body;
  expect(entries.map(({ action, subjectName, username }) => [action, subjectName, username])).toEqual([
    ['collection.delete', 'Actas', 'jefa'],
    ['collection.create', 'Actas', 'jefa'],
  ]);
  expect(entries[0]?.before).toEqual({ itemsModel: 'Video', items: 0 });
});
