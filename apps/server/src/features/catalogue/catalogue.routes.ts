import {
  canOpen,
  getTrailer,
  getVideo,
  listFeaturedAnimes,
  listFeaturedDocumentales,
  listFeaturedDoramas,
  listFeaturedMovies,
  listFeaturedNovelas,
  listFeaturedSeries,
  listGenres,
  listMainSections,
  listRecentlyAdded,
  listVideos,
  type PlanKey,
  type Role,
  type StreamKind,
  type WatchProgress,
} from '@butaca/contract';
import { AppError } from '../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../platform/http/serve-endpoint.ts';
import { videoDenied } from './access-denied.ts';
import type { CatalogueAnswers } from './catalogue-answers.ts';
import { readYoutubeId, videoItemKey } from './video-address.ts';
import type { VideosRepository } from './videos.repository.ts';
import {
  sealed,
  toSeasons,
  toVideoCard,
  videoRule,
  type IssueStream,
  type PicturePath,
} from './videos.view.ts';

/** What the catalogue reads of a session. */
export interface CatalogueSession {
  accountId: string;
  role: Role;
  plan: PlanKey;
  deviceId: string;
  sessionKey: string;
}

/** What the catalogue needs of the gateway: a playable address for a source, bound to who asked and what for. */
export interface StreamIssuer {
  issue(
    source: Parameters<IssueStream>[0],
    grant: { accountId: string; deviceId: string; sessionKey: string; itemKey: string },
  ): { url: string; streamKind: StreamKind };
}

/** What a person has watched of a video, where that is known. */
export type FindProgress = (accountId: string, videoId: string) => Promise<WatchProgress | null>;

export interface CatalogueRoutesNeeds {
  repository: VideosRepository;
  answers: CatalogueAnswers;
  streams: StreamIssuer;
  picturePath: PicturePath;
  findProgress: FindProgress;
  /** How the bytes behind an address are played. */
  streamKindOf: (address: string) => StreamKind;
}

export function serveCatalogue(serve: ServeEndpoint<CatalogueSession>, needs: CatalogueRoutesNeeds): void {
  const { repository, answers, picturePath } = needs;

  serve(listVideos, async ({ query }, { session }) => {
    const { page, limit, ...given } = query;
    return answers.page(readFilter(given), page, limit, session);
  });
  serve(listGenres, async ({ query }) => answers.genres(query));
  serve(listMainSections, async (_request, { session }) => answers.sections(session));

  serve(listRecentlyAdded, async (_request, { session }) => answers.recent(session));
  serve(listFeaturedMovies, async (_request, { session }) => answers.featured('pelicula', session));
  serve(listFeaturedSeries, async (_request, { session }) => answers.featured('serie', session));
  serve(listFeaturedAnimes, async (_request, { session }) => answers.featured('anime', session));
  serve(listFeaturedDoramas, async (_request, { session }) => answers.featured('dorama', session));
  serve(listFeaturedNovelas, async (_request, { session }) => answers.featured('novela', session));
  serve(listFeaturedDocumentales, async (_request, { session }) => answers.featured('documental', session));

  serve(getVideo, async ({ params }, { session }) => {
    const video = await findActive(params.id, session);
    const rule = videoRule(video);
    if (!canOpen(session, rule.requiresPlan, rule.section)) throw videoDenied(session, rule);
    const issue = issuer(session, params.id);
    const [seasons, watchProgress] = await Promise.all([
      video.season_count > 0 ? repository.listSeasons(params.id) : [],
      needs.findProgress(session.accountId, params.id),
    ]);
    return {
      ...toVideoCard(video, session, picturePath),
      ...sealed(video, issue),
      seasons: toSeasons(seasons, issue, picturePath),
      watchProgress,
    };
  });

  // A trailer is an invitation: it is open to those whose plan does not open the video.
  serve(getTrailer, async ({ params }, { session }) => {
    const { trailer_address: address } = await findActive(params.id, session);
    if (address === null || readYoutubeId(address) !== undefined) throw new AppError('video.not_found');
    return needs.streams.issue(
      { address, streamKind: needs.streamKindOf(address), userAgent: null, referrer: null },
      grantOf(session, `trailer:${params.id}`),
    );
  });

  async function findActive(id: string, { role }: CatalogueSession) {
    const video = await repository.find(id);
    if (video === undefined || (!video.active && role !== 'admin')) throw new AppError('video.not_found');
    return video;
  }

  function issuer(session: CatalogueSession, videoId: string): IssueStream {
    const grant = grantOf(session, videoItemKey(videoId));
    return (source) => needs.streams.issue(source, grant);
  }
}

function grantOf({ accountId, deviceId, sessionKey }: CatalogueSession, itemKey: string) {
  return { accountId, deviceId, sessionKey, itemKey };
}

const all = new Set(['', 'todos', 'todas']);

/** An empty filter is none; the client's words for «all of them» are too, but for a search, which may be for them. */
function readFilter<T extends Record<string, string | undefined>>(given: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value = '']) => value !== '' && (name === 'search' || !all.has(value.toLowerCase())),
    ),
  ) as Partial<T>;
}
