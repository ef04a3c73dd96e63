import {
  canOpen,
  getFileContents,
  getTrailer,
  getVideo,
  itemKeyOf,
  listFeaturedAnimes,
  listFeaturedDocumentales,
  listFeaturedDoramas,
  listFeaturedMovies,
  listFeaturedNovelas,
  listFeaturedSeries,
  listGenres,
  listMainSections,
  listRecentlyAdded,
  listSeriesCategories,
  listVideos,
  type ClientAbility,
  type FileContents,
  type ItemKey,
  type StreamKind,
  type WatchProgress,
} from '@butaca/contract';
import { createSlices } from '../../../platform/async/turns.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { PlayingDevice, StreamClient, StreamIssuer } from '../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { videoDenied, type TrialBudget } from './access-denied.ts';
import type { VideoAnswers } from './video-answers.ts';
import { chooseOpenedChapters } from './opened-chapters.ts';
import { readYoutubeId } from './youtube-address.ts';
import type { VideosRepository } from './videos.repository.ts';
import {
  readSource,
  sealed,
  toSeasons,
  toVideoCard,
  videoRule,
  type Addressed,
  type ChapterPositions,
  type IssueStream,
  type ImagePath,
} from './videos.view.ts';

export type VideosSession = Pick<
  Session,
  'accountId' | 'username' | 'role' | 'plan' | 'deviceId' | 'sessionKey'
>;

/**
 * Called when a person opens a video: returns their playback position in the video and, by chapter id, in its chapters.
 */
export type OpenPositions = (
  session: VideosSession,
  videoId: string,
) => Promise<{ watchProgress: WatchProgress | null; chapters: ChapterPositions }>;

/**
 * Decides, for one client, which stream addresses are issued unchanged and which through a conversion by ffmpeg.
 *
 * @param first - the stream that is about to be played
 */
export type DeliverSources = (
  sources: readonly StreamSource[],
  first: StreamSource | undefined,
  client: { can: ReadonlySet<ClientAbility>; play: 'auto' | 'remux' },
  device: PlayingDevice,
) => Promise<(source: StreamSource) => StreamSource>;

export interface VideoRoutesNeeds {
  repository: VideosRepository;
  answers: VideoAnswers;
  streams: StreamIssuer;
  imagePath: ImagePath;
  openPositions: OpenPositions;
  deliver: DeliverSources;
  findVersions: (titleKey: ItemKey, address: string) => Promise<readonly StreamSource[]>;
  isReady: (address: string) => boolean;
  /** Returns what the file at an address is known to contain besides picture and sound. */
  contentsOf: (address: string) => Promise<FileContents>;
  /** Returns how much of today's free trial of locked videos a person has left. */
  trialBudget: (viewer: Pick<Session, 'accountId' | 'deviceId'>) => Promise<TrialBudget>;
  /** Returns how a stream is packed (HLS, DASH, MPEG-TS or a file), judged by its address. */
  streamKindOf: (address: string) => StreamKind;
  /**
   * Makes sure that the chapters of a series are known. @throws AppError `video.chapters_unavailable`
   */
  readSeries: (videoId: string) => Promise<void>;
}

/** How long the versions of a series' chapters are chosen in ms before other work of the process goes on. */
const sliceMs = 10;

export function serveVideos(serve: ServeEndpoint<VideosSession>, needs: VideoRoutesNeeds): void {
  const { repository, answers, imagePath } = needs;
  const { findActive, findWithChapters } = createFinders(needs);

  serve(listVideos, async ({ query }, { session }) => {
    const { page, limit, ...given } = query;
    return answers.page(readFilter(given), page, limit, session);
  });
  serve(listGenres, async ({ query }) => answers.genres(query));
  serve(listMainSections, async (_request, { session }) => answers.sections(session));
  serve(listSeriesCategories, async () => answers.seriesCategories());

  serve(listRecentlyAdded, async (_request, { session }) => answers.recent(session));
  serve(listFeaturedMovies, async (_request, { session }) => answers.featured('pelicula', session));
  serve(listFeaturedSeries, async (_request, { session }) => answers.featured('serie', session));
  serve(listFeaturedAnimes, async (_request, { session }) => answers.featured('anime', session));
  serve(listFeaturedDoramas, async (_request, { session }) => answers.featured('dorama', session));
  serve(listFeaturedNovelas, async (_request, { session }) => answers.featured('novela', session));
  serve(listFeaturedDocumentales, async (_request, { session }) => answers.featured('documental', session));

  serve(getVideo, async ({ params, query }, context) => {
    const { session } = context;
    const found = await findActive(params.id, session);
    const rule = videoRule(found);
    const isTrial = !canOpen(session, rule.requiresPlan, rule.section);
    if (isTrial) {
      const budget = await needs.trialBudget(session);
      if (!query.useTrial || budget.minutesRemaining === 0) throw videoDenied(session, rule, budget);
    }
    const video = found.address === null ? await findWithChapters(params.id, session) : found;
    const [seasons, { watchProgress, chapters }] = await Promise.all([
      video.season_count > 0 ? repository.listSeasons(params.id) : [],
      needs.openPositions(session, params.id),
    ]);
    const playables = [video, ...seasons.flatMap((season) => season.chapters)];
    const grant = {
      ...grantOf(session, itemKeyOf('video', params.id), isTrial),
      isCast: query.for === 'cast',
    };
    // A client that says what it plays requests a chapter by its id before it plays it.
    const opened =
      query.can === undefined && query.chapter === undefined
        ? undefined
        : chooseOpenedChapters(seasons, query.chapter, watchProgress);
    const isOpened = (chapterId: string) => opened?.has(chapterId) ?? true;
    const issue = await issuer(
      playables.filter(({ id }) => id === video.id || isOpened(id)),
      query,
      grant,
      context,
    );
    const issueOpened: IssueStream = (source, chapterId) =>
      chapterId === undefined || isOpened(chapterId) || grant.isCast
        ? issue(source, chapterId)
        : { url: `/api/videos/${params.id}?chapter=${chapterId}`, streamKind: 'file' };
    return {
      ...toVideoCard(video, session, imagePath),
      ...sealed(video, issue),
      seasons: await toSeasons(seasons, chapters, issueOpened, imagePath),
      watchProgress,
    };
  });

  // Everybody who is signed in may see trailers, also of videos that their plan does not open.
  serve(getTrailer, async ({ params }, context) => {
    const { session } = context;
    const { trailer_address: address } = await findActive(params.id, session);
    if (address === null || readYoutubeId(address) !== undefined) throw new AppError('video.not_found');
    return needs.streams.issue(
      { address, streamKind: needs.streamKindOf(address), userAgent: null, referrer: null },
      grantOf(session, itemKeyOf('trailer', params.id)),
      context,
    );
  });

  // Like the description, the contents are told to everybody who is signed in, also of videos that their plan does not open.
  serve(getFileContents, async ({ params, query }, { session }) => {
    await findActive(params.id, session);
    const address = await repository.findAddress(params.id, query.chapter);
    return address === undefined ? { scenes: [], imageSubtitles: [] } : needs.contentsOf(address);
  });

  /** Returns the version of a film or chapter that is issued: its own one, unless that has failed lately and another has not. */
  async function chooseVersion({ itemKey, source }: { itemKey: ItemKey; source: StreamSource }) {
    const { address } = source;
    if (needs.isReady(address)) return source;
    const others = await needs.findVersions(itemKey, address);
    return others.find((other) => needs.isReady(other.address)) ?? source;
  }

  /**
   * Creates the function that issues the stream addresses of a video for one client.
   *
   * @param playables - rows of the video and its chapters; the first is the one played unless the client's request
   * names a chapter
   */
  async function issuer(
    playables: readonly (Addressed & { id: string })[],
    { can: stated, play, chapter }: ClientQuery,
    grant: ReturnType<typeof grantOf> & { isCast: boolean },
    client: StreamClient,
  ): Promise<IssueStream> {
    const { isCast } = grant;
    const [main] = playables;
    const wantedId = chapter ?? main?.id;
    const given = playables.flatMap(({ id, ...row }) => {
      const source = readSource(row);
      return source === undefined
        ? []
        : { id, source, itemKey: itemKeyOf(id === main?.id ? 'video' : 'chapter', id) };
    });
    const giveWay = createSlices(sliceMs);
    const known: ((typeof given)[number] & { chosen: StreamSource })[] = [];
    for (const one of given) {
      known.push({ ...one, chosen: await chooseVersion(one) });
      await giveWay();
    }
    const chosenFor = new Map(known.map(({ source, chosen }) => [source.address, chosen]));
    // A television plays what every client plays, unless the device that casts knows more of it.
    const can = stated ?? (isCast ? new Set<ClientAbility>() : undefined);
    const issue = (source: StreamSource, chapterId?: string) =>
      needs.streams.issue(
        source,
        { ...grant, ...(chapterId !== undefined && { playableKey: itemKeyOf('chapter', chapterId) }) },
        client,
      );
    // A client that does not say which formats it can play gets every file unconverted.
    if (can === undefined && play === 'auto') {
      return (source, chapterId) => issue(chosenFor.get(source.address) ?? source, chapterId);
    }
    const sources = known.map(({ chosen }) => chosen);
    const first = known.find(({ id }) => id === wantedId)?.chosen;
    const deliver = await needs.deliver(sources, first, { can: can ?? new Set(), play }, grant);
    const byAddress = new Map<string, StreamSource>();
    for (const { source, chosen } of known) {
      byAddress.set(source.address, deliver(chosen));
      await giveWay();
    }
    return (source, chapterId) => {
      if (isCast && (chapterId ?? playables[0]?.id) !== wantedId) return undefined;
      return issue(byAddress.get(source.address) ?? source, chapterId);
    };
  }
}

/** Creates the functions that find the video of a watch page. */
function createFinders({ repository, readSeries }: Pick<VideoRoutesNeeds, 'repository' | 'readSeries'>) {
  async function findActive(id: string, { role }: VideosSession) {
    const video = await repository.find(id);
    if (video === undefined || (!video.active && role !== 'admin')) throw new AppError('video.not_found');
    return video;
  }
  return {
    findActive,
    async findWithChapters(id: string, session: VideosSession) {
      await readSeries(id);
      return findActive(id, session);
    },
  };
}

interface ClientQuery {
  can?: ReadonlySet<ClientAbility> | undefined;
  play: 'auto' | 'remux';
  chapter?: string | undefined;
}

function grantOf({ accountId, deviceId, sessionKey }: VideosSession, itemKey: ItemKey, isTrial = false) {
  return { accountId, deviceId, sessionKey, itemKey, isTrial };
}

const all = new Set(['', 'todos', 'todas']);

/**
 * Removes from the query of a video list the filters that are empty or mean «all» in the client. The search text is
 * kept even if it is such a word, because people may search for it.
 */
function readFilter<T extends Record<string, string | undefined>>(given: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value = '']) => value !== '' && (name === 'search' || !all.has(value.toLowerCase())),
    ),
  ) as Partial<T>;
}
