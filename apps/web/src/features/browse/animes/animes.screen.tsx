import { DensityToggle } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { wholeList } from '../../../shared/card/card-list.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { CardGrid } from '../../../shared/grid/card-grid.tsx';
import { useDensity } from '../../../shared/filters.ts';
import { animesQuery } from './animes.queries.ts';

/** The screen «Animes»: every title whose type or subtype is anime, without duplicates. */
export function AnimesScreen() {
  const [density, setDensity] = useDensity();
  const list = wholeList(useQuery(animesQuery()));
  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>Animes</h1>
        <div className="page__tools">
          <DensityToggle density={density} onDensityChange={setDensity} />
        </div>
      </div>
      <CardGrid
        label="Animes"
        list={list}
        density={density}
        waiting="Cargando animes..."
        failed="Error al cargar los animes"
        empty="No hay animes disponibles."
        emptyReason="Aparecerán en cuanto se añada el primero."
        emptyAction={<UploadDoor variant="primary" />}
      />
    </main>
  );
}
