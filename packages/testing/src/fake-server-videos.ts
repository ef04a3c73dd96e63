import {
  canOpen,
  cataloguePages,
  foldText,
  kidsCategory,
  kidsSection,
  mainSections,
  planKeys,
  plansForItem,
  plansForSection,
  sectionOf,
  writeEmptyPages,
  seriesCategories,
  type CataloguePage,
  type VideoCard,
  type VideoType,
} from '@butaca/contract';
import { FakeOddity, FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { fakeDelivery } from './fake-server-delivery.ts';
import type { FakeMemory } from './fake-server-memory.ts';
import { toFakeVideoCard, type FakeVideo } from './fake-videos.ts';

type VideoRoute = Extract<keyof FakeRoutes, `GET /api/videos${string}`>;
/** API routes below `/api/videos` that are implemented in other files of the fake server. */
type OtherRoute =
  | 'GET /api/videos/user/continue-watching'
  | 'GET /api/videos/:id/progress'
  | `${string}?view=admin`;

interface VideoFilter {
  tipo?: string | undefined;
  subtipo?: string | undefined;
  mainSection?: string | undefined;
  subcategoria?: string | undefined;
  genre?: string | undefined;
  search?: string | undefined;
}

/** Whether viewers of the fake server see a video or channel: it is active, and the settings do not hide it. */
export const isFakeShown = (
  { active = true, isAdult = false }: { active?: boolean; isAdult?: boolean },
  { settings }: FakeMemory,
): boolean => active && !(isAdult && settings.hideAdults);

/** The videos that the fake server shows to a person, newest first; none to the user `vacio`. */
export function listFakeVideos({ memory, account }: Pick<FakeCaller, 'memory' | 'account'>): FakeVideo[] {
  return account?.username === 'vacio'
    ? []
    : memory.videos.filter((video) => isFakeShown(video, memory)).toReversed();
}

/** The pages of the catalogue on which a person of the fake server finds nothing, as the header names them. */
export function listFakeEmptyPages(caller: Pick<FakeCaller, 'memory' | 'account'>): string {
  const { channels, collections } = caller.memory;
  const videos = listFakeVideos(caller);
  const hasTipo = (wanted: string): boolean => videos.some(({ tipo }) => tipo === wanted);
  const isFilled: Record<CataloguePage, boolean> = {
    '/live-tv': channels.some((channel) => isFakeShown(channel, caller.memory)),
    '/peliculas': hasTipo('pelicula'),
    '/series': hasTipo('serie'),
    '/animes': hasTipo('anime') || videos.some(({ subtipo }) => subtipo === 'anime'),
    '/doramas': hasTipo('dorama'),
    '/novelas': hasTipo('novela'),
    '/documentales': hasTipo('documental'),
    '/kids': videos.some(isForKids),
    '/colecciones': collections.some(({ itemIds }) => videos.some(({ _id }) => itemIds.includes(_id))),
  };
  return writeEmptyPages(cataloguePages.filter((page) => !isFilled[page]));
}

/**
 * Whether the given texts of a video contain every word of a search, ignoring case and accents. A search for «avería»
 * fails with 503.
 */
export function hasFakeWords(texts: readonly string[], search: string): boolean {
  if (foldText(search) === 'averia') throw new FakeRefusal('server.unavailable');
  const folded = foldText(texts.join(' '));
  return foldText(search)
    .split(' ')
    .every((word) => folded.includes(word));
}

export function findFakeVideo(memory: FakeMemory, id: string): FakeVideo {
  const found = memory.videos.find((video) => video._id === id);
  if (found === undefined) throw new FakeRefusal('video.not_found');
  return found;
}

/**
 * How many videos a row of the fake server's home page has at most. Real rows have up to fifteen, with which the home
 * page has 2,200 elements instead of 700; no test depends on their number.
 */
export const fakeRowLength = 5;

/** The featured videos of one type for a row of the fake home page, newest first. */
export function listFakeFeatured(tipo: VideoType, caller: FakeCaller): VideoCard[] {
  return listFakeVideos(caller)
    .filter((video) => video.isFeatured && video.tipo === tipo && video.isAdult !== true)
    .slice(0, fakeRowLength)
    .map((video) => toFakeVideoCard(video, caller.account));
}

export function listFakeRecent(caller: FakeCaller): VideoCard[] {
  return listFakeVideos(caller)
    .filter(({ isAdult }) => isAdult !== true)
    .slice(0, fakeRowLength)
    .map((video) => toFakeVideoCard(video, caller.account));
}

/** The fake server's API routes with which viewers list and open videos. */
export const videoRoutes: Pick<FakeRoutes, Exclude<VideoRoute, OtherRoute>> = {
  'GET /api/videos': ({ query: { page, limit, ...filter } }, caller) => {
    const found = listFakeVideos(caller).filter((video) => isWanted(video, filter));
    const { genre: _genre, search: _search, ...list } = filter;
    return {
      videos: found
        .slice((page - 1) * limit, page * limit)
        .map((video) => toFakeVideoCard(video, caller.account)),
      page,
      totalPages: Math.ceil(found.length / limit),
      total: found.length,
      hasOpenTitle: opensSomeFake(list, caller),
    };
  },
  'GET /api/videos/genres': ({ query }, caller) => {
    const found = listFakeVideos(caller).filter((video) => isWanted(video, query));
    const counts = new Map<string, number>();
    for (const genre of found.flatMap(({ genres }) => genres)) {
      counts.set(genre, (counts.get(genre) ?? 0) + 1);
    }
    return [...counts]
      .map(([genre, count]) => ({ genre, count }))
      .toSorted((a, b) => b.count - a.count || (foldText(a.genre) < foldText(b.genre) ? -1 : 1));
  },
  'GET /api/videos/main-sections': (_request, caller) => {
    const viewer = personOf(caller);
    if (viewer.username === 'vacio') return [];
    return mainSections.map(({ key, displayName }) => {
      const plans = plansForSection(key);
      const images = listFakeVideos(caller)
        .filter(({ mainSection }) => mainSection === key)
        .slice(0, 5)
        .flatMap(({ thumbnail }) => thumbnail ?? []);
      return {
        key,
        displayName,
        requiresPlan: plans.length === planKeys.length ? [] : [...plans],
        thumbnailSample: images[0] ?? null,
        thumbnailSamples: images,
        locked: !canOpen(viewer, [], key) && !opensSomeFake({ tipo: 'pelicula', mainSection: key }, caller),
        isEmpty: !listFakeVideos(caller).some(({ mainSection }) => mainSection === key),
      };
    });
  },

  'GET /api/videos/series-categories': (_request, caller) => {
    const series = listFakeVideos(caller).filter(({ tipo }) => tipo === 'serie');
    return seriesCategories.filter((each) => series.some(({ subcategoria }) => subcategoria === each));
  },

  'GET /api/videos/public/recently-added': (_request, caller) => listFakeRecent(caller),
  'GET /api/videos/public/featured-movies': (_request, caller) => listFakeFeatured('pelicula', caller),
  'GET /api/videos/public/featured-series': (_request, caller) => listFakeFeatured('serie', caller),
  'GET /api/videos/public/featured-animes': (_request, caller) => listFakeFeatured('anime', caller),
  'GET /api/videos/public/featured-doramas': (_request, caller) => listFakeFeatured('dorama', caller),
  'GET /api/videos/public/featured-novelas': (_request, caller) => listFakeFeatured('novela', caller),
  'GET /api/videos/public/featured-documentales': (_request, caller) =>
    listFakeFeatured('documental', caller),

  'GET /api/videos/:id': ({ params: { id }, query }, caller) => {
    if (id === 'averiado') throw new FakeRefusal('server.unavailable');
    if (id === 'sin-datos') throw new FakeOddity(null);
    if (id === 'sin-ficha') throw new FakeOddity({});
    const { memory } = caller;
    const account = personOf(caller);
    const video = findFakeVideo(memory, id);
    const card = toFakeVideoCard(video, account);
    const isOnTrial = query.useTrial && memory.trial.minutesRemaining > 0;
    if (card.locked && !isOnTrial) throw deny(video, caller);
    const progress = memory.progress.find(
      ({ username, videoId }) => username === account.username && videoId === id,
    );
    const { seasons } = video;
    const deliver = fakeDelivery(memory, query, id);
    const placed = seasons.map((season) => ({
      ...season,
      chapters: season.chapters.map((chapter) => ({
        ...chapter,
        ...deliver(chapter),
        ...memory.chapterPositions.get(`${account.username} ${chapter._id}`),
      })),
    }));
    return { ...card, ...deliver(video), seasons: placed, watchProgress: progress ?? null };
  },
  'GET /api/videos/:id/trailer': ({ params: { id } }, { memory }) => {
    const { trailerUrl } = findFakeVideo(memory, id);
    if (trailerUrl?.startsWith('/api/') !== true) throw new FakeRefusal('video.not_found');
    return { url: `/api/stream/trailer-${id}/video.mp4`, streamKind: 'file' };
  },
  'GET /api/videos/:id/contents': ({ params: { id } }, { memory }) => {
    findFakeVideo(memory, id);
    return memory.fileContents.get(id) ?? { scenes: [], imageSubtitles: [] };
  },
};

/**
 * The 403 answer to a person whose plan does not open a video, with the minutes of the free trial that they have left
 * and have used today, for the dialog about the missing plan.
 */
function deny(video: FakeVideo, caller: FakeCaller): FakeRefusal {
  const { minutesRemaining, usedToday } = caller.memory.trial;
  return new FakeRefusal('plan.required', {
    title: 'Contenido Premium',
    error: 'Acceso denegado',
    message: `Tu plan actual no permite ver ${video.title}.`,
    currentPlan: personOf(caller).plan,
    requiredPlans: plansForItem(video.requiresPlan, sectionOf(video)),
    upgradeMessage: 'Actualiza tu plan para acceder a todo el contenido premium.',
    trialMessage:
      minutesRemaining > 0
        ? 'Puedes usar tu prueba gratuita de hoy.'
        : 'Ya usaste toda tu prueba gratuita de hoy.',
    trialMinutesRemaining: minutesRemaining,
    trialUsedToday: usedToday,
  });
}

/** Whether a person's plan opens at least one video of a list. */
function opensSomeFake(list: VideoFilter, caller: FakeCaller): boolean {
  return listFakeVideos(caller).some(
    (video) => isWanted(video, list) && !toFakeVideoCard(video, caller.account).locked,
  );
}

/** Whether a video belongs in a list under all chosen filters; an empty filter, `todos` and `todas` do not filter. */
function isWanted(video: FakeVideo, filter: VideoFilter): boolean {
  const { tipo, subtipo, mainSection, subcategoria, genre, search } = filter;
  const isChosen = (wanted: string | undefined, value: string | null): boolean =>
    wanted === undefined || ['', 'todos', 'todas'].includes(wanted.toLowerCase()) || wanted === value;
  const isOfTipo = tipo === 'zona kids' ? isForKids(video) : isChosen(tipo, video.tipo);
  return (
    isOfTipo &&
    isChosen(subtipo, video.subtipo) &&
    isChosen(mainSection, video.mainSection) &&
    isChosen(subcategoria, video.subcategoria) &&
    (isChosen(genre, null) || video.genres.some((own) => foldText(own) === foldText(genre ?? ''))) &&
    hasFakeWords([video.title, video.description], search ?? '')
  );
}

/** Whether a video belongs to the children's zone, which any of three fields can say. */
function isForKids({ tipo, mainSection, subcategoria }: FakeVideo): boolean {
  return tipo === 'zona kids' || mainSection === kidsSection || subcategoria === kidsCategory;
}
