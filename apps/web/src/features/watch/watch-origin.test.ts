import { describe, expect, it } from 'vitest';
import { readWatchOrigin } from './watch-origin.ts';

describe('the state that a link to the watch page carries', () => {
  it('is read as it was given', () => {
    const state = {
      from: '/live-tv?categoria=Cine',
      title: 'Cine Plaza',
      logo: '/api/images/x',
      colour: '#e9b44c',
    };
    expect(readWatchOrigin(state)).toEqual(state);
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
        title: undefined,
        logo: undefined,
        colour: undefined,
      });
    },
  );
});
