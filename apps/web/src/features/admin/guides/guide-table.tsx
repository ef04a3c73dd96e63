import type { GuideSource } from '@butaca/contract';
import { Badge, Button, IconButton, notify, ProgressBar, Table } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { badgeOf, contentInWords, originInWords, progressInWords, scheduleInWords } from './guide-words.ts';
import { changeGuide, everyGuideQuery, refreshGuide } from './guides.queries.ts';
import { useGuideMoves, type GuideMove } from './use-guide-moves.ts';

/** What the dialogs of a guide do. */
export type GuideAct = 'edit' | 'replace' | 'remove';

/** The table of the guides by their places: of two guides that have a channel, the upper one is shown. */
export function GuideTable({
  sources,
  onAct,
}: {
  sources: readonly GuideSource[];
  onAct: (act: GuideAct, source: GuideSource) => void;
}) {
  const moves = useGuideMoves();
  return (
    <>
      {sources.length > 1 && (
        <p className="guides__intro">Si dos guías tienen un canal, se usa la que está más arriba.</p>
      )}
      <Table
        label="Guías"
        className="guides__table"
        rows={sources}
        rowKey={({ _id }) => _id}
        columns={[
          {
            id: 'name',
            header: 'Guía',
            card: 'title',
            cell: (source) => (
              <span className="guides__name">
                {sources.length > 1 && (
                  <Places source={source} last={sources.length} isBusy={moves.isBusy} onMove={moves.move} />
                )}
                <span>
                  <b>{source.name}</b>
                  <small>{originInWords(source)}</small>
                </span>
              </span>
            ),
          },
          { id: 'state', header: 'Estado', cell: (source) => <Standing source={source} /> },
          {
            id: 'content',
            header: 'Contiene',
            cell: (source) => <Lines lines={contentInWords(source)} />,
          },
          {
            id: 'schedule',
            header: 'Actualización',
            cell: (source) => <Lines lines={scheduleInWords(source)} />,
          },
          {
            id: 'actions',
            header: 'Acciones',
            align: 'end',
            width: '15.5rem',
            card: 'actions',
            cell: (source) => <Acts source={source} onAct={onAct} />,
          },
        ]}
      />
    </>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <span className="guides__lines">
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
);

/** The place of a guide with the buttons that move it. */
function Places({
  source: { _id: id, name, place },
  last,
  isBusy,
  onMove,
}: {
  source: GuideSource;
  last: number;
  isBusy: boolean;
  onMove: (move: GuideMove) => void;
}) {
  return (
    <span className="guides__place">
      <IconButton
        label={`Subir ${name}`}
        data-move={`${id} up`}
        disabled={place === 1}
        aria-disabled={isBusy}
        onClick={() => onMove({ id, direction: 'up', place: place - 1 })}
      >
        <ChevronUp className="ico" />
      </IconButton>
      <span className="num">
        <span className="vh">Lugar </span>
        {place}
      </span>
      <IconButton
        label={`Bajar ${name}`}
        data-move={`${id} down`}
        disabled={place === last}
        aria-disabled={isBusy}
        onClick={() => onMove({ id, direction: 'down', place: place + 1 })}
      >
        <ChevronDown className="ico" />
      </IconButton>
    </span>
  );
}

function Standing({ source }: { source: GuideSource }) {
  const { label, tone } = badgeOf(source);
  const progress = source.progress === null ? undefined : progressInWords(source.progress);
  return (
    <span className="guides__state">
      <Badge tone={tone}>{label}</Badge>
      {progress !== undefined && (
        <ProgressBar value={progress.percent} label={progress.label} detail={progress.detail} />
      )}
      {source.state === 'failed' && source.error !== null && <span>{source.error}</span>}
    </span>
  );
}

function Acts({
  source,
  onAct,
}: {
  source: GuideSource;
  onAct: (act: GuideAct, source: GuideSource) => void;
}) {
  const { _id: id, name, kind, state, isPaused } = source;
  const queryClient = useQueryClient();
  const act = useMutation({
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: string }) => call(),
    onSuccess: (_answer, { done }) => notify.ok(done),
    onError: (error) => notify.error(messageOf(error, 'No se pudo cambiar la guía.')),
    onSettled: () => queryClient.invalidateQueries(everyGuideQuery),
  });
  const button = (label: string, onClick: () => void, isDisabled = false) => (
    <Button size="xs" variant="line" quiet disabled={isDisabled} onClick={onClick}>
      {label} <span className="vh">{name}</span>
    </Button>
  );
  return (
    <span className="guides__buttons">
      {button(
        kind === 'file' ? 'Leer de nuevo' : 'Actualizar ahora',
        () => act.mutate({ call: () => refreshGuide(id), done: 'Actualizando la guía...' }),
        state === 'refreshing' || act.isPending,
      )}
      {kind === 'file'
        ? button('Cambiar archivo', () => onAct('replace', source))
        : button(isPaused ? 'Reanudar' : 'Pausar', () =>
            act.mutate({
              call: () => changeGuide(id, { isPaused: !isPaused }),
              done: isPaused ? 'Actualizaciones reanudadas.' : 'Actualizaciones en pausa.',
            }),
          )}
      {button('Editar', () => onAct('edit', source))}
      {button('Eliminar', () => onAct('remove', source))}
    </span>
  );
}
