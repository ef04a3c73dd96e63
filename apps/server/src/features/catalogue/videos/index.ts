import {
  readItemId,
  type FoundChapter,
  type StreamKind,
  type VideoCard,
  type VideoType,
  type Viewer,
  type ItemKey,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { rankTitles } from '../../../shared/search/rank-titles.ts';
import type { SearchQuery } from '../../../shared/search/search-query.ts';
import type { StreamIssuer, StreamVerdict } from '../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import type { TrialBudget } from './access-denied.ts';
import { createVideoAdministration } from './administration.repository.ts';
import { serveVideoAdministration } from './administration.routes.ts';
import { createChapterSearch } from './chapter-search.ts';
import { createGenreNames } from './genre-names.ts';
import { createVideoAnswers } from './video-answers.ts';
import {
  serveVideos,
  type DeliverSources,
  type OpenPositions,
  type VideoRoutesNeeds,
  type VideosSession,
} from './videos.routes.ts';
import { createVideoRules } from './video-rules.ts';
import { listVideoOpenings, type VideoOpening } from './list-openings.ts';
import { createDemoVideos, type DemoVideo } from './demo-videos.ts';
import { createVideosRepository } from './videos.repository.ts';
import { readSource, toVideoCard, type ImagePath } from './videos.view.ts';

export type { DemoVideo } from './demo-videos.ts';

/** The file of a film or chapter at a provider. */
export interface VideoFile {
  key: string;
  source: StreamSource;
  providerId: string | null;
  /** Whether an administrator wants the files of its provider to be inspected before somebody opens them. */
  isReadAhead: boolean;
}

/** The videos feature: cards (what lists show), details, access and streams of films and series. */
export interface Videos {
  /**
   * Whether a person may still receive the video that a stream grant (the permission encrypted into a stream's address)
   * names; `undefined` when the granted item is not a video.
   */
  checkStream(itemKey: ItemKey, viewer: Viewer): Promise<StreamVerdict> | undefined;
  /** Returns the title of the video that an item key (`video:<id>` or the like) names. */
  titleOf(itemKey: ItemKey): Promise<string | undefined>;
  /** Returns the cards (what lists show) of those given videos that are active, in the order of the given ids. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
  /** Returns the cards of the videos of {@link cardsOf} that the server may choose by itself. */
  choosableCardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
  /** Returns the director, cast and duration that an Xtream account states for a video. */
  factsOf(id: string): Promise<{ director: string | null; cast: string[]; durationSeconds: number | null }>;
  /**
   * Finds at most `limit` videos: first those with the words of the search in their titles, the best fit first, then those
   * of a genre with that name, then those whose description contains the words, the newest first.
   */
  search(query: SearchQuery, limit: number, viewer: Viewer): Promise<VideoCard[]>;
  /** Lists at most `limit` titles with the words of a search, the best fit first. */
  listTitles(query: SearchQuery, limit: number): Promise<string[]>;
  /** Finds at most `limit` chapters whose own titles contain all words of the search text. */
  searchChapters(words: string, limit: number, viewer: Viewer): Promise<FoundChapter[]>;
  /** Returns the words of the names of all genres, folded (lower case, no accents). */
  genreWords(): Promise<ReadonlySet<string>>;
  recent(viewer: Viewer): Promise<VideoCard[]>;
  featured(tipo: VideoType, viewer: Viewer): Promise<VideoCard[]>;
  /** Lists the newest videos of each type (`tipo`), at most `limit` of a type; within a type newest first. */
  newestOfEachType(limit: number, viewer: Viewer): Promise<VideoCard[]>;
  /** Lists the different kinds of the active videos, by what decides on which pages they are. */
  listKinds(): Promise<{ tipo: string; isAnime: boolean; isForKids: boolean }[]>;
  /** Counts the active videos by what decides who may open them, with examples. */
  listOpenings(): Promise<VideoOpening[]>;
  /**
   * Returns the chapters of an active video in their order, none for a film; `undefined` when no active video has this
   * id.
   */
  chaptersOf(
    id: string,
  ): Promise<readonly { id: string; seasonNumber: number; chapterNumber: number }[] | undefined>;
  /** Returns the stream address of a film, or of the given chapter of a series; `undefined` where it has none. */
  addressOf(videoId: string, chapterId: string | undefined): Promise<string | undefined>;
  /** Returns the stored address of an image (poster, backdrop or chapter still) of an active video. */
  findImage(kind: 'video' | 'backdrop' | 'chapter', id: string): Promise<string | undefined>;
  /** The files of films and chapters for ffprobe to inspect. */
  files: {
    /** Lists at most `limit` of them with ids after `after`, by id. */
    all(after: string, limit: number): Promise<readonly VideoFile[]>;
    /** Lists those that people are likely to open next, the likeliest first. */
    likely(): Promise<readonly VideoFile[]>;
  };
  countDemo(): Promise<number>;
  addDemo(videos: readonly DemoVideo[]): Promise<ReadonlyMap<string, string>>;
  removeDemo(): Promise<void>;
  routes(serve: ServeEndpoint<VideosSession>, openPositions: OpenPositions): void;
}

const toFiles = (
  rows: readonly (Parameters<typeof readSource>[0] & {
    id: string;
    provider_id: string | null;
    reads_ahead?: boolean | null;
  })[],
): VideoFile[] =>
  rows.flatMap((row) => {
    const source = readSource(row);
    const { id: key, provider_id: providerId, reads_ahead: isReadAhead } = row;
    return source === undefined ? [] : { key, source, providerId, isReadAhead: isReadAhead === true };
  });

export function videosFeature(needs: {
  db: Kysely<Database>;
  version: { current(): number; advance(): void };
  streams: StreamIssuer;
  imagePath: ImagePath;
  trialBudget: (viewer: Pick<Session, 'accountId' | 'deviceId'>) => Promise<TrialBudget>;
  deliver: DeliverSources;
  contentsOf: VideoRoutesNeeds['contentsOf'];
  /** Lists the other versions of a film or chapter, in the order in which they take the place of the one with the address. */
  findVersions: (titleKey: ItemKey, address: string) => Promise<readonly StreamSource[]>;
  /** Whether a version has not failed lately. */
  isReady: (address: string) => boolean;
  streamKindOf: (address: string) => StreamKind;
  /** Makes sure that the chapters of a series are known, some of which are requested only when it is opened. */
  readSeries: (videoId: string) => Promise<void>;
}): Videos {
  const { imagePath } = needs;
  const repository = createVideosRepository(needs.db);
  const demo = createDemoVideos(needs.db);
  const answers = createVideoAnswers(repository, needs.version.current, imagePath);
  const genres = createGenreNames(needs.db, needs.version.current);
  const rules = createVideoRules(repository, needs.version.current);

  const toCards = (rows: readonly Parameters<typeof toVideoCard>[0][], viewer: Viewer): VideoCard[] =>
    rows.map((row) => toVideoCard(row, viewer, imagePath));

  /** Finds the videos with the words of a search in their titles, the best fit first, and those that mention the words. */
  async function findTitles(query: SearchQuery, limit: number) {
    const [titled, naming, holding] = await Promise.all([
      repository.listByTitle(query, limit),
      repository.listNaming(query),
      repository.listHolding(query, limit),
    ]);
    const found: { id: string; title: string }[] = [...titled, ...naming, ...holding];
    return { ranked: rankTitles(query, found, ({ title }) => title), titled, holding };
  }

  return {
    checkStream: rules.checkStream,
    async titleOf(itemKey) {
      const id = readItemId('video', itemKey);
      return id === undefined ? undefined : (await rules.find(id))?.title;
    },
    cardsOf: async (ids, viewer) => inOrderOf(ids, toCards(await repository.listByIds(ids), viewer)),
    choosableCardsOf: async (ids, viewer) =>
      inOrderOf(ids, toCards(await repository.listByIds(ids, { isChosen: true }), viewer)),
    factsOf: repository.findFacts,
    async search(query, limit, viewer) {
      const newest = { offset: 0, limit };
      const [{ ranked, titled, holding }, ofGenres] = await Promise.all([
        findTitles(query, limit),
        genres
          .findNamed(query.text)
          .then((named) => Promise.all(named.map((genre) => repository.listPage({ genre }, newest)))),
      ]);
      const known = new Map([...titled, ...ofGenres.flat(), ...holding].map((row) => [row.id, row]));
      const ids = [...new Set([...ranked, ...ofGenres.flat(), ...holding].map(({ id }) => id))].slice(
        0,
        limit,
      );
      for (const row of await repository.listByIds(ids.filter((id) => !known.has(id))))
        known.set(row.id, row);
      return toCards(
        ids.flatMap((id) => known.get(id) ?? []),
        viewer,
      );
    },
    async listTitles(query, limit) {
      const { ranked } = await findTitles(query, limit);
      return ranked.slice(0, limit).map(({ title }) => title);
    },
    searchChapters: createChapterSearch(needs.db, repository, imagePath),
    genreWords: genres.words,
    async recent(viewer) {
      return toCards(await repository.listRecent(), viewer);
    },
    async featured(tipo, viewer) {
      return toCards(await repository.listFeatured(tipo), viewer);
    },
    async newestOfEachType(limit, viewer) {
      return toCards(await repository.listNewestOfEachType(limit), viewer);
    },
    listKinds: repository.listKinds,
    listOpenings: () => listVideoOpenings(needs.db, imagePath),
    chaptersOf: rules.chaptersOf,
    addressOf: repository.findAddress,
    findImage: repository.findImage,
    files: {
      all: async (after, limit) => toFiles(await repository.listAddresses(after, limit)),
      likely: async () => toFiles(await repository.listLikelyAddresses()),
    },
    countDemo: demo.count,
    async addDemo(videos) {
      const ids = await demo.add(videos);
      needs.version.advance();
      return ids;
    },
    async removeDemo() {
      await demo.remove();
      needs.version.advance();
    },
    routes(serve, openPositions) {
      serveVideos(serve, { ...needs, openPositions, repository, answers });
      serveVideoAdministration(serve, {
        administration: createVideoAdministration(needs.db),
        version: needs.version,
      });
    },
  };
}

function inOrderOf(ids: readonly string[], cards: readonly VideoCard[]): VideoCard[] {
  const byId = new Map(cards.map((card) => [card._id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
