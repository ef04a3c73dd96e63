import { describe, expect, it } from 'vitest';
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import { rewriteManifest } from './manifest.ts';

const here = 'http://proveedor.example/dash';

/**
 * Rewrites a DASH manifest; instead of a sealed path each address becomes a readable description: its role and file,
 * the seconds of the film that are charged to a free trial, and the bytes that are delivered.
 */
async function rewrite(text: string, isTrial = true): Promise<string> {
  const { text: written } = await rewriteManifest(
    text,
    {
      address: `${here}/film.mpd`,
      isTrial,
      now: new Date('2026-01-01T12:00:00Z'),
      childPath(address, role, part, slice) {
        const seconds = part === undefined ? '' : ` ${part.fromSeconds}-${part.toSeconds}s`;
        const bytes = slice === undefined ? '' : ` ${slice.fromByte}-${slice.toByte}`;
        return `[${role} ${address.slice(here.length + 1)}${seconds}${bytes}]`;
      },
    },
    new AbortController().signal,
  );
  return written;
}

const film = (inner: string, { set = 'mimeType="video/mp4"', periods = 1 } = {}) =>
  `<MPD type="static" mediaPresentationDuration="PT${10 * periods}S">` +
  `<Period duration="PT10S"><AdaptationSet ${set}>${inner}</AdaptationSet></Period>`.repeat(periods) +
  '</MPD>';
const track = (inner: string) => `<Representation id="v" bandwidth="1">${inner}</Representation>`;
const attributeOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value);

describe('a track that is one file', () => {
  const file =
    '<BaseURL>v.mp4</BaseURL><SegmentBase indexRange="800-1200"><Initialization range="0-799"/></SegmentBase>';

  it('is charged by its bytes under a trial, over the length of its period', async () => {
    const text = await rewrite(film(track(file)));
    expect(text).toContain('<BaseURL>[file v.mp4 0-10s]</BaseURL>');
    expect(text).toContain(
      '<SegmentBase indexRange="800-1200"><Initialization range="0-799"/></SegmentBase>',
    );
  });

  it('seals an initialization in another file separately, limited to its range under a trial', async () => {
    const apart =
      '<BaseURL>v.mp4</BaseURL><SegmentBase><Initialization sourceURL="i.mp4" range="0-799"/></SegmentBase>';
    expect(await rewrite(film(track(apart)))).toContain('<Initialization sourceURL="[bytes i.mp4 0-799]"/>');
    expect(await rewrite(film(track(apart)), false)).toContain(
      '<Initialization sourceURL="[bytes i.mp4]" range="0-799"/>',
    );
  });

  it('is refused under a trial when the film has several periods', async () => {
    const text = film(track(file), { periods: 2 });
    await expect(rewrite(text)).rejects.toThrow('several files under a trial');
    expect(attributeOf(await rewrite(text, false), 'indexRange')).toHaveLength(2);
  });

  it.each(['mimeType="text/vtt"', 'mimeType="application/ttml+xml"'])(
    'of text (%s) gets an address for the whole file and is not charged',
    async (set) => {
      const text = await rewrite(film(track('<BaseURL>es.vtt</BaseURL>'), { set, periods: 2 }));
      expect(text).toContain('<BaseURL>[bytes es.vtt]</BaseURL>');
    },
  );
});

describe('a DASH segment list', () => {
  const list = (segments: string, start = '') =>
    film(
      `<SegmentList timescale="10" duration="40">${start}${segments}</SegmentList>${track('<BaseURL>v.mp4</BaseURL>')}`,
    );
  const slices =
    '<SegmentURL mediaRange="800-999"/><SegmentURL mediaRange="1000-1999" indexRange="1000-1010"/>';

  it('of slices gets an address per slice under a trial, with its seconds and its bytes', async () => {
    const text = await rewrite(list(slices, '<Initialization range="0-799"/>'));
    expect(attributeOf(text, 'media')).toEqual([
      '[bytes v.mp4 0-4s 800-999]',
      '[bytes v.mp4 4-8s 1000-1999]',
    ]);
    expect(attributeOf(text, 'sourceURL')).toEqual(['[bytes v.mp4 0-799]']);
    expect(text).not.toMatch(/mediaRange|indexRange| range=/);
  });

  it('keeps its byte ranges when nothing is charged', async () => {
    const text = await rewrite(list(slices), false);
    expect(attributeOf(text, 'media')).toEqual(['[bytes v.mp4]', '[bytes v.mp4]']);
    expect(attributeOf(text, 'mediaRange')).toEqual(['800-999', '1000-1999']);
  });

  it.each([
    ['the whole of a file that is not named', '<SegmentURL/>'],
    ['a slice without an end', '<SegmentURL media="a.mp4" mediaRange="800-"/>'],
    ['more segments than the film has time for', '<SegmentURL media="a"/>'.repeat(4)],
  ])('is refused under a trial with %s', async (_what, segments) => {
    await expect(rewrite(list(segments))).rejects.toBeInstanceOf(PlaylistRefusedError);
    await expect(rewrite(list(segments), false)).resolves.toContain('<SegmentURL');
  });

  it('without segments names no addresses', async () => {
    expect(attributeOf(await rewrite(list('')), 'media')).toEqual([]);
  });
});

describe('a DASH segment template', () => {
  const rule = (more: string, inner = '') =>
    film(`<SegmentTemplate timescale="10" duration="40" ${more}>${inner}</SegmentTemplate>${track('')}`);

  it('becomes a segment list under a trial, and its initialization is not charged', async () => {
    const text = await rewrite(rule('media="$Number$.m4s" initialization="$RepresentationID$.mp4"'));
    expect(attributeOf(text, 'media')).toEqual([
      '[bytes 1.m4s 0-4s]',
      '[bytes 2.m4s 4-8s]',
      '[bytes 3.m4s 8-12s]',
    ]);
    expect(attributeOf(text, 'sourceURL')).toEqual(['[bytes v.mp4]']);
    expect(text).not.toContain('SegmentTemplate');
  });

  it('without a gap becomes a single address', async () => {
    expect(attributeOf(await rewrite(rule('media="entera.mp4"'), false), 'media')).toEqual([
      '[bytes entera.mp4]',
    ]);
  });

  it('without media is ignored, and the track is treated as one file', async () => {
    expect(await rewrite(rule('initialization="i.mp4"'))).toContain(
      '<BaseURL>[file film.mpd 0-10s]</BaseURL>',
    );
  });

  it('keeps its timeline, which players need to seek', async () => {
    const timeline =
      '<SegmentTimeline><S t="0" d="40" r="1"/><S d="20" x="http://a.example/"/></SegmentTimeline>';
    const text = await rewrite(rule('media="$Time$"', timeline));
    expect(text).toContain('<SegmentTimeline><S t="0" d="40" r="1"/><S d="20"/></SegmentTimeline>');
    expect(attributeOf(text, 'media')).toEqual(['[bytes 0 0-4s]', '[bytes 40 4-8s]', '[bytes 80 8-10s]']);
  });
});

it('a DASH period begins where the one before it ended, unless it states its start', async () => {
  const period = (attributes: string) =>
    `<Period ${attributes}><AdaptationSet mimeType="video/mp4"><SegmentTemplate duration="5" media="$Number$"/>${track('')}</AdaptationSet></Period>`;
  const of = async (...periods: string[]) =>
    attributeOf(
      await rewrite(`<MPD mediaPresentationDuration="PT20S">${periods.join('')}</MPD>`),
      'media',
    ).map((media) => media?.split(' ').at(-1));
  expect(await of(period('duration="PT5S"'), period('duration="PT5S"'))).toEqual(['0-5s]', '5-10s]']);
  expect(await of(period('start="PT0S"'), period('start="PT15S"'))).toEqual([
    '0-5s]',
    '5-10s]',
    '10-15s]',
    '15-20s]',
  ]);
  await expect(of(period(''), period('duration="PT5S"'))).rejects.toThrow('segments cannot be counted');
});
