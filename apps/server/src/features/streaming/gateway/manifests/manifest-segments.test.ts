import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import {
  fillGaps,
  fillRepresentation,
  firstSegments,
  hasGap,
  listSegments,
  readCount,
  readDuration,
  writeGaps,
  type SegmentRule,
} from './manifest-segments.ts';
import type { XmlElement } from './manifest-xml.ts';

const timelineOf = (...runs: Record<string, string>[]): XmlElement[] =>
  runs.map((attributes) => ({ name: 'S', attributes, children: [], text: '' }));

const ruleOf = (rule: Partial<SegmentRule>): SegmentRule => ({
  timescale: 10,
  duration: undefined,
  startNumber: 1,
  presentationTimeOffset: 0,
  timeline: undefined,
  ...rule,
});

const period = { startSeconds: 0, durationSeconds: 10 };

describe('fillRepresentation', () => {
  const own = { id: 'v$1', bandwidth: '800000' };

  it.each([
    ['a/$RepresentationID$.mp4', 'a/v%241.mp4'],
    ['$Bandwidth$/$Bandwidth%09d$', '800000/000800000'],
    ['$Number%05d$-$Time$', '$Number%05d$-$Time$'],
    ['cinco$$', 'cinco%24'],
    ['$RepresentationID%03d$', 'v%241'],
    ['sin huecos', 'sin huecos'],
  ])('fills the representation into the template %s: %s', (template, expected) => {
    expect(fillRepresentation(template, own)).toBe(expected);
  });

  it.each(['$SubNumber$', 'cinco$', '$number$', '$Otra%02d$'])('refuses the unknown gap %s', (template) => {
    expect(() => fillRepresentation(template, own)).toThrow(PlaylistRefusedError);
  });

  it('refuses a template that digits may make longer than an address', () => {
    const fits = 'a'.repeat(8_192 - '$Number$'.length - 20);
    expect(fillRepresentation(`${fits}$Number$`, own)).toHaveLength(8_172);
    expect(() => fillRepresentation(`${fits}a$Number$`, own)).toThrow('too long');
  });
});

describe('the gaps of a template', () => {
  it.each([
    ['a/$Number$', true, 'segment-n$Number$'],
    ['a/$Time%020d$', true, 'segment-t$Time$'],
    ['$Time$/$Number$/$Time$', true, 'segment-n$Number$-t$Time$'],
    ['a/%24Number%24', false, 'segment'],
    ['$Number', false, 'segment'],
  ])('in %s are left for the player to fill in: %s, as the file name %s', (template, expected, fileName) => {
    expect(hasGap(template)).toBe(expected);
    expect(writeGaps(template)).toBe(fileName);
  });

  it('are filled with the digits that the player requests, and nothing else', () => {
    const gap = fc.constantFrom('$Number$', '$Time$', '$Number%05d$', '/', 'a');
    const digits = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }).map(String);
    fc.assert(
      fc.property(fc.array(gap), digits, digits, (parts, number, time) => {
        const template = parts.join('');
        const fileName = writeGaps(template).replace('$Number$', number).replace('$Time$', time);
        const expected = parts.map((part) =>
          part === '$Number$'
            ? number
            : part === '$Time$'
              ? time
              : part === '$Number%05d$'
                ? number.padStart(5, '0')
                : part,
        );
        expect(fillGaps(template, `${fileName}.m4s`)).toBe(expected.join(''));
        expect(fillGaps(template, `${fileName}-n1`)).toBe(
          hasGap(template) ? undefined : fillGaps(template, 'x'),
        );
      }),
    );
  });

  it('are padded to twenty digits at most', () => {
    expect(fillGaps('$Number%099d$', 'segment-n7')).toBe('7'.padStart(20, '0'));
  });
});

describe('listSegments', () => {
  const told = (rule: Partial<SegmentRule>, extent = period) =>
    listSegments(ruleOf(rule), extent, 100).map(
      ({ number, time, part }) => `${number}@${time}:${part.fromSeconds}-${part.toSeconds}`,
    );

  it.each([
    ['a duration that divides the film', { duration: 50 }, ['1@0:0-5', '2@50:5-10']],
    ['a duration that does not', { duration: 60 }, ['1@0:0-6', '2@60:6-12']],
    ['another first number', { duration: 50, startNumber: 0 }, ['0@0:0-5', '1@50:5-10']],
    [
      'times that do not begin at zero',
      { duration: 50, presentationTimeOffset: 20 },
      ['1@20:0-5', '2@70:5-10'],
    ],
    [
      'a timeline with a repetition',
      { timeline: timelineOf({ t: '0', d: '30', r: '1' }, { d: '40' }) },
      ['1@0:0-3', '2@30:3-6', '3@60:6-10'],
    ],
    [
      'a timeline with a hole',
      { timeline: timelineOf({ t: '0', d: '30' }, { t: '70', d: '30' }) },
      ['1@0:0-3', '2@70:7-10'],
    ],
    [
      'a timeline that repeats up to what follows',
      { timeline: timelineOf({ t: '0', d: '30', r: '-1' }, { t: '90', d: '10' }) },
      ['1@0:0-3', '2@30:3-6', '3@60:6-9', '4@90:9-10'],
    ],
    [
      'a timeline that begins before the period',
      { timeline: timelineOf({ t: '0', d: '30' }), presentationTimeOffset: 20 },
      ['1@0:0-1'],
    ],
    ['a timeline of nothing', { timeline: timelineOf() }, []],
    ['a repetition that is no number', { timeline: timelineOf({ d: '30', r: 'x' }) }, ['1@0:0-3']],
  ])('lists the segments of a rule with %s', (_what, rule, expected) => {
    expect(told(rule)).toEqual(expected);
  });

  it('begins at the start of a later period', () => {
    expect(told({ duration: 50 }, { startSeconds: 100, durationSeconds: 5 })).toEqual(['1@0:100-105']);
  });

  it.each([
    ['no duration', {}, period],
    ['a duration of zero', { duration: 0 }, period],
    ['a period without an end', { duration: 50 }, { startSeconds: 0, durationSeconds: undefined }],
    ['a timeline with a segment of no length', { timeline: timelineOf({ t: '0', d: '0' }) }, period],
    ['a timeline with a segment of unknown length', { timeline: timelineOf({ t: '0' }) }, period],
    [
      'a timeline that repeats without an end',
      { timeline: timelineOf({ d: '30', r: '-1' }) },
      { startSeconds: 0, durationSeconds: undefined },
    ],
  ])('refuses %s', (_what, rule, extent) => {
    expect(() => listSegments(ruleOf(rule), extent, 100)).toThrow('segments cannot be counted');
    expect(firstSegments(ruleOf(rule), extent, 0)).toEqual([]);
  });

  it('refuses more segments than the limit before it has counted them all', () => {
    const endless = ruleOf({ timeline: timelineOf({ d: '1', r: '999999999' }) });
    expect(() => listSegments(endless, period, 3)).toThrow('names too much');
    expect(firstSegments(endless, period, 3)).toHaveLength(3);
    expect(listSegments(ruleOf({ duration: 50 }), period, 2)).toHaveLength(2);
    expect(() => listSegments(ruleOf({ duration: 50 }), period, 1)).toThrow('names too much');
  });

  it('gives adjoining segments of one length, without a gap or an overlap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 90_000 }),
        (duration, timescale) => {
          const segments = firstSegments(ruleOf({ duration, timescale }), period, 50);
          for (const [index, { part, number }] of segments.entries()) {
            expect(number).toBe(index + 1);
            expect(part.fromSeconds).toBeCloseTo(segments[index - 1]?.part.toSeconds ?? 0, 6);
            expect(part.toSeconds).toBeGreaterThan(part.fromSeconds);
          }
        },
      ),
    );
  });
});

describe('the numbers of a manifest', () => {
  it.each([
    ['0', 0],
    [' 42 ', 42],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('are read as safe whole numbers: %j is %s', (text, expected) => {
    expect(readCount(text)).toBe(expected);
  });

  it.each([
    ['PT10S', 10],
    ['PT1H2M3.5S', 3_723.5],
    ['P1DT1S', 86_401],
    ['P2D', 172_800],
    ['PT', 0],
    ['P', 0],
    [' PT1M ', 60],
    ['P1Y', undefined],
    ['-PT1S', undefined],
    ['PT1S2M', undefined],
    ['10', undefined],
    [undefined, undefined],
  ])('are read as ISO 8601 durations: %j is %s seconds', (text, expected) => {
    expect(readDuration(text)).toBe(expected);
  });
});
