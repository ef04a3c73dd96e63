import { seriesCategories } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { wholeListQuery } from '../../../shared/card/videos.queries.ts';

/** The name of the menu item for the series of all categories; never sent to the server. */
export const allSeries = 'TODOS';

/**
 * The items of the category list on the screen «Series»: all series, and then the categories in the order that the API
 * definitions (`@butaca/contract`) give.
 */
export const categories: readonly string[] = [allSeries, ...seriesCategories];

/** The query for the categories that have series. */
export const filledCategoriesQuery = () =>
  queryOptions({
    queryKey: ['series', 'categories'],
    queryFn: ({ signal }): Promise<readonly string[]> => api('GET /api/videos/series-categories', {}, signal),
  });

export const seriesQuery = (category: string) =>
  wholeListQuery({ tipo: 'serie', ...(category !== allSeries && { subcategoria: category }) });
