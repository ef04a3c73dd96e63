import { useQueryClient } from '@tanstack/react-query';
import { SideList } from '../../../shared/grid/side-list.tsx';
import { paths } from '../../../shared/paths.ts';
import { allSeries, categories, seriesQuery } from './series.queries.ts';

/** The side list of the screen «Series» with the series categories («Netflix», …), of which one is chosen. */
export function CategoryList({ chosen, onChoose }: { chosen: string; onChoose: () => void }) {
  const queryClient = useQueryClient();
  const items = categories.map((category) => ({
    value: category,
    label: category,
    to: category === allSeries ? paths.series : paths.seriesCategory(category),
    onNear: () => void queryClient.prefetchQuery(seriesQuery(category)),
  }));
  return <SideList label="Categorías" items={items} chosen={chosen} onChoose={onChoose} />;
}
