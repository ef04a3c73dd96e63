import { describe, expect, it } from 'vitest';
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import { gatherOwn, inheritsNothing, readRule, readSlice, readStart, type Rule } from './manifest-rules.ts';
import type { XmlElement } from './manifest-xml.ts';

const element = (
  name: string,
  attributes: Record<string, string> = {},
  ...children: XmlElement[]
): XmlElement => ({ name, attributes, children, text: '' });

const ruleOf = (more: Partial<Rule>): Rule => ({
  name: 'SegmentTemplate',
  attributes: {},
  initialization: undefined,
  timeline: undefined,
  segments: [],
  ...more,
});

const gatherAll = (line: readonly XmlElement[]) => line.reduce(gatherOwn, inheritsNothing);

describe('what a DASH representation inherits', () => {
  const outer = element(
    'SegmentList',
    { duration: '4', timescale: '10' },
    element('Initialization', { sourceURL: 'fuera.mp4' }),
    element('SegmentURL', { media: 'a' }),
    element('SegmentURL', { media: 'b' }),
  );

  it('is overridden by nearer elements, attribute by attribute', () => {
    const inner = element(
      'SegmentList',
      { duration: '8' },
      element('SegmentTimeline', {}, element('S'), element('x')),
    );
    const { SegmentList: rule } = gatherAll([
      element('Period', {}, outer),
      element('AdaptationSet', {}, inner),
    ]);
    expect(rule?.attributes).toEqual({ duration: '8', timescale: '10' });
    expect(rule?.initialization?.attributes).toEqual({ sourceURL: 'fuera.mp4' });
    expect(rule?.timeline?.map(({ name }) => name)).toEqual(['S']);
    expect(rule?.segments.map(({ attributes }) => attributes['media'])).toEqual(['a', 'b']);
  });

  it('has the segments of the inner element when that element lists any', () => {
    const inner = element('SegmentList', {}, element('SegmentURL', { media: 'c' }));
    const { SegmentList: rule } = gatherAll([
      element('Period', {}, outer),
      element('AdaptationSet', {}, inner),
    ]);
    expect(rule?.segments.map(({ attributes }) => attributes['media'])).toEqual(['c']);
  });

  it('is unchanged when the representation says nothing', () => {
    const inherited = gatherAll([element('Period', {}, outer)]);
    expect(gatherOwn(inherited, element('Representation'))).toEqual(inherited);
  });

  it.each([
    ['text/vtt', true],
    ['application/ttml+xml', true],
    ['video/mp4', false],
    ['application/mp4', false],
  ])('is text for the MIME type %s: %s', (mimeType, isText) => {
    const set = element('AdaptationSet', { mimeType });
    expect(gatherAll([set]).isText).toBe(isText);
    expect(gatherAll([set, element('Representation', { mimeType: 'video/mp4' })]).isText).toBe(isText);
  });

  it('is refused when an element has two rules of the same kind, but not one of each', () => {
    const [template, base] = [element('SegmentTemplate'), element('SegmentBase')];
    expect(() => gatherAll([element('Period', {}, template, template)])).toThrow(PlaylistRefusedError);
    expect(Object.keys(gatherAll([element('Period', {}, template, base)]))).toEqual([
      'isText',
      'SegmentTemplate',
      'SegmentBase',
    ]);
  });
});

describe('readStart', () => {
  const fill = (template: string) => template.replace('$RepresentationID$', 'v1');

  it.each([
    [
      'a template',
      ruleOf({ attributes: { initialization: '$RepresentationID$/i.mp4' } }),
      'v1/i.mp4',
      undefined,
    ],
    [
      'an element of its own',
      ruleOf({ initialization: element('Initialization', { sourceURL: 'i.mp4', range: '0-99' }) }),
      'i.mp4',
      '0-99',
    ],
    [
      'the beginning of the file',
      ruleOf({ initialization: element('Initialization', { range: '0-99' }) }),
      '',
      '0-99',
    ],
    [
      'a range that cannot be read',
      ruleOf({ initialization: element('Initialization', { sourceURL: 'i.mp4', range: 'x' }) }),
      'i.mp4',
      undefined,
    ],
  ])('finds the initialization in %s', (_where, rule, reference, range) => {
    expect(readStart(rule, fill)).toEqual({ reference, range });
  });

  it('finds no initialization when none is named, and refuses one with a gap', () => {
    expect(readStart(ruleOf({}), fill)).toBeUndefined();
    const gap = ruleOf({ attributes: { initialization: 'i-$Number$.mp4' } });
    expect(() => readStart(gap, fill)).toThrow('a gap of an unknown kind');
  });
});

describe('readSlice', () => {
  it.each([
    ['0-0', { fromByte: 0, toByte: 0 }],
    [' 100-199 ', { fromByte: 100, toByte: 199 }],
    [undefined, undefined],
  ])('reads the range %j', (range, expected) => {
    expect(readSlice(range)).toEqual(expected);
  });

  it.each(['100-', '-100', '200-100', 'x', '', `0-${'9'.repeat(16)}`])('refuses the range %j', (range) => {
    expect(() => readSlice(range)).toThrow('a slice has no end');
  });
});

describe('readRule', () => {
  it('uses the DASH defaults for numbers that are missing or malformed', () => {
    const presumed = { timescale: 1, duration: undefined, startNumber: 1, presentationTimeOffset: 0 };
    expect(readRule(ruleOf({}))).toMatchObject(presumed);
    const odd = { timescale: 'x', duration: '-1', startNumber: '1.5', presentationTimeOffset: '' };
    expect(readRule(ruleOf({ attributes: odd }))).toMatchObject(presumed);
  });

  it('replaces a timescale of zero by one', () => {
    expect(readRule(ruleOf({ attributes: { timescale: '0', startNumber: '0' } }))).toMatchObject({
      timescale: 1,
      startNumber: 0,
    });
  });
});
