import { DensityToggle, SearchField } from '@butaca/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Card } from '../../../shared/card/card.ts';
import { wholeList } from '../../../shared/card/card-list.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { CardGrid } from '../../../shared/grid/card-grid.tsx';
import { SideList } from '../../../shared/grid/side-list.tsx';
import { useDensity, useFilters, useSearchTerm } from '../../../shared/filters.ts';
import { useCardSearch } from '../../../shared/card/search-cards.ts';
import { isAdmin } from '../../../platform/session/session-store.ts';
import { paths } from '../../../shared/paths.ts';
import { allSeries, categories, filledCategoriesQuery, seriesQuery } from './series.queries.ts';

const seriesFailed = 'Error al obtener series.';

/** The message for a series category in which there are no series to show; `term` is the search term. */
function noSeriesSentence(category: string, term: string): string {
  if (term !== '') return `No se encontraron series para «${term}» en la categoría «${category}».`;
  if (category === allSeries) return 'No hay series disponibles.';
  return `No hay series disponibles en la categoría «${category}».`;
}

const wordsOf = ({ title, description, genres }: Card) => [title, description, ...genres];

/** The screen «Series»: the list of categories, and the series of the category that the URL names. */
export function SeriesScreen() {
  const { read } = useFilters();
  const wanted = read('categoria');
  const category = categories.includes(wanted) ? wanted : allSeries;
  const [density, setDensity] = useDensity();
  const { typed, onType, forget } = useSearchTerm();
  const list = wholeList(useQuery(seriesQuery(category)));
  const { cards, term } = useCardSearch(list.cards, typed.trim(), wordsOf);
  return (
    <main className="page sided" id="contenido" tabIndex={-1}>
      <div className="page__head sided__head">
        <h1>Series: {category}</h1>
        <div className="page__tools">
          <SearchField
            className="sided__search"
            label="Buscar series"
            placeholder="Buscar series..."
            value={typed}
            onValueChange={onType}
          />
          <DensityToggle density={density} onDensityChange={setDensity} />
        </div>
      </div>
      <CategoryList chosen={category} onChoose={forget} />
      <div className="sided__list">
        <CardGrid
          key={category}
          label={`Series de ${category}`}
          list={{ ...list, cards }}
          density={density}
          waiting="Cargando series..."
          failed={seriesFailed}
          empty={noSeriesSentence(category, term)}
          {...(term === '' && {
            emptyReason: 'Aparecerán en cuanto se añada la primera.',
            emptyAction: <UploadDoor variant="primary" />,
          })}
        />
      </div>
    </main>
  );
}

/**
 * The side list of the screen «Series» with the categories that have series («Netflix», …), of which one is chosen;
 * administrators see the others in grey.
 */
function CategoryList({ chosen, onChoose }: { chosen: string; onChoose: () => void }) {
  const queryClient = useQueryClient();
  const filled = useQuery(filledCategoriesQuery());
  // When it is not known which categories have series, all of them are shown.
  const isFilled = (category: string): boolean =>
    category === allSeries || (filled.data ?? (filled.isError ? categories : [])).includes(category);
  const items = categories
    .filter((category) => isFilled(category) || category === chosen || (filled.isSuccess && isAdmin()))
    .map((category) => ({
      value: category,
      label: category,
      to: category === allSeries ? paths.series : paths.seriesCategory(category),
      note: filled.isSuccess && !isFilled(category) ? 'Sin series: los usuarios no la ven' : undefined,
      onNear: () => void queryClient.prefetchQuery(seriesQuery(category)),
    }));
  return <SideList label="Categorías" items={items} chosen={chosen} onChoose={onChoose} />;
}
