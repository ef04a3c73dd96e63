import { gzipSync } from 'node:zlib';
import { guideLocks } from '@butaca/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGuideTest, type GuideTest } from '../../../../test/guide-test.ts';
import { makeGuide, type MadeProgramme } from '../../../../test/make-guide.ts';
import { replaceInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import { resealGuides } from '../../../shared/guide/seal-guide.ts';
import { createGuideSourcesRepository } from './refreshing/guide-sources.repository.ts';
import { personHeaders } from '../../../../test/test-app.ts';

let test: GuideTest;
beforeAll(async () => {
  test = await startGuideTest();
});
beforeEach(async () => {
  test.beginHour();
  await test.app.clearCatalogue();
});
afterAll(() => test[Symbol.asyncDispose]());

const channels = { 'Uno.es': 'Uno', 'Dos.es': 'Dos' };
const hours = (channel: string, titles: readonly string[]): MadeProgramme[] =>
  titles.map((title, index) => ({
    channel,
    start: test.at(index * 60),
    stop: test.at((index + 1) * 60),
    title,
  }));
const guide = (one: readonly string[], two: readonly string[] = ['Ajena']) =>
  makeGuide(channels, [...hours('Uno.es', one), ...hours('Dos.es', two)]);

const titlesOf = async (id: string, from = 0, to = 360) => {
  const query = { channels: id, from: test.at(from).toISOString(), to: test.at(to).toISOString() };
  const { body } = await test.app.call('GET /api/guide', { query }, test.admin);
  return body.channels[0]?.programmes.map(({ title }) => title);
};
/** Lets time pass, half a minute each time, until a channel has the programmes. */
const untilShown = (id: string, titles: readonly string[]) =>
  expect
    .poll(
      async () => {
        await test.clock.advance(30_000);
        return titlesOf(id);
      },
      { timeout: 10_000 },
    )
    .toEqual(titles);
const overview = async () => (await test.app.call('GET /api/admin/guide/sources', {}, test.admin)).body;

describe('a guide at an address', () => {
  it('is read packed, with the programmes of channels that the catalogue has', async () => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"', Tres: 'tvg-id="Tres.es"' });
    test.upstream.answer('/g.xml.gz', {
      body: gzipSync(guide(['Noticias', 'Cine'])),
      headers: { etag: '"1"' },
    });
    const source = await test.addSource('/g.xml.gz', { name: 'Mi guía' });
    expect(source).toMatchObject({
      name: 'Mi guía',
      state: 'idle',
      error: null,
      place: 1,
      channels: 2,
      programmes: 2,
      linkedChannels: 1,
      refreshHours: 12,
      nextRefreshAt: test.at(12 * 60).toISOString(),
      firstAt: test.at(0).toISOString(),
      lastAt: test.at(120).toISOString(),
    });
    expect(await titlesOf(Uno)).toEqual(['Noticias', 'Cine']);
    expect((await overview()).coverage).toEqual({
      channels: 2,
      withGuide: 1,
      toConfirm: 0,
      sentence: '1 de 2 canales tiene guía',
    });
  });

  it('is not sent again while its server says that it is the same, and replaced when it is another', async () => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    test.upstream.answer('/igual.xml', { body: guide(['Antes', 'Después']), headers: { etag: '"1"' } });
    const { _id } = await test.addSource('/igual.xml');
    const due = async () => {
      await sql`update guide_source set next_refresh_at = ${test.clock.now()}, tried_at = null`.execute(
        test.app.db,
      );
      await test.app.call('PUT /api/admin/guide/sources/:id', { params: { id: _id }, body: {} }, test.admin);
      await expect.poll(async () => (await test.settled(_id)).triedAt).not.toBeNull();
    };
    test.upstream.answer('/igual.xml', { status: 304 });
    await due();
    expect(test.upstream.seen.at(-1)?.headers['if-none-match']).toBe('"1"');
    expect(await titlesOf(Uno)).toEqual(['Antes', 'Después']);
    test.upstream.answer('/igual.xml', { body: guide(['Antes', 'Otra cosa', 'Y más']) });
    await due();
    expect(await titlesOf(Uno)).toEqual(['Antes', 'Otra cosa', 'Y más']);
  });

  it('keeps what is over while the channel has an archive of it, and what the new guide cuts', async () => {
    const { Uno = '' } = await test.addChannels({
      Uno: 'tvg-id="Uno.es" catchup="default" catchup-days="3"',
    });
    const old = { channel: 'Uno.es', start: test.at(-2_000), stop: test.at(-1_940), title: 'Anteayer' };
    const long = { channel: 'Uno.es', start: test.at(-30), stop: test.at(60), title: 'En curso' };
    test.upstream.answer('/pasado.xml', { body: makeGuide(channels, [old, long]) });
    const { _id } = await test.addSource('/pasado.xml');
    test.upstream.answer('/pasado.xml', { body: guide(['Desde ahora']) });
    await test.refresh(_id);
    expect(await titlesOf(Uno, -2_000, -1_800)).toEqual(['Anteayer']);
    expect(await titlesOf(Uno, -60, 60)).toEqual(['En curso', 'Desde ahora']);
  });

  it('puts programmes that overlap, last a week or have no end in order', async () => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    const wild = [
      { channel: 'Uno.es', start: test.at(0), stop: test.at(90), title: 'Larga' },
      { channel: 'Uno.es', start: test.at(60), title: 'Sin final' },
      { channel: 'Uno.es', start: test.at(120), stop: test.at(10_080), title: 'Una semana' },
      { channel: 'Uno.es', start: test.at(120), stop: test.at(150), title: 'Repetida' },
    ];
    test.upstream.answer('/caos.xml', { body: makeGuide(channels, wild) });
    await test.addSource('/caos.xml');
    const query = { channels: Uno, from: test.at(0).toISOString(), to: test.at(360).toISOString() };
    const { body } = await test.app.call('GET /api/guide', { query }, test.admin);
    expect(body.channels[0]?.programmes.map(({ title, endsAt }) => [title, endsAt])).toEqual([
      ['Larga', test.at(60).toISOString()],
      ['Sin final', test.at(120).toISOString()],
      ['Repetida', test.at(150).toISOString()],
    ]);
  });

  it('reads times without an offset in its zone, and moves them as the list of the channel says', async () => {
    const { Uno = '', Dos = '' } = await test.addChannels({
      Uno: 'tvg-id="Uno.es"',
      Dos: 'tvg-id="Dos.es" tvg-shift="-1"',
    });
    const local = (channel: string): MadeProgramme => ({
      channel,
      start: '20261130140000',
      stop: '20261130150000',
      title: 'Comida',
    });
    test.upstream.answer('/local.xml', { body: makeGuide(channels, [local('Uno.es'), local('Dos.es')]) });
    await test.addSource('/local.xml', { timeZone: 'Europe/Madrid' });
    const query = {
      channels: `${Uno},${Dos}`,
      from: test.at(-60).toISOString(),
      to: test.at(240).toISOString(),
    };
    const { body } = await test.app.call('GET /api/guide', { query }, test.admin);
    expect(body.channels.map(({ programmes }) => programmes.map(({ startsAt }) => startsAt))).toEqual([
      ['2026-11-30T13:00:00.000Z'],
      ['2026-11-30T12:00:00.000Z'],
    ]);
  });

  it('whose channels are named behind their programmes is read whole', async () => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="uno.ES"' });
    const [head = '', tail = ''] = guide(['Primera', 'Segunda']).split('<channel id="Dos.es">');
    const declared = /<channel id="Uno.es">.*?<\/channel>/.exec(head)?.[0] ?? '';
    const body = `${head.replace(declared, '')}<channel id="Dos.es">${tail.replace('</tv>', `${declared}</tv>`)}`;
    test.upstream.answer('/orden.xml', { body });
    await test.addSource('/orden.xml');
    expect(await titlesOf(Uno)).toEqual(['Primera', 'Segunda']);
  });

  it('is read again when the catalogue has other channels', async () => {
    await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    test.upstream.answer('/nuevo.xml', { body: guide(['Noticias'], ['Propia']), headers: { etag: '"1"' } });
    const { _id } = await test.addSource('/nuevo.xml');
    const { Dos = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"', Dos: 'tvg-id="Dos.es"' });
    await test.clock.advance(61 * 60_000);
    await untilShown(Dos, ['Propia']);
    expect(test.upstream.seen.at(-1)?.headers['if-none-match']).toBeUndefined();
    await test.settled(_id);
  });
});

describe('a guide whose source is in the database', () => {
  it('is read again where its programmes are not there, as after the restore of a backup', async () => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    test.upstream.answer('/copia.xml', { body: guide(['Noticias']), headers: { etag: '"1"' } });
    await test.addSource('/copia.xml');
    await test.app.db.deleteFrom('guide_channel').execute();
    await untilShown(Uno, ['Noticias']);
    expect(test.upstream.seen.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it('is left to another server that reads it', async () => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    test.upstream.answer('/dos.xml', { body: guide(['Antes']) });
    const { _id } = await test.addSource('/dos.xml');
    test.upstream.answer('/dos.xml', { body: guide(['Después']) });
    const requests = test.upstream.seen.length;
    await test.app.db.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(${guideLocks}, hashtext(${_id}))`.execute(other);
      const params = { id: _id };
      await test.app.call('POST /api/admin/guide/sources/:id/refresh', { params }, test.admin);
      // Each further look finds the guide taken, too.
      for (let look = 0; look < 3; look += 1) await test.clock.advance(30_000);
      expect(test.upstream.seen.length).toBe(requests);
      expect((await overview()).sources[0]).toMatchObject({ state: 'refreshing' });
      await sql`select pg_advisory_unlock_all()`.execute(other);
    });
    await untilShown(Uno, ['Después']);
  });

  it('is read again when that is asked for while it is read', async () => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    test.upstream.answer('/mientras.xml', { body: guide(['Antes']) });
    const { _id } = await test.addSource('/mientras.xml');
    const begun = await test.app.db
      .selectFrom('guide_source')
      .select(['id', 'sealed_access', 'request_count'])
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    await test.app.db
      .updateTable('guide_source')
      .set({ is_refresh_requested: true })
      .where('id', '=', _id)
      .execute();
    await createGuideSourcesRepository(test.app.db).updateUnder(begun, { error_count: 0 });
    test.upstream.answer('/mientras.xml', { body: guide(['Después']) });
    await untilShown(Uno, ['Después']);
  });

  it('is neither deleted nor moved while it is written', async () => {
    await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    test.upstream.answer('/escrita.xml', { body: guide(['Noticias']) });
    const { _id } = await test.addSource('/escrita.xml');
    const params = { id: _id };
    await test.app.db.transaction().execute(async (writer) => {
      await sql`select from guide_source where id = ${_id} for no key update`.execute(writer);
      const removal = await test.app.call('DELETE /api/admin/guide/sources/:id', { params }, test.admin);
      const move = await test.app.call(
        'PUT /api/admin/guide/sources/:id',
        { params, body: { place: 2 } },
        test.admin,
      );
      expect([removal.body, move.body]).toMatchObject([
        { code: 'guide.refreshing' },
        { code: 'guide.refreshing' },
      ]);
    });
    expect((await test.app.call('DELETE /api/admin/guide/sources/:id', { params }, test.admin)).status).toBe(
      200,
    );
  });

  it('is requested after the sealing key was replaced', async () => {
    test.upstream.answer('/clave.xml', { body: guide(['Noticias']) });
    const { _id } = await test.addSource('/clave.xml');
    const resealed = await test.app.db
      .transaction()
      .execute(async (trx) => resealGuides(trx, await replaceInstanceSecret(trx, sealingKeyName)));
    expect(resealed).toBe(1);
    expect(await test.refresh(_id)).toMatchObject({ state: 'idle', error: null });
  });
});

describe('a guide that cannot be used', () => {
  const whole = () => guide(['Noticias', 'Cine']);
  it.each([
    [
      'a web page',
      () => '<!doctype html><html><body>Cuenta caducada</body></html>',
      'guide.web_page',
      'página web',
    ],
    ['cut', () => whole().slice(0, -20), 'guide.truncated', 'incompleta'],
    ['cut where it is packed', () => gzipSync(whole()).subarray(0, -30), 'guide.truncated', 'incompleta'],
    ['empty', () => '', 'guide.empty', 'vacía'],
    ['something else', () => '<rss><channel/></rss>', 'guide.not_a_guide', 'no es una guía XMLTV'],
    [
      'a bomb',
      () => gzipSync(Buffer.concat([Buffer.from('<tv>'), Buffer.alloc(40_000_000, 32)])),
      'guide.bomb',
      'agotar',
    ],
    ['without programmes', () => makeGuide(channels, []), 'guide.no_programmes', 'ningún programa'],
    [
      'full of programmes that cannot be read',
      () => makeGuide(channels, [{ channel: 'Uno.es', start: '2026-11-30 20:00', title: 'Rota' }]),
      'guide.broken',
      'no se pueden leer',
    ],
    [
      'one of other channels',
      () => makeGuide({ 'Tres.es': 'Tres' }, hours('Tres.es', ['Ajena'])),
      'guide.other_channels',
      'ninguno de los canales',
    ],
    [
      'of last year',
      () => makeGuide(channels, [{ channel: 'Uno.es', start: '20251130140000 +0000', title: 'Vieja' }]),
      'guide.other_days',
      'estos días',
    ],
  ])('because it is %s leaves the one before in use', async (_what, made, code, sentence) => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    test.upstream.answer('/mala.xml', { body: whole() });
    const { _id } = await test.addSource('/mala.xml');
    test.upstream.answer('/mala.xml', { body: made() });
    const source = await test.refresh(_id);
    expect(source).toMatchObject({ state: 'failed', errorCode: code, programmes: 2 });
    expect(source.error).toContain(sentence);
    expect(source.error).toContain('La guía anterior sigue en uso.');
    expect(source.nextRefreshAt).toBe(new Date(test.clock.now().getTime() + 300_000).toISOString());
    expect(await titlesOf(Uno)).toEqual(['Noticias', 'Cine']);
  });

  it('because its server refuses it says so, without the address', async () => {
    test.upstream.answer('/secreta.xml?password=palabra', { status: 401 });
    const source = await test.addSource('/secreta.xml?password=palabra');
    expect(source).toMatchObject({ state: 'failed', errorCode: 'upstream.unauthorized' });
    expect(source.error).toBe('El servidor de la guía no acepta el usuario o la contraseña.');
    expect(JSON.stringify(await overview())).not.toContain('palabra');
    expect(test.app.logged.join('')).not.toContain('palabra');
  });
});

describe('several guides', () => {
  it('are never mixed: a channel has all programmes from the first that has it', async () => {
    const { Uno = '', Dos = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"', Dos: 'tvg-id="Dos.es"' });
    test.upstream.answer('/una.xml', { body: makeGuide(channels, hours('Uno.es', ['De la primera'])) });
    test.upstream.answer('/otra.xml', { body: guide(['De la otra', 'También'], ['Solo la otra']) });
    const first = await test.addSource('/una.xml');
    const second = await test.addSource('/otra.xml');
    expect([first.place, second.place]).toEqual([1, 2]);
    expect([await titlesOf(Uno), await titlesOf(Dos)]).toEqual([['De la primera'], ['Solo la otra']]);
    const move = await test.app.call(
      'PUT /api/admin/guide/sources/:id',
      { params: { id: second._id }, body: { place: 1 } },
      test.admin,
    );
    expect(move.body.place).toBe(1);
    expect(await titlesOf(Uno)).toEqual(['De la otra', 'También']);
    await test.app.call('DELETE /api/admin/guide/sources/:id', { params: { id: second._id } }, test.admin);
    expect(await titlesOf(Uno)).toEqual(['De la primera']);
    expect(await test.app.db.selectFrom('programme').select('title').execute()).toEqual([
      { title: 'De la primera' },
    ]);
    expect((await overview()).sources.map(({ place }) => place)).toEqual([1]);
    const { body } = await test.app.call('GET /api/admin/audit', { query: {} }, test.admin);
    expect(body.entries.map(({ action }) => action).slice(0, 4)).toEqual([
      'guide.remove',
      'guide.update',
      'guide.create',
      'guide.create',
    ]);
  });

  it('with the same address are refused', async () => {
    test.upstream.answer('/doble.xml', { body: guide(['Una']) });
    await test.addSource('/doble.xml');
    const body = { address: `${test.upstream.origin}/doble.xml` };
    const again = await test.app.call('POST /api/admin/guide/sources', { body }, test.admin);
    expect(again).toMatchObject({ status: 409, body: { code: 'guide.duplicate' } });
  });
});

describe('an uploaded guide', () => {
  const boundary = 'frontera-de-prueba';
  async function upload(content: string | Buffer, fields: Record<string, string> = {}) {
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="guia.xml"\r\nContent-Type: text/xml\r\n\r\n`;
    const response = await test.app.app.http.inject({
      method: 'POST',
      url: '/api/admin/guide/files',
      headers: { ...personHeaders(test.admin), 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(head),
        Buffer.from(content),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
    return { status: response.statusCode, body: response.json<{ _id: string; code?: string }>() };
  }

  it('is kept, replaced by another file, and read again for other channels', async () => {
    const { Uno = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    const { status, body } = await upload(guide(['Del archivo'], ['Segundo']), { name: 'La mía' });
    expect(status).toBe(201);
    expect(await test.settled(body._id)).toMatchObject({ kind: 'file', name: 'La mía', nextRefreshAt: null });
    expect(await titlesOf(Uno)).toEqual(['Del archivo']);
    const { Dos = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"', Dos: 'tvg-id="Dos.es"' });
    await test.clock.advance(61 * 60_000);
    await untilShown(Dos, ['Segundo']);
    await test.settled(body._id);
    expect((await upload(guide(['De otro archivo']), { source: body._id })).status).toBe(201);
    await test.settled(body._id);
    expect(await titlesOf(Uno)).toEqual(['De otro archivo']);
  });

  it('is not read again and again by servers of two versions, which choose channels differently', async () => {
    await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
    const { body } = await upload(guide(['Una']));
    await test.settled(body._id);
    const repository = createGuideSourcesRepository(test.app.db);
    const findAfter = (minutes: number) =>
      repository.findDue(new Date(test.clock.now().getTime() + minutes * 60_000), [], Buffer.from('other'));
    expect(await findAfter(59)).toBeUndefined();
    expect(await findAfter(61)).toEqual({ id: body._id });
  });

  it('takes the place only of a guide that is a file', async () => {
    test.upstream.answer('/dir.xml', { body: guide(['Una']) });
    const { _id } = await test.addSource('/dir.xml');
    expect((await upload(guide(['Otra']), { source: _id })).body.code).toBe('guide.not_file');
    expect((await upload(guide(['Otra']), { source: 'ninguna' })).body.code).toBe('guide.not_found');
  });
});

describe('what providers offer', () => {
  const offers = async () => (await overview()).offers;

  it('is the guide that a list names, until it is accepted', async () => {
    test.upstream.answer('/tvg.xml?password=secreto', { body: guide(['De la lista']) });
    const address = `${test.upstream.origin}/tvg.xml?password=secreto`;
    await test.app.upload(
      test.admin,
      'con-guia.m3u',
      `#EXTM3U url-tvg="${address},notaurl"\n#EXTINF:-1 tvg-id="Uno.es",Uno\nhttp://tv.example/uno.m3u8\n`,
    );
    const [offer] = await offers();
    expect(offer).toMatchObject({ kind: 'address', providerName: 'con-guia.m3u' });
    expect(JSON.stringify(offer)).not.toContain('secreto');
    const params = { id: offer?._id ?? '' };
    const accepted = await test.app.call('POST /api/admin/guide/offers/:id/accept', { params }, test.admin);
    expect(accepted.status).toBe(201);
    expect(await test.settled(accepted.body._id)).toMatchObject({ state: 'idle', programmes: 1 });
    expect(await offers()).toEqual([]);
    const again = await test.app.call('POST /api/admin/guide/offers/:id/accept', { params }, test.admin);
    expect(again.body.code).toBe('offer.not_found');
  });

  it('is the guide of an account, which is asked for with what is stored of it', async () => {
    test.upstream.answer('/player_api.php', { status: 404 });
    const { body: provider } = await test.app.call(
      'POST /api/admin/providers',
      {
        body: {
          kind: 'xtream',
          address: test.upstream.origin,
          username: 'ana',
          password: 'palabra',
          name: 'Cuenta',
        },
      },
      test.admin,
    );
    const [offer] = await offers();
    expect(offer).toMatchObject({ kind: 'xtream', providerId: provider._id, providerName: 'Cuenta' });
    test.upstream.answer('/xmltv.php?username=ana&password=palabra', { body: guide(['De la cuenta']) });
    const params = { id: offer?._id ?? '' };
    const accepted = await test.app.call('POST /api/admin/guide/offers/:id/accept', { params }, test.admin);
    expect(await test.settled(accepted.body._id)).toMatchObject({
      kind: 'xtream',
      state: 'idle',
      channels: 2,
    });
    expect(test.upstream.seen.map(({ path }) => path)).toContain('/xmltv.php?username=ana&password=palabra');
    expect(await offers()).toEqual([]);
  });
});
