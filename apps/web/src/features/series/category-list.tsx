import { useArrowNavigation } from '@butaca/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { allSeries, categories, seriesQuery } from './series.queries.ts';
import './category-list.css';

/** The categories of series: a column beside the grid, and a strip of seat backs on a phone. */
export function CategoryList({ chosen, onChoose }: { chosen: string; onChoose: () => void }) {
  const queryClient = useQueryClient();
  const arrows = useArrowNavigation();
  const list = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    const strip = list.current;
    const current = strip?.children[categories.indexOf(chosen)];
    if (!strip || !(current instanceof HTMLElement)) return;
    // `scrollIntoView` would also move the page.
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }, [chosen]);

  return (
    <nav className="categories" aria-label="Categorías">
      {/* The keys come from the links inside it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} {...arrows}>
        {categories.map((category) => {
          const prefetch = (): void => void queryClient.prefetchQuery(seriesQuery(category));
          return (
            <li key={category}>
              <Link
                to={category === allSeries ? paths.series : paths.seriesCategory(category)}
                replace
                onClick={onChoose}
                aria-current={category === chosen || undefined}
                onPointerEnter={prefetch}
                onFocus={prefetch}
              >
                {category}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
