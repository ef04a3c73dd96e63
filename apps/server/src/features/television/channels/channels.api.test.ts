import { planKeys, type AccessDenied, type ChannelCard } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personHeaders, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

let made = 0;
async function createChannel(more: Record<string, unknown> = {}) {
  made += 1;
  const body = { name: `Canal ${made}`, url: `https://proveedor.example/vivo/${made}.m3u8`, ...more };
  const answer = await test.call('POST /api/channels/admin', { body }, admin);
  expect(answer.status).toBe(201);
  return answer.body;
}

const list = async (person: Person | undefined, query: { section?: string; featured?: 'true' } = {}) =>
  (await test.call('GET /api/channels/list', { query }, person)).body.channels;
const findIn = (channels: ChannelCard[], id: string) => channels.find((channel) => channel._id === id);

describe('the list of channels', () => {
  it('shows a new channel at once, without its address', async () => {
    const premium = await test.viewer('premium');
    const before = await list(premium);
    const channel = await createChannel({ section: 'Noticias', description: 'Todo el día.' });
    expect(findIn(before, channel._id)).toBeUndefined();
    expect(findIn(await list(premium), channel._id)).toEqual({
      _id: channel._id,
      name: channel.name,
      description: 'Todo el día.',
      section: 'Noticias',
      logo: null,
      colour: null,
      number: expect.any(Number),
      isFeatured: false,
      locked: false,
    });
    const raw = await test.app.http.inject({ url: '/api/channels/list', headers: personHeaders(premium) });
    expect(raw.body).not.toMatch(/proveedor|url|requiresPlan|active/);
  });

  it('has logo addresses of this server only; administrators also see the original address', async () => {
    const logo = 'https://logos.example/canal.png?clave=secreta';
    const channel = await createChannel({ logo });
    const premium = await test.viewer('premium');
    const path = new RegExp(`^/api/images/channel/${channel._id}/320\\?v=[\\w-]{8}$`);
    expect(findIn(await list(premium), channel._id)?.logo).toMatch(path);
    const id = { params: { id: channel._id } };
    expect((await test.call('GET /api/channels/id/:id', id, premium)).body.logo).toMatch(path);
    const { body } = await test.call(
      'GET /api/channels/admin/list',
      { query: { search: channel.name } },
      admin,
    );
    expect(body.channels.find(({ _id }) => _id === channel._id)?.logo).toBe(logo);
  });

  it('locks what the plan does not open and never answers 403', async () => {
    const inherits = await createChannel();
    const named = await createChannel({ requiresPlan: ['estandar', 'desconocido'] });
    const locked: Record<string, boolean[]> = {};
    for (const plan of planKeys) {
      const channels = await list(await test.viewer(plan));
      locked[plan] = [findIn(channels, inherits._id)!.locked, findIn(channels, named._id)!.locked];
    }
    expect(locked).toEqual({
      gplay: [true, true],
      estandar: [true, false],
      cinefilo: [true, true],
      sports: [false, true],
      premium: [false, true],
    });
    expect(findIn(await list(admin), named._id)?.locked).toBe(false);
  });

  it('is filtered by section, and empty for an unknown section', async () => {
    const channel = await createChannel({ section: 'Cocina' });
    expect((await list(admin, { section: 'Cocina' })).map(({ _id }) => _id)).toEqual([channel._id]);
    expect(await list(admin, { section: 'Inexistente' })).toEqual([]);
  });

  it('shows visitors only featured channels that are active, publicly visible and need no plan', async () => {
    const open = await createChannel({ isFeatured: true });
    const planned = await createChannel({ isFeatured: true, requiresPlan: ['gplay', 'premium'] });
    const hidden = await createChannel({ isFeatured: true, isPubliclyVisible: false });
    const inactive = await createChannel({ isFeatured: true, active: false });
    const plain = await createChannel();
    const seen = (await list(undefined, { featured: 'true' })).map(({ _id }) => _id);
    expect(seen).toContain(open._id);
    for (const other of [planned, hidden, inactive, plain]) expect(seen).not.toContain(other._id);
    expect((await test.call('GET /api/channels/list')).status).toBe(401);
  });

  it('is answered 304 to a client that has it, and compressed with gzip when accepted', async () => {
    for (let count = 0; count < 20; count += 1) await createChannel();
    const headers = personHeaders(await test.viewer());
    const first = await test.app.http.inject({ url: '/api/channels/list', headers });
    const again = await test.app.http.inject({
      url: '/api/channels/list',
      headers: { ...headers, 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const zipped = await test.app.http.inject({
      url: '/api/channels/list',
      headers: { ...headers, 'accept-encoding': 'gzip, br' },
    });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload.length).toBeLessThan(first.rawPayload.length / 2);
  });

  it('is ordered by the numbers of the channels, which are the same in every section', async () => {
    const names = ['zeta', 'Ópera', 'Oasis', 'ñu'];
    for (const name of names) await createChannel({ name, section: 'Orden' });
    const inSection = await list(admin, { section: 'Orden' });
    expect(inSection.map(({ name }) => name)).toEqual(names);
    const everywhere = new Map((await list(admin)).map(({ _id, number }) => [_id, number]));
    expect(inSection.map(({ number }) => number)).toEqual(inSection.map(({ _id }) => everywhere.get(_id)));
    expect(new Set(everywhere.values()).size).toBe(everywhere.size);
  });

  it('gives two channels that are added at once different numbers', async () => {
    const made = ['Uno', 'Dos', 'Tres', 'Cuatro'].map((name) => createChannel({ name, section: 'A la vez' }));
    await Promise.all(made);
    const numbers = (await list(admin, { section: 'A la vez' })).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(4);
  });
});

describe('the sections of the channels', () => {
  it('are those with active channels', async () => {
    await createChannel({ section: 'Ciencia' });
    await createChannel({ section: 'Oculta', active: false });
    const { body } = await test.call('GET /api/channels/sections', undefined, await test.viewer());
    expect(body).toContain('Ciencia');
    expect(body).not.toContain('Oculta');
  });
});

describe('a channel that is opened', () => {
  it('is answered with a sealed address and its stream kind', async () => {
    const channel = await createChannel({ url: 'https://proveedor.example/live/ana/secreto/77.ts' });
    const premium = await test.viewer('premium');
    const { status, body } = await test.call(
      'GET /api/channels/id/:id',
      { params: { id: channel._id } },
      premium,
    );
    expect(status).toBe(200);
    expect(body.streamKind).toBe('ts');
    expect(body.url).toMatch(/^\/api\/stream\/[\w-]+\//);
    expect(JSON.stringify(body)).not.toMatch(/proveedor|secreto/);
  });

  it('is answered 403 with the whole access-denied payload when the plan does not open it', async () => {
    const channel = await createChannel();
    const viewer = await test.viewer('cinefilo');
    const { status, body } = await test.call(
      'GET /api/channels/id/:id',
      { params: { id: channel._id } },
      viewer,
    );
    const denied: AccessDenied = {
      title: 'Contenido Premium',
      error: 'Acceso denegado',
      message: 'Tu plan actual no permite acceder a este contenido.',
      currentPlan: 'cinefilo',
      requiredPlans: ['sports', 'premium'],
      upgradeMessage: 'Actualiza tu plan para acceder a todo el contenido premium.',
      trialMessage: 'La prueba gratuita no está disponible en los canales en vivo.',
      trialMinutesRemaining: 0,
      trialUsedToday: 0,
      code: 'plan.required',
      requestId: expect.any(String) as string,
    };
    expect([status, body]).toEqual([403, denied]);
  });

  it('is answered 404 to viewers while it is inactive', async () => {
    const channel = await createChannel({ active: false });
    const params = { id: channel._id };
    expect(
      (await test.call('GET /api/channels/id/:id', { params }, await test.viewer('premium'))).status,
    ).toBe(404);
    expect((await test.call('GET /api/channels/id/:id', { params }, admin)).status).toBe(200);
  });

  it('is answered stream.unplayable when no browser plays its address', async () => {
    const channel = await createChannel({ url: 'rtmp://proveedor.example/vivo/1' });
    const { status, body } = await test.call(
      'GET /api/channels/id/:id',
      { params: { id: channel._id } },
      admin,
    );
    expect([status, body.code]).toEqual([409, 'stream.unplayable']);
  });
});

describe('editing channels', () => {
  it('changes the fields that are sent and keeps the others', async () => {
    const channel = await createChannel({ section: 'Viajes', userAgent: 'VLC/3' });
    const params = { id: channel._id };
    const { body } = await test.call(
      'PUT /api/channels/admin/:id',
      { params, body: { name: 'Otro nombre', active: false } },
      admin,
    );
    expect(body).toEqual({ ...channel, revision: body.revision, name: 'Otro nombre', active: false });
    const moved = await test.call(
      'PUT /api/channels/admin/:id',
      { params, body: { url: 'https://otra.example/v.mpd' } },
      admin,
    );
    expect(moved.body).toMatchObject({
      url: 'https://otra.example/v.mpd',
      streamKind: 'dash',
      userAgent: 'VLC/3',
    });
  });

  it('refuses an address that another channel has, in any spelling', async () => {
    await createChannel({ url: 'https://unica.example/a.m3u8' });
    const other = await createChannel();
    const body = { name: 'Copia', url: 'HTTPS://UNICA.example:443/a.m3u8' };
    expect((await test.call('POST /api/channels/admin', { body }, admin)).body.code).toBe(
      'channel.duplicate',
    );
    const changed = await test.call(
      'PUT /api/channels/admin/:id',
      { params: { id: other._id }, body: { url: body.url } },
      admin,
    );
    expect([changed.status, changed.body.error]).toEqual([409, 'Ya existe un canal con esa dirección.']);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'con\u0000nulo' }, 'name'],
    [{ name: 'medio \ud83d sustituto' }, 'name'],
    [{ name: ['lista'] }, 'name'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'data:text/html,x' }, 'url'],
    [{ url: '//sin-esquema' }, 'url'],
    [{ url: 'file:///etc/passwd' }, 'url'],
    [{ url: `https://a.example/${'x'.repeat(8_200)}` }, 'url'],
    [{ url: 'https://con espacio.example/a' }, 'url'],
    [{ logo: 'javascript:alert(1)' }, 'logo'],
    [{ logo: `https://a.example/${'x'.repeat(2_050)}` }, 'logo'],
    [{ requiresPlan: 'premium' }, 'requiresPlan'],
    [{ active: 'sí' }, 'active'],
  ])('refuses %j and names the field at fault', async (wrong, field) => {
    const body = { name: 'Válido', url: 'https://valida.example/a.m3u8', ...wrong };
    const { status, body: answer } = await test.call(
      'POST /api/channels/admin',
      { body: body as never },
      admin,
    );
    expect(status).toBe(400);
    expect(answer.details?.map(({ path }) => path)).toContain(field);
    expect(answer.details?.[0]?.message).toMatch(/\.$/);
  });

  it.each([
    '<script>alert(1)</script>',
    "'; drop table channel; --",
    '{{7*7}}',
    '👨‍👩‍👧 \u202eoculto',
    '=HYPERLINK("x")',
  ])('keeps the name %s unchanged', async (name) => {
    expect((await createChannel({ name })).name).toBe(name);
  });

  it('deletes a channel, which is answered 404 afterwards', async () => {
    const channel = await createChannel({ name: 'Efímero' });
    const params = { id: channel._id };
    const { body } = await test.call('DELETE /api/channels/admin/:id', { params }, admin);
    expect(body.message).toBe('Canal «Efímero» eliminado.');
    expect((await test.call('DELETE /api/channels/admin/:id', { params }, admin)).status).toBe(404);
    expect(findIn(await list(admin), channel._id)).toBeUndefined();
  });

  it('finds channels by name, in pages', async () => {
    for (const name of ['Búsqueda uno', 'BUSQUEDA dos', 'búsqueda tres']) await createChannel({ name });
    const { body } = await test.call(
      'GET /api/channels/admin/list',
      { query: { search: 'busqueda', limit: '2', page: '2' } },
      admin,
    );
    expect(body).toMatchObject({ page: 2, totalPages: 2, total: 3 });
    expect(body.channels.map(({ name }) => name)).toEqual(['Búsqueda uno']);
  });
});
