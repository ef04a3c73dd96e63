import { seriesCategories } from '@butaca/contract';
import { wholeListQuery } from '../../../shared/card/videos.queries.ts';

/** The name of the entry for all series; never sent to the server. */
export const allSeries = 'TODOS';

/** The categories, in the order of the service. */
export const categories: readonly string[] = [allSeries, ...seriesCategories];

/** The series of a category. */
export const seriesQuery = (category: string) =>
  wholeListQuery({ tipo: 'serie', ...(category !== allSeries && { subcategoria: category }) });
