import { rowLength, type Home, type TitlesAlike, type VideoCard, type Viewer } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { Session } from '../../../shared/session.ts';
import { isForKids } from '../../../shared/video/kids.ts';
import { sortTitle } from '../../../shared/video/title-keys.ts';
import type { AlikeRepository, AlikeRow } from './alike.repository.ts';
import { toCompared } from './compare.ts';

/** What enrichment needs of the videos of the catalogue. */
export interface EnrichedVideos {
  /** The cards of active videos, by key and in the order of the keys. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
}

/** What enrichment reads of a session. */
export type EnrichmentSession = Pick<Session, 'accountId' | 'role' | 'plan'>;

/** A video like another one, and what they share. */
export interface AlikeVideo extends AlikeRow {
  card: VideoCard;
}

export interface Alike {
  /** At most `limit` videos of other titles, one of each that the person has not begun; the most alike first, of a children's title only such. */
  list(video: VideoCard, limit: number, session: EnrichmentSession): Promise<AlikeVideo[]>;
  /** The catalogue's videos of these titles, without that of `video` itself; of a children's title only such. */
  findTitles(
    video: VideoCard,
    titles: readonly string[],
    session: EnrichmentSession,
  ): Promise<ReadonlyMap<string, VideoCard>>;
  /**
   * Rows of the home page without what the person has begun; a title is in one of them alone.
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
const rankingsKept = 1_000;

/** @param version - the catalogue's version now */
export function createAlike(needs: {
  repository: AlikeRepository;
  videos: EnrichedVideos;
  version(): number;
}): Alike {
  const { repository, videos } = needs;
  // Rankings are the same for everybody; their key carries the catalogue's version, so that none outlives it.
  const rankings = new LRUCache<string, AlikeRow[], VideoCard>({
    max: rankingsKept,
    ttl: freshMs,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: video }) => repository.list(toCompared(video), ranked),
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
      const isFitting = (card: VideoCard): boolean =>
        sortTitle(card.title) !== sortTitle(video.title) && (!isForKids(video) || isForKids(card));
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

/** A row: the video that it is about, and the videos that it shows. */
interface Row {
  seed: VideoCard;
  ids: string[];
}

/**
 * Chooses rows so that no title is in two of them, and no two rows are of the same title.
 *
 * @param taken - sorted titles that no row may show; what a row shows is added
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
