import type { Import, ImportRow } from '@butaca/contract';
import {
  Badge,
  Button,
  Checkbox,
  ChipGroup,
  EmptyState,
  ErrorState,
  notify,
  Pagination,
  Select,
  SkeletonRows,
  Table,
} from '@butaca/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { listTags } from './entry-words.ts';
import type { ChosenKind, EntryChoices } from './group-choices.ts';
import { groupTypes, outcomes, outcomeWordsOf, typeNames } from './import-words.ts';
import { downloadReport, importRowsQuery, type RowFilter } from './imports.queries.ts';

/** What a person chooses for entries of a preview. */
export interface EntryChoosing {
  choices: EntryChoices;
  disabled: boolean;
  onChoose: (position: number, chosen: ChosenKind) => void;
}

/**
 * The table that says for each entry of an imported list, in the order of the file, whether it was added, updated,
 * duplicate or skipped; the URL holds the filter and the page number. The report of a preview begins with the doubtful
 * entries, and lets the person choose what each entry becomes.
 */
export function ImportReport({ of: described, choosing }: { of: Import; choosing?: EntryChoosing }) {
  const { _id: id } = described;
  const words = outcomeWordsOf(described);
  const [query, setQuery] = useSearchParams();
  const isPreview = described.status === 'preview';
  const filters: readonly { value: RowFilter; label: string }[] = [
    { value: '', label: 'Todas' },
    ...(isPreview
      ? [{ value: 'dudosas' as const, label: `Dudosas (${described.doubtful.toLocaleString('es')})` }]
      : []),
    ...outcomes.map((value) => ({ value, label: words[value].many })),
  ];
  const filterOf = (text: string | null): RowFilter =>
    filters.find(({ value }) => value === text)?.value ?? '';
  const filter = filterOf(query.get('resultado'));
  const page = Math.max(1, Math.trunc(Number(query.get('fila'))) || 1);
  const rows = useQuery(importRowsQuery(id, page, filter));
  const show = (next: { filter?: RowFilter; page?: number }): void => {
    const wanted = { filter, page: 1, ...next };
    setQuery((present) => {
      const address = new URLSearchParams(present);
      address.delete('resultado');
      address.delete('fila');
      if (wanted.filter !== '') address.set('resultado', wanted.filter);
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
        items={filters}
        value={filter}
        onValueChange={(value) => show({ filter: filterOf(value) })}
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
        <EmptyState
          panel
          headingLevel={3}
          title={filter === 'dudosas' ? 'Ninguna entrada es dudosa.' : 'Ninguna entrada tiene ese resultado.'}
        />
      )}
      {rows.isSuccess && rows.data.rows.length > 0 && (
        <>
          <Table
            label="Informe de la importación"
            className="report__table"
            dense
            rows={rows.data.rows}
            rowKey={({ position }) => String(position)}
            columns={columnsOf(words, isPreview ? choosing : undefined)}
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

const columnsOf = (words: ReturnType<typeof outcomeWordsOf>, choosing: EntryChoosing | undefined) => [
  {
    id: 'title',
    header: 'Título',
    card: 'title' as const,
    cell: ({ title, group, reading }: ImportRow) => (
      <span className="groups__name">
        <b>{title || '—'}</b>
        <small>
          {[...(group === '' ? [] : [group]), ...(reading === null ? [] : listTags(reading))].join(' · ')}
        </small>
      </span>
    ),
  },
  {
    id: 'line',
    header: 'Línea',
    align: 'end' as const,
    cell: ({ line }: ImportRow) => <span className="num">{line.toLocaleString('es')}</span>,
  },
  ...(choosing === undefined
    ? []
    : [
        {
          id: 'type',
          header: 'Tipo',
          cell: (row: ImportRow) => <EntryType of={row} {...choosing} />,
        },
      ]),
  {
    id: 'outcome',
    header: 'Resultado',
    cell: ({ outcome }: ImportRow) => <Badge tone={words[outcome].tone}>{words[outcome].one}</Badge>,
  },
  {
    id: 'reason',
    header: 'Motivo',
    width: choosing === undefined ? undefined : '15rem',
    cell: ({ reason, reading }: ImportRow) =>
      typeof reading?.doubt === 'string' ? (
        <span className="report__doubt">
          <Badge tone="warn">Dudosa</Badge> {reading.doubt}
        </span>
      ) : (
        (reason ?? '—')
      ),
  },
  { id: 'target', header: 'Pertenece a', cell: ({ target }: ImportRow) => <Target of={target} /> },
];

const automatic = 'auto';

/** What an entry of a preview becomes, and whether all that is alike becomes it; the first kind leaves it to the server. */
function EntryType({
  of: { position, title, reading },
  choices,
  disabled,
  onChoose,
}: { of: ImportRow } & EntryChoosing) {
  if (reading === null) return '—';
  const choice = choices.get(position);
  const chosen = choice === undefined ? (reading.isChosen ? reading.tipo : null) : choice.tipo;
  const isKnown = choice === undefined && !reading.isChosen;
  return (
    <span className="report__type">
      <Select
        label={`Tipo de la entrada ${title}`}
        hideLabel
        size="sm"
        disabled={disabled}
        options={[
          { value: automatic, label: isKnown ? `Automático: ${typeNames[reading.tipo]}` : 'Automático' },
          ...groupTypes.map((tipo) => ({ value: tipo, label: typeNames[tipo] })),
        ]}
        value={chosen ?? automatic}
        onChange={(event) => {
          const tipo = groupTypes.find((each) => each === event.currentTarget.value) ?? null;
          onChoose(position, { tipo, isForAlike: choice?.isForAlike ?? false });
        }}
      />
      {choice !== undefined && reading.form !== null && (
        <Checkbox
          label={`Para todo lo que se parezca: ${reading.form}`}
          disabled={disabled}
          checked={choice.isForAlike}
          onChange={(event) => onChoose(position, { ...choice, isForAlike: event.currentTarget.checked })}
        />
      )}
    </span>
  );
}

function Target({ of: target }: { of: ImportRow['target'] }) {
  if (target === null) return '—';
  const tab = target.kind === 'video' ? 'add_vod' : 'add_channel';
  return (
    <Link className="report__link" to={{ search: `?tab=${tab}&id=${encodeURIComponent(target._id)}` }}>
      {target.name}
    </Link>
  );
}
