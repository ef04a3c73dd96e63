import { describe, expect, it } from 'vitest';
import { readWatchOrigin } from './watch-origin.ts';

describe('the state that a link to the watch page carries', () => {
  it('is read as it was given', () => {
    const state = {
      from: '/live-tv?categoria=Cine',
      fromSection: 'live-tv',
      title: 'Cine Plaza',
      logo: '/api/images/x',
      colour: '#e9b44c',
    };
    expect(readWatchOrigin(state)).toMatchObject(state);
  });

  it('may ask for a moment and a chapter, and is not believed when these are no numbers', () => {
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

  it('may ask for the trial, and tell what was seen on the way', () => {
    expect(readWatchOrigin({ useTrial: true, seen: ['a', 7, 'b'] })).toMatchObject({
      useTrial: true,
      seen: ['a', 'b'],
    });
    expect(readWatchOrigin({ useTrial: 'true', seen: 'a' })).toMatchObject({ useTrial: false, seen: [] });
  });

  it('may call the title name', () => {
    expect(readWatchOrigin({ name: 'Musa' }).title).toBe('Musa');
    expect(readWatchOrigin({ name: 'Musa', title: 'Musa TV' }).title).toBe('Musa TV');
  });

  it.each([undefined, null, 7, 'texto', [], {}, { from: 3, title: {}, logo: null, colour: '' }])(
    'is nothing where %j is what somebody put there',
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
