import { DensityToggle, SearchField } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import type { Card } from '../../../shared/card/card.ts';
import { wholeList } from '../../../shared/card/card-list.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { CardGrid } from '../../../shared/grid/card-grid.tsx';
import { useDensity, useSearchTerm } from '../../../shared/filters.ts';
import { useCardSearch } from '../../../shared/card/search-cards.ts';
import { wholeListQuery } from '../../../shared/card/videos.queries.ts';
import './kids.css';

const kidsQuery = wholeListQuery({ tipo: 'zona kids' });
const wordsOf = ({ title, description }: Card) => [title, description];

/** The screen «Zona Kids»: films and series for children, with a search field. */
export function KidsScreen() {
  const [density, setDensity] = useDensity();
  const { typed, onType } = useSearchTerm();
  const list = wholeList(useQuery(kidsQuery));
  const { cards, term } = useCardSearch(list.cards, typed.trim(), wordsOf);
  return (
    <main className="page kids" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>
          <span className="rainbow">Zona Kids</span>
        </h1>
        <div className="page__tools">
          <SearchField
            className="kids__search"
            label="Buscar en Zona Kids"
            placeholder="Buscar por título o descripción..."
            value={typed}
            onValueChange={onType}
          />
          <DensityToggle density={density} onDensityChange={setDensity} />
        </div>
      </div>
      <CardGrid
        label="Zona Kids"
        list={{ ...list, cards }}
        density={density}
        isMixed
        waiting="Cargando Zona Kids..."
        failed="No se pudo cargar el contenido infantil."
        empty={
          term === ''
            ? 'No hay contenido infantil disponible.'
            : `No se encontró contenido infantil para «${term}».`
        }
        {...(term === '' && {
          emptyReason: 'Aparecerá en cuanto se añada el primer título.',
          emptyAction: <UploadDoor variant="primary" />,
        })}
      />
    </main>
  );
}
