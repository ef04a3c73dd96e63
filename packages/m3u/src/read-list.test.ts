import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PlaylistEntry, PlaylistItem } from './playlist-item.ts';
import { readList } from './read-list.ts';
import { recogniseForm } from './recognise-form.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readItems(list: string | Uint8Array, size = 65_536): Promise<PlaylistItem[]> {
  const found: PlaylistItem[] = [];
  const bytes = typeof list === 'string' ? Buffer.from(list) : list;
  for await (const items of readList(inPieces(bytes, size))) found.push(...items);
  return found;
}

const entriesOf = (items: readonly PlaylistItem[]): PlaylistEntry[] =>
  items.flatMap((item) => (item.type === 'entry' ? [item.entry] : []));
const issuesOf = (items: readonly PlaylistItem[]) =>
  items.flatMap((item) => (item.type === 'issue' ? [item.issue] : []));

/** The entries of a list: name, address, and groups. */
async function read(list: string | Uint8Array) {
  return entriesOf(await readItems(list)).map(({ title, address, groups }) => [title, address, ...groups]);
}

const refusalOf = async (list: string | Uint8Array): Promise<string | undefined> => {
  const last = (await readItems(list)).at(-1);
  return last?.type === 'refusal' ? last.reason : undefined;
};

const m3u = '#EXTM3U\n#EXTINF:-1 group-title="Cine",Uno\nhttp://p.example/1\n';
const namedLines = 'Cine,#genre#\nUno,http://p.example/1\n';
const pls = '[playlist]\nFile1=http://p.example/1\nTitle1=Uno\nLength1=-1\nNumberOfEntries=1\nVersion=2\n';
const bouquet = `#NAME Cine\n#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//p.example/1:Uno\n#DESCRIPTION Uno\n`;
const xspf = `<?xml version="1.0" encoding="UTF-8"?>
<playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/">
<title>Mi lista</title><trackList>
<track><location>http://p.example/1</location><title>Uno</title><album>Cine</album></track>
</trackList></playlist>`;
const wiseplay = JSON.stringify({
  name: 'Mi lista',
  author: 'Ana',
  groups: [{ name: 'Cine', image: '', stations: [{ name: 'Uno', url: 'http://p.example/1' }] }],
});

describe('a list of any form', () => {
  const forms = [
    ['m3u', m3u],
    ['named_lines', namedLines],
    ['bouquet', bouquet],
    ['xspf', xspf],
    ['wiseplay', wiseplay],
    ['pls', pls],
  ] as const;

  it.each(forms)('that is %s is recognised by its content and gives the same entry', async (form, list) => {
    expect(recogniseForm(Buffer.from(list))).toMatchObject({ form, isSure: true });
    const group = form === 'pls' ? [] : ['Cine'];
    expect(await read(list)).toEqual([['Uno', 'http://p.example/1', ...group]]);
  });

  it.each(forms)(
    'that is %s is the same with a byte-order mark, in UTF-16, and in pieces',
    async (_form, list) => {
      const whole = await readItems(list);
      expect(await readItems(`\ufeff${list}`)).toEqual(whole);
      expect(await readItems(Buffer.from(`\ufeff${list}`, 'utf16le'))).toEqual(whole);
      for (const size of [1, 2, 7, 4_096]) expect(await readItems(Buffer.from(list), size)).toEqual(whole);
    },
  );

  it.each([
    [m3u.replaceAll('\n', '\r'), 'm3u'],
    ['# una lista\n\nhttp://p.example/1\n', 'm3u'],
    [`Canales de Ana, http://t.example/ana\n${m3u}`, 'm3u'],
    ['# una lista\r\n// de Ana\r\nUno,http://p.example/1\r\n', 'named_lines'],
    ['[ES] Uno,http://p.example/1\n', 'named_lines'],
    ['#SERVICE 1:64:1:0:0:0:0:0:0:0::Cine\n', 'bouquet'],
    ['[{"name":"Uno","url":"http://p.example/1"}]', 'wiseplay'],
    ['<playlist><trackList/></playlist>', 'xspf'],
  ])('that begins %j is read as %s', (list, form) => {
    expect(recogniseForm(Buffer.from(list))).toMatchObject({ form, isSure: true });
  });

  it.each([
    [gzipSync(m3u), 'packed'],
    [Buffer.from('504b0304', 'hex'), 'packed'],
    [Buffer.from('Rar!\u001a\u0007\u0000', 'latin1'), 'packed'],
    [Buffer.from('7f454c4602', 'hex'), 'binary'],
    ['<?xml version="1.0"?><rss/>', 'html'],
    ['<!doctype html><title>No</title>', 'html'],
    ['{"user_info":{"auth":0}}', 'empty'],
    ['{\\rtf1 hola}', 'empty'],
    ['[playlist]\nFile1=\n', 'empty'],
    ['Cine,#genre#\n', 'empty'],
    ['', 'empty'],
  ])('is refused where it is none: %j is %s', async (list, reason) => {
    expect(await refusalOf(list)).toBe(reason);
  });
});

describe('lines of names and addresses', () => {
  it('have groups, several addresses of one name, and addresses alone', async () => {
    const list = [
      '★━━ Deportes ━━★,#genre#',
      'La 1, TVE,http://p.example/1',
      'La 2，https://p.example/2#https://q.example/2',
      '// nada',
      'Otros,#genre#',
      'http://p.example/tve3/index.m3u8',
      'Tres,rtmp://p.example/3|User-Agent=VLC',
    ].join('\r\n');
    const items = await readItems(list);
    expect(entriesOf(items).map(({ title, address, groups }) => [title, address, ...groups])).toEqual([
      ['La 1, TVE', 'http://p.example/1', 'Deportes'],
      ['La 2', 'https://p.example/2', 'Deportes'],
      ['La 2', 'https://q.example/2', 'Deportes'],
      ['tve3', 'http://p.example/tve3/index.m3u8', 'Otros'],
      ['Tres', 'rtmp://p.example/3', 'Otros'],
    ]);
    expect(entriesOf(items).at(-1)).toMatchObject({ headers: { userAgent: 'VLC' }, isPlayable: false });
  });

  it('report what is none, with its line', async () => {
    const items = await readItems('Uno,http://p.example/1\nDos\nTres,acestream://abc\nCuatro,http://\n');
    expect(issuesOf(items)).toEqual([
      { lineNumber: 2, code: 'address.invalid' },
      { lineNumber: 3, code: 'address.acestream' },
      { lineNumber: 4, code: 'address.invalid' },
    ]);
  });
});

describe('a PLS list', () => {
  it('may have its lines in any order, and without titles', async () => {
    const list =
      '[playlist]\nTitle2=Dos\nFile1=http://p.example/uno.m3u8\nLength2=90\nFile2=http://p.example/2\nfile3 = http://p.example/3\n';
    const items = await readItems(list);
    expect(
      entriesOf(items).map(({ title, address, durationSeconds, lineNumber }) => [
        title,
        address,
        durationSeconds,
        lineNumber,
      ]),
    ).toEqual([
      ['Dos', 'http://p.example/2', 90, 5],
      ['uno', 'http://p.example/uno.m3u8', null, 3],
      ['3', 'http://p.example/3', null, 6],
    ]);
  });

  it('keeps no more than a bounded number of unfinished entries', async () => {
    const list = Array.from({ length: 5_000 }, (_, at) => `File${at}=http://p.example/${at}`).join('\n');
    expect(await read(`[playlist]\n${list}`)).toHaveLength(5_000);
  });
});

describe('a bouquet of Enigma2', () => {
  it('has headings, addresses encoded in three ways, and request headers', async () => {
    const list = [
      '#NAME Mi ramo (TV)',
      '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//p.example%3a8080/live/u/p/1.ts',
      '#DESCRIPTION Cero',
      '#SERVICE 1:64:1:0:0:0:0:0:0:0::---- Deportes ----',
      '#DESCRIPTION ---- Deportes ----',
      '#SERVICE 5002:0:19:1:1:1:0:0:0:0:http%3A%2F%2Fp.example%2Fa%2520b.ts%23User-Agent%3DVLC:Uno',
      '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http://p.example:8080/2.ts:Dos',
      '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http://p.example:8080',
      '#DESCRIPTION: Tres',
    ].join('\r\n');
    const items = await readItems(list);
    expect(
      entriesOf(items).map(({ title, address, groups, heading }) => [title, address, ...groups, heading]),
    ).toEqual([
      ['Cero', 'http://p.example:8080/live/u/p/1.ts', 'Mi ramo (TV)', undefined],
      ['Uno', 'http://p.example/a%20b.ts', 'Deportes', 'Deportes'],
      ['Dos', 'http://p.example:8080/2.ts', 'Deportes', 'Deportes'],
      ['Tres', 'http://p.example:8080', 'Deportes', 'Deportes'],
    ]);
    expect(entriesOf(items)[1]?.headers).toEqual({ userAgent: 'VLC' });
    expect(items.filter(({ type }) => type === 'heading')).toEqual([{ type: 'heading', name: 'Deportes' }]);
  });

  const broadcast = '#SERVICE 1:0:19:2B66:3F3:1:C00000:0:0:0:\n#DESCRIPTION La 1 HD\n';
  const local = '#SERVICE 4097:0:1:0:0:0:0:0:0:0:/media/hdd/movie/a.ts:A\n';
  const other = '#SERVICE 1:7:1:0:0:0:0:0:0:0:FROM BOUQUET "userbouquet.cine.tv" ORDER BY bouquet\n';

  it('reports broadcasts, local files and other bouquets once for all', async () => {
    const items = await readItems(bouquet + broadcast.repeat(3) + local + other);
    expect(issuesOf(items)).toEqual([{ lineNumber: 4, code: 'address.receiver', count: 5 }]);
    expect(entriesOf(items)).toHaveLength(1);
  });

  it('that has nothing else is refused as such', async () => {
    expect(await refusalOf(`#NAME TDT\n${broadcast}${broadcast}`)).toBe('receiver');
  });
});

describe('an XSPF list', () => {
  it('gives what each track says', async () => {
    const list = xspf.replace(
      '</trackList>',
      `<track><location>http://p.example/get?u=a&p=b&amp;c=d</location><location>http://q.example/2</location>
<title><![CDATA[Tom & Jerry]]></title><image>http://p.example/l.png</image><duration>90000</duration>
<extension application="http://www.videolan.org/vlc/playlist/0"><vlc:option>http-user-agent=VLC/3</vlc:option></extension></track>
<track><title>Sin nada</title></track><track><location>file:///home/ana/a.mkv</location></track></trackList>`,
    );
    const items = await readItems(list);
    const [, second, third] = entriesOf(items);
    expect(second).toMatchObject({
      lineNumber: 5,
      title: 'Tom & Jerry',
      address: 'http://p.example/get?u=a&p=b&c=d',
      logo: 'http://p.example/l.png',
      durationSeconds: 90,
      headers: { userAgent: 'VLC/3' },
    });
    expect(third).toMatchObject({ title: 'Tom & Jerry', address: 'http://q.example/2' });
    expect(issuesOf(items).map(({ code }) => code)).toEqual(['entry.without_address', 'address.invalid']);
  });

  it('may declare an old encoding', async () => {
    const list = xspf.replace('UTF-8', 'ISO-8859-1').replace('>Uno<', '>Película<');
    expect(await read(Buffer.from(list, 'latin1'))).toMatchObject([
      ['Película', 'http://p.example/1', 'Cine'],
    ]);
  });

  const nested = `<playlist>${'<a>'.repeat(40)}`;
  it.each([
    ['breaks off', xspf.slice(0, -20)],
    ['is not well formed', xspf.replace('</track>', '</location>')],
    [
      'has a document type',
      xspf.replace('<playlist', '<!DOCTYPE playlist SYSTEM "file:///etc/passwd"><playlist'),
    ],
    ['has entities of its own', `<!DOCTYPE playlist [<!ENTITY a "aaaa">]>${xspf.slice(xspf.indexOf('\n'))}`],
    ['is too deep', nested],
    [
      'has too many attributes',
      `<playlist ${Array.from({ length: 60 }, (_, at) => `a${at}="b"`).join(' ')}>`,
    ],
    ['has a text without an end', `<playlist><title>${'a'.repeat(2_000_000)}`],
    ['has a name without an end', `<playlist><${'a'.repeat(2_000_000)}`],
    ['has a comment without an end', `<playlist><!--${'a'.repeat(2_000_000)}`],
  ])('that %s is refused', async (_what, list) => {
    expect(['damaged', 'html']).toContain(await refusalOf(list));
    expect(entriesOf(await readItems(list)).length).toBeLessThanOrEqual(1);
  });
});

describe('a list of Wiseplay', () => {
  it('has groups in groups, whose names may follow their stations', async () => {
    const list = JSON.stringify({
      groups: [
        {
          name: 'Series',
          groups: [
            { stations: [{ url: 'http://p.example/1', name: 'Capítulo 1' }], name: 'El faro; La isla' },
            { name: 'Temporada 2', stations: [{ name: 'Capítulo 2', url: 'http://p.example/2' }] },
          ],
          stations: [{ name: 'Tráiler', url: 'http://p.example/3' }],
        },
      ],
      stations: [{ name: 'Suelta', url: 'http://p.example/4' }],
      name: 'Mi lista',
    });
    expect(await read(list)).toEqual([
      ['Capítulo 1', 'http://p.example/1', 'Series | El faro, La isla'],
      ['Capítulo 2', 'http://p.example/2', 'Series | Temporada 2'],
      ['Tráiler', 'http://p.example/3', 'Series'],
      ['Suelta', 'http://p.example/4'],
    ]);
  });

  it('gives logos and request headers, and names a station without a name', async () => {
    const station = {
      name: 'Uno \\ "dos"',
      url: 'http://p.example/1|Referer=http://r.example',
      image: '//p.example/l.png',
      userAgent: 'VLC',
      headers: { Origin: 'http://o.example' },
    };
    const items = await readItems(JSON.stringify([station, { url: 'http://p.example/tve/index.m3u8' }, {}]));
    expect(entriesOf(items)).toMatchObject([
      {
        title: 'Uno \\ "dos"',
        address: 'http://p.example/1',
        logo: 'https://p.example/l.png',
        headers: { userAgent: 'VLC', referrer: 'http://r.example', origin: 'http://o.example' },
      },
      { title: 'tve' },
    ]);
  });

  it('may be written by hand, with missing and superfluous commas and line breaks in names', async () => {
    const list =
      '{"name":"x",\n"groups":[{"name":"Cine"\n"stations":[{"name":"Uno\nDos","url":"http:\\/\\/p.example\\/1",},],},]}';
    const items = await readItems(list);
    expect(entriesOf(items)).toMatchObject([
      { title: 'Uno Dos', address: 'http://p.example/1', groups: ['Cine'], lineNumber: 3 },
    ]);
  });

  it('reports web pages and further lists once for all', async () => {
    const page = { name: 'Una', url: 'http://host.example/v', isHost: true };
    const further = { name: 'Otra', url: 'http://p.example/otra.w3u', import: true };
    const items = await readItems(
      JSON.stringify({
        groups: [
          { name: 'Cine', stations: [page, further, page, { name: 'Uno', url: 'http://p.example/1' }] },
          { name: 'Más', url: 'http://p.example/mas.w3u', import: true },
        ],
      }),
    );
    expect(issuesOf(items)).toEqual([
      { lineNumber: 1, code: 'address.page', count: 2 },
      { lineNumber: 1, code: 'address.list', count: 2 },
    ]);
    expect(entriesOf(items)).toHaveLength(1);
  });

  it.each([
    ['is too deep', `{"groups":${'[{"groups":'.repeat(100_000)}`, 'too_deep'],
    ['is only brackets', '['.repeat(1_000_000), 'empty'],
    ['is only brackets of items', `[{"a":${'['.repeat(1_000_000)}`, 'too_deep'],
    ['breaks off', wiseplay.slice(0, -3), 'damaged'],
    ['breaks off in a text', wiseplay.slice(0, wiseplay.indexOf('Cine')), 'damaged'],
    ['has brackets that do not match', '{"groups":[}', 'damaged'],
    ['has a text without an end', `{"name":"${'a'.repeat(5_000_000)}`, 'damaged'],
    ['has a word without an end', `{"name":${'1'.repeat(5_000_000)}`, 'damaged'],
    ['has no stations', '{"groups":[]}', 'empty'],
  ])('that %s is refused', async (_what, list, reason) => {
    expect(await refusalOf(list)).toBe(reason);
  });

  it('that holds back too many stations without a name gives them on', async () => {
    const stations = Array.from({ length: 5_000 }, (_, at) => ({
      name: `n${at}`,
      url: `http://p.example/${at}`,
    }));
    expect(await read(JSON.stringify({ groups: [{ stations, name: 'Tarde' }] }))).toHaveLength(5_000);
  });

  const text = 'a'.repeat(16_000);
  it.each([
    ['long logos', { url: 'http://p.example/1', image: `http://p.example/${text}` }],
    ['long texts that are not read', { url: 'http://p.example/1', plot: text }],
  ])(
    'that holds back too much with %s gives it on, with the group as far as it is known',
    async (_what, station) => {
      const stations = Array.from({ length: 1_000 }, (_, at) => ({ name: `n${at}`, ...station }));
      const bytes = Buffer.from(
        JSON.stringify({ groups: [{ name: 'Series', groups: [{ stations, name: 'Tarde' }] }] }),
      );
      let readBytes = 0;
      async function* counted(): AsyncGenerator<Uint8Array> {
        for await (const piece of inPieces(bytes, 65_536)) {
          readBytes += piece.length;
          yield piece;
        }
      }
      const waits: number[] = [];
      const entries: PlaylistEntry[] = [];
      for await (const items of readList(counted())) {
        entries.push(...entriesOf(items));
        waits.push(readBytes);
        readBytes = 0;
      }
      expect(Math.max(...waits)).toBeLessThan(4.5 * 1_048_576);
      expect(entries.map(({ title }) => title)).toEqual(stations.map(({ name }) => name));
      expect(entries[0]?.groups).toEqual(['Series']);
      expect(entries.at(-1)?.groups).toEqual(['Series | Tarde']);
    },
  );
});
