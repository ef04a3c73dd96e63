import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlaylist, type PlaylistItem } from './read-playlist.ts';

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
        tvgId: 'uno.es',
        logo: 'http://l.tv/1.png',
        channelNumber: 7,
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
    expect(entries.map(({ title }) => title)).toEqual(['Bien']);
    expect(issues).toEqual([
      { lineNumber: 2, code: 'entry.without_address' },
      { lineNumber: 5, code: 'address.without_entry' },
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
    ['7.1', undefined],
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

  it('yields one entry or issue for each EXTINF', async () => {
    const lines = fc.array(fc.constantFrom('#EXTINF:-1,Uno', 'http://p.tv/1', '', '#nota'), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(lines, async (content) => {
        const { entries, issues } = await read(...content);
        const stray = issues.filter(({ code }) => code === 'address.without_entry').length;
        const opened = content.filter((line) => line.startsWith('#EXTINF')).length;
        expect(entries.length + issues.length).toBe(opened + stray);
      }),
    );
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
