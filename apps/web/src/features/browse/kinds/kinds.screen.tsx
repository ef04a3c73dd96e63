import { DensityToggle } from '@butaca/ui';
import { useVideoPages } from '../../../shared/card/card-list.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { CardGrid } from '../../../shared/grid/card-grid.tsx';
import { useDensity } from '../../../shared/filters.ts';
import { documentales, doramas, kindPageSize, novelas, type Kind } from './kinds.ts';

/** The screen «Documentales»: every documentary of the catalogue. */
export const DocumentalesScreen = () => <KindScreen kind={documentales} />;
/** The screen «Doramas»: every dorama (Asian television series) of the catalogue. */
export const DoramasScreen = () => <KindScreen kind={doramas} />;
/** The screen «Novelas»: every telenovela of the catalogue. */
export const NovelasScreen = () => <KindScreen kind={novelas} />;

/**
 * The screen that lists all titles of one video type. Where the person's plan opens none of them, the grid says so above
 * the locked posters.
 */
function KindScreen({ kind }: { kind: Kind }) {
  const [density, setDensity] = useDensity();
  const list = useVideoPages({ tipo: kind.tipo }, kindPageSize);
  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>{kind.title}</h1>
        <div className="page__tools">
          <DensityToggle density={density} onDensityChange={setDensity} />
        </div>
      </div>
      <CardGrid
        label={kind.title}
        list={list}
        section={kind.section}
        density={density}
        waiting={kind.waiting}
        failed={kind.failed}
        empty={kind.empty}
        emptyReason={kind.emptyReason}
        emptyAction={<UploadDoor variant="primary" />}
      />
    </main>
  );
}
