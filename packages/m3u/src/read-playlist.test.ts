import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlaylistItem } from './playlist-item.ts';
import { readPlaylist } from './read-playlist.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readBytes(bytes: Uint8Array, size = 65_536) {
  return collect(inPieces(bytes, size));
}

async function collect(chunks: AsyncIterable<Uint8Array>) {
  const items: PlaylistItem[] = [];
  for await (const batch of readPlaylist(chunks)) items.push(...batch);
  return {
    items,
    entries: items.flatMap((item) => (item.type === 'entry' ? [item.entry] : [])),
    issues: items.flatMap((item) => (item.type === 'issue' ? [item.issue] : [])),
    guides: items.flatMap((item) => (item.type === 'guides' ? item.addresses : [])),
    refusal: items.flatMap((item) => (item.type === 'refusal' ? [item.reason] : []))[0],
  };
}

const read = (...lines: string[]) => readBytes(new TextEncoder().encode(lines.join('\n')));
const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

describe('an entry of a list', () => {
  it('consists of its EXTINF, its directives and its address', async () => {
    const { entries } = await read(
      '#EXTM3U url-tvg="https://g.tv/1.xml,https://g.tv/2.xml"',
      '#EXTINF:-1 tvg-id="uno.es" TVG-LOGO=\'http://l.tv/1.png\' tvg-chno=7 group-title="Noticias;España" xui-id="9",Canal Uno',
      '#EXTVLCOPT:http-user-agent=VLC/3.0',
      '#EXTVLCOPT:http-referrer=https://r.tv/',
      'http://p.tv/1.m3u8',
    );
    expect(entries).toEqual([
      {
        lineNumber: 2,
        title: 'Canal Uno',
        address: 'http://p.tv/1.m3u8',
        isPlayable: true,
        headers: { userAgent: 'VLC/3.0', referrer: 'https://r.tv/' },
        groups: ['Noticias', 'España'],
        heading: undefined,
        tvgId: 'uno.es',
        tvgName: undefined,
        statedType: undefined,
        logo: 'http://l.tv/1.png',
        channelNumber: 7,
        subChannelNumber: undefined,
        xuiId: '9',
        durationSeconds: null,
        catchup: undefined,
      },
    ]);
  });

  it.each([
    ['#EXTINF:-1,Yo soy Betty, la fea', 'Yo soy Betty, la fea'],
    ['#EXTINF:-1 tvg-name="Uno, dos",Tres, cuatro', 'Tres, cuatro'],
    ['#EXTINF:-1, tvg-chno="1" tvg-id="x",Canal', 'Canal'],
    ['#EXTINF:-1 group-title="Cine,Canal 5', 'Canal 5'],
    ['#EXTINF:-1 tvg-name="El "loco" show" tvg-id="x",El show', 'El show'],
    ['#EXTINF:-1 tvg-name="Del nombre",', 'Del nombre'],
    ['#EXTINF:-1 tvg-id="Del.id"', 'Del.id'],
    ['#extinf:0 tvg-id=sin-comillas,Minúsculas', 'Minúsculas'],
    ['#EXTINF:-1 , Con espacios ', 'Con espacios'],
    ['#EXTINF:Sin duración,Canal', 'Canal'],
    ['#EXTINF:-1,a=b', 'a=b'],
  ])('has the right title in %s', async (line, title) => {
    const { entries } = await read(line, 'http://p.tv/1');
    expect(entries.map((entry) => entry.title)).toEqual([title]);
  });

  it('takes a missing group from EXTGRP, and headers from preceding directives', async () => {
    const { entries } = await read(
      '#KODIPROP:inputstream.adaptive.stream_headers=User-Agent=Kodi&Referer=https%3A%2F%2Fr.tv',
      '#EXTINF:-1,Uno',
      '#EXTGRP:Deportes',
      'http://p.tv/1',
      '#EXTINF:-1,Dos',
      'http://p.tv/2',
    );
    expect(entries.map(({ groups, headers }) => ({ groups, headers }))).toEqual([
      { groups: ['Deportes'], headers: { userAgent: 'Kodi', referrer: 'https://r.tv' } },
      { groups: [], headers: {} },
    ]);
  });

  it('is kept when no browser plays its address, and marked as not playable', async () => {
    const { entries } = await read(
      '#EXTINF:-1,Uno',
      'rtmp://p.tv/1',
      '#EXTINF:-1,Dos',
      'udp://@239.0.0.1:1234',
    );
    expect(entries.map(({ isPlayable }) => isPlayable)).toEqual([false, false]);
  });

  it('is read past separator lines, blank lines, comments and repeated headers', async () => {
    const { entries, issues } = await read(
      '',
      '#extm3u',
      '=====CINE=====',
      '# nota',
      '#EXTINF:-1,Uno',
      '',
      '#EXTM3U',
      'http://p.tv/1',
    );
    expect([entries.length, issues]).toEqual([1, []]);
  });
});

describe('an issue of a list', () => {
  it('names its line number', async () => {
    const { entries, issues } = await read(
      '#EXTM3U',
      '#EXTINF:-1,Sin dirección',
      '#EXTINF:-1,Bien',
      'http://p.tv/1',
      'http://p.tv/suelta',
      '#EXTINF:-1,Mala',
      '[NO PUBLIC STREAM]',
      '#EXTINF:-1,',
      'http://p.tv/sin-titulo',
      `#EXTINF:-1 ${Array.from({ length: 1_000 }, (_item, index) => `a${index}="1"`).join(' ')},Demasiado`,
      '#EXTINF:-1,Última',
    );
    expect(entries.map(({ title }) => title)).toEqual(['Bien', 'suelta']);
    expect(issues).toEqual([
      { lineNumber: 2, code: 'entry.without_address' },
      { lineNumber: 7, code: 'address.invalid' },
      { lineNumber: 8, code: 'entry.without_title' },
      { lineNumber: 10, code: 'entry.unreadable' },
      { lineNumber: 11, code: 'entry.without_address' },
    ]);
  });

  it('stands for a line of a megabyte, wherever the chunks end', async () => {
    const text = `#EXTINF:-1,Uno\nhttp://p.tv/1\n${'x'.repeat(1_000_000)}\n#EXTINF:-1,Dos\nhttp://p.tv/2`;
    for (const size of [1_000, 65_536, 2_000_000]) {
      const { entries, issues } = await readBytes(new TextEncoder().encode(text), size);
      expect(entries.map(({ title }) => title)).toEqual(['Uno', 'Dos']);
      expect(issues).toEqual([{ lineNumber: 3, code: 'line.too_long' }]);
    }
  });
});

describe('a line of a list that is too long', () => {
  const long = 'x'.repeat(70_000);

  it('counts as the only issue of its entry, even as the last line of the file', async () => {
    for (const end of ['', '\n']) {
      const { entries, issues } = await read('#EXTINF:-1,Uno', 'http://p.tv/1', `#EXTINF:-1,${long}${end}`);
      expect(entries).toHaveLength(1);
      expect(issues).toEqual([{ lineNumber: 3, code: 'line.too_long' }]);
    }
  });

  it('drops the entry whose address it would have been', async () => {
    const { entries, issues } = await read(
      '#EXTINF:-1,Uno',
      `http://p.tv/${long}`,
      '#EXTINF:-1,Dos',
      'http://p.tv/2',
    );
    expect(entries.map(({ title }) => title)).toEqual(['Dos']);
    expect(issues).toEqual([{ lineNumber: 2, code: 'line.too_long' }]);
  });

  it('drops the address of the entry that it would have been', async () => {
    const { entries, issues } = await read(`#EXTINF:-1,${long}`, 'http://p.tv/1', 'http://p.tv/2');
    expect(entries.map(({ title }) => title)).toEqual(['2']);
    expect(issues).toEqual([{ lineNumber: 1, code: 'line.too_long' }]);
  });

  it('excludes addresses of more than 8192 characters, which are refused as addresses', async () => {
    const { issues } = await read('#EXTINF:-1,Uno', `http://p.tv/${'x'.repeat(8_192)}`);
    expect(issues).toEqual([{ lineNumber: 2, code: 'address.too_long' }]);
  });
});

describe('the programme guides that a list names', () => {
  it.each([
    ['url-tvg="https://g.tv/1.xml, http://g.tv/2.xml.gz"', ['https://g.tv/1.xml', 'http://g.tv/2.xml.gz']],
    ['x-tvg-url="https://g.tv/1.xml"', ['https://g.tv/1.xml']],
    ['url-tvg="ftp://g.tv/1.xml,https://g.tv/2.xml,javascript:alert(1)"', ['https://g.tv/2.xml']],
    ['url-tvg=""', []],
    ['cache=500', []],
  ])('are read from %s as %j', async (attributes, guides) => {
    expect((await read(`#EXTM3U ${attributes}`, '#EXTINF:-1,Uno', 'http://p.tv/1')).guides).toEqual(guides);
  });

  it('number at most a hundred', async () => {
    const many = Array.from({ length: 101 }, (_item, index) => `https://g.tv/${index}.xml`);
    const { guides } = await read(`#EXTM3U url-tvg="${many.join(',')}"`, '#EXTINF:-1,Uno', 'http://p.tv/1');
    expect(guides).toEqual(many.slice(0, 100));
  });
});

describe('the headers and groups of an entry', () => {
  const entryOf = async (...lines: string[]) => (await read(...lines)).entries[0];

  it.each([
    ['user-agent="A" http-user-agent="B" http-referrer="C" referrer="D"', { userAgent: 'A', referrer: 'C' }],
    ['http-user-agent="B" referrer="D"', { userAgent: 'B', referrer: 'D' }],
    ['user-agent=""', {}],
  ])('are read from the attributes %s', async (attributes, headers) => {
    expect((await entryOf(`#EXTINF:-1 ${attributes},Uno`, 'http://p.tv/1'))?.headers).toEqual(headers);
  });

  it('are taken from the address first, then from the directives, then from the attributes', async () => {
    const start = '#EXTINF:-1 user-agent="atributo",Uno';
    const option = '#EXTVLCOPT:http-user-agent=directiva';
    expect((await entryOf(start, option, 'http://p.tv/1'))?.headers.userAgent).toBe('directiva');
    const both = await entryOf(start, option, 'http://p.tv/1|User-Agent=dirección');
    expect(both?.headers.userAgent).toBe('dirección');
  });

  it('are not carried over from an entry that could not be read', async () => {
    const { entries } = await read(
      '#EXTINF:-1,Uno',
      '#EXTGRP:Cine',
      '#EXTVLCOPT:http-user-agent=VLC',
      'no es una dirección',
      '#EXTINF:-1,Dos',
      'http://p.tv/2',
    );
    expect(entries).toMatchObject([{ title: 'Dos', groups: [], headers: {} }]);
  });

  it.each([
    ['group-title="Cine"', ['Cine']],
    ['group-title=" Cine ; ;Acción;"', ['Cine', 'Acción']],
    ['group-title=";"', []],
    ['group-title=""', ['Del directorio']],
    ['', ['Del directorio']],
  ])('are, with the attributes %s and #EXTGRP, the groups %j', async (attributes, groups) => {
    const entry = await entryOf(`#EXTINF:-1 ${attributes},Uno`, '#EXTGRP: Del directorio ', 'http://p.tv/1');
    expect(entry?.groups).toEqual(groups);
  });

  it.each([
    ['7', 7],
    ['007', 7],
    ['999999', 999_999],
    ['1000000', undefined],
    ['7.1', 7],
    ['-1', undefined],
    ['siete', undefined],
    ['', undefined],
  ])('give for the channel number «%s» %o', async (number, expected) => {
    expect((await entryOf(`#EXTINF:-1 tvg-chno="${number}",Uno`, 'http://p.tv/1'))?.channelNumber).toBe(
      expected,
    );
  });
});

describe('the refusal of a whole list', () => {
  it.each([
    ['empty', ''],
    ['empty', '#EXTM3U\n'],
    ['empty', 'hola\nmundo'],
    ['html', '<!DOCTYPE html><html><body>Login</body></html>'],
    ['html', '\n\n<html>'],
    ['media_playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nseg.ts'],
    ['media_playlist', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmedia.m3u8'],
    ['binary', '\u007fELF\u0002'],
    ['binary', 'PK\u0003\u0004'],
    ['binary', 'texto\0con nulo'],
  ])('has the reason %s for %j', async (reason, text) => {
    expect((await readBytes(Buffer.from(text, 'latin1'))).refusal).toBe(reason);
  });
});

describe('the encodings and line ends of a list', () => {
  const text = '#EXTM3U\n#EXTINF:-1 group-title="PELÍCULAS",El año del ñandú\nhttp://p.tv/1';

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', utf16(text, false)],
    ['UTF-16 BE', utf16(text, true)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['NFD', Buffer.from(text.normalize('NFD'))],
    ['CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['CR', Buffer.from(text.replaceAll('\n', '\r'))],
    ['a final line end', Buffer.from(`${text}\n`)],
  ])('yield the same entries in %s, in chunks of any size', async (_name, bytes) => {
    for (const size of [1, 2, 7, 65_536]) {
      const { entries, issues } = await readBytes(bytes, size);
      expect(entries.map(({ title, groups, lineNumber }) => ({ title, groups, lineNumber }))).toEqual([
        { title: 'El año del ñandú', groups: ['PELÍCULAS'], lineNumber: 2 },
      ]);
      expect(issues).toEqual([]);
    }
  });
});

describe('a list of arbitrary bytes', () => {
  const fragment = fc.constantFrom(
    '#EXTM3U',
    '#EXTINF:-1,',
    '#EXTINF:-1 a="',
    'Canal',
    '"',
    ',',
    '\n',
    '\r',
    '\r\n',
    'http://p.tv/1',
    '|Referer=x',
    'ñ',
    '#EXTGRP:x',
    '\u00ff',
    '=====',
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .array(fragment, { maxLength: 60 })
      .map((parts) => new Uint8Array(Buffer.from(parts.join(''), 'latin1'))),
  );

  it('never throws, and yields the same result however it is split into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 50 }), async (content, size) => {
        expect((await readBytes(content, size)).items).toEqual((await readBytes(content)).items);
      }),
    );
  });

  it('yields one entry or issue for each EXTINF and each address without one', async () => {
    const lines = fc.array(fc.constantFrom('#EXTINF:-1,Uno', 'http://p.tv/1', '', '#nota'), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(lines, async (content) => {
        const { entries, issues } = await read(...content);
        const told = content.filter((line) => line.startsWith('#EXTINF') || line.startsWith('http'));
        const isBare = (line: string, index: number) =>
          line.startsWith('#EXTINF') || !(told[index - 1] ?? '').startsWith('#EXTINF');
        expect(entries.length + issues.length).toBe(told.filter(isBare).length);
      }),
    );
  });
});

describe('a list that is torn', () => {
  it.each([
    ['a blank for the colon', ['#EXTINF -1 tvg-id="u",Uno', 'http://p.tv/1']],
    ['a blank before the directive', ['# EXTINF:-1 tvg-id="u",Uno', 'http://p.tv/1']],
    ['lower case', ['#extinf:-1 tvg-id="u",Uno', 'http://p.tv/1']],
    ['no sign', ['EXTINF:-1 tvg-id="u",Uno', 'http://p.tv/1']],
    ['a mark in the middle', ['\ufeff#EXTINF:-1 tvg-id="u",Uno', 'http://p.tv/1']],
    ['an invisible blank', ['\u200b#EXTINF:-1 tvg-id="u",Uno', 'http://p.tv/1']],
    ['a break before an attribute', ['#EXTINF:-1', 'tvg-id="u",Uno', 'http://p.tv/1']],
    ['a break after the attributes', ['#EXTINF:-1 tvg-id="u"', ',Uno', 'http://p.tv/1']],
    ['a break after the comma', ['#EXTINF:-1 tvg-id="u",', 'Uno', 'http://p.tv/1']],
    [
      'a break in the address of the logo',
      ['#EXTINF:-1 tvg-logo="', 'http://l.tv/1" tvg-id="u",Uno', 'http://p.tv/1'],
    ],
    ['the address on the same line', ['#EXTINF:-1 tvg-id="u",Uno http://p.tv/1']],
    ['typographic quotes', ['#EXTINF:-1 tvg-id=“u”,Uno', 'http://p.tv/1']],
  ])('by %s is read', async (_what, lines) => {
    const { entries, issues } = await read(...lines, '#EXTINF:-1,Dos', 'http://p.tv/2');
    expect(issues).toEqual([]);
    expect(entries).toMatchObject([
      { title: 'Uno', tvgId: 'u', address: 'http://p.tv/1' },
      { title: 'Dos', address: 'http://p.tv/2' },
    ]);
  });

  it('by a break in a name or a group is joined again', async () => {
    const { entries } = await read(
      '#EXTINF:-1 group-title="Cine',
      'español",El señor',
      'de los anillos',
      'http://p.tv/1',
    );
    expect(entries).toMatchObject([{ title: 'El señor de los anillos', groups: ['Cine español'] }]);
  });
});

describe('an address without EXTINF', () => {
  it.each([
    ['http://p.tv/cine/El%20Hoyo%20(2019).mkv', 'El Hoyo (2019)'],
    ['http://p.tv/tve1/index.m3u8?token=1', 'tve1'],
    ['http://p.tv/live/u/p/77.ts', '77'],
    ['http://u:p@p.tv:8080/', 'p.tv:8080'],
    ['http://p.tv/100%', '100%'],
    ['rtp://@239.0.3.100:8208', '239.0.3.100:8208'],
  ])('%s is an entry called «%s»', async (address, title) => {
    const { entries, issues } = await read(address);
    expect(entries).toMatchObject([{ title, address, lineNumber: 1 }]);
    expect(issues).toEqual([]);
  });
});

describe('EXTGRP', () => {
  const groupsOf = async (...lines: string[]) =>
    (await read(...lines)).entries.map(({ title, groups }) => [title, groups[0]]);
  const entry = (name: string, ...between: string[]) => [
    `#EXTINF:-1,${name}`,
    ...between,
    `http://p.tv/${name}`,
  ];

  it('before an EXTINF holds until the next one, and elsewhere for its entry alone', async () => {
    const found = await groupsOf(
      '#EXTGRP:Noticias',
      ...entry('a'),
      ...entry('b'),
      ...entry('c', '#EXTGRP:Cine'),
      ...entry('d'),

      '# extgrp Deportes',
      ...entry('e'),
      '#EXTINF:-1 group-title="Propio",f',
      'http://p.tv/f',
      ...entry('g'),
      '#EXTGRP:',
      ...entry('h'),
    );
    expect(found).toEqual([
      ['a', 'Noticias'],
      ['b', 'Noticias'],
      ['c', 'Cine'],
      ['d', 'Noticias'],
      ['e', 'Deportes'],
      ['f', 'Propio'],
      ['g', 'Deportes'],
      ['h', undefined],
    ]);
  });
});

describe('a heading of a list', () => {
  it('is no entry, and stands over what follows', async () => {
    const { entries, issues } = await read(
      '#EXTM3U',
      '# NOTICIAS',
      '#EXTINF:-1,Uno',
      'http://p.tv/1',
      '#### DEPORTES ####',
      '#EXTINF:-1,Dos',
      'http://p.tv/2',
      '#EXTINF:-1,★━━ NIÑOS ━━★',
      'http://p.tv/3',
      '#EXTINF:-1,Tres',
      'http://p.tv/4',

      '#EXTINF:-1 group-title="Cine",-- CINE --',
      '#EXTINF:-1 group-title="Cine",Cuatro',
      'http://p.tv/5',
    );
    expect(entries.map(({ title, heading }) => [title, heading])).toEqual([
      ['Uno', undefined],
      ['Dos', 'DEPORTES'],
      ['Tres', 'NIÑOS'],
      ['Cuatro', 'CINE'],
    ]);
    expect(issues).toEqual([]);
  });
});

describe('the attributes of an entry', () => {
  const entryOf = async (...lines: string[]) => (await read(...lines)).entries[0];

  it('that mean nothing are left out', async () => {
    for (const none of ['Undefined', 'null', 'None', 'N/A', '-']) {
      const attributes = `tvg-id="${none}" tvg-name="${none}" tvg-logo="${none}" tvg-type="${none}"`;
      const entry = await entryOf(
        `#EXTINF:-1 ${attributes} group-title="${none};Kids;${none}",Uno`,
        'http://p.tv/1',
      );
      expect(entry).toMatchObject({ groups: ['Kids'], tvgId: undefined, tvgName: undefined });
      expect([entry?.logo, entry?.statedType]).toEqual([undefined, undefined]);
    }
  });

  it('give the stated type, the other name and the number of a sub-channel', async () => {
    const entry = await entryOf(
      '#EXTINF:-1 tvg-type="movie" tvg-name="Otro" tvg-chno="5.10",Uno',
      'http://p.tv/1',
    );
    expect(entry).toMatchObject({
      statedType: 'movie',
      tvgName: 'Otro',
      channelNumber: 5,
      subChannelNumber: 10,
    });
  });

  it.each([
    ['//l.tv/1.png', 'https://l.tv/1.png'],
    ['“http://l.tv/1.png”', 'http://l.tv/1.png'],
    [' http://l.tv/mi logo.png ', 'http://l.tv/mi%20logo.png'],
    ['http://l.tv/1.png', 'http://l.tv/1.png'],
  ])('give for the logo «%s» %s', async (logo, mended) => {
    expect((await entryOf(`#EXTINF:-1 tvg-logo="${logo}",Uno`, 'http://p.tv/1'))?.logo).toBe(mended);
  });
});

describe('an address that another program opens', () => {
  it.each([
    ['acestream://94c2fd8fb9bc8f2fc71a2cbe9d4b866f227a0209', 'address.acestream'],
    ['plugin://plugin.video.x/?id=1', 'address.kodi'],
    ['sop://broker.example:3912/1', 'address.sopcast'],
    ['magnet:?xt=urn:btih:1', 'address.torrent'],
    ['nada://x', 'address.invalid'],
  ])('%s is an issue of its own: %s', async (address, code) => {
    expect((await read('#EXTINF:-1,Uno', address)).issues).toEqual([{ lineNumber: 2, code }]);
  });
});

describe('the real lists', () => {
  it.each([
    ['es', 269, 33],
    ['mx', 130, 3],
    ['do', 257, 19],
  ])('from %s are read completely', async (name, count, withHeaders) => {
    const file = join(import.meta.dirname, '..', 'test', 'fixtures', `${name}.m3u`);
    const { entries, issues, refusal } = await collect(createReadStream(file));
    expect([entries.length, issues, refusal]).toEqual([count, [], undefined]);
    expect(entries.every(({ tvgId, title, isPlayable }) => title !== '' && isPlayable && tvgId !== '')).toBe(
      true,
    );
    const directives = entries.filter(({ headers }) => headers.referrer ?? headers.userAgent);
    expect(directives.length).toBeGreaterThan(0);
    expect(directives.length).toBeLessThanOrEqual(withHeaders);
  });
});

it('reads the cookies and the origin that a list gives in each of its three ways', async () => {
  const { entries } = await read(
    '#EXTM3U',
    '#EXTINF:-1,Uno',
    '#EXTVLCOPT:http-cookie=clave=1; plan=oro',
    '#EXTVLCOPT:http-origin=https://portal.example',
    'http://a.example/1.m3u8',
    '#EXTINF:-1,Dos',
    '#KODIPROP:inputstream.adaptive.stream_headers=Cookie=clave%3D2&Origin=https%3A%2F%2Fdos.example',
    'http://a.example/2.m3u8',
    '#EXTINF:-1,Tres',
    'http://a.example/3.m3u8|Cookie=clave=3&Origin=https://tres.example',
  );
  expect(entries.map(({ headers }) => headers)).toEqual([
    { cookie: 'clave=1; plan=oro', origin: 'https://portal.example' },
    { cookie: 'clave=2', origin: 'https://dos.example' },
    { cookie: 'clave=3', origin: 'https://tres.example' },
  ]);
});

describe('the request headers of an #EXTHTTP line', () => {
  const headersOf = async (object: string, address = 'http://a.example/1.m3u8') =>
    (await read('#EXTM3U', '#EXTINF:-1,Uno', `#EXTHTTP:${object}`, address)).entries[0]?.headers;

  it('are read under the names that the other directives use, and an address may replace them', async () => {
    const object = JSON.stringify({
      'User-Agent': 'Reproductor/1.0',
      referer: 'https://portal.example/',
      Cookie: 'clave=1',
      Origin: 'https://portal.example',
    });
    const headers = {
      userAgent: 'Reproductor/1.0',
      referrer: 'https://portal.example/',
      cookie: 'clave=1',
      origin: 'https://portal.example',
    };
    expect(await headersOf(object)).toEqual(headers);
    expect(await headersOf(object, 'http://a.example/1.m3u8|User-Agent=otro')).toEqual({
      ...headers,
      userAgent: 'otro',
    });
  });

  it.each([
    [
      'names that decide where or how a request is sent',
      '{"Host":"mal.example","Content-Length":"9","__proto__":{"a":1}}',
    ],
    ['values that are no texts', '{"User-Agent":{"a":1},"Referer":7,"Cookie":null}'],
    ['a line break in a value', '{"Cookie":"\\r\\n"}'],
    ['a text that is no object', '["User-Agent"]'],
    ['a text that is no JSON', '{"User-Agent":'],
    ['more than four headers could be', `{"User-Agent":"uno","X":"${'a'.repeat(20_000)}"}`],
    ['thousands of arrays inside each other', '['.repeat(16_000)],
  ])('bring nothing with %s', async (_what, object) => {
    expect(await headersOf(object)).toEqual({});
  });

  it('lose a line break that would begin another header', async () => {
    expect(await headersOf('{"Referer":"https://r.example/\\r\\nHost: mal.example"}')).toEqual({
      referrer: 'https://r.example/Host: mal.example',
    });
  });
});
