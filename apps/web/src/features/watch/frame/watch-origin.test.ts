import { describe, expect, it } from 'vitest';
import { readWatchOrigin } from './watch-origin.ts';

describe('readWatchOrigin, which reads the state of a link to the watch page,', () => {
  it('returns the fields of a valid state', () => {
    const state = {
      from: '/live-tv?categoria=Cine',
      fromSection: 'live-tv',
      title: 'Cine Plaza',
      logo: '/api/images/x',
      colour: '#e9b44c',
    };
    expect(readWatchOrigin(state)).toMatchObject(state);
  });

  it('reads a start second, season and chapter, and drops those that are no valid numbers', () => {
    expect(readWatchOrigin({ startTime: 90.5, seasonIndex: 1, chapterIndex: 0 })).toMatchObject({
      startTime: 90.5,
      seasonIndex: 1,
      chapterIndex: 0,
    });
    expect(readWatchOrigin({ startTime: '90', seasonIndex: -1, chapterIndex: Number.NaN })).toMatchObject({
      startTime: undefined,
      seasonIndex: undefined,
      chapterIndex: undefined,
    });
  });

  it('reads the use of the trial and the titles seen before, and ignores values of other types', () => {
    expect(readWatchOrigin({ useTrial: true, seen: ['a', 7, 'b'] })).toMatchObject({
      useTrial: true,
      seen: ['a', 'b'],
    });
    expect(readWatchOrigin({ useTrial: 'true', seen: 'a' })).toMatchObject({ useTrial: false, seen: [] });
  });

  it('takes the title from `name` when there is no `title`', () => {
    expect(readWatchOrigin({ name: 'Musa' }).title).toBe('Musa');
    expect(readWatchOrigin({ name: 'Musa', title: 'Musa TV' }).title).toBe('Musa TV');
  });

  it.each([undefined, null, 7, 'texto', [], {}, { from: 3, title: {}, logo: null, colour: '' }])(
    'returns nothing for %j',
    (state) => {
      expect(readWatchOrigin(state)).toEqual({
        from: undefined,
        fromSection: undefined,
        title: undefined,
        logo: undefined,
        colour: undefined,
        startTime: undefined,
        seasonIndex: undefined,
        chapterIndex: undefined,
        useTrial: false,
        seen: [],
      });
    },
  );
});
