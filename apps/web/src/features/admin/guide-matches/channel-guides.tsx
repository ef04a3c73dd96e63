import type { GuideMatch, GuideMatchState } from '@butaca/contract';
import {
  Button,
  EmptyState,
  ErrorState,
  Pagination,
  Select,
  SkeletonRows,
  Table,
  TableTitle,
} from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { counted } from '../../../platform/counted.ts';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { AddressSearch } from '../lists/address-search.tsx';
import { ChangeGuide } from './change-guide.tsx';
import { describeChannel, describeLink } from './guide-match-words.ts';
import './guide-matches.css';
import { channelGuidesQuery } from './guide-matches.queries.ts';

const stateOptions: readonly { value: GuideMatchState; label: string }[] = [
  { value: 'matched', label: 'Con guía, encontrada sola' },
  { value: 'decided', label: 'Elegidos a mano' },
  { value: 'unsure', label: 'Por confirmar' },
  { value: 'none', label: 'Sin guía' },
];

const readState = (text: string | null): GuideMatchState =>
  stateOptions.find(({ value }) => value === text)?.value ?? 'matched';

/** «Guía de cada canal»: from which channel of a guide each channel has its programmes, which can be changed by hand. */
export function ChannelGuides() {
  const [query, setQuery] = useSearchParams();
  const state = readState(query.get('estado'));
  const words = query.get('buscar') ?? '';
  const page = Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1);
  const found = useQuery(channelGuidesQuery(state, words, page));
  const [opened, setOpened] = useState<GuideMatch>();
  const show = (next: { state?: GuideMatchState; words?: string; page?: number }): void => {
    const wanted = { state, words, page: 1, ...next };
    setQuery({
      tab: 'guide_channels',
      estado: wanted.state,
      ...(wanted.words !== '' && { buscar: wanted.words }),
      ...(wanted.page > 1 && { pagina: String(wanted.page) }),
    });
  };
  const { matches = [], total = 0, totalPages = 0 } = found.data ?? {};
  return (
    <div className="channelguides">
      <div className="toolbar">
        <AddressSearch
          label="Buscar canal"
          placeholder="Buscar por nombre..."
          search={words}
          onSearch={(text) => show({ words: text })}
        />
        <Select
          label="Mostrar"
          hideLabel
          size="sm"
          options={stateOptions}
          value={state}
          onChange={(event) => show({ state: readState(event.currentTarget.value) })}
        />
      </div>
      {found.isPending && <SkeletonRows count={8} label="Cargando canales..." />}
      {found.isLoadingError && (
        <ErrorState
          title={messageOf(found.error, 'No se pudieron cargar los canales.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void found.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {found.isSuccess && matches.length === 0 && (
        <EmptyState
          title="No hay canales para mostrar."
          reason={words === '' ? 'Elige arriba otros canales.' : `Ninguno de estos se llama «${words}».`}
        />
      )}
      {matches.length > 0 && (
        <>
          <MatchTable matches={matches} onOpen={setOpened} />
          <Pagination
            page={page}
            totalPages={totalPages}
            onPageChange={(next) => show({ page: next })}
            summary={`Mostrando ${matches.length} de ${counted(total, 'canal', 'canales')}`}
          />
        </>
      )}
      {opened !== undefined && <ChangeGuide match={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function MatchTable({
  matches,
  onOpen,
}: {
  matches: readonly GuideMatch[];
  onOpen: (match: GuideMatch) => void;
}) {
  return (
    <Table
      label="Guía de cada canal"
      className="channelguides__table"
      rows={matches}
      rowKey={({ channelId }) => channelId}
      columns={[
        {
          id: 'name',
          header: 'Canal',
          card: 'title',
          cell: (match) => (
            <TableTitle
              name={match.name}
              detail={describeChannel(match)}
              imageShape="logo"
              imageUrl={match.logo}
            />
          ),
        },
        {
          id: 'guide',
          header: 'En la guía',
          cell: (match) => {
            const { name, detail } = describeLink(match);
            return (
              <span className="channelguides__link">
                <b>{name}</b>
                <small>{detail}</small>
              </span>
            );
          },
        },
        {
          id: 'actions',
          header: 'Acciones',
          align: 'end',
          card: 'actions',
          cell: (match) => (
            <Button size="xs" variant="line" quiet onClick={() => onOpen(match)}>
              {match.link === null && match.decision === null ? 'Elegir guía' : 'Cambiar'}{' '}
              <span className="vh">{match.name}</span>
            </Button>
          ),
        },
      ]}
    />
  );
}
