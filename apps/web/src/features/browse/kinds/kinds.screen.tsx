import { Button, DeniedState, DensityToggle } from '@butaca/ui';
import { Link } from 'react-router';
import { PlansDoor } from '../../../shared/access/plans-door.tsx';
import { SectionDenial } from '../../../shared/access/section-denial.tsx';
import { useSectionEntry } from '../../../shared/access/section-entry.ts';
import { useVideoPages } from '../../../shared/card/card-list.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { CardGrid } from '../../../shared/grid/card-grid.tsx';
import { useDensity } from '../../../shared/filters.ts';
import { paths } from '../../../shared/paths.ts';
import { documentales, doramas, kindPageSize, novelas, type Kind } from './kinds.ts';

/** The screen «Documentales»: every documentary of the catalogue. */
export const DocumentalesScreen = () => <KindScreen kind={documentales} />;
/** The screen «Doramas»: every dorama (Asian television series) of the catalogue. */
export const DoramasScreen = () => <KindScreen kind={doramas} />;
/** The screen «Novelas»: every telenovela of the catalogue. */
export const NovelasScreen = () => <KindScreen kind={novelas} />;

/** The screen that lists all titles of one video type, or a denial if the person's plan does not open that type. */
function KindScreen({ kind }: { kind: Kind }) {
  const mayEnter = useSectionEntry();
  const { section } = kind;
  if (section !== undefined && !mayEnter(section)) return <Denied title={kind.title} section={section} />;
  return <KindGrid kind={kind} />;
}

function KindGrid({ kind }: { kind: Kind }) {
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
        density={density}
        waiting={kind.waiting}
        failed={kind.failed}
        empty={kind.empty}
        emptyReason={kind.emptyReason}
        emptyAction={<UploadDoor of="videos" variant="primary" />}
      />
    </main>
  );
}

/** Says that the person's plan does not open this screen: a toast that disappears, and an explanation that stays. */
function Denied({ title, section }: { title: string; section: string }) {
  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      <SectionDenial section={section} />
      <DeniedState
        title="Acceso denegado"
        reason="Actualiza tu plan para acceder a todo el contenido premium."
        action={
          <>
            <Button variant="primary" render={<Link to={paths.home} />}>
              Ir al inicio
            </Button>
            <PlansDoor size="md" />
          </>
        }
      />
    </main>
  );
}
