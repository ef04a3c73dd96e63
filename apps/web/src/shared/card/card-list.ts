import type { VideoPage } from '@butaca/contract';
import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type UseQueryResult,
} from '@tanstack/react-query';
import { isOutage } from '../../platform/api/api-error.ts';
import { useRetryOnReconnect } from '../../platform/use-online.ts';
import type { Card } from './card.ts';
import { readPages, videoPagesQuery, type VideoFilter, type WholeList } from './videos.queries.ts';

/** A list of video cards in one of its states: loading, loaded or failed. */
export interface CardList {
  /** The cards of the videos in the list; `undefined` until the first ones are loaded. */
  cards: readonly Card[] | undefined;
  /** Why the list of video cards could not be loaded; null if it did not fail. */
  error: unknown;
  /** True while the cards of the previous filter are shown and those of the new filter are loading. */
  isChanging: boolean;
  retry: () => void;
  /** True if the list leaves out older titles, because there are too many; the screen then tells the person so. */
  isTruncated?: boolean;
  /** True if the person's plan opens no title of the whole list, whatever is loaded, filtered or searched for. */
  isLocked?: boolean | undefined;
  /** The state of the list's further pages; set only for a list that is fetched in pages. */
  more?: MoreCards;
}

export interface MoreCards {
  /** Requests the next page of the list, unless that page is loading, has failed, or the last page is loaded. */
  onEndReached: () => void;
  isFetching: boolean;
  /** Why the next page of the list of video cards could not be loaded; null if it did not fail. */
  error: unknown;
  retry: () => void;
}

/** A list of video cards that is fetched in pages while the person scrolls. */
export function useVideoPages(filter: VideoFilter, pageSize: number): CardList {
  const pages = useInfiniteQuery({
    ...videoPagesQuery(filter, pageSize),
    select: readList,
    placeholderData: keepPreviousData,
  });
  const hasNextFailed = pages.isFetchNextPageError;
  useRetryOnReconnect(hasNextFailed && isOutage(pages.error), () => void pages.fetchNextPage());
  const canGoOn = pages.hasNextPage && !pages.isFetching && !hasNextFailed;
  return {
    cards: pages.data?.cards,
    isLocked: pages.data?.isLocked,
    error: pages.data === undefined ? pages.error : null,
    isChanging: pages.isPlaceholderData,
    retry: () => void pages.refetch(),
    more: {
      onEndReached: () => {
        if (canGoOn) void pages.fetchNextPage();
      },
      isFetching: pages.isFetchingNextPage,
      error: hasNextFailed ? pages.error : null,
      retry: () => void pages.fetchNextPage(),
    },
  };
}

/** A list of video cards that is fetched as a whole, from the state of its query. */
export function wholeList(whole: UseQueryResult<WholeList<Card>>): CardList {
  return {
    cards: whole.data?.items,
    isTruncated: whole.data?.isTruncated ?? false,
    isLocked: whole.data?.hasOpenTitle === false,
    error: whole.data === undefined ? whole.error : null,
    isChanging: false,
    retry: () => void whole.refetch(),
  };
}

function readList({ pages }: InfiniteData<VideoPage>): Pick<CardList, 'isLocked'> & { cards: Card[] } {
  return { cards: readPages(pages), isLocked: pages[0]?.hasOpenTitle === false };
}
