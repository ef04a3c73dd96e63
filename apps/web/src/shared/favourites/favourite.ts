import type { ChannelCard } from '@butaca/contract';
import { api } from '../../platform/api/api.ts';
import type { Card } from '../card/card.ts';
import type { Favourites } from './favourites.queries.ts';

/** A video or channel that can be on «Mi lista». */
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

/**
 * @returns the index of a video or channel on «Mi lista», among the videos or the channels; -1 if it is not on the list
 */
export function favouriteIndex({ videos, channels }: Favourites, { itemType, id }: Favourite): number {
  return itemType === 'video'
    ? videos.findIndex((card) => card.id === id)
    : channels.findIndex((channel) => channel._id === id);
}

/**
 * Adds a video or channel to a copy of «Mi lista», at the front unless an index is given; one that is already on the
 * list stays in its position.
 */
export function withFavourite(list: Favourites, favourite: Favourite, index = 0): Favourites {
  if (favouriteIndex(list, favourite) >= 0) return list;
  return favourite.itemType === 'video'
    ? { ...list, videos: list.videos.toSpliced(index, 0, favourite.item) }
    : { ...list, channels: list.channels.toSpliced(index, 0, favourite.item) };
}

/** A copy of «Mi lista» without the given video or channel. */
export function withoutFavourite({ videos, channels }: Favourites, { itemType, id }: Favourite): Favourites {
  return itemType === 'video'
    ? { channels, videos: videos.filter((card) => card.id !== id) }
    : { videos, channels: channels.filter((channel) => channel._id !== id) };
}

/** Adds a video or channel to «Mi lista» on the server, or removes it. Idempotent. */
export function saveFavourite(
  { itemType, id }: Favourite,
  isFavourite: boolean,
): Promise<{ message: string }> {
  const call = { params: { itemType, id } };
  return isFavourite
    ? api('PUT /api/favourites/:itemType/:id', call)
    : api('DELETE /api/favourites/:itemType/:id', call);
}
