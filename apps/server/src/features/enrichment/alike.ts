import { rowLength, type Home, type TitlesAlike, type VideoCard, type Viewer } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { AlikeRepository, AlikeRow } from './alike.repository.ts';
import { isForKids, toCompared } from './compare.ts';

/** What enrichment needs of the videos of the catalogue. */
export interface EnrichedVideos {
  /** The cards of active videos, by key and in the order of the keys. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
}

/** What enrichment reads of a session. */
export type EnrichmentSession = Viewer & { accountId: string };

/** A video like another one, and what they share. */
export interface AlikeVideo extends AlikeRow {
  card: VideoCard;
}

export interface Alike {
  /** At most `limit` videos that the person has not begun, the most alike first; of a children's title only such. */
  list(video: VideoCard, limit: number, session: EnrichmentSession): Promise<AlikeVideo[]>;
  /** The catalogue's videos of these titles, without `video` itself; of a children's title only such. */
  findTitles(
    video: VideoCard,
    titles: readonly string[],
    session: EnrichmentSession,
  ): Promise<ReadonlyMap<string, VideoCard>>;
  /**
   * Rows of the home page without what the person has begun; a video is in one of them alone.
   *
   * @param kept - the videos of the person's list, newest first
   */
  listRows(session: EnrichmentSession, kept: readonly string[]): Promise<AlikeRows>;
}

export type AlikeRows = Pick<Home, 'becauseYouWatched' | 'moreLikeThis'>;

/** A person's own titles are among those that are like what they watch, and are left out. */
const ranked = 60;
const rowsWatched = 2;
const rowsKept = 1;
/** Fewer do not make a row. */
const shortestRow = 3;
/** Of those watched or kept last as many are looked at: not every one has enough that is like it. */
const latest = 3;

/** What people watch changes a ranking slowly; what editors change, at once. */
const freshMs = 600_000;

/** @param version - the catalogue's version now */
export function createAlike(needs: {
  repository: AlikeRepository;
  videos: EnrichedVideos;
  version(): number;
  sortTitle(title: string): string;
}): Alike {
  const { repository, videos, sortTitle } = needs;
  // One ranking for everybody, made once for all who wait for it.
  const rankings = new LRUCache<string, Promise<AlikeRow[]>>({ max: 5_000, ttl: freshMs });

  function rank(video: VideoCard): Promise<AlikeRow[]> {
    const key = `${needs.version()} ${video._id}`;
    let ranking = rankings.get(key);
    if (ranking === undefined) {
      ranking = repository.list(toCompared(video, sortTitle), ranked);
      ranking.catch(() => rankings.delete(key));
      rankings.set(key, ranking);
    }
    return ranking;
  }

  async function list(video: VideoCard, limit: number, session: EnrichmentSession): Promise<AlikeVideo[]> {
    const ranking = await rank(video);
    const watched = await repository.listWatched(
      session.accountId,
      ranking.map(({ id }) => id),
    );
    const rest = ranking.filter(({ id }) => !watched.has(id)).slice(0, limit);
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
      const isFitting = (card: VideoCard): boolean =>
        card._id !== video._id && (!isForKids(video) || isForKids(card));
      const matches = new Map<string, VideoCard>();
      for (const [title, wanted] of sorted) {
        const card = cards.find((each) => isFitting(each) && sortTitle(each.title) === wanted);
        if (card !== undefined) matches.set(title, card);
      }
      return matches;
    },
    async listRows(session, kept) {
      const watchedLast = await repository.listLatest(session.accountId, latest);
      const keptLast = kept.slice(0, latest);
      const seeds = await videos.cardsOf([...new Set([...watchedLast, ...keptLast])], session);
      const rankings = new Map(
        await Promise.all(
          seeds.map(async (seed) => {
            const ids = (await rank(seed)).map(({ id }) => id);
            return [seed._id, { seed, ids }] as const;
          }),
        ),
      );
      const begun = await repository.listWatched(session.accountId, [
        ...new Set([...rankings.values()].flatMap(({ ids }) => ids)),
      ]);
      const taken = new Set<string>(begun);
      /** Takes what a row shows, so that no later row shows it, nor is of the same title. */
      function choose(wanted: readonly string[], max: number): Ranking[] {
        const rows: Ranking[] = [];
        for (const id of wanted) {
          const ranking = rankings.get(id);
          if (ranking === undefined || rows.length === max) continue;
          const ids = ranking.ids.filter((each) => !taken.has(each)).slice(0, rowLength);
          if (ids.length < shortestRow) continue;
          for (const each of ids) taken.add(each);
          rankings.delete(id);
          rows.push({ seed: ranking.seed, ids });
        }
        return rows;
      }
      const watchedRows = choose(watchedLast, rowsWatched);
      for (const id of kept) taken.add(id);
      const keptRows = choose(keptLast, rowsKept);
      const cards = await videos.cardsOf(
        [...watchedRows, ...keptRows].flatMap(({ ids }) => ids),
        session,
      );
      const byId = new Map(cards.map((card) => [card._id, card]));
      const toRow = ({ seed, ids }: Ranking): TitlesAlike => ({
        title: seed.title,
        videoId: seed._id,
        videos: ids.flatMap((id) => byId.get(id) ?? []),
      });
      return { becauseYouWatched: watchedRows.map(toRow), moreLikeThis: keptRows.map(toRow) };
    },
  };
}

/** What is like a video, by key, the most alike first. */
interface Ranking {
  seed: VideoCard;
  ids: string[];
}
