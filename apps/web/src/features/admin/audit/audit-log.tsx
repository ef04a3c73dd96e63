import type { AuditEntry } from '@butaca/contract';
import { Button, EmptyState, ErrorState, Pagination, Select, SkeletonRows, Table } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { secondInWords } from '../../../platform/moment.ts';
import { AddressSearch } from '../lists/address-search.tsx';
import './audit-log.css';
import { auditKinds, describeAction, listChanges } from './audit-words.ts';
import { auditQuery } from './audit.queries.ts';
import { UndoAddition } from './undo-addition.tsx';

interface AuditView {
  page: number;
  kind: string;
  search: string;
}

/**
 * «Registro»: the log of what administrators did and viewers added to collections, with the person, the action, the
 * changed values and the time of each entry.
 */
export function AuditLog() {
  const [query, setQuery] = useSearchParams();
  const kind = query.get('tipo') ?? '';
  const view: AuditView = {
    page: Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1),
    kind: kind in auditKinds ? kind : '',
    search: query.get('buscar') ?? '',
  };
  const audit = useQuery(auditQuery(view.page, view.kind, view.search));
  const show = (next: Partial<AuditView>, isReplaced = false): void => {
    const wanted = { ...view, page: 1, ...next };
    setQuery(
      {
        tab: 'audit',
        ...(wanted.kind !== '' && { tipo: wanted.kind }),
        ...(wanted.search !== '' && { buscar: wanted.search }),
        ...(wanted.page > 1 && { pagina: String(wanted.page) }),
      },
      { replace: isReplaced },
    );
  };
  return (
    <>
      <form className="toolbar audit__tools" role="search" onSubmit={(event) => event.preventDefault()}>
        <AddressSearch
          label="Buscar en el registro"
          placeholder="Buscar por persona o nombre..."
          search={view.search}
          onSearch={(search) => show({ search }, true)}
        />
        <Select
          label="Tipo de acción"
          hideLabel
          size="sm"
          options={[
            { value: '', label: 'Todas las acciones' },
            ...Object.entries(auditKinds).map(([value, label]) => ({ value, label })),
          ]}
          value={view.kind}
          onChange={(event) => show({ kind: event.currentTarget.value })}
        />
      </form>
      {audit.isPending && <SkeletonRows count={10} label="Cargando registro..." />}
      {audit.isError && (
        <ErrorState
          title={messageOf(audit.error, 'No se pudo cargar el registro.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void audit.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {audit.isSuccess && audit.data.entries.length === 0 && (
        <EmptyState
          title="No hay acciones registradas."
          reason={
            view.kind + view.search === ''
              ? 'Aquí queda lo que hace cada administrador.'
              : 'Ninguna coincide con la búsqueda.'
          }
        />
      )}
      {audit.isSuccess && audit.data.entries.length > 0 && (
        <>
          <Table
            label="Registro"
            className="audit"
            dense
            rows={audit.data.entries}
            rowKey={(entry) => entry._id}
            columns={columns}
          />
          <Pagination
            page={view.page}
            totalPages={audit.data.totalPages}
            onPageChange={(page) => show({ page })}
            summary={`Mostrando ${audit.data.entries.length} de ${audit.data.total.toLocaleString('es')} acciones`}
          />
        </>
      )}
    </>
  );
}

const columns = [
  {
    id: 'what',
    header: 'Acción',
    card: 'title' as const,
    cell: ({ action, subjectName }: AuditEntry) => (
      <span className="audit__what">
        {describeAction(action)} <b>{subjectName}</b>
      </span>
    ),
  },
  {
    id: 'changes',
    header: 'Cambios',
    cell: (entry: AuditEntry) => (
      <>
        <Changes entry={entry} />
        {entry.action === 'collection.add_items' ? <UndoAddition entry={entry} /> : null}
      </>
    ),
  },
  { id: 'who', header: 'Quién', cell: ({ username }: AuditEntry) => username },
  {
    id: 'when',
    header: 'Cuándo',
    cell: ({ at }: AuditEntry) => <time dateTime={at}>{secondInWords(at)}</time>,
  },
];

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = listChanges(entry);
  if (changes.length === 0) return '—';
  return (
    <ul className="audit__changes">
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <span className="audit__field">{name}:</span>{' '}
          {before !== undefined && (
            <span className={after === undefined ? '' : 'audit__before'}>{before}</span>
          )}
          {before !== undefined && after !== undefined && (
            <>
              {' '}
              <ArrowRight className="ico" role="img" aria-label="pasó a" />{' '}
            </>
          )}
          {after !== undefined && <span>{after}</span>}
        </li>
      ))}
    </ul>
  );
}
