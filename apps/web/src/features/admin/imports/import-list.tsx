import type { Import } from '@butaca/contract';
import { Badge, Button, EmptyState, ErrorState, Pagination, SkeletonRows, Table } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { counted } from '../../../platform/counted.ts';
import { momentInWords } from '../../../platform/moment.ts';
import { ImportDetails } from './import-details.tsx';
import { ImportProgress } from './import-progress.tsx';
import { describeForm, statusWords } from './import-words.ts';
import './imports.css';
import { importsQuery } from './imports.queries.ts';
import { ReadAgain } from './read-again.tsx';
import { ReadingHint } from './reading-hint.tsx';
import { useWatchedImport } from './use-watched-import.ts';

/**
 * «Importaciones»: the running import of an M3U list, the table of earlier imports, the page of the import that the URL
 * names, and with `leer` «Leer de nuevo».
 */
export function ImportList() {
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id === null && query.has('leer')) return <ReadAgain />;
  return id === null ? <History /> : <ImportDetails key={id} id={id} />;
}

function History() {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1);
  const imports = useQuery(importsQuery(page));
  const running = imports.data?.imports.filter(({ status }) => status === 'running') ?? [];
  return (
    <div className="imports">
      <p className="upload__intro">
        <Link to={{ search: '?tab=add_list' }}>Agregar lista</Link>
        <Link to={{ search: '?tab=imports&leer=1' }}>Leer de nuevo</Link>
      </p>
      <ReadingHint />
      {running.map(({ _id }) => (
        <RunningImport key={_id} id={_id} />
      ))}
      {imports.isPending && <SkeletonRows count={8} label="Cargando importaciones..." />}
      {imports.isError && (
        <ErrorState
          title={messageOf(imports.error, 'No se pudieron cargar las importaciones.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void imports.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {imports.isSuccess && imports.data.imports.length === 0 && (
        <EmptyState
          title="Todavía no hay importaciones."
          reason="Aquí queda cada lista que se sube, con su informe, y se puede deshacer."
        />
      )}
      {imports.isSuccess && imports.data.imports.length > 0 && (
        <>
          <Table
            label="Importaciones"
            className="imports__table"
            rows={imports.data.imports}
            rowKey={({ _id }) => _id}
            columns={columns}
          />
          <Pagination
            page={page}
            totalPages={imports.data.totalPages}
            onPageChange={(next) => setQuery({ tab: 'imports', ...(next > 1 && { pagina: String(next) }) })}
            summary={`Mostrando ${imports.data.imports.length} de ${imports.data.total.toLocaleString('es')} importaciones`}
          />
        </>
      )}
    </div>
  );
}

function RunningImport({ id }: { id: string }) {
  const { data } = useWatchedImport(id);
  return data?.status === 'running' ? <ImportProgress running={data} /> : null;
}

const columns = [
  {
    id: 'file',
    header: 'Archivo',
    card: 'title' as const,
    cell: (each: Import) => (
      <span className="groups__name">
        <b>
          <Link className="report__link" to={{ search: `?tab=imports&id=${each._id}` }}>
            {each.fileName}
          </Link>
        </b>
        <small>{describeForm(each)}</small>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Estado',
    cell: ({ status }: Import) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
  },
  { id: 'counts', header: 'Entradas', cell: (each: Import) => <Counts of={each} /> },
  { id: 'who', header: 'Quién', cell: ({ username }: Import) => username },
  {
    id: 'when',
    header: 'Cuándo',
    cell: ({ createdAt }: Import) => <time dateTime={createdAt}>{momentInWords(createdAt)}</time>,
  },
  {
    id: 'actions',
    header: 'Acciones',
    align: 'end' as const,
    card: 'actions' as const,
    cell: (each: Import) => (
      <span>
        <Button
          size="xs"
          variant="line"
          quiet
          render={<Link to={{ search: `?tab=imports&id=${each._id}` }} />}
        >
          {each.status === 'preview' ? 'Revisar' : 'Detalles'} <span className="vh">{each.fileName}</span>
        </Button>
      </span>
    ),
  },
];

function Counts({ of: { entries, added, updated, duplicates, skipped } }: { of: Import }) {
  const parts = [
    [added, 'añadido', 'añadidos'],
    [updated, 'actualizado', 'actualizados'],
    [duplicates, 'duplicado', 'duplicados'],
    [skipped, 'omitido', 'omitidos'],
  ] as const;
  return (
    <span className="groups__entries">
      <b className="num">{entries.toLocaleString('es')}</b>
      <small>
        {parts
          .filter(([count]) => count > 0)
          .map(([count, one, many]) => counted(count, one, many))
          .join(', ')}
      </small>
    </span>
  );
}
