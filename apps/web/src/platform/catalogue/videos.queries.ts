import { maxPageSize, type VideoCard, type VideoPage } from '@butaca/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
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

/** The pages of a list that grows as it is scrolled. */
export const videoPagesQuery = (filter: VideoFilter, pageSize: number) =>
  infiniteQueryOptions({
    queryKey: ['videos', 'pages', pageSize, filter],
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, pageSize, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });

/** A list to its end, for screens that search it themselves. */
export const wholeListQuery = (filter: VideoFilter) =>
  queryOptions({
    queryKey: ['videos', 'whole', filter],
    queryFn: ({ signal }) => fetchWhole(filter, signal),
    select: readEachOnce,
  });

/** As many calls as the largest page makes necessary: one, for three thousand videos. */
export async function fetchWhole(filter: VideoFilter, signal: AbortSignal): Promise<VideoCard[]> {
  const first = await fetchPage(filter, 1, maxPageSize, signal);
  const others = Array.from({ length: Math.max(0, first.totalPages - 1) }, (_, index) =>
    fetchPage(filter, index + 2, maxPageSize, signal),
  );
  const pages = [first, ...(await Promise.all(others))];
  return pages.flatMap(({ videos }) => videos);
}

/** A page is read once, however many follow it: the list is put together anew with each of them. */
const cardsOfPage = new WeakMap<readonly VideoCard[], readonly Card[]>();

function readPage(videos: readonly VideoCard[]): readonly Card[] {
  const cards = cardsOfPage.get(videos) ?? readCards(videos);
  cardsOfPage.set(videos, cards);
  return cards;
}

/** What is added meanwhile moves the others on, so that one may come with two pages; each is shown once. */
export function readPages(pages: readonly VideoPage[]): Card[] {
  return eachOnce(pages.flatMap(({ videos }) => readPage(videos)));
}

/** As {@link readPages}, of a list that is whole. */
export function readEachOnce(videos: readonly VideoCard[]): Card[] {
  return eachOnce(readPage(videos));
}

const eachOnce = (cards: readonly Card[]): Card[] => [
  ...new Map(cards.map((card) => [card.id, card])).values(),
];
