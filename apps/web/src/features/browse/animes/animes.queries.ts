import { queryOptions } from '@tanstack/react-query';
import { fetchWhole, readWhole } from '../../../shared/card/videos.queries.ts';

/** What is an anime by its kind, and what is one by its subkind. */
const variants = [{ tipo: 'anime' }, { subtipo: 'anime' }] as const;

/**
 * Both lists of animes, one after the other. The one that fails is empty; the failure of both is the screen's.
 *
 * @see the specification, section 7: two variants in parallel
 */
export const animesQuery = () =>
  queryOptions({
    queryKey: ['animes'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.allSettled(variants.map((variant) => fetchWhole(variant, signal)));
      const failed = lists.filter((list) => list.status === 'rejected');
      if (failed.length === lists.length) throw failed[0]?.reason;
      const came = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
      return { items: came.flatMap(({ items }) => items), isCut: came.some(({ isCut }) => isCut) };
    },
    select: readWhole,
  });
