import type { VideoPage } from '@butaca/contract';
import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Card } from './card.ts';
import { readPages, videoPagesQuery, type VideoFilter, type WholeList } from './videos.queries.ts';

/** A list of cards in any state of loading. */
export interface CardList {
  /** `undefined` until the first ones have come. */
  cards: readonly Card[] | undefined;
  /** Why the list failed. */
  error: unknown;
  /** Whether the cards are still those of the former filter. */
  isChanging: boolean;
  retry: () => void;
  /** Older ones are left out, which is said. */
  isTruncated?: boolean;
  /** The further pages of a list that is fetched in pages. */
  more?: MoreCards;
}

export interface MoreCards {
  /** Asks for the next page, unless it is on its way, has failed, or there is none. */
  onEndReached: () => void;
  isFetching: boolean;
  /** Why the next page did not come. */
  error: unknown;
  retry: () => void;
}

/** A list that is fetched in pages. */
export function useVideoPages(filter: VideoFilter, pageSize: number): CardList {
  const pages = useInfiniteQuery({
    ...videoPagesQuery(filter, pageSize),
    select: cardsOfPages,
    placeholderData: keepPreviousData,
  });
  const canGoOn = pages.hasNextPage && !pages.isFetching && !pages.isFetchNextPageError;
  return {
    cards: pages.data,
    error: pages.data === undefined ? pages.error : null,
    isChanging: pages.isPlaceholderData,
    retry: () => void pages.refetch(),
    more: {
      onEndReached: () => {
        if (canGoOn) void pages.fetchNextPage();
      },
      isFetching: pages.isFetchingNextPage,
      error: pages.isFetchNextPageError ? pages.error : null,
      retry: () => void pages.fetchNextPage(),
    },
  };
}

/** A list that is fetched as a whole. */
export function wholeList(whole: UseQueryResult<WholeList<Card>>): CardList {
  return {
    cards: whole.data?.items,
    isTruncated: whole.data?.isTruncated ?? false,
    error: whole.data === undefined ? whole.error : null,
    isChanging: false,
    retry: () => void whole.refetch(),
  };
}

function cardsOfPages({ pages }: InfiniteData<VideoPage>): Card[] {
  return readPages(pages);
}
