import { queryOptions } from '@tanstack/react-query';
import { fetchWhole, readWhole } from '../../../shared/card/videos.queries.ts';

/** The two video filters that find animes in the catalogue: by type (`tipo`), and by subtype (`subtipo`). */
const variants = [{ tipo: 'anime' }, { subtipo: 'anime' }] as const;

/**
 * The query for all animes: those found by type and those found by subtype, joined. If one of the two calls fails, only
 * the other's animes are shown; if both fail, the query fails.
 *
 * @see docs/requisitos.md, R7.4
 */
export const animesQuery = () =>
  queryOptions({
    queryKey: ['animes'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.allSettled(variants.map((variant) => fetchWhole(variant, signal)));
      const failed = lists.filter((list) => list.status === 'rejected');
      if (failed.length === lists.length) throw failed[0]?.reason;
      const came = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
      return {
        items: came.flatMap(({ items }) => items),
        isTruncated: came.some(({ isTruncated }) => isTruncated),
        hasOpenTitle: came.some(({ hasOpenTitle }) => hasOpenTitle),
      };
    },
    select: readWhole,
  });
