import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GuideRefusedError,
  type GuideChannel,
  type GuideProgramme,
  type GuideReadingOptions,
} from './guide.ts';
import { readGuide } from './read-guide.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Tried extends Partial<GuideReadingOptions> {
  /** The ids that are chosen; without it, all of them. */
  chosen?: readonly string[];
  pieceBytes?: number;
}

/** Reads a guide, and collects what was asked and given on. */
async function read(guide: string | Uint8Array, { chosen, pieceBytes = 65_536, ...options }: Tried = {}) {
  const asked: GuideChannel[][] = [];
  const programmes: GuideProgramme[] = [];
  const bytes = typeof guide === 'string' ? Buffer.from(guide) : guide;
  const reading = await readGuide(inPieces(bytes, pieceBytes), {
    zone: 'Europe/Madrid',
    fromMs: Date.UTC(2026, 10, 30),
    toMs: Date.UTC(2026, 11, 14),
    chooseChannels: async (channels) => {
      asked.push([...channels]);
      return new Set(channels.map(({ id }) => id).filter((id) => chosen?.includes(id) ?? true));
    },
    onProgrammes: async (batch) => {
      programmes.push(...batch);
    },
    ...options,
  });
  return { reading, asked, programmes, titles: programmes.map(({ title }) => title) };
}

const channel = (id: string, name = id): string =>
  `<channel id="${id}"><display-name>${name}</display-name></channel>\n`;
const programme = (title: string, channelId = 'a', hour = 12): string =>
  `<programme start="20261201${String(hour).padStart(2, '0')}0000 +0100" stop="20261201${String(hour + 1).padStart(2, '0')}0000 +0100" channel="${channelId}"><title>${title}</title></programme>\n`;
const guideOf = (...parts: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv>\n${parts.join('')}</tv>\n`;

const refusal = async (guide: string | Uint8Array, options?: Tried): Promise<string> => {
  const error: unknown = await read(guide, options).catch((thrown: unknown) => thrown);
  if (!(error instanceof GuideRefusedError)) throw new Error(`not refused: ${String(error)}`);
  return error.reason;
};

describe('a guide', () => {
  it('gives its channels and everything that is kept of a programme', async () => {
    const { asked, programmes, reading } = await read(
      guideOf(
        '<channel id=" La1.es "><display-name lang="es">La 1</display-name><display-name>TVE 1</display-name><display-name>La 1</display-name><icon src="https://l.example/1.png"/><url>https://rtve.example</url></channel>',
        `<programme start="20261201120000 +0100" stop="20261201130000 +0100" channel="La1.es">
           <title lang="en">News</title><title lang="es">  Telediario
             de   mediodía </title>
           <sub-title>Ep.</sub-title><desc lang="es">Las &amp; noticias</desc>
           <credits><director>Ana</director></credits><date>20260101</date>
           <category>Noticias</category><category>Noticias</category><category>Actualidad</category>
           <icon src="http://l.example/t.png"/><episode-num system="onscreen">S9E9</episode-num>
           <episode-num system="xmltv_ns">1.4.</episode-num>
           <rating system="ES"><value>+12</value></rating><new/><live/><previously-shown/>
         </programme>`,
      ),
    );
    expect(asked).toEqual([
      [
        {
          id: 'La1.es',
          names: [{ text: 'La 1', language: 'es' }, { text: 'TVE 1' }],
          icon: 'https://l.example/1.png',
          url: 'https://rtve.example',
        },
      ],
    ]);
    expect(programmes).toEqual([
      {
        channelId: 'La1.es',
        startMs: Date.UTC(2026, 11, 1, 11),
        stopMs: Date.UTC(2026, 11, 1, 12),
        title: 'Telediario de mediodía',
        subtitle: 'Ep.',
        description: 'Las & noticias',
        categories: ['Noticias', 'Actualidad'],
        icon: 'http://l.example/t.png',
        season: 2,
        episode: 5,
        year: 2026,
        ageRating: '+12',
        isNew: true,
        isLive: true,
        isRepeat: true,
      },
    ]);
    expect(reading).toMatchObject({ ending: 'whole', channels: 1, programmes: 1, kept: 1, broken: 0 });
  });

  it('is read the same in pieces of any size', async () => {
    const guide = guideOf(
      channel('a'),
      '<!-- <programme> --><?x <programme?>',
      programme('Uno <![CDATA[</programme><programme>]]>'),
      programme('Señal ñ 📺', 'b'),
      '<programme start="x" channel="a"><title>roto</title></programme>',
      programme('Dos'),
    );
    const whole = await read(guide);
    expect(whole.titles).toEqual(['Uno </programme><programme>', 'Señal ñ 📺', 'Dos']);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (pieceBytes) => {
        expect(await read(guide, { pieceBytes })).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps only the programmes of chosen channels, and asks once for all that are declared first', async () => {
    const { reading, asked, titles } = await read(
      guideOf(channel('a'), channel('b'), programme('A'), programme('B', 'b'), programme('A2')),
      { chosen: ['a'] },
    );
    expect(asked.map((list) => list.map(({ id }) => id))).toEqual([['a', 'b']]);
    expect(titles).toEqual(['A', 'A2']);
    expect(reading).toMatchObject({ channels: 2, programmes: 3, kept: 2, ofOtherChannels: 1 });
  });

  it('asks again for channels that come late, and for those that it does not declare', async () => {
    const { reading, asked, titles } = await read(
      guideOf(channel('a'), programme('A'), channel('b', 'Be'), programme('B', 'b'), programme('C', 'c')),
    );
    expect(asked).toEqual([
      [{ id: 'a', names: [{ text: 'a' }] }],
      [{ id: 'b', names: [{ text: 'Be' }] }],
      [{ id: 'c', names: [] }],
    ]);
    expect(titles).toEqual(['A', 'B', 'C']);
    expect(reading).toMatchObject({ channels: 3, undeclaredChannels: 1 });
  });

  it('says how many programmes it missed because their channel was declared after them', async () => {
    const isNamed = async (channels: readonly GuideChannel[]) =>
      new Set(channels.filter(({ names }) => names.length > 0).map(({ id }) => id));
    const { reading, titles } = await read(guideOf(programme('antes'), channel('a'), programme('después')), {
      chooseChannels: isNamed,
    });
    expect(titles).toEqual(['después']);
    expect(reading).toMatchObject({ missedBeforeChannel: 1, undeclaredChannels: 0 });
  });

  it('finds a channel whose id is written with entities', async () => {
    const { titles } = await read(guideOf(channel('a&amp;e'), programme('Uno', 'a&#38;e')), {
      chosen: ['a&e'],
    });
    expect(titles).toEqual(['Uno']);
  });

  it('drops programmes outside of the window without reading them', async () => {
    const at = (start: string, stop: string, title: string): string =>
      `<programme start="${start}" ${stop} channel="a"><title>${title}</programme>`;
    const { reading } = await read(
      guideOf(
        channel('a'),
        at('20261129220000 +0000', 'stop="20261129230000 +0000"', 'antes'),
        at('20261214000000 +0000', 'stop="20261214010000 +0000"', 'después'),
        at('20261128220000 +0000', '', 'hace días, sin final'),
      ),
    );
    expect(reading).toMatchObject({ outsideWindow: 3, broken: 0, kept: 0 });
  });

  it('keeps a programme that is on when the window begins, and one without an end from the day before', async () => {
    const { programmes } = await read(
      guideOf(
        channel('a'),
        '<programme start="20261129230000 +0000" stop="20261130010000 +0000" channel="a"><title>A</title></programme>',
        '<programme start="20261129120000 +0000" channel="a"><title>B</title></programme>',
        '<programme start="20261201120000 +0000" stop="20261201110000 +0000" channel="a"><title>C</title></programme>',
      ),
    );
    expect(programmes.map(({ title, stopMs }) => [title, stopMs])).toEqual([
      ['A', Date.UTC(2026, 10, 30, 1)],
      ['B', undefined],
      ['C', undefined],
    ]);
  });

  it('reads the hour that there is twice as two, where its programmes name no offset', async () => {
    const at = (start: string, stop: string): string =>
      `<programme start="20261025${start}" stop="20261025${stop}" channel="a"><title>x</title></programme>`;
    const { programmes } = await read(
      guideOf(
        channel('a'),
        at('013000', '020000'),
        at('020000', '023000'),
        at('023000', '020000'),
        at('020000', '030000'),
      ),
      { fromMs: 0 },
    );
    const hours = programmes.map(({ startMs, stopMs }) =>
      [startMs, stopMs ?? 0].map((ms) => new Date(ms).toISOString().slice(11, 16)),
    );
    expect(hours).toEqual([
      ['23:30', '00:00'],
      ['00:00', '00:30'],
      ['00:30', '01:00'],
      ['01:00', '02:00'],
    ]);
  });

  it('waits for each batch before it reads on', async () => {
    let running = 0;
    let most = 0;
    let batches = 0;
    const many = Array.from({ length: 1_200 }, (_none, index) => programme(`P${index}`)).join('');
    await read(guideOf(channel('a'), many), {
      onProgrammes: async (batch) => {
        running += 1;
        batches += 1;
        most = Math.max(most, running);
        expect(batch.length).toBeLessThanOrEqual(500);
        await new Promise((resolve) => {
          queueMicrotask(() => resolve(undefined));
        });
        running -= 1;
      },
    });
    expect([most, batches]).toEqual([1, 3]);
  });

  it('gives on fewer programmes at once, and asks about fewer channels, where they are long', async () => {
    const long = 'x'.repeat(200_000);
    const channels = Array.from({ length: 90 }, (_none, index) => channel(`c${index}`, long)).join('');
    const programmes = Array.from({ length: 20 }, () =>
      programme(`x</title><desc>${long}</desc><title>`),
    ).join('');
    const batches: number[] = [];
    const { asked } = await read(guideOf(channels, programmes), {
      onProgrammes: async (batch) => {
        batches.push(batch.length);
      },
    });
    expect(asked.map((list) => list.length)).toEqual([84, 6, 1]);
    expect(batches).toEqual([6, 6, 6, 2]);
  });

  it('stops with the caller’s reason', async () => {
    const stop = new AbortController();
    const reason = new Error('demasiado tiempo');
    const many = Array.from({ length: 1_200 }, (_none, index) => programme(`P${index}`)).join('');
    await expect(
      read(guideOf(channel('a'), many), {
        signal: stop.signal,
        onProgrammes: async () => stop.abort(reason),
      }),
    ).rejects.toBe(reason);
  });

  it('throws what its source throws', async () => {
    const reason = new Error('se cortó');
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<tv>');
      throw reason;
    }
    await expect(
      readGuide(failing(), {
        zone: 'UTC',
        fromMs: 0,
        toMs: 1,
        chooseChannels: async () => new Set(),
        onProgrammes: async () => {},
      }),
    ).rejects.toBe(reason);
  });

  it('without anything in it is whole', async () => {
    expect((await read('<tv></tv>')).reading).toMatchObject({ ending: 'whole', channels: 0, programmes: 0 });
  });
});

describe('a block that is broken is counted and skipped', () => {
  it.each([
    ['a tag that is not closed', '<programme start="20261201120000" channel="a"><title>x</programme>'],
    ['an end that is missing', '<programme start="20261201120000" channel="a"><title>x</title>'],
    [
      'an attribute without an end',
      '<programme start="20261201120000 channel="a"><title>x</title></programme>',
    ],
    ['no title', '<programme start="20261201120000" channel="a"><title> </title></programme>'],
    ['no content', '<programme start="20261201120000" channel="a"/>'],
    ['no start', '<programme channel="a"><title>x</title></programme>'],
    ['a start that is no time', '<programme start="pronto" channel="a"><title>x</title></programme>'],
    ['no channel', '<programme start="20261201120000"><title>x</title></programme>'],
    [
      'CDATA without an end',
      '<programme start="20261201120000" channel="a"><title><![CDATA[x</title></programme>',
    ],
    ['a comment without an end', '<programme start="20261201120000" channel="a"><!-- x</programme>'],
    [
      'a declaration inside',
      '<programme start="20261201120000" channel="a"><!ENTITY x "y"><title>x</title></programme>',
    ],
    [
      'deep nesting',
      `<programme start="20261201120000" channel="a">${'<a>'.repeat(20)}${'</a>'.repeat(20)}</programme>`,
    ],
    [
      'too long a text',
      `<programme start="20261201120000" channel="a"><title>${'x'.repeat(300_000)}</title></programme>`,
    ],
    ['a channel without an id', '<channel><display-name>x</display-name></channel>'],
    ['a channel with too long an id', channel('x'.repeat(600), 'x')],
    ['a channel that is not closed', '<channel id="z"><display-name>x</channel>'],
  ])('%s', async (_what, block) => {
    const guide = guideOf(
      channel('a'),
      programme('antes'),
      block,
      programme('después'),
      channel('b'),
      programme('B', 'b'),
    );
    const { reading, titles } = await read(guide);
    expect(titles).toEqual(['antes', 'después', 'B']);
    expect(reading).toMatchObject({ ending: 'whole', broken: 1 });
  });

  it('and so is each of many', async () => {
    const broken = '<programme start="20261201120000" channel="a"><title>x</programme>\n';
    const { reading, titles } = await read(guideOf(channel('a'), broken.repeat(1_000), programme('Uno')));
    expect(titles).toEqual(['Uno']);
    expect(reading.broken).toBe(1_000);
  });
});

describe('what looks like a programme is none', () => {
  it.each([
    ['in a comment', `<!-- ${programme('no')} -->`],
    ['in CDATA', `<![CDATA[ ${programme('no')} ]]>`],
    ['in an instruction', `<?x ${programme('no')} ?>`],
    ['in an element with a longer name', '<programmes channel="a"></programmes>'],
  ])('%s', async (_what, part) => {
    const { reading, titles } = await read(guideOf(channel('a'), part, programme('sí')));
    expect(titles).toEqual(['sí']);
    expect(reading).toMatchObject({ programmes: 1, broken: 0, ending: 'whole' });
  });

  it('in the document type, whose entities are never expanded', async () => {
    const guide = `<?xml version="1.0"?><!DOCTYPE tv [
      <!ENTITY a "${programme('no')}"> <!ENTITY b "&a;&a;"> <!-- ]> ' -->
    ]><tv>${channel('a')}${programme('&b; y &a;')}</tv>`;
    expect((await read(guide)).titles).toEqual(['&b; y &a;']);
  });
});

describe('a truncated guide', () => {
  it('gives what is whole of it, and says that it is truncated', async () => {
    const guide = guideOf(channel('a'), programme('Uno'), programme('Dos'));
    const { reading, titles } = await read(guide.slice(0, guide.indexOf('Dos') + 1));
    expect(titles).toEqual(['Uno']);
    expect(reading.ending).toBe('truncated');
  });
});

describe('the encoding', () => {
  const accented = (declared: string): string =>
    `<?xml version="1.0" encoding="${declared}"?><tv>${channel('ñ', 'Cañón')}${programme('Año ¿qué?', 'ñ')}</tv>`;

  it.each([
    ['UTF-8', 'UTF-8', (text: string) => Buffer.from(text), false],
    ['UTF-8 with a byte-order mark', 'UTF-8', (text: string) => Buffer.from(`\ufeff${text}`), false],
    ['ISO-8859-1', 'ISO-8859-1', (text: string) => Buffer.from(text, 'latin1'), false],
    ['ISO-8859-15', 'ISO-8859-15', (text: string) => Buffer.from(text, 'latin1'), false],
    ['Windows-1252', 'windows-1252', (text: string) => Buffer.from(text, 'latin1'), false],
    [
      'UTF-16 with a byte-order mark',
      'UTF-16',
      (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
      false,
    ],
    ['UTF-16 without one', 'UTF-16', (text: string) => Buffer.from(text, 'utf16le'), false],
    [
      'UTF-16, high byte first',
      'UTF-16',
      (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      false,
    ],
    ['ISO-8859-1 that calls itself UTF-8', 'UTF-8', (text: string) => Buffer.from(text, 'latin1'), true],
    ['UTF-8 that calls itself ISO-8859-1', 'ISO-8859-1', (text: string) => Buffer.from(text), true],
    ['UTF-8 that calls itself UTF-16', 'UTF-16', (text: string) => Buffer.from(text), true],
    ['UTF-8 that names an encoding that does not exist', 'X-NADA', (text: string) => Buffer.from(text), true],
  ] as const)('%s is read', async (_what, declared, encode, isWrong) => {
    const { reading, titles, asked } = await read(encode(accented(declared)));
    expect(titles).toEqual(['Año ¿qué?']);
    expect(asked[0]).toEqual([{ id: 'ñ', names: [{ text: 'Cañón' }] }]);
    expect(reading.hasWrongEncoding).toBe(isWrong);
  });

  it('of single bytes keeps the signs of its own', async () => {
    const text = (declared: string): Buffer =>
      Buffer.from(
        `<?xml version="1.0" encoding="${declared}"?><tv>${programme('\u00a4 \u0080')}</tv>`,
        'latin1',
      );
    expect((await read(text('ISO-8859-15'))).titles).toEqual(['€']);
    expect((await read(text('ISO-8859-1'))).titles).toEqual(['¤ €']);
  });
});

describe('a file is refused', () => {
  it.each([
    ['without bytes', '', 'empty'],
    ['that is a web page', '<!DOCTYPE html><html><body>403</body></html>', 'web_page'],
    ['that is a web page with white space before', '\n  <html lang="es"><p>x</p></html>', 'web_page'],
    ['that is a list', '#EXTM3U\n#EXTINF:-1,Uno\nhttp://p.example/1.ts\n', 'not_a_guide'],
    ['that is other XML', '<?xml version="1.0"?><rss><channel2/></rss>', 'not_a_guide'],
    ['that is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'binary'],
  ] as const)('%s', async (_what, file, reason) => {
    expect(await refusal(file)).toBe(reason);
  });

  it('in which nothing of a guide comes for megabytes', async () => {
    let readBytes = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      const piece = Buffer.alloc(1_048_576, '<p>x</p>');
      for (;;) {
        readBytes += piece.length;
        yield piece;
      }
    }
    const reading = readGuide(endless(), {
      zone: 'UTC',
      fromMs: 0,
      toMs: 1,
      chooseChannels: async () => new Set(),
      onProgrammes: async () => {},
    });
    await expect(reading).rejects.toMatchObject({ reason: 'not_a_guide' });
    expect(readBytes).toBeLessThan(8_388_608);
  });

  it('beyond the limits of bytes, channels and programmes', async () => {
    const guide = guideOf(channel('a'), channel('b'), programme('Uno'), programme('Dos'));
    expect(await refusal(guide, { limits: { packedBytes: 100 } })).toBe('too_large');
    expect(await refusal(guide, { limits: { bytes: 100 } })).toBe('too_large');
    expect(await refusal(guide, { limits: { channels: 1 } })).toBe('too_many_channels');
    expect(await refusal(guide, { limits: { programmes: 1 } })).toBe('too_many_programmes');
  });

  it('with more undeclared channels than the limit', async () => {
    const guide = guideOf(programme('Uno', 'a'), programme('Dos', 'b'));
    expect(await refusal(guide, { limits: { channels: 1 } })).toBe('too_many_channels');
  });
});

it('keeps the beginning of texts that are too long, and so many names and categories', async () => {
  const names = Array.from({ length: 100 }, (_none, index) => `<display-name>N${index}</display-name>`).join(
    '',
  );
  const categories = Array.from({ length: 100 }, (_none, index) => `<category>C${index}</category>`).join('');
  const { programmes, asked } = await read(
    guideOf(
      `<channel id="a">${names}</channel>`,
      `<programme start="20261201120000" channel="a"><title>${'x'.repeat(9)}📺${'y'.repeat(9_000)}</title>${categories}<icon src="javascript:alert(1)"/><icon src="http://l.example/1.png"/></programme>`,
    ),
    { limits: { textLength: 10, parts: 20 } },
  );
  expect(asked[0]?.[0]?.names).toHaveLength(20);
  expect(programmes[0]?.title).toBe('x'.repeat(9));
  expect(programmes[0]?.categories).toHaveLength(20);
});
