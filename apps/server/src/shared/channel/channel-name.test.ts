import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelTitleKey, readChannelName } from './channel-name.ts';

describe('the name of a channel', () => {
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
    expect(readChannelName(title).name).toBe(name);
  });

  it('is only empty for an empty title', () => {
    const parts = fc.constantFrom('Canal', ' ', '(1080p)', '[HD]', '[', ']', '(', '7');
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 8 }), (given) => {
        const title = given.join('');
        expect(readChannelName(title).name === '').toBe(title.trim() === '');
      }),
    );
  });
});

describe('the quality in the name of a channel', () => {
  it.each([
    ['La 1', 'La 1', null],
    ['La 1 HD', 'La 1', 'HD'],
    ['LA 1 ᴴᴰ', 'LA 1', 'HD'],
    ['La 1 Full HD', 'La 1', 'FHD'],
    ['La 1 (1080p)', 'La 1', 'FHD'],
    ['La 1 [FHD] HEVC', 'La 1', 'FHD'],
    ['La 1 - UHD', 'La 1', '4K'],
    ['La 1 SD', 'La 1', 'SD'],
    ['La 1 H265', 'La 1', 'H265'],
    ['La 1 Ⓖ', 'La 1', null],
    ['La 1 HD*', 'La 1', 'HD'],
    ['La 1 HD+', 'La 1', 'HD'],
    ['La 1 HD ◉', 'La 1', 'HD'],
    ['La 1_FHD', 'La 1', 'FHD'],
    ['Teledoce-HD', 'Teledoce', 'HD'],
    ['La 1 Full-HD', 'La 1', 'FHD'],
    ['La 1 HD (Backup)', 'La 1', 'HD'],
    ['La 1 (Opción 2)', 'La 1', null],
    ['La 1 RAW', 'La 1', null],
    ['Canal +', 'Canal +', null],
    ['Canal+ Liga', 'Canal+ Liga', null],
    ['HD', 'HD', null],
    ['Canal HD 2', 'Canal HD 2', null],
    ['Love & 4KIDS', 'Love & 4KIDS', null],
  ])('of %j: the name without it is %j, and it is %j', (title, bareName, quality) => {
    expect(readChannelName(title)).toMatchObject({ bareName, quality });
  });
});

it.each([
  ['Canal Uno', 'CANAL  UNO'],
  ['Canal Uno', 'Canal Uno (1080p)'],
  ['Telediario España', 'telediario espana [HD]'],
  ['Canal Uno HD', 'Canal Uno'],
  ['Canal Uno 4K', 'CANAL UNO ᴴᴰ'],
  ['ES: Canal Uno', 'Canal Uno'],
  ['|MX| Canal Uno HD', 'Canal Uno'],
  ['🇲🇽 Canal Uno', 'MX - CANAL UNO'],
  ['México | Canal Uno', '[MX] Canal Uno'],
])('channelTitleKey gives %j and %j the same key', (one, other) => {
  expect(channelTitleKey(one)).toBe(channelTitleKey(other));
});

it.each([
  ['Canal 1', 'Canal 2'],
  ['Canal Uno', 'Canal Uno +1'],
  ['Canal HD 2', 'Canal 2'],
  ['AR Noticias', 'Noticias'],
  ['LA 2', '2'],
  ['TV - Canal', 'Canal'],
])('channelTitleKey gives %j and %j different keys', (one, other) => {
  expect(channelTitleKey(one)).not.toBe(channelTitleKey(other));
});
