import {
  addFavourite,
  listFavourites,
  removeFavourite,
  type ChannelCard,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { FavouritesRepository } from './favourites.repository.ts';

export type FavouritesSession = Pick<Session, 'accountId' | 'role' | 'plan'>;

/** The functions of the videos and channels features by which favourites turn item ids into cards (what lists show). */
export interface FavouriteCards {
  videos: { cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]> };
  channels: { cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]> };
}

const idsOf = (type: string, rows: readonly { item_type: string; item_id: string }[]): string[] =>
  rows.flatMap((row) => (row.item_type === type ? row.item_id : []));

export function serveFavourites(
  serve: ServeEndpoint<FavouritesSession>,
  repository: FavouritesRepository,
  { videos, channels }: FavouriteCards,
): void {
  serve(listFavourites, async (_request, { session }) => {
    const rows = await repository.list(session.accountId);
    const [listedVideos, listedChannels] = await Promise.all([
      videos.cardsOf(idsOf('video', rows), session),
      channels.cardsOf(idsOf('channel', rows), session),
    ]);
    return { videos: listedVideos, channels: listedChannels };
  });
  serve(addFavourite, async ({ params: { itemType, id } }, { session }) => {
    const source = itemType === 'video' ? videos : channels;
    if ((await source.cardsOf([id], session)).length === 0) {
      throw new AppError(itemType === 'video' ? 'video.not_found' : 'channel.not_found');
    }
    await repository.add(session.accountId, itemType, id);
    return { message: 'Añadido a tu lista.' };
  });
  serve(removeFavourite, async ({ params: { itemType, id } }, { session }) => {
    await repository.remove(session.accountId, itemType, id);
    return { message: 'Quitado de tu lista.' };
  });
}
