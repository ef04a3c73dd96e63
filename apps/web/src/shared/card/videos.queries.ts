import { maxPageSize, type VideoCard, type VideoPage } from '@butaca/contract';
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { readCards, type Card } from './card.ts';

/** Which videos a list is of; filters combine. */
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

/** The pages of a list that grows as it is scrolled. */
export const videoPagesQuery = (filter: VideoFilter, pageSize: number) =>
  infiniteQueryOptions({
    queryKey: [...pagesKey, pageSize, filter],
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, pageSize, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });

/** Every video of the pages that are in the cache, whatever list they are of. */
export const listLoadedVideos = (client: QueryClient): VideoCard[] =>
  client
    .getQueriesData<InfiniteData<VideoPage>>({ queryKey: pagesKey })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ videos }) => videos);

/** A whole list, for a screen that searches it in the browser. */
export interface WholeList<Item> {
  items: Item[];
  /** Whether older items are left out. */
  isTruncated: boolean;
}

/** Four of the largest pages, newest first, are what a browser holds lightly. */
const mostPages = 4;

/** A list for screens that search it themselves. */
export const wholeListQuery = (filter: VideoFilter) =>
  queryOptions({
    queryKey: ['videos', 'whole', filter],
    queryFn: ({ signal }) => fetchWhole(filter, signal),
    select: readWhole,
  });

/** Fetches pages of the largest size one after the other; three thousand videos take one call. */
export async function fetchWhole(filter: VideoFilter, signal: AbortSignal): Promise<WholeList<VideoCard>> {
  const items: VideoCard[] = [];
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the server is asked for one large page at a time
    const { videos, totalPages } = await fetchPage(filter, page, maxPageSize, signal);
    items.push(...videos);
    if (page >= totalPages || page >= mostPages) return { items, isTruncated: totalPages > page };
  }
}

/** Cached per page: with each further page the whole list is built again. */
const cardsOfPage = new WeakMap<readonly VideoCard[], readonly Card[]>();

function readPage(videos: readonly VideoCard[]): readonly Card[] {
  const cards = cardsOfPage.get(videos) ?? readCards(videos);
  cardsOfPage.set(videos, cards);
  return cards;
}

/** A title that is added between two calls shifts the others, so that one may be in two pages; each is shown once. */
export function readPages(pages: readonly VideoPage[]): Card[] {
  return eachOnce(pages.flatMap(({ videos }) => readPage(videos)));
}

/** As {@link readPages}, of a list that is whole. */
export function readWhole({ items, isTruncated }: WholeList<VideoCard>): WholeList<Card> {
  return { items: eachOnce(readPage(items)), isTruncated };
}

const eachOnce = (cards: readonly Card[]): Card[] => [
  ...new Map(cards.map((card) => [card.id, card])).values(),
];
