import type { FilmMergeResult, FilmMergeStats } from '@butaca/contract';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  notify,
  Notice,
  ProgressBar,
  SkeletonRows,
} from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../platform/counted.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import './film-merge.css';
import { FilmMergeResultPanel } from './film-merge-result.tsx';
import { filmMergeProgressQuery, filmMergeStatsQuery, mergeFilms } from './film-merge.queries.ts';
import { SeriesList } from './series-list.tsx';
import { UndoFilmMerge } from './undo-film-merge.tsx';

const unknownFailure = 'Error desconocido.';

/** «Migración»: merges films that are really chapters of a series into that series, after a preview of the result. */
export function FilmMergePanel() {
  const queryClient = useQueryClient();
  const stats = useQuery(filmMergeStatsQuery());
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [isAsking, setIsAsking] = useState(false);
  const [result, setResult] = useState<FilmMergeResult>();
  const execution = useMutation({
    mutationFn: () => mergeFilms(names),
    onMutate: () => setResult(undefined),
    onSuccess(answer) {
      setResult(answer);
      setNames({});
    },
    onError: (error) => notify.error(`Error durante la migración: ${messageOf(error, unknownFailure)}`),
    onSettled: () => queryClient.invalidateQueries(),
  });

  if (stats.isPending) return <SkeletonRows count={6} label="Cargando estadísticas..." />;
  if (stats.isError) {
    return (
      <ErrorState
        title={`Error al cargar estadísticas: ${messageOf(stats.error, unknownFailure)}`}
        action={
          <Button variant="primary" size="sm" onClick={() => void stats.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  const { data } = stats;
  const named = data.nameless.filter(({ key }) => (names[key] ?? '').trim() !== '').length;
  const canExecute = data.totalSeries > 0 || named > 0;
  return (
    <div className="film-merge">
      {result !== undefined && <FilmMergeResultPanel result={result} onClose={() => setResult(undefined)} />}
      <UndoFilmMerge lastRun={data.lastRun} disabled={execution.isPending} />
      <StatsCards stats={data} />
      <Warnings />
      <div className="film-merge__bar">
        <Button
          size="sm"
          icon={<RefreshCw className="ico" />}
          loading={stats.isFetching && !execution.isPending}
          disabled={execution.isPending}
          onClick={() => void stats.refetch()}
        >
          Actualizar
        </Button>
        <Button
          variant="primary"
          size="sm"
          disabled={!canExecute}
          loading={execution.isPending}
          onClick={() => setIsAsking(true)}
        >
          {execution.isPending ? 'Migrando...' : 'Ejecutar migración'}
        </Button>
      </div>
      {execution.isPending && <FilmMergeProgress />}
      {data.totalMovieChapters === 0 ? (
        <EmptyState
          title="No hay películas que parezcan capítulos."
          reason="La migración busca títulos como «1x11 Título» o «Serie S01E02» entre las películas."
        />
      ) : (
        <SeriesList
          stats={data}
          names={names}
          disabled={execution.isPending}
          onRename={(key, name) => setNames((before) => ({ ...before, [key]: name }))}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="¿Ejecutar la migración?"
        confirmLabel="Ejecutar migración"
        onConfirm={() => {
          setIsAsking(false);
          execution.mutate();
        }}
      >
        {sentenceOfLoss(data)} Esta operación no se puede deshacer.
      </ConfirmDialog>
    </div>
  );
}

function sentenceOfLoss({ totalSeries, seriesDetails }: FilmMergeStats): string {
  const films = seriesDetails.reduce((sum, { totalChapters }) => sum + totalChapters, 0);
  return (
    `${films === 1 ? 'Se eliminará 1 película y su capítulo quedará' : `Se eliminarán ${films.toLocaleString('es')} películas y sus capítulos quedarán`} en ` +
    `${counted(totalSeries, 'serie', 'series')}. Antes se guardará una copia de seguridad.`
  );
}

function StatsCards({ stats }: { stats: FilmMergeStats }) {
  const cards = [
    ['Películas que parecen capítulos', stats.totalMovieChapters],
    ['Series detectadas', stats.totalSeries],
    ['Temporadas en total', stats.totalSeasons],
  ] as const;
  return (
    <dl className="film-merge__cards">
      {cards.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{count.toLocaleString('es')}</dd>
        </div>
      ))}
    </dl>
  );
}

function Warnings() {
  return (
    <Notice tone="info" title="Antes de ejecutar la migración">
      <ul className="film-merge__warnings">
        <li>Elimina las entradas individuales de las películas que pasan a ser capítulos.</li>
        <li>Antes de empezar se guarda automáticamente una copia de seguridad; se recomienda conservarla.</li>
        <li>Puede tardar varios minutos.</li>
        <li>Se puede deshacer mientras no cambies el catálogo.</li>
      </ul>
    </Notice>
  );
}

const phaseWords = {
  backup: 'Guardando una copia de seguridad...',
  reading: 'Leyendo las películas...',
  writing: 'Creando las series...',
  undoing: 'Deshaciendo la migración...',
} as const;

/**
 * The progress of «Migración» (merging films into series): what the server does now and, once known, how much of it is
 * done.
 */
function FilmMergeProgress() {
  const { data } = useQuery(filmMergeProgressQuery());
  const { phase, done, total } = data ?? { phase: null, done: 0, total: null };
  const percent = total === null || total === 0 ? null : Math.floor((done / total) * 100);
  return (
    <ProgressBar
      value={percent}
      label={phase === null ? 'Migrando...' : phaseWords[phase]}
      detail={
        percent === null
          ? ''
          : `${done.toLocaleString('es')} de ${(total ?? 0).toLocaleString('es')} · ${percent} %`
      }
    />
  );
}
