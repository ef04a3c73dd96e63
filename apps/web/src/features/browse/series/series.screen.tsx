import { DensityToggle, SearchField } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import type { Card } from '../../../shared/card/card.ts';
import { wholeList } from '../../../shared/card/card-list.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { CardGrid } from '../../../shared/grid/card-grid.tsx';
import { useDensity, useFilters, useSearchTerm } from '../../../shared/filters.ts';
import { useCardSearch } from '../../../shared/card/search-cards.ts';
import { CategoryList } from './category-list.tsx';
import { allSeries, categories, seriesQuery } from './series.queries.ts';
import { noSeriesSentence, seriesFailed } from './series.texts.ts';

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
            emptyAction: <UploadDoor of="videos" variant="primary" />,
          })}
        />
      </div>
    </main>
  );
}
