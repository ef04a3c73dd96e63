import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ManifestContext } from './manifest-references.ts';
import { isManifest, rewriteManifest } from './manifest.ts';
import { fillGaps } from './manifest-segments.ts';
import { PlaylistRefusedError } from '../playlists/playlist.ts';

const address = 'http://proveedor.example:8080/dash/usuario/clave/film.mpd?firma=secreta';
const here = 'http://proveedor.example:8080/dash/usuario/clave';

const rewriteNow = (text: string, context: ManifestContext) =>
  rewriteManifest(text, context, new AbortController().signal);

/** Rewrites a DASH manifest; each address becomes the readable `[role address part]` instead of a sealed path. */
async function rewrite(text: string, context: Partial<ManifestContext> = {}): Promise<string> {
  const { text: written } = await rewriteNow(text, {
    address,
    isTrial: false,
    now: new Date('2026-01-01T12:00:00Z'),
    childPath: (child, role, part) =>
      `[${role} ${child}${part === undefined ? '' : ` ${part.fromSeconds}-${part.toSeconds}`}]`,
    ...context,
  });
  return written;
}

const mpd = (content: string, attributes = 'type="static" mediaPresentationDuration="PT10S"') =>
  `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes}>${content}</MPD>`;
const film = (segments: string, set = '', representation = '') =>
  mpd(
    `<Period><AdaptationSet mimeType="video/mp4"${set}>${segments}` +
      `<Representation id="v1" bandwidth="800000" width="640" height="360">${representation}</Representation>` +
      '</AdaptationSet></Period>',
  );
const childrenOf = (text: string) => [...text.matchAll(/\[[^\]]+\][^"<]*/g)].map(([child]) => child);

describe('rewriteManifest', () => {
  it.each([
    [
      'numbers',
      '<SegmentTemplate timescale="1" duration="2" initialization="$RepresentationID$/i.mp4" media="$RepresentationID$/$Number%05d$.m4s?b=$Bandwidth$"/>',
      [`[template ${here}/v1/$Number%05d$.m4s?b=800000]/segment-n$Number$.m4s`, `[bytes ${here}/v1/i.mp4]`],
    ],
    [
      'times',
      '<SegmentTemplate timescale="1000" media="/x/$Time$.m4s"><SegmentTimeline><S t="0" d="2000" r="4"/></SegmentTimeline></SegmentTemplate>',
      ['[template http://proveedor.example:8080/x/$Time$.m4s]/segment-t$Time$.m4s'],
    ],
    [
      'both',
      '<SegmentTemplate duration="2" media="$Number$-$Time$"/>',
      [`[template ${here}/$Number$-$Time$]/segment-n$Number$-t$Time$`],
    ],
    [
      'dollars of the address itself',
      '<SegmentTemplate duration="2" media="a$$Number$$$Number$"/>',
      [`[template ${here}/a%24Number%24$Number$]/segment-n$Number$`],
    ],
    [
      'a list',
      '<SegmentList duration="5"><Initialization sourceURL="i.mp4" range="0-9"/><SegmentURL media="1.m4s"/><SegmentURL media="//b.example/2.m4s" mediaRange="10-20"/></SegmentList>',
      [`[bytes ${here}/i.mp4]`, `[bytes ${here}/1.m4s]`, '[bytes http://b.example/2.m4s]'],
    ],
  ])('seals the addresses that a rule of %s names', async (_what, rule, children) => {
    expect(childrenOf(await rewrite(film(rule)))).toEqual(children);
  });

  it('seals the file of a track that players read by ranges', async () => {
    const text = await rewrite(
      film(
        '',
        '',
        '<BaseURL>v1.mp4</BaseURL><SegmentBase indexRange="800-1200"><Initialization range="0-799"/></SegmentBase>',
      ),
    );
    expect(text).toContain(
      `<BaseURL>[file ${here}/v1.mp4 0-10]</BaseURL><SegmentBase indexRange="800-1200"><Initialization range="0-799"/></SegmentBase>`,
    );
  });

  it('resolves nested base addresses from the outside inwards, using the first of each level', async () => {
    const text = mpd(
      '<BaseURL>http://a.example/uno/</BaseURL><BaseURL>http://b.example/</BaseURL>' +
        '<Period><BaseURL>dos/</BaseURL><AdaptationSet mimeType="text/vtt"><BaseURL>$Number$/</BaseURL>' +
        '<Representation id="s"><BaseURL>es.vtt</BaseURL></Representation></AdaptationSet></Period>',
    );
    expect(childrenOf(await rewrite(text))).toEqual(['[bytes http://a.example/uno/dos/%24Number%24/es.vtt]']);
  });

  it('merges the rules that a representation inherits', async () => {
    const text = mpd(
      '<Period><SegmentTemplate timescale="90000" startNumber="7"/><AdaptationSet mimeType="video/mp4">' +
        '<SegmentTemplate media="$Number$.m4s" duration="180000"/><Representation id="v" bandwidth="1">' +
        '<SegmentTemplate startNumber="9"/></Representation></AdaptationSet></Period>',
    );
    expect(await rewrite(text)).toContain(
      `<SegmentTemplate timescale="90000" startNumber="9" duration="180000" media="[template ${here}/$Number$.m4s]/segment-n$Number$.m4s"/>`,
    );
  });

  it('keeps languages, labels and roles', async () => {
    const described =
      '<Label>Latino</Label><Role schemeIdUri="urn:mpeg:dash:role:2011" value="main"/>' +
      '<SegmentTemplate duration="2" media="$Number$"/>';
    const text = await rewrite(film(described, ' lang="es-419" contentType="video"'));
    expect(text).toContain('lang="es-419"');
    expect(text).toContain('<Label>Latino</Label><Role schemeIdUri="urn:mpeg:dash:role:2011" value="main"/>');
  });

  it('replaces the clock of a live manifest, and seals its new location', async () => {
    const text = mpd(
      '<Location>http://c.example/live.mpd?sesion=1</Location><UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="http://reloj.example/"/>' +
        '<Period id="1" start="PT0S"><AdaptationSet mimeType="video/mp4"><SegmentTemplate duration="2" media="$Number$"/>' +
        '<Representation id="v" bandwidth="1"/></AdaptationSet></Period>',
      'type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" minimumUpdatePeriod="PT2S"',
    );
    const written = await rewriteNow(text, {
      address,
      isTrial: false,
      now: new Date('2026-01-01T12:00:00Z'),
      childPath: (child, role) => `[${role} ${child}]`,
    });
    expect(written.isComplete).toBe(false);
    expect(written.text).toContain('<Location>[playlist http://c.example/live.mpd?sesion=1]</Location>');
    expect(written.text).toContain('value="2026-01-01T12:00:00.000Z"');
    expect(written.text).not.toContain('reloj.example');
  });

  it('removes everything that may hold an address', async () => {
    const secret = 'http://u:clave@secreto.example/';
    const text = mpd(
      `<ProgramInformation moreInformationURL="${secret}"><Title>${secret}</Title></ProgramInformation>` +
        `<Metrics><Reporting schemeIdUri="urn:x" value="${secret}"/></Metrics><!-- ${secret} --><?x ${secret}?>` +
        `<Period id="${secret}"><EventStream schemeIdUri="${secret}"/><AdaptationSet xmlns:a="${secret}" a:href="${secret}" mimeType="video/mp4" lang="${secret}">` +
        `<Label>${secret}</Label><Role schemeIdUri="${secret}"/><ContentProtection schemeIdUri="urn:uuid:1"><pssh>${secret}</pssh></ContentProtection>` +
        `<SupplementalProperty schemeIdUri="urn:x" value="${secret}"/><SegmentTemplate duration="2" media="$Number$" index="${secret}"/>` +
        `<Representation id="v" bandwidth="1" codecs="${secret}"/></AdaptationSet></Period>`,
      `mediaPresentationDuration="PT4S" availabilityStartTime="${secret}"`,
    );
    const written = await rewrite(text, { childPath: () => '/api/stream/x' });
    expect(written).not.toMatch(/secreto|clave/);
    expect(written).toContain('<ContentProtection schemeIdUri="urn:uuid:1"/>');
  });

  it('leaves out trick-mode, image and xlink tracks', async () => {
    const set = (inner: string, attributes = 'mimeType="video/mp4"') =>
      `<AdaptationSet ${attributes}>${inner}<SegmentTemplate duration="2" media="$Number$"/><Representation id="v" bandwidth="1"/></AdaptationSet>`;
    const text = mpd(
      `<Period>${set('<EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode" value="1"/>')}` +
        `${set('', 'mimeType="image/jpeg"')}${set('', 'xlink:href="http://x.example/" xmlns:xlink="urn:x"')}</Period>`,
    );
    expect(await rewrite(text)).toContain('<Period/>');
  });

  it.each([
    ['a document type', '<!DOCTYPE MPD [<!ENTITY a "b">]><MPD/>'],
    ['an entity', mpd('<BaseURL>&a;</BaseURL>')],
    ['what is not well formed', '<MPD><Period></MPD>'],
    ['another document', '<SmoothStreamingMedia/>'],
    ['a reference inwards', film('', '', '<BaseURL>file:///etc/passwd</BaseURL>')],
    ['a reference to media of this server', film('', '', '<BaseURL>internal://demo/a</BaseURL>')],
    ['a gap of another kind', film('<SegmentTemplate duration="2" media="$SubNumber$"/>')],
    ['a host to be filled in', film('<SegmentTemplate duration="2" media="http://$Number$.example/"/>')],
    [
      'an initialization with a gap',
      film('<SegmentTemplate duration="2" media="$Number$" initialization="$Time$"/>'),
    ],
    ['depth', '<MPD>'.repeat(20) + '</MPD>'.repeat(20)],
  ])('refuses %s', async (_what, text) => {
    await expect(rewrite(text)).rejects.toThrow(PlaylistRefusedError);
  });

  it('refuses more segments than the limit', async () => {
    const urls = '<SegmentURL media="a"/>'.repeat(40_001);
    await expect(rewrite(film(`<SegmentList duration="2">${urls}</SegmentList>`))).rejects.toThrow(
      PlaylistRefusedError,
    );
  });
});

describe('rewriting any manifest', () => {
  const names = [
    'MPD',
    'Period',
    'AdaptationSet',
    'Representation',
    'BaseURL',
    'SegmentTemplate',
    'SegmentList',
    'SegmentURL',
    'SegmentTimeline',
    'S',
    'SegmentBase',
    'Initialization',
    'Location',
    'Label',
    'Role',
    'xlink:x',
  ];
  const keys = [
    'media',
    'initialization',
    'sourceURL',
    'id',
    'type',
    'duration',
    'start',
    'd',
    'r',
    't',
    'timescale',
    'mimeType',
    'schemeIdUri',
    'value',
    'bandwidth',
    'xlink:href',
  ];
  const values = [
    'http://secreto.example/a',
    '//secreto.example/$Number$',
    '$RepresentationID$',
    '$Time%09d$',
    '$$',
    'dynamic',
    '1',
    '-1',
    '0',
    'PT9S',
    'file:///secreto',
    'video/mp4',
    'urn:x',
    '&amp;',
    '%2f%2fsecreto',
  ];
  const attributes = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...values), { maxKeys: 5 });
  const write = (name: string, own: Record<string, string>, content: string): string => {
    const written = Object.entries(own).map(([key, value]) => ` ${key}="${value}"`);
    return `<${name}${written.join('')}>${content}</${name}>`;
  };
  const elementOf = (content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(fc.constantFrom(...names), attributes, content).map((parts) => write(...parts));
  const few = (content: fc.Arbitrary<string>) =>
    fc.array(elementOf(content), { maxLength: 4 }).map((elements) => elements.join(''));
  const content = few(few(few(fc.constantFrom('', ...values))));

  it('reveals no address of the provider, and throws nothing but a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.boolean(), async (inner, isTrial) => {
        const text = await rewrite(
          `<MPD type="static">${inner}<Period duration="PT9S"><AdaptationSet>${inner}</AdaptationSet></Period></MPD>`,
          {
            isTrial,
            childPath: () => '/api/stream/x',
          },
        ).catch((error: unknown) => {
          expect(error).toBeInstanceOf(PlaylistRefusedError);
          return '';
        });
        expect(text).not.toContain('secreto');
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not turn a small manifest into a huge one', async () => {
    const timeline = `<SegmentTimeline>${'<S t="1234567890" d="180000"/>'.repeat(40_000)}</SegmentTimeline>`;
    const representations = Array.from(
      { length: 60 },
      (_item, index) => `<Representation id="${index}"/>`,
    ).join('');
    const text = mpd(
      `<Period><AdaptationSet><SegmentTemplate media="$Time$">${timeline}</SegmentTemplate>${representations}</AdaptationSet></Period>`,
    );
    await expect(rewrite(text)).rejects.toThrow(PlaylistRefusedError);
  });
});

describe('a manifest under a trial', () => {
  const trial = { isTrial: true };

  it.each([
    [
      'of numbers',
      '<SegmentTemplate timescale="10" duration="40" startNumber="5" media="$Number%03d$"/>',
      ['005', '006', '007'],
    ],
    [
      'of a timeline',
      '<SegmentTemplate timescale="10" media="$Time$"><SegmentTimeline><S t="0" d="40" r="1"/><S d="20"/></SegmentTimeline></SegmentTemplate>',
      ['0', '40', '80'],
    ],
    [
      'of a timeline that repeats to the end',
      '<SegmentTemplate timescale="10" media="$Time$"><SegmentTimeline><S t="0" d="40" r="-1"/></SegmentTimeline></SegmentTemplate>',
      ['0', '40', '80'],
    ],
    [
      'of a list that names fewer than the film has',
      '<SegmentList duration="4"><SegmentURL media="a"/><SegmentURL media="b"/></SegmentList>',
      ['a', 'b'],
    ],
  ])('lists each segment %s with its part of the film', async (_what, rule, names) => {
    const parts = ['0-4', '4-8'];
    const children = childrenOf(await rewrite(film(rule), trial));
    expect(children.map((child) => child.slice(0, -1).split('/').at(-1)?.split(' ')[0])).toEqual(names);
    expect(children.slice(0, 2).map((child) => child.slice(0, -1).split(' ').at(-1))).toEqual(parts);
  });

  it.each([
    ['live', mpd('', 'type="dynamic"')],
    [
      'a timeline without an end',
      mpd(
        '<Period><AdaptationSet mimeType="video/mp4"><SegmentTemplate media="$Time$"><SegmentTimeline><S d="2" r="-1"/></SegmentTimeline></SegmentTemplate><Representation id="v"/></AdaptationSet></Period>',
        '',
      ),
    ],
    ['a list of unknown times', film('<SegmentList><SegmentURL media="a"/></SegmentList>')],
    [
      'a timeline of hours in one line',
      film(
        '<SegmentTemplate timescale="90000" media="$Time$"><SegmentTimeline><S d="1" r="999999999"/></SegmentTimeline></SegmentTemplate>',
      ),
    ],
    [
      'several periods of files',
      mpd(
        '<Period duration="PT5S"/><Period><AdaptationSet mimeType="video/mp4"><Representation id="v"><BaseURL>v.mp4</BaseURL></Representation></AdaptationSet></Period>',
      ),
    ],
  ])('is refused: %s', async (_what, text) => {
    await expect(rewrite(text, trial)).rejects.toThrow(PlaylistRefusedError);
  });
});

describe('fillGaps', () => {
  const template = 'http://a.example/$Number%05d$/$Time$.m4s';

  it('replaces the gaps of the provider with the digits of the request', async () => {
    expect(fillGaps(template, 'segment-n7-t180000.m4s')).toBe('http://a.example/00007/180000.m4s');
    expect(fillGaps('http://a.example/$Number$', 'segment-n123456')).toBe('http://a.example/123456');
  });

  it.each([
    'segment-n7.m4s',
    'segment-t7.m4s',
    'segment-n7-t8-n9.m4s',
    'segment-n-7-t8.m4s',
    'segment-n../../secreto-t8',
    'segment-n7-t8/../../x',
    'segment-n7-t8.m4s?x=1',
    'segment-n７-t8',
    `segment-n${'1'.repeat(21)}-t8`,
    '',
  ])('refuses the file name %s', (path) => {
    expect(fillGaps(template, path)).toBeUndefined();
  });
});

describe('a manifest that is made to be slow', () => {
  const set = (content: string) =>
    mpd(`<Period><AdaptationSet mimeType="video/mp4">${content}</AdaptationSet></Period>`);
  const representations = (count: number) => '<Representation id="a"/>'.repeat(count);
  const numbers = '<SegmentTemplate media="$Number$.m4s" duration="2"/>';

  it.each([
    [
      'a template that becomes longer than an address',
      film(`<SegmentTemplate media="${'$RepresentationID$'.repeat(400)}" duration="2"/>`, '').replace(
        'id="v1"',
        `id="${'x'.repeat(5_000)}"`,
      ),
    ],
    [
      'fifty thousand gaps',
      film(`<SegmentTemplate media="${'$RepresentationID$'.repeat(50_000)}" duration="2"/>`),
    ],
    [
      'a template of many wide numbers',
      film(`<SegmentTemplate media="${'$Number%09d$'.repeat(600)}" duration="2"/>`),
    ],
    ['two rules of a kind', set('<SegmentTemplate/>'.repeat(2) + representations(2))],
    ['fifty thousand rules', set('<SegmentTemplate/>'.repeat(50_000) + representations(2_000))],
    ['a thousand and one representations', set(numbers + representations(1_001))],
    [
      'a thousand and one representations in many sets',
      mpd(
        `<Period>${`<AdaptationSet mimeType="video/mp4">${numbers}${representations(91)}</AdaptationSet>`.repeat(11)}</Period>`,
      ),
    ],
    [
      'an element of a hundred and one attributes',
      film(numbers, ` ${Array.from({ length: 101 }, (_item, index) => `a${index}=""`).join(' ')}`),
    ],
    [
      'more attributes than elements may have',
      set(`<Role ${Array.from({ length: 90 }, (_item, index) => `a${index}=""`).join(' ')}/>`.repeat(2_300)),
    ],
    [
      'a timeline that a thousand representations inherit',
      set(
        `<SegmentTemplate media="$Time$.m4s"><SegmentTimeline>${'<S d="9"/>'.repeat(9_000)}</SegmentTimeline></SegmentTemplate>${representations(1_000)}`,
      ),
    ],
  ])('is refused for %s', async (_why, text) => {
    await expect(rewrite(text)).rejects.toBeInstanceOf(PlaylistRefusedError);
  });

  it('stops being rewritten when its time is up', async () => {
    const controller = new AbortController();
    const context = { address, isTrial: false, now: new Date(), childPath: () => 'sellado' };
    const written = rewriteManifest(set(numbers + representations(900)), context, controller.signal);
    controller.abort(new Error('too late'));
    await expect(written).rejects.toThrow('too late');
  });

  it('costs at most 2.5 times the output for twice the input', async () => {
    const part = fc.constantFrom(
      '<Representation id="a" bandwidth="1"/>',
      '<Representation id="b"><SegmentTemplate media="$Number$/$RepresentationID$" duration="1"/></Representation>',
      '<Representation id="c"><BaseURL>c.mp4</BaseURL></Representation>',
      '<Representation id="d"><SegmentList><SegmentURL media="d"/><SegmentURL media="e"/></SegmentList></Representation>',
      '<Role schemeIdUri="urn:mpeg:dash:role:2011" value="main"/>',
    );
    const lengthOf = async (parts: string) => (await rewrite(set(numbers + parts))).length;
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async (parts) => {
        const once = parts.join('').repeat(50);
        expect(await lengthOf(once.repeat(2))).toBeLessThanOrEqual(2.5 * (await lengthOf(once)));
      }),
      { numRuns: 30 },
    );
  });
});

describe('isManifest', () => {
  it.each([
    ['<?xml version="1.0"?><MPD>', true],
    ['\uFEFF  <MPD xmlns="">', true],
    ['<!-- hecho por … --><MPD>', true],
    ['<!doctype html>', false],
    ['#EXTM3U', false],
    ['{"a":1}', false],
  ])('says whether %s begins a manifest: %s', (head, expected) => {
    expect(isManifest(Buffer.from(head))).toBe(expected);
  });
});
