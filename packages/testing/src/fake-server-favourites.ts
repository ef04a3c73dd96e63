import { FakeRefusal, personOf, type FakeRoutes } from './fake-server-caller.ts';
import { listActiveChannels } from './fake-server-home.ts';
import { toFakeCard } from './fake-server-memory.ts';
import { findFakeVideo, listFakeVideos } from './fake-server-videos.ts';
import { toFakeVideoCard } from './fake-videos.ts';

type FavouriteRoute = Extract<keyof FakeRoutes, `${string} /api/favourites${string}`>;

/** The fake server's API routes for a person's favourites, the list «Mi lista». */
export const favouriteRoutes: Pick<FakeRoutes, FavouriteRoute> = {
  'GET /api/favourites': (_request, caller) => {
    const person = personOf(caller);
    const kept = caller.memory.favourites.filter(({ username }) => username === person.username).toReversed();
    const videos = listFakeVideos(caller);
    const channels = listActiveChannels(caller);
    return {
      videos: kept.flatMap(({ itemType, itemId }) => {
        const video = itemType === 'video' ? videos.find(({ _id }) => _id === itemId) : undefined;
        return video === undefined ? [] : toFakeVideoCard(video, person);
      }),
      channels: kept.flatMap(({ itemType, itemId }) => {
        const channel = itemType === 'channel' ? channels.find(({ _id }) => _id === itemId) : undefined;
        return channel === undefined ? [] : toFakeCard(caller.memory, channel, person);
      }),
    };
  },
  'PUT /api/favourites/:itemType/:id': ({ params: { itemType, id } }, caller) => {
    const { username } = personOf(caller);
    const { memory } = caller;
    if (itemType === 'video') findFakeVideo(memory, id);
    else if (!memory.channels.some(({ _id }) => _id === id)) throw new FakeRefusal('channel.not_found');
    const isKept = memory.favourites.some(
      (kept) => kept.username === username && kept.itemType === itemType && kept.itemId === id,
    );
    if (!isKept) memory.favourites.push({ username, itemType, itemId: id });
    return { message: 'Añadido a tu lista.' };
  },
  'DELETE /api/favourites/:itemType/:id': ({ params: { itemType, id } }, caller) => {
    const { username } = personOf(caller);
    caller.memory.favourites = caller.memory.favourites.filter(
      (kept) => kept.username !== username || kept.itemType !== itemType || kept.itemId !== id,
    );
    return { message: 'Quitado de tu lista.' };
  },
};
