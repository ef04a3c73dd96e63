import { Skeleton } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useScrollRestore } from '../../../platform/scroll-restore.ts';
import { readCards } from '../../../shared/card/card.ts';
import { VideoGrid } from '../../../shared/grid/video-grid.tsx';
import { RecentSearches, type RecentSearchesProps } from './recent-searches-list.tsx';
import { popularQuery } from './search.queries.ts';
import { popularHeadings, searchHint } from './search.texts.ts';

/**
 * What the search shows while its field is empty: the person's recent searches, and the videos that most people watch.
 * Without them it shows a hint about what can be searched for.
 *
 * @param from - the path of the search, to which the watch page returns
 */
export function BeforeTyping({ from, ...recent }: RecentSearchesProps & { from: string }) {
  const popular = useQuery(popularQuery());
  const cards = useMemo(() => readCards(popular.data?.videos ?? []), [popular.data]);
  const scrollPosition = useScrollRestore(popular.isSuccess);
  const heading = popularHeadings[popular.data?.basis ?? 'watched'];
  return (
    <>
      {recent.terms.length === 0 ? (
        <p className="search__hint">{searchHint}</p>
      ) : (
        <RecentSearches {...recent} />
      )}
      {popular.isPending ? <Skeleton shape="title" /> : null}
      {cards.length === 0 ? null : (
        <section className="search__popular" aria-labelledby="popular">
          <h2 id="popular" className="search__label">
            {heading}
          </h2>
          <VideoGrid label={heading} cards={cards} density={5} from={from} scrollPosition={scrollPosition} />
        </section>
      )}
    </>
  );
}
