import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { addFavourite } from './favourites.ts';

describe('a favourite', () => {
  it('is a video or a channel', () => {
    const { params } = addFavourite.input;
    expect(faultsOf(params, { itemType: 'video', id: '1' })).toEqual([]);
    expect(faultsOf(params, { itemType: 'channel', id: '1' })).toEqual([]);
    expect(faultsOf(params, { itemType: 'chapter', id: '1' })).toEqual([
      'itemType: Debe ser video o channel.',
    ]);
  });
});
