import type { ChannelCard } from '@butaca/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCards } from '../card/card.ts';
import {
  channelFavourite,
  favouriteIndex,
  videoFavourite,
  withFavourite,
  withoutFavourite,
  type Favourite,
} from './favourite.ts';
import type { Favourites } from './favourites.queries.ts';

const ids = ['a', 'b', 'c', 'd', 'e'] as const;
const cards = readCards(ids.map((id) => ({ id, title: `Título ${id}`, tipo: 'pelicula' })));
const channels = ids.map((id) => ({ _id: id, name: `Canal ${id}` }) as ChannelCard);
const everything: readonly Favourite[] = [...cards.map(videoFavourite), ...channels.map(channelFavourite)];

const lists: fc.Arbitrary<Favourites> = fc.record({
  videos: fc.shuffledSubarray(cards),
  channels: fc.shuffledSubarray(channels),
});
const favourites = fc.constantFrom(...everything);
const idsOf = ({ videos, channels: shown }: Favourites): string[][] => [
  videos.map(({ id }) => id),
  shown.map(({ _id }) => _id),
];

describe('the optimistic change of «Mi lista»', () => {
  it('puts an added item in front once, and leaves the others in their order', () => {
    fc.assert(
      fc.property(lists, favourites, (list, favourite) => {
        const added = withFavourite(list, favourite);
        const before = favouriteIndex(list, favourite);
        expect(favouriteIndex(added, favourite)).toBe(Math.max(before, 0));
        expect(idsOf(withoutFavourite(added, favourite))).toEqual(idsOf(withoutFavourite(list, favourite)));
        expect(withFavourite(added, favourite)).toBe(added);
      }),
    );
  });

  it('removes only the given item', () => {
    fc.assert(
      fc.property(lists, favourites, (list, favourite) => {
        const left = withoutFavourite(list, favourite);
        expect(favouriteIndex(left, favourite)).toBe(-1);
        expect(left.videos.length + left.channels.length).toBe(
          list.videos.length + list.channels.length - (favouriteIndex(list, favourite) >= 0 ? 1 : 0),
        );
      }),
    );
  });

  it('restores the former order when a removal is undone', () => {
    fc.assert(
      fc.property(lists, favourites, (list, favourite) => {
        const index = favouriteIndex(list, favourite);
        fc.pre(index >= 0);
        const undone = withFavourite(withoutFavourite(list, favourite), favourite, index);
        expect(idsOf(undone)).toEqual(idsOf(list));
      }),
    );
  });

  it('distinguishes a video from a channel with the same id', () => {
    const list = { videos: cards.slice(0, 1), channels: channels.slice(1, 2) };
    expect(everything.map((each) => favouriteIndex(list, each))).toEqual([
      0, -1, -1, -1, -1, -1, 0, -1, -1, -1,
    ]);
  });

  it('names a video by its title and a channel by its name', () => {
    expect(everything.slice(0, 1).concat(everything.slice(5, 6))).toMatchObject([
      { itemType: 'video', id: 'a', title: 'Título a' },
      { itemType: 'channel', id: 'a', title: 'Canal a' },
    ]);
  });
});
