import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry as entry, uploadList, type TestList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

const upload = (content: string | Buffer, form: Record<string, string>, more: Partial<TestList> = {}) =>
  uploadList(test, admin, 'POST /api/videos/upload-text', { content, form, ...more });
const films = (content: string) => upload(content, { categoria: 'pelicula', subcategoria: 'POR_GENERO' });
const series = (content: string) => upload(content, { categoria: 'serie', subcategoria: 'HBO MAX' });
const bulk = (content: string, section: string, more: Partial<TestList> = {}) =>
  uploadList(test, admin, 'POST /api/m3u/bulk-upload', { content, form: { section }, ...more });

const videos = async (query: Record<string, string> = {}) =>
  (await test.call('GET /api/videos', { query: { limit: '3000', ...query } }, admin)).body.videos;
const detail = async (title: string) => {
  const card = (await videos()).find((video) => video.title === title);
  return (await test.call('GET /api/videos/:id', { params: { id: card?._id ?? 'ninguno' } }, admin)).body;
};
const numbers = (video: Awaited<ReturnType<typeof detail>>) =>
  video.seasons.map(({ seasonNumber, chapters }) => [
    seasonNumber,
    ...chapters.map(({ chapterNumber }) => chapterNumber),
  ]);

it('an import adds nothing for an address that both a film and a chapter have', async () => {
  await series(entry('Faro S01E01', 'http://p.tv/1.mkv'));
  await films(entry('Duna', 'http://p.tv/2.mkv'));
  await sql`
    update video set (address, address_hash) = (select chapter.address, chapter.address_hash from chapter)
    where title = 'Duna'`.execute(test.db);
  const again = await series(
    entry('Faro S01E01', 'http://p.tv/1.mkv') + entry('Faro S01E02', 'http://p.tv/3.mkv'),
  );
  expect([again.status, again.body.added, again.body.skipped]).toEqual([200, 1, 1]);
});

it('an import reads a title of 60,000 spaces without hanging', async () => {
  const { body } = await films(entry(`(${' '.repeat(60_000)}x`, 'http://p.tv/1.mkv'));
  expect(body.added).toBe(1);
  expect(await videos()).toMatchObject([{ title: 'x' }]);
}, 10_000);

it('an import leaves the query planner statistics on its report', async () => {
  await films(entry('Duna', 'http://p.tv/1.mkv') + entry('Marea', 'http://p.tv/2.mkv'));
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_stats where tablename = 'import_entry' order by 1`.execute(test.db);
  expect(rows.map(({ column }) => column)).toEqual(['import_id', 'outcome', 'parent_id', 'target_kind']);
});

describe('an import of films', () => {
  it('stores title, year, image, section and genres, with the first of the file listed first', async () => {
    const { status, body } = await films(
      '#EXTM3U\n' +
        entry(
          'Metrópolis (1927) LAT',
          'http://p.tv/movie/u/c/1.mp4',
          'tvg-logo="https://l.tv/1.jpg" group-title="Cine;Ciencia Ficción"',
        ) +
        entry('Nosferatu (1922) 1080p', 'http://p.tv/movie/u/c/2.mkv', 'group-title="CINE TERROR"'),
    );
    expect([status, body]).toEqual([
      200,
      {
        message: 'Lista procesada: 2 elementos añadidos, 0 actualizados, 0 duplicados, 0 omitidos.',
        added: 2,
        skipped: 0,
        summary: { totalProcessed: 2, movies: 2, series: 0 },
        errors: [],
      },
    ]);
    expect(await videos({ tipo: 'pelicula', mainSection: 'POR_GENERO' })).toMatchObject([
      { title: 'Metrópolis', releaseYear: 1927, genres: ['Ciencia ficción'], thumbnail: expect.any(String) },
      { title: 'Nosferatu', releaseYear: 1922, genres: ['Terror'] },
    ]);
    expect(await videos({ genre: 'ciencia ficcion' })).toHaveLength(1);
    expect(await videos({ search: 'metropolis' })).toHaveLength(1);
  });

  it('uses the section of the form, whatever the group of an entry says', async () => {
    await upload(entry('Duna (2021) 4K', 'http://p.tv/1.mkv', 'group-title="CINE ESTRENOS"'), {
      categoria: 'pelicula',
      subcategoria: 'CINE_4K',
    });
    expect(await videos()).toMatchObject([{ title: 'Duna 4K', mainSection: 'CINE_4K' }]);
  });

  it('adds and changes nothing when the same list comes again', async () => {
    const list =
      entry('Duna (2021)', 'http://p.tv/movie/u/c/1.mkv') +
      entry('Duna (2021) LAT', 'http://p.tv/movie/u/c/2.mkv') +
      entry('1x01 Piloto', 'http://p.tv/movie/u/c/3.mkv', 'group-title="LOST"') +
      entry('1x01 Piloto', 'http://p.tv/movie/u/c/4.mkv', 'group-title="FRINGE"');
    const first = await films(list);
    expect([first.body.added, first.body.skipped]).toEqual([3, 1]);
    const before = await videos();
    const again = await films(list);
    expect([again.body.added, again.body.skipped, again.body.summary]).toEqual([
      0,
      4,
      { totalProcessed: 4, movies: 0, series: 0 },
    ]);
    expect(await videos()).toEqual(before);
  });

  it('does not replace the address of a film when the list still contains that address', async () => {
    const own = entry('Duna (2021)', 'http://p.tv/movie/ana/una/7.mkv');
    await films(own);
    await sql`update video set provider_key = regexp_replace(provider_key, '7$', '8')`.execute(test.db);
    const { body } = await films(own + entry('Marea', 'http://p.tv/movie/ana/una/8.mkv'));
    expect([body.added, body.skipped]).toEqual([0, 2]);
    const { rows } = await sql<{ address: string }>`select address from video`.execute(test.db);
    expect(rows).toEqual([{ address: 'http://p.tv/movie/ana/una/7.mkv' }]);
  });

  it('keeps ids, progress and collections when a provider changes its tokens or its host', async () => {
    await films(
      entry('Duna (2021)', 'http://p.tv/movie/ana/vieja/1.mkv') + entry('Marea', 'http://a.tv/marea.mp4'),
    );
    const before = await videos();
    const params = { id: before[0]?._id ?? '' };
    await test.call(
      'PUT /api/videos/:id/progress',
      { params, body: { lastTime: 600, duration: 6_000 } },
      admin,
    );
    const { body: collection } = await test.call(
      'POST /api/collections',
      { body: { name: 'Mías', itemsModel: 'Video' } },
      admin,
    );
    await test.call(
      'PUT /api/collections/:id/items',
      { params: { id: collection._id }, body: { items: [params.id] } },
      admin,
    );
    const { body } = await films(
      entry('Duna', 'http://p.tv/movie/ana/nueva/1.mkv') + entry('MAREA', 'http://b.tv/otra/marea.mp4'),
    );
    expect([body.added, body.summary.movies]).toEqual([0, 2]);
    expect(await videos()).toEqual(before);
    const { body: progress } = await test.call('GET /api/videos/:id/progress', { params }, admin);
    expect(progress.watchProgress?.lastTime).toBe(600);
    const { body: kept } = await test.call('GET /api/collections', undefined, admin);
    expect(kept.find(({ name }) => name === 'Mías')?.items).toHaveLength(1);
  });
});

describe('an import of series', () => {
  const list =
    entry('El Ministerio S01E02 LAT', 'http://p.tv/series/u/c/12.mkv') +
    entry('EL MINISTERIO 1x01 - El comienzo', 'http://p.tv/series/u/c/11.mkv') +
    entry('El ministerio (2015) T2 E1', 'http://p.tv/series/u/c/21.mkv') +
    entry('El Ministerio S00E01', 'http://p.tv/series/u/c/01.mkv');

  it('makes one series of all its chapters, in order, specials first', async () => {
    const { body } = await series(list);
    expect(body.summary).toEqual({ totalProcessed: 4, movies: 0, series: 1 });
    const found = await detail('El Ministerio');
    expect(found).toMatchObject({ tipo: 'serie', subcategoria: 'HBO MAX', seasonCount: 3, chapterCount: 4 });
    expect(numbers(found)).toEqual([
      [0, 1],
      [1, 1, 2],
      [2, 1],
    ]);
    expect(found.seasons[1]?.chapters.map(({ title }) => title)).toEqual(['El comienzo', 'Capítulo 2']);
  });

  it('adds new chapters between the existing ones', async () => {
    await series(list);
    const { body } = await series(
      list +
        entry('El Ministerio S01E04', 'http://p.tv/series/u/c/14.mkv') +
        entry('El Ministerio S01E03', 'http://p.tv/series/u/c/13.mkv') +
        entry('El Ministerio S03E01', 'http://p.tv/series/u/c/31.mkv'),
    );
    expect([body.added, body.skipped]).toEqual([3, 4]);
    const found = await detail('El Ministerio');
    expect(numbers(found)).toEqual([
      [0, 1],
      [1, 1, 2, 3, 4],
      [2, 1],
      [3, 1],
    ]);
    expect(found).toMatchObject({ seasonCount: 4, chapterCount: 7 });
    expect(await videos()).toHaveLength(1);
  });

  it('keeps an anime and a series of the same name apart', async () => {
    await series(entry('Faro S01E01', 'http://p.tv/1.mkv'));
    await bulk(entry('Faro S01E01', 'http://p.tv/2.mkv'), 'animes');
    expect((await videos()).map(({ tipo }) => tipo).toSorted()).toEqual(['anime', 'serie']);
  });

  it('keeps the chapters when their addresses change', async () => {
    await series(list);
    const before = (await detail('El Ministerio')).seasons.map(({ chapters }) =>
      chapters.map(({ _id }) => _id),
    );
    const { body } = await series(list.replaceAll('/u/c/', '/u/nueva/'));
    expect([body.added, body.summary.series]).toEqual([0, 1]);
    const after = (await detail('El Ministerio')).seasons.map(({ chapters }) =>
      chapters.map(({ _id }) => _id),
    );
    expect(after).toEqual(before);
    expect((await series(list.replaceAll('/u/c/', '/u/nueva/'))).body.added).toBe(0);
  });

  it('keeps a chapter’s address that the list still contains, whatever else has its number', async () => {
    await series(entry('Faro S01E01', 'http://a.tv/1.mkv'));
    const { body } = await series(
      entry('Faro S01E01', 'http://b.tv/otra.mkv') + entry('Faro S01E01', 'http://a.tv/1.mkv'),
    );
    expect([body.added, body.skipped]).toEqual([0, 2]);
    const { rows } = await sql<{ address: string }>`select address from chapter`.execute(test.db);
    expect(rows).toEqual([{ address: 'http://a.tv/1.mkv' }]);
  });

  it('makes a series of one chapter from an entry without a number, and the report says so', async () => {
    const { body } = await bulk(entry('La selva', 'http://p.tv/selva.mp4'), 'documentaries');
    expect(body).toEqual({
      added: 1,
      duplicates: 0,
      message: 'Subida exitosa: 1 elementos añadidos, 0 duplicados encontrados',
    });
    expect(numbers(await detail('La selva'))).toEqual([[1, 1]]);
    const { body: history } = await test.call('GET /api/admin/imports', undefined, admin);
    const params = { id: history.imports[0]?._id ?? '' };
    const { body: report } = await test.call('GET /api/admin/imports/:id/rows', { params }, admin);
    expect(report.rows).toMatchObject([
      {
        outcome: 'added',
        reason: 'Su título no dice qué capítulo es: queda como serie de un solo capítulo.',
        target: { kind: 'video', name: 'La selva' },
      },
    ]);
  });

  it('takes the group’s name for a title without one, and the text behind the code when the group has none', async () => {
    const { body } = await series(
      entry('1x01 Piloto', 'http://p.tv/1.mkv', 'group-title="Perdidos"') +
        entry('1x02 Segundo', 'http://p.tv/2.mkv', 'group-title="SERIES NETFLIX"'),
    );
    expect([body.added, body.skipped]).toEqual([2, 0]);
    expect(numbers(await detail('Perdidos'))).toEqual([[1, 1]]);
    expect(numbers(await detail('Segundo'))).toEqual([[1, 2]]);
  });
});

describe('the first list of a catalogue', () => {
  /** An M3U list of several parts, whose later entries repeat earlier ones in every way. */
  function longList(): string {
    const at = (n: number, token = 'clave') => `http://p.tv/movie/ana/${token}/${n}.mkv`;
    // A part is complete after 2,500 entries. Divisible by the numbers by which the kinds of entries take turns.
    const half = 1_800;
    let list = '#EXTM3U\n';
    for (let n = 0; n < 2 * half; n += 1) {
      const earlier = n - half - (n % 7);
      const logo = n > 2_400 ? `tvg-logo="http://l.tv/${n}.jpg" ` : '';
      const year = n > half ? ' (1999)' : ' (2001)';
      if (n % 3 === 0) list += entry(`Marea ${n}${year}`, at(n), `${logo}group-title="CINE DRAMA"`);
      else if (n % 3 === 1)
        list += entry(
          `Faro ${n % 41} S0${1 + (n % 2)}E${2 * half - n}${n > half ? year : ''}`,
          `http://p.tv/series/ana/clave/${n}.mkv`,
          `${logo}group-title="SERIES NETFLIX"`,
        );
      else if (n % 30 === 2) list += entry(`Canal ${n % 50}`, `http://p.tv/live/ana/clave/${n}.ts`);
      else if (n < half) list += entry(`Isla ${n} 4K`, at(n));
      else if (n % 5 === 0) list += entry('Otro título', at(earlier));
      else if (n % 5 === 1) list += entry(`Otro más ${n}`, at(earlier, 'otra'));
      else if (n % 5 === 2) list += entry(`Marea ${n - 2 - half} (2001)`, `http://q.tv/${n}.mkv`);
      else if (n % 5 === 3) list += entry(`Tarde ${n}`, `http://q.tv/${n - 6}.mkv`);
      else
        list += entry(
          `Faro ${(n - half - 1) % 41} S0${1 + ((n - half - 1) % 2)}E${3 * half + 1 - n}`,
          `http://q.tv/${n}.mkv`,
        );
    }
    return list;
  }

  const rowsOf = async (id: string) => {
    const { rows } = await sql`
      select position, outcome, reason, target_kind, made_parent, target_id is null as is_nothing
      from import_entry where import_id = ${id} order by position`.execute(test.db);
    return rows;
  };
  const catalogue = async () => {
    const queries = [
      sql`select title, tipo, main_section, subcategoria, release_year, thumbnail, season_count, chapter_count, address
        from video where title <> 'Propia' order by created_at desc, id`,
      sql`select video.title, season_number, position, chapter_number, chapter.title as name, chapter.address
        from chapter join season on season.id = season_id join video on video.id = chapter.video_id
        order by video.title, season_number, position`,
      sql`select title, genre from video_genre join video on video.id = video_id order by 1, 2`,
      sql`select name, number, position, address from channel join channel_source on channel.id = channel_id
        order by number, position`,
    ];
    return Promise.all(queries.map(async (query) => (await query.execute(test.db)).rows));
  };
  const imported = async () => {
    const form = { kind: 'mixed' };
    const { body } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
      content: longList(),
      form,
    });
    const params = { id: body._id };
    const decided = await rowsOf(body._id);
    const { body: done } = await test.call(
      'POST /api/admin/imports/:id/publish',
      { params, body: {} },
      admin,
    );
    return { params, done, decided, published: await rowsOf(body._id), content: await catalogue() };
  };

  it('is published in parts with the same result as a list that is published as a whole', async () => {
    const inParts = await imported();
    expect(inParts.published).toEqual(inParts.decided);
    const { body: undone } = await test.call(
      'POST /api/admin/imports/:id/undo',
      { params: inParts.params },
      admin,
    );
    expect(undone.kept).toBe(0);
    expect(await catalogue()).toEqual([[], [], [], []]);
    await films(entry('Propia', 'http://p.tv/propia.mkv'));
    const whole = await imported();
    expect(whole.published).toEqual(inParts.published);
    expect(whole.content).toEqual(inParts.content);
    const { _id: _, ...counts } = inParts.done;
    expect(whole.done).toMatchObject({
      added: counts.added,
      duplicates: counts.duplicates,
      movies: counts.movies,
      series: counts.series,
    });
  });
});

describe('the upload by sections', () => {
  it.each([
    ['movies', 'Duna', { tipo: 'pelicula', mainSection: 'POR_GENERO' }],
    ['series', 'Duna S01E01', { tipo: 'serie', subcategoria: 'Disney' }],
    ['series_kids', 'Duna S01E01', { tipo: 'serie', subcategoria: 'ZONA KIDS' }],
    ['animes', 'Duna S01E01', { tipo: 'anime' }],
    ['documentaries', 'Duna S01E01', { tipo: 'documental' }],
    ['doramas', 'Duna S01E01', { tipo: 'dorama' }],
  ])('stores %s with their type and category', async (section, title, place) => {
    const list = entry(title, 'http://p.tv/1.mkv', 'group-title="SERIES DISNEY"');
    expect((await bulk(list, section)).body.added).toBe(1);
    expect(await videos()).toMatchObject([{ title: 'Duna', ...place }]);
    expect((await bulk(list, section)).body).toMatchObject({ added: 0, duplicates: 1 });
  });

  it('reads its form fields before and after the file', async () => {
    const list = entry('Duna', 'http://p.tv/1.mkv');
    expect((await bulk(list, 'movies', { isFormLast: true })).status).toBe(200);
    expect((await bulk(list, 'movies', { isFormLast: false })).status).toBe(200);
  });
});

describe('a form that is incomplete', () => {
  it.each([
    [{ categoria: 'pelicula', subcategoria: 'POR_GENERO' }, 'lista.jpg', 400, 'list.missing_text'],
    [{ categoria: 'pelicula' }, 'lista.m3u', 400, 'input.invalid'],
    [{ categoria: 'serie' }, 'lista.m3u', 400, 'input.invalid'],
    [{ categoria: 'serie', subcategoria: 'CINE_4K' }, 'lista.m3u', 400, 'input.invalid'],
    [{ categoria: 'otra' }, 'lista.m3u', 400, 'input.invalid'],
    [{}, 'lista.m3u', 400, 'input.invalid'],
    [{ categoria: 'anime', subcategoria: '' }, 'lista.txt', 200, undefined],
  ])('%j with %s is answered %i', async (form, fileName, status, code) => {
    const content = entry('Duna S01E01', 'http://p.tv/1.mkv');
    for (const isFormLast of [false, true]) {
      const answer = await upload(content, form, { fileName, isFormLast });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    const { body } = await test.call('GET /api/admin/imports', undefined, admin);
    expect(body.total).toBe(status === 200 ? 2 : 0);
  });

  it.each([
    ['lista.m3u8', { section: 'movies' }, 'Por favor selecciona un archivo .m3u'],
    ['lista.m3u', { section: 'otra' }, 'Por favor selecciona un archivo y una sección'],
    ['lista.m3u', {}, 'Por favor selecciona un archivo y una sección'],
  ])('%s with %j is answered with a sentence about what is wrong', async (fileName, form, sentence) => {
    const { status, body } = await uploadList(test, admin, 'POST /api/m3u/bulk-upload', {
      content: entry('Duna', 'http://p.tv/1.mkv'),
      fileName,
      form,
    });
    expect([status, body.error]).toEqual([400, sentence]);
    const history = await test.call('GET /api/admin/imports', undefined, admin);
    expect(history.body.total).toBe(0);
  });
});

describe('the file of a list of videos', () => {
  it.each([
    ['', 'list.no_entries'],
    ['#EXTM3U\n#EXTINF:-1,Sin dirección\n', 'list.no_entries'],
    ['<html><body>Inicia sesión</body></html>', 'list.html'],
    ['#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n', 'list.media_playlist'],
    [Buffer.from('7f454c46020100', 'hex'), 'list.invalid'],
    [Buffer.from('89504e470d0a1a0a', 'hex'), 'list.invalid'],
    [Buffer.from('#EXTM3U\n\0\0\0\0'), 'list.invalid'],
  ])('%j is refused as %s, hides no video, and is in the history', async (content, code) => {
    await films(entry('Estaba', 'http://p.tv/1.mkv'));
    const { status, body } = await upload(content, { categoria: 'pelicula', subcategoria: 'CINE_4K' });
    expect([status, body.code]).toEqual([400, code]);
    expect(await videos()).toMatchObject([{ title: 'Estaba' }]);
    const { body: history } = await test.call('GET /api/admin/imports', undefined, admin);
    expect(history.imports[0]).toMatchObject({ status: 'failed', errorCode: code, error: body.error });
  });

  const good = entry('Película', 'http://p.tv/1.mkv');
  it.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff#EXTM3U\n${good}`)],
    ['UTF-16', Buffer.from(`\ufeff#EXTM3U\n${good}`, 'utf16le')],
    ['Latin-1', Buffer.from(`#EXTM3U\n${good}`, 'latin1')],
    ['CRLF', Buffer.from(`#EXTM3U\n${good}`.replaceAll('\n', '\r\n'))],
    ['lone CR, without an end', Buffer.from(good.replaceAll('\n', '\r').slice(0, -1))],
    ['no header', Buffer.from(good)],
  ])('is read in the form %s', async (_name, content) => {
    expect((await upload(content, { categoria: 'pelicula', subcategoria: 'POR_GENERO' })).body.added).toBe(1);
    expect(await videos()).toMatchObject([{ title: 'Película' }]);
  });

  it.each([
    ['a line of a megabyte', `#EXTINF:-1,${'x'.repeat(1_000_000)}\nhttp://p.tv/larga\n`],
    [
      'ten thousand attributes',
      `#EXTINF:-1 ${Array.from({ length: 10_000 }, (_item, n) => `a${n}="1"`).join(' ')},Mucho\nhttp://p.tv/mucho\n`,
    ],
    ['a NUL far inside', `${'#'.repeat(5_000)}\n#EXTINF:-1,A\0B\nnew: http://p.tv/nulo\n`],
  ])('with %s is read, except for that entry', async (_name, bad) => {
    const { body } = await films(good + bad + entry('Otra', 'http://p.tv/2.mkv'));
    const { totalProcessed } = body.summary;
    expect([body.added, body.added + body.skipped]).toEqual([2, totalProcessed]);
    expect(body.errors.length).toBeGreaterThan(0);
  });

  it('keeps hostile titles as plain text', async () => {
    const titles = [
      '=HYPERLINK("http://x")',
      '<script>alert(1)</script>',
      "Robert'); drop table video;",
      '\\N \\t \\',
    ];
    const { body } = await films(titles.map((title, n) => entry(title, `http://p.tv/${n}.mkv`)).join(''));
    expect(body.added).toBe(4);
    // Signs at both ends of a name are ornaments.
    const shown = ['HYPERLINK("http://x")', titles[1], "Robert'); drop table video", titles[3]];
    expect((await videos()).map(({ title }) => title)).toEqual(shown);
  });
});
