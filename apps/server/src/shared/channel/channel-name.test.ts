import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelName, channelTitleKey } from './channel-name.ts';

describe('channelName', () => {
  it.each([
    ['Canal Uno', 'Canal Uno'],
    ['  Canal Uno  ', 'Canal Uno'],
    ['Canal Uno (1080p)', 'Canal Uno'],
    ['Canal Uno (576i) [Geo-blocked]', 'Canal Uno'],
    ['Canal Uno [Not 24/7]', 'Canal Uno'],
    ['[MX] Canal Uno', 'Canal Uno'],
    ['Canal (720P) Uno', 'Canal Uno'],
    ['Canal Uno (México)', 'Canal Uno (México)'],
    ['Canal 1080p', 'Canal 1080p'],
    ['Canal (12345p)', 'Canal (12345p)'],
    ['Canal []', 'Canal []'],
    [`Canal [${'x'.repeat(41)}]`, `Canal [${'x'.repeat(41)}]`],
    ['(1080p)', '(1080p)'],
    [' [HD] ', '[HD]'],
  ])('of %j is %j', (title, name) => {
    expect(channelName(title)).toBe(name);
  });

  it('is only empty for an empty title', () => {
    const parts = fc.constantFrom('Canal', ' ', '(1080p)', '[HD]', '[', ']', '(', '7');
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 8 }), (given) => {
        const title = given.join('');
        expect(channelName(title) === '').toBe(title.trim() === '');
      }),
    );
  });
});

it.each([
  ['Canal Uno', 'CANAL  UNO'],
  ['Canal Uno', 'Canal Uno (1080p)'],
  ['Telediario España', 'telediario espana [HD]'],
])('channelTitleKey gives %j and %j the same key', (one, other) => {
  expect(channelTitleKey(one)).toBe(channelTitleKey(other));
});

it.each([
  ['Canal 1', 'Canal 2'],
  ['Canal Uno', 'Canal Uno +1'],
  ['Canal Uno HD', 'Canal Uno'],
])('channelTitleKey gives %j and %j different keys', (one, other) => {
  expect(channelTitleKey(one)).not.toBe(channelTitleKey(other));
});
