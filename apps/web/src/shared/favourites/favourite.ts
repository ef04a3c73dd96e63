import type { ChannelCard } from '@butaca/contract';
import { api } from '../../platform/api/api.ts';
import type { Card } from '../card/card.ts';
import type { Favourites } from './favourites.queries.ts';

/** An item that can be on «Mi lista». */
export type Favourite =
  | { itemType: 'video'; id: string; title: string; item: Card }
  | { itemType: 'channel'; id: string; title: string; item: ChannelCard };

export const videoFavourite = (card: Card): Favourite => ({
  itemType: 'video',
  id: card.id,
  title: card.title,
  item: card,
});

export const channelFavourite = (channel: ChannelCard): Favourite => ({
  itemType: 'channel',
  id: channel._id,
  title: channel.name,
  item: channel,
});

/** @returns the item's index among the favourites of its kind; -1 if it is no favourite */
export function placeOf({ videos, channels }: Favourites, { itemType, id }: Favourite): number {
  return itemType === 'video'
    ? videos.findIndex((card) => card.id === id)
    : channels.findIndex((channel) => channel._id === id);
}

/** Adds a favourite to the list, at the front unless an index is given; an existing one stays in its position. */
export function withFavourite(list: Favourites, favourite: Favourite, place = 0): Favourites {
  if (placeOf(list, favourite) >= 0) return list;
  return favourite.itemType === 'video'
    ? { ...list, videos: list.videos.toSpliced(place, 0, favourite.item) }
    : { ...list, channels: list.channels.toSpliced(place, 0, favourite.item) };
}

/** The favourites without the given item. */
export function withoutFavourite({ videos, channels }: Favourites, { itemType, id }: Favourite): Favourites {
  return itemType === 'video'
    ? { channels, videos: videos.filter((card) => card.id !== id) }
    : { videos, channels: channels.filter((channel) => channel._id !== id) };
}

/** Adds or removes a favourite on the server. Idempotent. */
export function saveFavourite(
  { itemType, id }: Favourite,
  isFavourite: boolean,
): Promise<{ message: string }> {
  const call = { params: { itemType, id } };
  return isFavourite
    ? api('PUT /api/favourites/:itemType/:id', call)
    : api('DELETE /api/favourites/:itemType/:id', call);
}
