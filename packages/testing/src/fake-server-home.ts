import {
  rowLength,
  type ComposedRow,
  type Home,
  type TitlesAlike,
  type VideoCard,
  type WatchedCard,
} from '@butaca/contract';
import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import {
  fakeRowLength,
  isFakeShown,
  listFakeFeatured,
  listFakeRecent,
  listFakeVideos,
} from './fake-server-videos.ts';
import { listFakeAlike } from './fake-server-enrichment.ts';
import { toFakeCard, type FakeChannel, type FakeProgress } from './fake-server-memory.ts';
import { toFakeVideoCard } from './fake-videos.ts';

type HomeRoute =
  | Extract<keyof FakeRoutes, `${string} /api/${'home' | 'progress'}${string}`>
  | Extract<keyof FakeRoutes, `${string} /api/videos/user/${string}`>;

const featuredTypes = ['pelicula', 'serie', 'anime', 'dorama', 'novela', 'documental'] as const;

/**
 * The channels that the fake server shows to a person: all active ones, but none to the user `vacio` and an error to
 * `sincanales`.
 */
export function listActiveChannels({ memory, account }: FakeCaller): FakeChannel[] {
  if (account?.username === 'sincanales') throw new FakeRefusal('server.unavailable');
  return account?.username === 'vacio'
    ? []
    : memory.channels.filter((channel) => isFakeShown(channel, memory));
}

/** The videos that the person has begun to watch on the fake server, most recently watched first. */
function listWatched(caller: FakeCaller, isWanted: (progress: FakeProgress) => boolean): WatchedCard[] {
  const person = personOf(caller);
  const videos = new Map(listFakeVideos(caller).map((video) => [video._id, video]));
  return caller.memory.progress
    .filter((progress) => progress.username === person.username && isWanted(progress))
    .toSorted((a, b) => b.lastWatched.localeCompare(a.lastWatched))
    .flatMap((progress) => {
      const video = videos.get(progress.videoId);
      return video === undefined ? [] : { ...toFakeVideoCard(video, person), watchProgress: progress };
    });
}

function listContinuing(caller: FakeCaller): WatchedCard[] {
  return listWatched(caller, ({ completed, isHidden }) => !completed && !isHidden).slice(0, rowLength);
}

/**
 * The fake home page's rows of similar videos: «Porque viste …» for the last two videos that the person finished, «Más
 * como esto» for their newest favourite.
 */
function listFakeRows(caller: FakeCaller): Pick<Home, 'becauseYouWatched' | 'moreLikeThis'> {
  const { username } = personOf(caller);
  const begun = listWatched(caller, () => true);
  const watched = begun.filter(({ watchProgress }) => watchProgress.completed).map(({ _id }) => _id);
  const kept = caller.memory.favourites
    .filter((each) => each.username === username && each.itemType === 'video')
    .map(({ itemId }) => itemId)
    .toReversed();
  const known = new Set(begun.map(({ _id }) => _id));
  const rowsOf = (ids: readonly string[], left: ReadonlySet<string>): TitlesAlike[] =>
    ids.flatMap((videoId) => {
      const video = listFakeVideos(caller).find(({ _id }) => _id === videoId);
      if (video === undefined) return [];
      const videos = listFakeAlike(video, caller)
        .filter(({ _id }) => !left.has(_id))
        .slice(0, fakeRowLength);
      return videos.length === 0 ? [] : { title: video.title, videoId, videos };
    });
  const becauseYouWatched = rowsOf(watched.slice(0, 2), known);
  const isOther = (id: string): boolean => becauseYouWatched.every(({ videoId }) => videoId !== id);
  return {
    becauseYouWatched,
    moreLikeThis: rowsOf(kept.filter(isOther).slice(0, 1), new Set([...known, ...kept])),
  };
}

/** What is featured on the fake server, in the order of the home page's rows. */
const listAllFeatured = (caller: FakeCaller): VideoCard[] =>
  featuredTypes.flatMap((tipo) => listFakeFeatured(tipo, caller));

/** The fake home page's billboard: the newest featured video with a backdrop, else any video. */
function findFakeBillboard(caller: FakeCaller): VideoCard | null {
  const newest = listFakeRecent(caller).map(({ _id }) => _id);
  const placeOf = ({ _id }: VideoCard): number => (newest.includes(_id) ? newest.indexOf(_id) : rowLength);
  const [first] = listAllFeatured(caller)
    .filter(({ backdrop }) => backdrop !== null)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  const [other] = listFakeVideos(caller);
  return first ?? (other === undefined ? null : toFakeVideoCard(other, caller.account));
}

/** The rows that the fake server composes, a row of videos and a row of channels, if nothing is featured. */
function listComposedRows(caller: FakeCaller): ComposedRow[] {
  const channels = listActiveChannels(caller);
  if (listAllFeatured(caller).length > 0 || channels.some(({ isFeatured }) => isFeatured)) return [];
  const [section = ''] = channels.map((channel) => channel.section);
  const rows = [
    {
      key: `live section ${section}`,
      heading: `En vivo: ${section}`,
      videos: [],
      channels: channels
        .filter((channel) => channel.section === section)
        .slice(0, rowLength)
        .map((channel) => toFakeCard(caller.memory, channel, caller.account)),
    },
    {
      key: 'today',
      heading: 'Para descubrir hoy',
      videos: listFakeVideos(caller)
        .slice(0, fakeRowLength)
        .map((video) => toFakeVideoCard(video, caller.account)),
      channels: [],
    },
  ];
  return rows.filter((row) => row.videos.length + row.channels.length > 0);
}

/** The fake server's API routes for the home page and videos that a person has begun to watch. */
export const homeRoutes: Pick<FakeRoutes, HomeRoute> = {
  'GET /api/home': (_request, caller) => ({
    billboard: findFakeBillboard(caller),
    recentlyAdded: listFakeRecent(caller),
    continueWatching: listContinuing(caller),
    featuredChannels: listActiveChannels(caller)
      .filter(({ isFeatured }) => isFeatured)
      .slice(0, rowLength)
      .map((channel) => toFakeCard(caller.memory, channel, caller.account)),
    featuredMovies: listFakeFeatured('pelicula', caller),
    featuredSeries: listFakeFeatured('serie', caller),
    featuredAnimes: listFakeFeatured('anime', caller),
    featuredDoramas: listFakeFeatured('dorama', caller),
    featuredNovelas: listFakeFeatured('novela', caller),
    featuredDocumentales: listFakeFeatured('documental', caller),
    ...listFakeRows(caller),
    composedRows: listComposedRows(caller),
  }),
  'GET /api/home/live': (_request, caller) => {
    if (findFakeBillboard(caller) !== null) return { channel: null, still: null };
    const cards = listActiveChannels(caller).map((channel) =>
      toFakeCard(caller.memory, channel, caller.account),
    );
    return { channel: cards.find(({ locked }) => !locked) ?? null, still: caller.memory.still };
  },
  'GET /api/videos/user/continue-watching': (_request, caller) => listContinuing(caller),
  'DELETE /api/videos/user/continue-watching/:id': ({ params: { id } }, caller) => {
    const { username } = personOf(caller);
    for (const progress of caller.memory.progress) {
      if (progress.username === username && progress.videoId === id) progress.isHidden = true;
    }
    return { message: 'Quitado de «Continuar Viendo».' };
  },
  'GET /api/progress': (_request, caller) =>
    listWatched(caller, () => true).map(({ watchProgress, ...video }) => ({
      video,
      progress: watchProgress,
    })),
};
