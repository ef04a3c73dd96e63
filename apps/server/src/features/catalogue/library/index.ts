import {
  addFavourite,
  getHome,
  listContinueWatching,
  listFavourites,
  listProgress,
  removeFavourite,
  search,
  type ChannelCard,
  type Home,
  type VideoCard,
  type Viewer,
  type WatchedCard,
  type WatchProgress,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { inTime } from '../../../platform/in-time.ts';
import type { Log } from '../../../platform/log.ts';
import { createLibraryRepository } from './library.repository.ts';

/** What a person's own pages need of the catalogue and the channels. */
export interface LibrarySources {
  videos: {
    cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
    search(words: string, limit: number, viewer: Viewer): Promise<VideoCard[]>;
    recent(viewer: Viewer): Promise<VideoCard[]>;
    featured(tipo: string, viewer: Viewer): Promise<VideoCard[]>;
  };
  channels: {
    cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]>;
    search(words: string, limit: number, viewer: Viewer): Promise<ChannelCard[]>;
    featured(limit: number, viewer: Viewer): Promise<ChannelCard[]>;
  };
  progress: {
    listContinuing(session: LibrarySession): Promise<WatchedVideo[]>;
    listAll(session: LibrarySession): Promise<WatchedVideo[]>;
  };
  /**
   * Rows of what is like what the person has watched or keeps on their list.
   *
   * @param kept - the videos of their list, newest first
   */
  listAlike(session: LibrarySession, kept: readonly string[]): Promise<AlikeRows>;
}

type AlikeRows = Pick<Home, 'becauseYouWatched' | 'moreLikeThis'>;

/** Where a person is in a video. */
export interface WatchedVideo {
  videoId: string;
  watchProgress: WatchProgress;
}

/** What the library reads of a session. */
export type LibrarySession = Viewer & { accountId: string; deviceId: string };

export interface Library {
  routes(serve: ServeEndpoint<LibrarySession>, sources: LibrarySources): void;
}

const searchLimit = 20;
const rowLimit = 15;
/** What is alike and known later than this is shown the next time. */
const alikeWithinMs = 500;
const nothingAlike: AlikeRows = { becauseYouWatched: [], moreLikeThis: [] };

const idsOf = (type: string, kept: readonly { item_type: string; item_id: string }[]): string[] =>
  kept.flatMap((row) => (row.item_type === type ? row.item_id : []));

/** What belongs to a person: their list, their home page and their searches. */
export function libraryFeature(needs: { db: Kysely<Database>; log: Log }): Library {
  const repository = createLibraryRepository(needs.db);

  async function withCards(
    watched: readonly WatchedVideo[],
    viewer: Viewer,
    { videos }: LibrarySources,
  ): Promise<WatchedCard[]> {
    const cards = await videos.cardsOf(
      watched.map(({ videoId }) => videoId),
      viewer,
    );
    const byId = new Map(cards.map((card) => [card._id, card]));
    return watched.flatMap(({ videoId, watchProgress }) => {
      const card = byId.get(videoId);
      return card === undefined ? [] : { ...card, watchProgress };
    });
  }

  /** The home page is not without its other rows for want of these. */
  async function listAlike(session: LibrarySession, sources: LibrarySources): Promise<AlikeRows> {
    const listed = repository
      .listFavourites(session.accountId)
      .then((kept) => sources.listAlike(session, idsOf('video', kept)))
      .catch((error: unknown) => {
        needs.log.error({ err: error }, 'the home page is without what is alike');
        return nothingAlike;
      });
    return inTime(listed, alikeWithinMs, nothingAlike);
  }

  return {
    routes(serve, sources) {
      const { videos, channels, progress } = sources;

      serve(listContinueWatching, async (_request, { session }) =>
        withCards(await progress.listContinuing(session), session, sources),
      );
      serve(listProgress, async (_request, { session }) => {
        const watched = await withCards(await progress.listAll(session), session, sources);
        return watched.map(({ watchProgress, ...video }) => ({ video, progress: watchProgress }));
      });

      serve(getHome, async (_request, { session }) => {
        const [
          recentlyAdded,
          continueWatching,
          featuredChannels,
          movies,
          series,
          animes,
          doramas,
          novelas,
          docs,
          alike,
        ] = await Promise.all([
          videos.recent(session),
          progress.listContinuing(session).then((watched) => withCards(watched, session, sources)),
          channels.featured(rowLimit, session),
          videos.featured('pelicula', session),
          videos.featured('serie', session),
          videos.featured('anime', session),
          videos.featured('dorama', session),
          videos.featured('novela', session),
          videos.featured('documental', session),
          listAlike(session, sources),
        ]);
        return {
          recentlyAdded,
          continueWatching,
          featuredChannels,
          featuredMovies: movies,
          featuredSeries: series,
          featuredAnimes: animes,
          featuredDoramas: doramas,
          featuredNovelas: novelas,
          featuredDocumentales: docs,
          ...alike,
        };
      });
      serve(search, async ({ query }, { session }) => {
        const [foundChannels, foundVideos] = await Promise.all([
          channels.search(query.q, searchLimit, session),
          videos.search(query.q, searchLimit, session),
        ]);
        return { channels: foundChannels, videos: foundVideos };
      });

      serve(listFavourites, async (_request, { session }) => {
        const rows = await repository.listFavourites(session.accountId);
        const [keptVideos, keptChannels] = await Promise.all([
          videos.cardsOf(idsOf('video', rows), session),
          channels.cardsOf(idsOf('channel', rows), session),
        ]);
        return { videos: keptVideos, channels: keptChannels };
      });
      serve(addFavourite, async ({ params: { itemType, id } }, { session }) => {
        const source = itemType === 'video' ? videos : channels;
        if ((await source.cardsOf([id], session)).length === 0) {
          throw new AppError(itemType === 'video' ? 'video.not_found' : 'channel.not_found');
        }
        await repository.addFavourite(session.accountId, itemType, id);
        return { message: 'Añadido a tu lista.' };
      });
      serve(removeFavourite, async ({ params: { itemType, id } }, { session }) => {
        await repository.removeFavourite(session.accountId, itemType, id);
        return { message: 'Quitado de tu lista.' };
      });
    },
  };
}
