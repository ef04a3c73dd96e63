import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personHeaders, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { projectRoot } from '../../../platform/project-root.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

const upload = async (content: string | Buffer, fileName = 'lista.m3u') => {
  const { status, body } = await test.upload(admin, fileName, content);
  return { status, body, counts: [body.added, body.updated, body.duplicates, body.skipped] };
};
const entry = (title: string, address: string, attributes = '') =>
  `#EXTINF:-1 ${attributes},${title}\n${address}\n`;
const channels = async () =>
  (await test.call('GET /api/channels/admin/list', { query: { limit: '3000' } }, admin)).body.channels;

describe('the import of a real list', () => {
  const real = (name: string) =>
    readFileSync(join(projectRoot(), 'packages/m3u/test/fixtures', `${name}.m3u`));

  it.each(['es', 'mx', 'do'])('of %s takes every entry, and adds nothing the second time', async (name) => {
    const first = await upload(real(name), `${name}.m3u`);
    expect(first.status).toBe(200);
    const entries =
      real(name)
        .toString()
        .match(/#EXTINF/g)?.length ?? 0;
    const [added = 0, updated = 0, duplicates = 0, skipped = 0] = first.counts;
    expect(added + updated + duplicates + skipped).toBe(entries);
    expect(await channels()).toHaveLength(added);
    const again = await upload(real(name), `${name}.m3u`);
    expect(again.counts).toEqual([0, 0, entries, 0]);
  });
});

describe('an import of channels', () => {
  it('counts differently spelled addresses as one', async () => {
    const { counts } = await upload(
      entry('Uno', 'http://p.tv/1.m3u8') +
        entry('Dos', 'HTTP://P.TV:80/1.m3u8/') +
        entry('Tres', 'http://p.tv/3.m3u8'),
    );
    expect(counts).toEqual([2, 0, 1, 0]);
  });

  it('gives a channel fifty addresses at most, and reports the others', async () => {
    const list = (from: number, to: number) =>
      Array.from({ length: to - from }, (_one, index) =>
        entry('Uno', `http://p.tv/${from + index}.m3u8`),
      ).join('');
    const first = await upload(list(0, 60));
    expect(first.counts).toEqual([1, 49, 0, 10]);
    const { body: history } = await test.call('GET /api/admin/imports', undefined, admin);
    const params = { id: history.imports[0]?._id ?? '' };
    const query = { outcome: 'skipped', limit: '10' } as const;
    const { rows } = (await test.call('GET /api/admin/imports/:id/rows', { params, query }, admin)).body;
    expect(rows.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 10 }, () => 'El canal ya tiene 50 direcciones, que son las que admite.'),
    );
    expect((await upload(list(60, 70) + entry('Dos', 'http://p.tv/dos.m3u8'))).counts).toEqual([1, 0, 0, 10]);
    const total = await sql<{ total: number }>`
      select count(*)::int as total from channel_source join channel on channel.id = channel_id
      where channel.name = 'Uno'`.execute(test.db);
    expect(total.rows).toEqual([{ total: 50 }]);
  });

  it('keeps a channel and its edits when the provider changes the token', async () => {
    await upload(entry('Uno', 'http://p.tv/live/ana/vieja/7.ts', 'group-title="Cine"'));
    const [before] = await channels();
    const params = { id: before?._id ?? '' };
    await test.call(
      'PUT /api/channels/admin/:id',
      { params, body: { name: 'Mi Uno', section: 'Favoritos' } },
      admin,
    );
    const { counts } = await upload(entry('Uno HD', 'http://p.tv/live/ana/nueva/7.ts', 'group-title="Cine"'));
    expect(counts).toEqual([0, 1, 0, 0]);
    expect(await channels()).toEqual([
      { ...before, name: 'Mi Uno', section: 'Favoritos', url: 'http://p.tv/live/ana/nueva/7.ts' },
    ]);
  });

  it('leaves the addresses of a list as they are when another list has the same streams in another form', async () => {
    const listOf = (form: string, token = 'una') =>
      entry('Uno', `http://p.tv/live/ana/${token}/7.${form}`) +
      entry('Dos', `http://p.tv/live/ana/${token}/8.${form}`);
    const sources = async () => {
      const { rows } = await sql<{ provider: string; address: string }>`
        select provider.name as provider, address from channel_source join provider on provider.id = provider_id
        order by address`.execute(test.db);
      return rows.map(
        ({ provider, address }) => `${provider} ${address.replace('http://p.tv/live/ana/', '')}`,
      );
    };
    const both = ['casa.m3u una/7.m3u8', 'vecina.m3u una/7.ts', 'casa.m3u una/8.m3u8', 'vecina.m3u una/8.ts'];
    expect((await upload(listOf('m3u8'), 'casa.m3u')).counts).toEqual([2, 0, 0, 0]);
    expect((await upload(listOf('ts'), 'vecina.m3u')).counts).toEqual([0, 2, 0, 0]);
    expect(await sources()).toEqual(both);
    for (const [form, name] of [
      ['m3u8', 'casa.m3u'],
      ['ts', 'vecina.m3u'],
    ] as const) {
      expect((await upload(listOf(form), name)).counts).toEqual([0, 0, 2, 0]);
      expect(await sources()).toEqual(both);
    }
    expect(await channels()).toHaveLength(2);
    // A list whose token has changed renews its own addresses.
    expect((await upload(listOf('ts', 'otra'), 'vecina.m3u')).counts).toEqual([0, 2, 0, 0]);
    expect(await sources()).toEqual([
      'vecina.m3u otra/7.ts',
      'vecina.m3u otra/8.ts',
      'casa.m3u una/7.m3u8',
      'casa.m3u una/8.m3u8',
    ]);
  });

  it.each([
    ['m3u8', 'ts'],
    ['ts', 'm3u8'],
  ])(
    'puts the form of HLS before that of MPEG-TS, where .%s came first and .%s with a second list',
    async (own, other) => {
      const listOf = (form: string, extra = '') => entry('Uno', `http://p.tv/live/ana/una/7.${form}`) + extra;
      await upload(listOf(own, entry('Uno', 'http://lejos.tv/1.m3u8')), 'casa.m3u');
      await upload(entry('Uno', 'http://cerca.tv/1.m3u8'), 'cercana.m3u');
      await upload(listOf(other, entry('Uno', 'http://nueva.tv/1.m3u8')), 'vecina.m3u');
      const { rows } = await sql<{ address: string }>`
      select address from channel_source order by position`.execute(test.db);
      const inOrder = rows.map(({ address }) =>
        address.replace(/^http:\/\/(?:p\.tv\/live\/ana\/una\/)?/, ''),
      );
      expect(inOrder).toEqual(['nueva.tv/1.m3u8', 'cerca.tv/1.m3u8', '7.m3u8', '7.ts', 'lejos.tv/1.m3u8']);
    },
  );

  it('gives a channel fifty addresses at most also where a list has the streams of another one in another form', async () => {
    const streams = (from: number, to: number, form: string) =>
      Array.from({ length: to - from }, (_one, index) =>
        entry('Uno', `http://p.tv/live/ana/una/${from + index}.${form}`),
      ).join('');
    await upload(streams(0, 47, 'm3u8'), 'casa.m3u');
    const next = entry('Uno', 'http://otra.tv/1.m3u8') + streams(0, 2, 'ts');
    expect((await upload(next + entry('Uno', 'http://otra.tv/2.m3u8'), 'vecina.m3u')).counts).toEqual([
      0, 3, 0, 1,
    ]);
    await test.clearCatalogue();
    await upload(streams(0, 48, 'm3u8'), 'casa.m3u');
    expect((await upload(streams(0, 48, 'ts'), 'vecina.m3u')).counts).toEqual([0, 2, 0, 46]);
    expect(await channels()).toMatchObject([{ sourceCount: 50 }]);
  });

  it('joins addresses of one name in one channel: the best quality of a list, and the newest list, first', async () => {
    await upload(
      entry('Canal (720p)', 'http://a.tv/1.m3u8') +
        entry('CANAL (1080p) [Geo-blocked]', 'http://b.tv/1.m3u8'),
    );
    expect(await channels()).toMatchObject([{ name: 'Canal', url: 'http://b.tv/1.m3u8', sourceCount: 2 }]);
    const { counts } = await upload(entry('Cánal', 'http://c.tv/1.m3u8'));
    expect(counts).toEqual([0, 1, 0, 0]);
    expect(await channels()).toMatchObject([{ name: 'Canal', url: 'http://c.tv/1.m3u8', sourceCount: 3 }]);
  });

  it('adds no address to a channel of the demo, so that removing the demo keeps the address', async () => {
    await using own = await startTestApp({}, { isDemo: true });
    const boss = await own.admin();
    const { body } = await own.upload(boss, 'lista.m3u', entry('Musa', 'http://a.tv/musa.m3u8'));
    expect([body.added, body.updated]).toEqual([1, 0]);
    await own.call('DELETE /api/admin/demo', undefined, boss);
    const { body: left } = await own.call('GET /api/channels/admin/list', { query: {} }, boss);
    expect(left.channels).toMatchObject([{ name: 'Musa', url: 'http://a.tv/musa.m3u8' }]);
  });

  it('adds nothing when a list comes again, however many addresses a channel has', async () => {
    const many = Array.from({ length: 12 }, (_item, index) =>
      entry('Canal', `http://a.tv/${index}.m3u8`),
    ).join('');
    expect((await upload(many)).counts).toEqual([1, 11, 0, 0]);
    const before = await channels();
    expect(before).toMatchObject([{ url: 'http://a.tv/0.m3u8', sourceCount: 12 }]);
    expect((await upload(many)).counts).toEqual([0, 0, 12, 0]);
    expect(await channels()).toEqual(before);
  });

  it('accepts a title that is cut inside a surrogate pair', async () => {
    const { counts } = await upload(
      entry(`${'a'.repeat(199)}😀`, 'http://a.tv/1.m3u8') + entry('Dos', 'http://a.tv/2.m3u8'),
    );
    expect(counts).toEqual([2, 0, 0, 0]);
    expect((await channels()).map(({ name }) => name)).toEqual(['a'.repeat(199), 'Dos']);
  });

  it('does not replace the address of a channel when the list still contains that address', async () => {
    const own = entry('Uno', 'http://p.tv/live/ana/una/7.ts');
    await upload(own);
    await sql`update channel_source set provider_key = regexp_replace(provider_key, '7$', '8')`.execute(
      test.db,
    );
    const both = own + entry('Dos', 'http://p.tv/live/ana/una/8.ts');
    expect((await upload(both)).counts).toEqual([0, 0, 2, 0]);
    expect(await channels()).toMatchObject([{ name: 'Uno', url: 'http://p.tv/live/ana/una/7.ts' }]);
  });

  it('keeps two channels apart whose addresses end in the same file name', async () => {
    const { counts } = await upload(
      entry('Norte', 'https://cdn.tv/norte/hls/1.m3u8') + entry('Sur', 'https://cdn.tv/sur/hls/1.m3u8'),
    );
    expect(counts).toEqual([2, 0, 0, 0]);
  });

  it.each([
    'javascript://x/1',
    'file://etc/passwd',
    'foo://bar',
    'internal://demo/live/musa/index.m3u8',
    'http://[::zz/x',
    'https://a.tv:99999/x',
  ])('skips the unplayable address %s', async (address) => {
    expect((await upload(entry('Mala', address) + entry('Buena', 'http://a.tv/1.m3u8'))).counts).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('adds each channel once during two imports at once', async () => {
    const list = Array.from({ length: 300 }, (_item, index) =>
      entry(`Canal ${index}`, `http://a.tv/${index}.m3u8`),
    ).join('');
    const answers = await Promise.all([upload(list), upload(list), upload(list)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const added = answers.map(({ body }) => body.added).toSorted((a, b) => a - b);
    expect(added).toEqual([0, 0, 300]);
    expect(await channels()).toHaveLength(300);
  });
});

describe('the channel made from an entry', () => {
  it('has the entry’s name, section, number, logo and request headers', async () => {
    await upload(
      '#EXTINF:-1 tvg-logo="https://l.tv/1.png" group-title="Deportes;Fútbol" tvg-chno="4",Gol (1080p)\n#EXTVLCOPT:http-referrer=https://r.tv/\nhttp://p.tv/1.m3u8|User-Agent=VLC\n',
    );
    expect(await channels()).toMatchObject([
      {
        name: 'Gol',
        section: 'Deportes',
        logo: 'https://l.tv/1.png',
        referrer: 'https://r.tv/',
        userAgent: 'VLC',
        active: true,
      },
    ]);
  });

  it('has the section General when the list names none, and no logo without a web address', async () => {
    await upload(entry('Uno', 'http://p.tv/1', 'tvg-logo="javascript:alert(1)"'));
    expect(await channels()).toMatchObject([{ section: 'General', logo: null }]);
  });

  it('has its name unchanged, also with formulas and markup, but without direction marks', async () => {
    const names = ['=HYPERLINK("http://x")', '<script>alert(1)</script>', 'Derecha \u202e izquierda'];
    await upload(names.map((name, index) => entry(name, `http://p.tv/${index}`)).join(''));
    expect((await channels()).map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(
      [...names.slice(0, 2), 'Derecha izquierda'].toSorted((a, b) => a.localeCompare(b)),
    );
  });
});

describe('an unreadable entry of a list of channels', () => {
  it('is skipped, counted, and reported with its line', async () => {
    const { body, counts } = await upload(
      `#EXTM3U\n#EXTINF:-1,Sin dirección\n${entry('Bien', 'http://p.tv/1')}http://p.tv/suelta\n`,
    );
    expect(counts).toEqual([2, 0, 0, 1]);
    expect(body.errors).toEqual([{ line: 2, reason: 'La entrada no tiene dirección.' }]);
    expect(body.message).toBe(
      'Lista procesada: 2 canales añadidos, 0 actualizados, 0 duplicados, 1 omitido.',
    );
    expect((await channels()).map(({ name }) => name).toSorted()).toEqual(['Bien', 'suelta']);
  });

  it('is counted, and only the first hundred are listed', async () => {
    const { body } = await upload(entry('Bien', 'http://p.tv/1') + '#EXTINF:-1,Sin dirección\n'.repeat(250));
    expect([body.skipped, body.errors.length]).toEqual([250, 100]);
  });
});

describe('a file that is no list of channels', () => {
  it.each([
    ['lista.txt', entry('Uno', 'http://p.tv/1'), 'list.wrong_extension'],
    ['lista', entry('Uno', 'http://p.tv/1'), 'list.wrong_extension'],
    ['lista.m3u', '', 'list.empty'],
    ['lista.m3u', '#EXTM3U\n', 'list.empty'],
    ['lista.M3U8', '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n', 'list.media_playlist'],
    ['lista.m3u', '<!DOCTYPE html><title>Login</title>', 'list.html'],
    ['lista.m3u', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 'list.invalid'],
    ['lista.m3u', Buffer.from([0x1f, 0x8b, 8, 0]), 'list.packed_unreadable'],
  ])('%s with %j is refused as %s and changes nothing', async (fileName, content, _code) => {
    await upload(entry('Estaba', 'http://p.tv/estaba'));
    const { status, body } = await upload(content, fileName);
    expect([status, body.code]).toEqual([400, _code]);
    expect(await channels()).toHaveLength(1);
  });

  it('is asked for when it is missing', async () => {
    const response = await test.app.http.inject({
      method: 'POST',
      url: '/api/channels/admin/process-m3u',
      headers: { ...personHeaders(admin), 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="otro"\r\n\r\nvalor\r\n--x--\r\n',
    });
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      'Por favor, selecciona un archivo M3U.',
    ]);
  });

  it('is answered 415 when it comes as JSON', async () => {
    const response = await test.app.http.inject({
      method: 'POST',
      url: '/api/channels/admin/process-m3u',
      headers: personHeaders(admin),
      payload: { m3uFile: 'x' },
    });
    expect(response.statusCode).toBe(415);
  });
});

it('an import leaves foreign files in the folder of uploads alone', async () => {
  const dir = join(test.dataDir, 'uploads');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'del-operador.txt'), 'mío');
  await upload(entry('Uno', 'http://a.tv/1.m3u8'));
  expect(await readdir(dir)).toEqual(['del-operador.txt']);
});

describe('an upload of a list that breaks off', () => {
  it('changes nothing and leaves no file', async () => {
    await upload(entry('Estaba', 'http://p.tv/estaba'));
    const { port } = new URL(await test.origin());
    const head = Object.entries({
      ...personHeaders(admin),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '100000',
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const part = `--x\r\nContent-Disposition: form-data; name="m3uFile"; filename="l.m3u"\r\n\r\n${entry('Nueva', 'http://p.tv/nueva')}`;
    const client = connect(Number(port), '127.0.0.1');
    client.write(`POST /api/channels/admin/process-m3u HTTP/1.1\r\nHost: x\r\n${head}\r\n${part}`);
    await expect.poll(() => readdir(join(test.dataDir, 'uploads'))).toHaveLength(1);
    client.destroy();
    await expect.poll(async () => test.logged.some((line) => line.includes('upload.interrupted'))).toBe(true);
    expect((await channels()).map(({ name }) => name)).toEqual(['Estaba']);
    expect(await readdir(join(test.dataDir, 'uploads'))).toEqual([]);
  });
});

describe('the numbers of imported channels', () => {
  const numbered = async () => {
    const { body } = await test.call('GET /api/channels/list', { query: {} }, admin);
    return body.channels.map(({ number, name }) => `${number} ${name}`);
  };

  it('follow the order of the list, whatever the names are', async () => {
    await upload(['Zeta', 'Alfa', 'Media'].map((name) => entry(name, `http://n.tv/${name}`)).join(''));
    expect(await numbered()).toEqual(['1 Zeta', '2 Alfa', '3 Media']);
  });

  it('are those of the list where it has some, and no number is given twice', async () => {
    const list = [
      entry('Sin número', 'http://n.tv/1'),
      entry('Cuatro', 'http://n.tv/2', 'tvg-chno="40"'),
      entry('Otro cuatro', 'http://n.tv/3', 'tvg-chno="40"'),
      entry('Enorme', 'http://n.tv/4', 'tvg-chno="900000"'),
    ];
    await upload(list.join(''));
    expect(await numbered()).toEqual(['40 Cuatro', '41 Sin número', '42 Otro cuatro', '43 Enorme']);
  });

  it('may be those of the demo, whose channels then follow the others', async () => {
    for (const [index, name] of ['Muestra A', 'Muestra B'].entries()) {
      const demo = { name, url: `internal:demo/live/${index}/index.m3u8` };
      await test.app.demoTargets.channels.addDemo(demo, {
        channelNumber: index + 1,
        colour: '#112233',
        tvgId: 'demo',
      });
    }
    await upload(entry('Uno', 'http://n.tv/1', 'tvg-chno="1"') + entry('Dos', 'http://n.tv/2'));
    expect(await numbered()).toEqual(['1 Uno', '2 Dos', '3 Muestra A', '4 Muestra B']);
    await upload(entry('Tres', 'http://n.tv/3'));
    expect(await numbered()).toEqual(['1 Uno', '2 Dos', '3 Tres', '4 Muestra A', '5 Muestra B']);
  });

  it('stay when the list is imported again in another order', async () => {
    const [uno, dos] = [entry('Uno', 'http://n.tv/1'), entry('Dos', 'http://n.tv/2')];
    await upload(uno + dos);
    const first = await numbered();
    await upload(dos + uno + entry('Tres', 'http://n.tv/3'));
    expect((await numbered()).slice(0, 2)).toEqual(first);
  });
});
