import { maxPageSize, type VideoCard, type VideoPage } from '@butaca/contract';
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { readCards, type Card } from './card.ts';

/** The filter of a list of videos; a video must match every field that is set. */
export interface VideoFilter {
  tipo?: string;
  subtipo?: string;
  mainSection?: string;
  subcategoria?: string;
  genre?: string;
  search?: string;
}

function fetchPage(filter: VideoFilter, page: number, limit: number, signal: AbortSignal) {
  const query = { ...filter, page: String(page), limit: String(limit) };
  return api('GET /api/videos', { query }, signal);
}

const pagesKey = ['videos', 'pages'] as const;

/** The query of a list of videos in pages; further pages are loaded as the list is scrolled. */
export const videoPagesQuery = (filter: VideoFilter, pageSize: number) =>
  infiniteQueryOptions({
    queryKey: [...pagesKey, pageSize, filter],
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, pageSize, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });

/** All videos that the browser has loaded so far of lists that are fetched in pages, whatever their filters. */
export const listLoadedVideos = (client: QueryClient): VideoCard[] =>
  client
    .getQueriesData<InfiniteData<VideoPage>>({ queryKey: pagesKey })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ videos }) => videos);

/** All videos of a list, for a screen that searches the list in the browser. */
export interface WholeList<Item> {
  items: Item[];
  /** True if the list is longer than what is fetched, so that its oldest titles are left out. */
  isTruncated: boolean;
  /** Whether the person's plan opens at least one title of the list. */
  hasOpenTitle: boolean;
}

/**
 * How many pages of a list are fetched at most if the list is fetched as a whole, newest titles first: a browser holds
 * four of the largest pages easily.
 */
const mostPages = 4;

/** The query of a list of videos that is fetched as a whole, for screens that search it in the browser. */
export const wholeListQuery = (filter: VideoFilter) =>
  queryOptions({
    queryKey: ['videos', 'whole', filter],
    queryFn: ({ signal }) => fetchWhole(filter, signal),
    select: readWhole,
  });

/** Fetches a whole list of videos in pages of the largest size, one after the other, up to four pages. */
export async function fetchWhole(filter: VideoFilter, signal: AbortSignal): Promise<WholeList<VideoCard>> {
  const items: VideoCard[] = [];
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the server is asked for one large page at a time
    const { videos, totalPages, hasOpenTitle } = await fetchPage(filter, page, maxPageSize, signal);
    items.push(...videos);
    if (page >= totalPages || page >= mostPages)
      return { items, isTruncated: totalPages > page, hasOpenTitle };
  }
}

/**
 * The cards read from each page of a video list. Without this cache, each further page would have all earlier pages
 * read again.
 */
const cardsOfPage = new WeakMap<readonly VideoCard[], readonly Card[]>();

function readPage(videos: readonly VideoCard[]): readonly Card[] {
  const cards = cardsOfPage.get(videos) ?? readCards(videos);
  cardsOfPage.set(videos, cards);
  return cards;
}

/**
 * Reads the cards of all pages of a video list, each title once: a title added between two calls shifts the others, so
 * that one may be in two pages.
 */
export function readPages(pages: readonly VideoPage[]): Card[] {
  return eachOnce(pages.flatMap(({ videos }) => readPage(videos)));
}

/** Reads the cards of a video list that was fetched whole, as {@link readPages} does for pages. */
export function readWhole({ items, ...list }: WholeList<VideoCard>): WholeList<Card> {
  return { items: eachOnce(readPage(items)), ...list };
}

const eachOnce = (cards: readonly Card[]): Card[] => [
  ...new Map(cards.map((card) => [card.id, card])).values(),
];
