import {
  rowLength,
  type ChannelCard,
  type Home,
  type TitlesAlike,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { Session } from '../../../shared/session.ts';
import { isForKids } from '../../../shared/video/kids.ts';
import { sortTitle } from '../../../shared/video/title-keys.ts';
import type { AlikeRepository, AlikeRow } from './alike.repository.ts';
import { toCompared } from './compare.ts';
import { sharedFactOf } from './shared-fact.ts';

/**
 * The function of the videos feature that enrichment (information, theme and recommendations of a watch page) calls to
 * turn video ids into cards (what lists show).
 */
export interface EnrichedVideos {
  /** Returns the cards (what lists show) of those given videos that are active, in the order of the given ids. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
  /** Returns the cards as `cardsOf` does, but none for adults. */
  choosableCardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
  /** Returns what the catalogue knows of a video's makers and length. */
  factsOf(id: string): Promise<VideoFacts>;
}

/** The director, cast and duration that an Xtream account states for a video. */
export interface VideoFacts {
  director: string | null;
  cast: readonly string[];
  durationSeconds: number | null;
}

/** What the catalogue knows of a channel besides its card; codes as `tagLanguages` and `tagCountries` have them. */
export interface ChannelFacts {
  country: string | null;
  /** The languages and qualities of its sources, each once. */
  languages: readonly string[];
  qualities: readonly string[];
  sourceCount: number;
}

/** The functions of the channels feature that enrichment calls. */
export interface EnrichedChannels {
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]>;
  factsOf(id: string): Promise<ChannelFacts>;
}

export type EnrichmentSession = Pick<Session, 'accountId' | 'role' | 'plan'>;

/**
 * A video that is similar to another video, with what the two have in common: viewers, genres, beginning of the title.
 */
export interface AlikeVideo extends AlikeRow {
  card: VideoCard;
}

export interface Alike {
  /**
   * Lists at most `limit` videos that have something in common with `video`, the most similar first and each title
   * once. Titles that the person who asks has begun to watch are left out. Children's videos are listed for children's
   * videos only, and nothing else is listed for them; videos for adults are never listed.
   */
  list(video: VideoCard, limit: number, session: EnrichmentSession): Promise<AlikeVideo[]>;
  /**
   * Finds the catalogue's videos with the titles that a generative model recommended, except copies of `video` itself.
   * Children's videos fit children's videos only, nothing else fits them, and videos for adults fit none: `null` stands
   * for a title that the catalogue has, but that does not fit.
   */
  findTitles(
    video: VideoCard,
    titles: readonly string[],
    session: EnrichmentSession,
  ): Promise<ReadonlyMap<string, VideoCard | null>>;
  /**
   * Lists the «Porque viste …» and «Títulos parecidos a …» rows of the home page, without titles that the person has begun. A
   * title appears in one row only.
   *
   * @param kept - the ids of the videos in the person's «Mi lista», newest first
   */
  listRows(session: EnrichmentSession, kept: readonly string[]): Promise<AlikeRows>;
}

export type AlikeRows = Pick<Home, 'becauseYouWatched' | 'moreLikeThis'>;

/**
 * How many similar videos are ranked for each video. This is more than any row shows, because titles that the person
 * has begun are removed from the ranking afterwards.
 */
const ranked = 60;
const rowsWatched = 2;
const rowsKept = 1;
/** A «Porque viste …» or «Títulos parecidos a …» row with fewer videos than this is not shown. */
const shortestRow = 3;
/**
 * How many of the titles that a person watched last, or added last to «Mi lista», are tried as the subject of a «Porque
 * viste …» or «Títulos parecidos a …» row; some titles have too few similar ones.
 */
const latest = 3;

/**
 * How long a ranking of similar videos is cached, in ms; it changes slowly, as people watch. An edit of the catalogue
 * invalidates the cached rankings at once.
 */
const freshMs = 600_000;
const rankingsKept = 1_000;

/** @param version - returns the current catalogue version */
export function createAlike(needs: {
  repository: AlikeRepository;
  videos: EnrichedVideos;
  version(): number;
}): Alike {
  const { repository, videos } = needs;
  // Rankings of similar videos are the same for everybody. Their cache key contains the catalogue version, so that an
  // edit of the catalogue invalidates them.
  const rankings = new LRUCache<string, AlikeRow[], VideoCard>({
    max: rankingsKept,
    ttl: freshMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: video }) =>
      (await repository.list(toCompared(video), ranked)).filter(
        (row) => sharedFactOf(row, isForKids(video)) !== undefined,
      ),
  });
  const rank = (video: VideoCard): Promise<AlikeRow[]> =>
    rankings.forceFetch(`${needs.version()} ${video._id}`, { context: video });

  async function list(video: VideoCard, limit: number, session: EnrichmentSession): Promise<AlikeVideo[]> {
    const ranking = await rank(video);
    const begun = new Set(
      await repository.listBegun(
        session.accountId,
        ranking.map(({ titleSort }) => titleSort),
      ),
    );
    const rest = ranking.filter(({ titleSort }) => !begun.has(titleSort)).slice(0, limit);
    const cards = await videos.cardsOf(
      rest.map(({ id }) => id),
      session,
    );
    const byId = new Map(cards.map((card) => [card._id, card]));
    return rest.flatMap((row) => {
      const card = byId.get(row.id);
      return card === undefined ? [] : { ...row, card };
    });
  }

  return {
    list,
    async findTitles(video, titles, session) {
      const sorted = new Map(titles.map((title) => [title, sortTitle(title)]));
      const found = await repository.listByTitles([...new Set(sorted.values())]);
      const cards = await videos.cardsOf(
        found.map(({ id }) => id),
        session,
      );
      const choosable = new Set(found.flatMap(({ id, is_choosable }) => (is_choosable ? id : [])));
      const isFitting = (card: VideoCard): boolean =>
        choosable.has(card._id) && isForKids(video) === isForKids(card);
      const matches = new Map<string, VideoCard | null>();
      for (const [title, wanted] of sorted) {
        const here =
          wanted === sortTitle(video.title) ? [] : cards.filter((each) => sortTitle(each.title) === wanted);
        if (here.length > 0) matches.set(title, here.find(isFitting) ?? null);
      }
      return matches;
    },
    async listRows(session, kept) {
      const watchedLast = await repository.listLatest(session.accountId, latest);
      const keptLast = kept.slice(0, latest);
      const seeds = await videos.choosableCardsOf([...new Set([...watchedLast, ...keptLast])], session);
      const rankings = new Map(
        await Promise.all(seeds.map(async (seed) => [seed._id, { seed, rows: await rank(seed) }] as const)),
      );
      const [begun, keptTitles] = await Promise.all([
        repository.listBegun(session.accountId, [
          ...new Set([...rankings.values()].flatMap(({ rows }) => rows.map(({ titleSort }) => titleSort))),
        ]),
        repository.listTitles(kept),
      ]);
      const taken = new Set(begun);
      const choose = createRowChooser(rankings, taken, sortTitle);
      const watchedRows = choose(watchedLast, rowsWatched);
      for (const title of keptTitles) taken.add(title);
      const keptRows = choose(keptLast, rowsKept);
      const cards = await videos.cardsOf(
        [...watchedRows, ...keptRows].flatMap(({ ids }) => ids),
        session,
      );
      const byId = new Map(cards.map((card) => [card._id, card]));
      const toRow = ({ seed, ids }: Row): TitlesAlike => ({
        title: seed.title,
        videoId: seed._id,
        videos: ids.flatMap((id) => byId.get(id) ?? []),
      });
      return { becauseYouWatched: watchedRows.map(toRow), moreLikeThis: keptRows.map(toRow) };
    },
  };
}

/**
 * A «Porque viste …» or «Títulos parecidos a …» row of the home page: the video that the row is about (`seed`), and the ids of
 * the similar videos that it shows.
 */
interface Row {
  seed: VideoCard;
  ids: string[];
}

/**
 * Creates a function that chooses the «Porque viste …» and «Títulos parecidos a …» rows of the home page so that no title is in
 * two rows, and no two rows are about the same title.
 *
 * @param taken - titles, as sort keys (lower case, no accents), that no row may show; the titles of each chosen row are
 * added to it
 */
function createRowChooser(
  rankings: ReadonlyMap<string, { seed: VideoCard; rows: readonly AlikeRow[] }>,
  taken: Set<string>,
  sortTitle: (title: string) => string,
): (wanted: readonly string[], max: number) => Row[] {
  const seeded = new Set<string>();
  return (wanted, max) => {
    const chosen: Row[] = [];
    for (const id of wanted) {
      const ranking = rankings.get(id);
      if (ranking === undefined || chosen.length === max) continue;
      const seedTitle = sortTitle(ranking.seed.title);
      const rows = ranking.rows.filter(({ titleSort }) => !taken.has(titleSort)).slice(0, rowLength);
      if (seeded.has(seedTitle) || rows.length < shortestRow) continue;
      seeded.add(seedTitle);
      for (const { titleSort } of rows) taken.add(titleSort);
      chosen.push({ seed: ranking.seed, ids: rows.map((row) => row.id) });
    }
    return chosen;
  };
}
