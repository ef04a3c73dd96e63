import { describe, expect, it } from 'vitest';
import { readCatchup, readCatchupDefaults } from './catchup.ts';
import { readPlaylist } from './read-playlist.ts';

const nothing = { kind: null, source: null, days: null, correctionHours: null, guideShiftHours: null };
const read = (attributes: Record<string, string>, header: Record<string, string> = {}) =>
  readCatchup(new Map(Object.entries(attributes)), readCatchupDefaults(new Map(Object.entries(header))));

describe('the archive of a channel', () => {
  it.each([
    [
      { catchup: 'default', 'catchup-days': '7' },
      { kind: 'default', days: 7 },
    ],
    [{ 'catchup-type': 'Append' }, { kind: 'append' }],
    [{ catchup: 'flussonic-hls' }, { kind: 'fs' }],
    [{ catchup: 'xc' }, { kind: 'xc' }],
    [{ catchup: 'vod' }, { kind: 'vod' }],
    [{ timeshift: '3' }, { kind: 'shift', days: 3 }],
    [{ 'tvg-rec': '5' }, { days: 5 }],
    [
      { 'tvg-rec': '5', 'catchup-days': '2', timeshift: '9' },
      { kind: 'shift', days: 2 },
    ],
    [{ 'catchup-days': '1.5' }, { days: 2 }],
    [{ 'catchup-days': '9999' }, { days: 365 }],
    [{ 'catchup-correction': '-2.5' }, { correctionHours: -2.5 }],
    [{ 'tvg-shift': '+1' }, { guideShiftHours: 1 }],
    [{ 'catchup-source': 'http://p.tv/{utc}' }, { source: 'http://p.tv/{utc}' }],
  ])('%j is read as %j', (attributes, expected) => {
    expect(read(attributes)).toEqual({ ...nothing, ...expected });
  });

  it.each([
    { catchup: 'otro' },
    { 'catchup-days': '0' },
    { 'catchup-days': '-1' },
    { 'catchup-days': 'siete' },
    { 'catchup-correction': '99' },
    { 'tvg-shift': '1e3' },
    { 'catchup-source': 'x'.repeat(2_049) },
    { 'catchup-source': 'http://p.tv/dos partes' },
    { 'tvg-id': 'uno' },
  ])('%j says nothing', (attributes) => {
    expect(read(attributes)).toBeUndefined();
  });

  it('is taken from the header line where an entry does not say otherwise', async () => {
    const text = [
      '#EXTM3U catchup="append" catchup-days="3" catchup-source="?utc={utc}"',
      '#EXTINF:-1,Uno',
      'http://p.tv/1',
      '#EXTINF:-1 catchup="shift",Dos',
      'http://p.tv/2',
    ].join('\n');
    const chunks = (async function* () {
      yield Buffer.from(text);
    })();
    const found = [];
    for await (const items of readPlaylist(chunks))
      for (const item of items) if (item.type === 'entry') found.push(item.entry.catchup);
    const shared = { ...nothing, days: 3, source: '?utc={utc}' };
    expect(found).toEqual([
      { ...shared, kind: 'append' },
      { ...shared, kind: 'shift' },
    ]);
  });
});
