import { seriesCategories } from '@butaca/contract';
import { wholeListQuery } from '../../../shared/card/videos.queries.ts';

/** The name of the entry for all series; never sent to the server. */
export const allSeries = 'TODOS';

/** The entry for all series, and then the series categories in the contract's order. */
export const categories: readonly string[] = [allSeries, ...seriesCategories];

/** The query for the series of a category. */
export const seriesQuery = (category: string) =>
  wholeListQuery({ tipo: 'serie', ...(category !== allSeries && { subcategoria: category }) });
