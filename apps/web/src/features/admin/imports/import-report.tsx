import type { Import, ImportOutcome, ImportRow } from '@butaca/contract';
import {
  Badge,
  Button,
  ChipGroup,
  EmptyState,
  ErrorState,
  notify,
  Pagination,
  SkeletonRows,
  Table,
} from '@butaca/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { outcomes, outcomeWordsOf } from './import-words.ts';
import { downloadReport, importRowsQuery } from './imports.queries.ts';

/**
 * The table that says for each entry of an imported list, in the order of the file, whether it was added, updated,
 * duplicate or skipped; the URL holds the filter and the page number.
 */
export function ImportReport({ of: described }: { of: Import }) {
  const { _id: id } = described;
  const words = outcomeWordsOf(described);
  const [query, setQuery] = useSearchParams();
  const outcome = outcomes.find((each) => each === query.get('resultado')) ?? '';
  const page = Math.max(1, Math.trunc(Number(query.get('fila'))) || 1);
  const rows = useQuery(importRowsQuery(id, page, outcome));
  const show = (next: { outcome?: ImportOutcome | ''; page?: number }): void => {
    const wanted = { outcome, page: 1, ...next };
    setQuery((present) => {
      const address = new URLSearchParams(present);
      address.delete('resultado');
      address.delete('fila');
      if (wanted.outcome !== '') address.set('resultado', wanted.outcome);
      if (wanted.page > 1) address.set('fila', String(wanted.page));
      return address;
    });
  };
  const download = useMutation({
    mutationFn: () => downloadReport(id),
    onError: (error) => notify.error(messageOf(error, 'No se pudo descargar el informe.')),
  });
  return (
    <section className="report" aria-labelledby="import-report">
      <div className="report__head">
        <h2 id="import-report">Informe</h2>
        <Button
          size="sm"
          variant="line"
          icon={<Download className="ico" />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Descargar CSV
        </Button>
      </div>
      <ChipGroup
        label="Resultado de las entradas"
        items={[
          { value: '', label: 'Todas' },
          ...outcomes.map((value) => ({ value, label: words[value].many })),
        ]}
        value={outcome}
        onValueChange={(value) => show({ outcome: outcomes.find((each) => each === value) ?? '' })}
      />
      {rows.isPending && <SkeletonRows count={8} label="Cargando informe..." />}
      {rows.isError && (
        <ErrorState
          panel
          headingLevel={3}
          title={messageOf(rows.error, 'No se pudo cargar el informe.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void rows.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {rows.isSuccess && rows.data.rows.length === 0 && (
        <EmptyState panel headingLevel={3} title="Ninguna entrada tiene ese resultado." />
      )}
      {rows.isSuccess && rows.data.rows.length > 0 && (
        <>
          <Table
            label="Informe de la importación"
            className="report__table"
            dense
            rows={rows.data.rows}
            rowKey={({ line, title }) => `${line} ${title}`}
            columns={columnsOf(words)}
          />
          <Pagination
            label="Páginas del informe"
            page={page}
            totalPages={rows.data.totalPages}
            onPageChange={(next) => show({ page: next })}
            summary={`Mostrando ${rows.data.rows.length} de ${rows.data.total.toLocaleString('es')} entradas`}
          />
        </>
      )}
    </section>
  );
}

const columnsOf = (words: ReturnType<typeof outcomeWordsOf>) => [
  {
    id: 'title',
    header: 'Título',
    card: 'title' as const,
    cell: ({ title, group }: ImportRow) => (
      <span className="groups__name">
        <b>{title || '—'}</b>
        <small>{group}</small>
      </span>
    ),
  },
  {
    id: 'line',
    header: 'Línea',
    align: 'end' as const,
    cell: ({ line }: ImportRow) => <span className="num">{line.toLocaleString('es')}</span>,
  },
  {
    id: 'outcome',
    header: 'Resultado',
    cell: ({ outcome }: ImportRow) => <Badge tone={words[outcome].tone}>{words[outcome].one}</Badge>,
  },
  { id: 'reason', header: 'Motivo', cell: ({ reason }: ImportRow) => reason ?? '—' },
  { id: 'target', header: 'Pertenece a', cell: ({ target }: ImportRow) => <Target of={target} /> },
];

function Target({ of: target }: { of: ImportRow['target'] }) {
  if (target === null) return '—';
  const tab = target.kind === 'video' ? 'add_vod' : 'add_channel';
  return (
    <Link className="report__link" to={{ search: `?tab=${tab}&id=${encodeURIComponent(target._id)}` }}>
      {target.name}
    </Link>
  );
}
