import {
  canOpen,
  listGenres,
  listMainSections,
  listRecentlyAdded,
  listSeriesCategories,
  listVideos,
  mainSections,
  plansForSection,
  planKeys,
  seriesCategories,
  type VideoType,
  type Viewer,
} from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { createAnswerCache } from '../../../platform/http/answer-cache.ts';
import type { PreparedAnswer } from '../../../platform/http/prepared-answer.ts';
import { writeAnswer } from '../../../platform/http/write-answer.ts';
import type { VideoFilter } from './video-filter.ts';
import type { VideosRepository } from './videos.repository.ts';
import { toVideoCard, videoRule, type ImagePath } from './videos.view.ts';
import { atMost } from '../../../platform/at-most.ts';

const cacheBytes = 256 * 1_024 * 1_024;
const samples = 5;

type Answer = Promise<PreparedAnswer> | PreparedAnswer;

/**
 * Prepared answers (serialised and compressed once) for the lists of videos. Everybody on a plan gets the same answer,
 * so each answer is prepared once for each plan.
 */
export interface VideoAnswers {
  page(filter: VideoFilter, page: number, limit: number, viewer: Viewer): Answer;
  genres(filter: { tipo?: string | undefined; mainSection?: string | undefined }): Answer;
  sections(viewer: Viewer): Answer;
  seriesCategories(): Answer;
  recent(viewer: Viewer | undefined): Answer;
  featured(tipo: VideoType, viewer: Viewer | undefined): Answer;
}

/** @param version - returns the current catalogue version */
export function createVideoAnswers(
  repository: VideosRepository,
  version: () => number,
  imagePath: ImagePath,
): VideoAnswers {
  const answers = createAnswerCache(version, cacheBytes);
  // The numbers of videos in the lists are cached: counting costs more than reading a page, and the number is the same
  // for every page of a list and for every plan.
  const totals = new LRUCache<string, number, VideoFilter>({
    ...atMost(5_000),
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: filter }) => repository.count(filter),
  });
  const count = (filter: VideoFilter): Promise<number> =>
    totals.forceFetch(`${version()} ${JSON.stringify(filter)}`, { context: filter });
  const opensSome = createListAccess(repository, version);

  const card = (viewer: Viewer | undefined) => (row: Parameters<typeof toVideoCard>[0]) =>
    toVideoCard(row, viewer, imagePath);

  return {
    page: (filter, page, limit, viewer) =>
      answers.once(`page ${readerOf(viewer)} ${page} ${limit} ${JSON.stringify(filter)}`, async () => {
        const [rows, total] = await Promise.all([
          repository.listPage(filter, { offset: (page - 1) * limit, limit }),
          count(filter),
        ]);
        const totalPages = Math.ceil(total / limit);
        const videos = rows.map(card(viewer));
        const hasOpenTitle = videos.some(({ locked }) => !locked) || (await opensSome(filter, viewer));
        return writeAnswer(listVideos, { videos, page, totalPages, total, hasOpenTitle });
      }),
    genres: (filter) =>
      answers.once(`genres ${JSON.stringify(filter)}`, async () =>
        writeAnswer(listGenres, await repository.listGenres(filter)),
      ),
    sections: (viewer) =>
      answers.once(`sections ${readerOf(viewer)}`, async () =>
        writeAnswer(
          listMainSections,
          await Promise.all(
            mainSections.map(async ({ key, displayName }) => {
              const rows = await repository.listSectionSamples(key, samples);
              const images = rows.flatMap((row) => card(viewer)(row).thumbnail ?? []);
              const plans = plansForSection(key);
              return {
                key,
                displayName,
                requiresPlan: plans.length === planKeys.length ? [] : [...plans],
                thumbnailSample: images[0] ?? null,
                thumbnailSamples: images,
                locked:
                  !canOpen(viewer, [], key) &&
                  !(await opensSome({ tipo: 'pelicula', mainSection: key }, viewer)),
                isEmpty: rows.length === 0 && !(await repository.hasVideosInSection(key)),
              };
            }),
          ),
        ),
      ),
    seriesCategories: () =>
      answers.once('series categories', async () => {
        const present = await repository.listSeriesCategories();
        return writeAnswer(
          listSeriesCategories,
          seriesCategories.filter((each) => present.has(each)),
        );
      }),
    recent: (viewer) =>
      answers.once(`recent ${readerOf(viewer)}`, async () =>
        writeAnswer(listRecentlyAdded, (await repository.listRecent()).map(card(viewer))),
      ),
    featured: (tipo, viewer) =>
      answers.once(`featured ${tipo} ${readerOf(viewer)}`, async () =>
        writeAnswer(listRecentlyAdded, (await repository.listFeatured(tipo)).map(card(viewer))),
      ),
  };
}

/**
 * Returns the part of an answer's cache key that depends on who asks: `visitor` (not signed in), `admin` or the
 * person's plan.
 */
function readerOf(viewer: Viewer | undefined): string {
  if (viewer === undefined) return 'visitor';
  return viewer.role === 'admin' ? 'admin' : viewer.plan;
}

type RuleRow = Awaited<ReturnType<VideosRepository['listRules']>>[number];

/**
 * Creates a function that says whether a person's plan opens at least one video of a list, whatever page the person
 * sees and whatever they search for in it. What decides this is read once for all plans and each catalogue version.
 *
 * @param version - returns the current catalogue version
 */
function createListAccess(repository: Pick<VideosRepository, 'listRules'>, version: () => number) {
  const rules = new LRUCache<string, RuleRow[], VideoFilter>({
    max: 500,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => repository.listRules(context),
  });
  return async ({ tipo, subtipo, mainSection, subcategoria }: VideoFilter, viewer: Viewer) => {
    const list = { tipo, subtipo, mainSection, subcategoria };
    const rows = await rules.forceFetch(`${version()} ${JSON.stringify(list)}`, { context: list });
    return rows.map(videoRule).some(({ requiresPlan, section }) => canOpen(viewer, requiresPlan, section));
  };
}
