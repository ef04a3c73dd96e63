import type { ReadingChange, ReadingCounts, ReadingState } from '@butaca/contract';
import { Button, ConfirmDialog, ErrorState, notify, Notice, ProgressBar, SkeletonRows } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { counted } from '../../../platform/counted.ts';
import { momentInWords } from '../../../platform/moment.ts';
import './read-again.css';
import {
  applyReading,
  isGoingOn,
  readingQuery,
  showReading,
  startReading,
  undoReading,
} from './reading.queries.ts';

type Run = NonNullable<ReadingState['run']>;

/**
 * «Leer de nuevo»: has the titles of imported lists read with the present reader, shows what would change, applies that,
 * and takes it back.
 */
export function ReadAgain() {
  const reading = useQuery(readingQuery());
  return (
    <div className="imports read-again">
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<ArrowLeft className="ico" />}
          render={<Link to={{ search: '?tab=imports' }} />}
        >
          Todas las importaciones
        </Button>
      </div>
      <header className="imports__head">
        <h2>Leer de nuevo</h2>
        <p>
          Lee otra vez los nombres de las películas y series de tus listas, con el lector de esta versión y
          sin subir nada. Primero verás qué cambiaría. Lo que se editó a mano se queda como está, y se
          conservan los favoritos y lo que cada persona lleva visto.
        </p>
      </header>
      {reading.isPending && <SkeletonRows count={3} label="Cargando la última lectura..." />}
      {reading.isError && reading.data === undefined && (
        <ErrorState
          title={messageOf(reading.error, 'No se pudo cargar la última lectura.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void reading.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {reading.data !== undefined && <Present reading={reading.data} />}
    </div>
  );
}

function Present({ reading: { run, undoable } }: { reading: ReadingState }) {
  const total = countOf(run);
  return (
    <>
      {run !== null && isGoingOn(run) && <Progress run={run} />}
      {undoable !== null && !isGoingOn(run) && (
        <Notice
          tone={run?.status === 'applied' ? 'ok' : 'info'}
          title={
            run?.status === 'applied' ? 'Los cambios están aplicados' : 'La lectura anterior está aplicada'
          }
        >
          {`La aplicó ${undoable.username} el ${momentInWords(undoable.appliedAt)}, y se puede deshacer.`}
        </Notice>
      )}
      {run !== null && !isGoingOn(run) && <Outcome run={run} total={total} />}
      {!isGoingOn(run) && <Acts run={run} total={total} canUndo={undoable !== null} />}
      {run !== null && run.status !== 'undone' && total > 0 && <Changes run={run} />}
    </>
  );
}

function countOf(run: Run | null): number {
  const counts = run?.counts ?? null;
  return counts === null ? 0 : kinds.reduce((sum, { count }) => sum + counts[count], 0);
}

const progressWords = {
  reading: 'Leyendo los títulos...',
  applying: 'Aplicando los cambios...',
  undoing: 'Deshaciendo los cambios...',
} as const;

function Progress({ run: { status, done } }: { run: Run }) {
  const isReading = status === 'reading' || status === 'applying';
  return (
    <section className="running" aria-label="Lectura en curso">
      <ProgressBar
        value={null}
        label={status in progressWords ? progressWords[status as keyof typeof progressWords] : ''}
        detail={isReading && done > 0 ? counted(done, 'título leído', 'títulos leídos') : ''}
      />
      <div className="running__foot">
        <span>Puedes salir de esta página: sigue en el servidor.</span>
      </div>
    </section>
  );
}

function Outcome({ run, total }: { run: Run; total: number }) {
  const { status, username, startedAt, error } = run;
  return (
    <>
      {error !== null && <Notice tone="danger">{error}</Notice>}
      {status === 'read' && total === 0 && (
        <Notice tone="ok">
          {`No cambiaría nada: los títulos ya están como los lee esta versión (${momentInWords(startedAt)}).`}
        </Notice>
      )}
      {status === 'read' && total > 0 && error === null && (
        <Notice tone="info" title="Todavía no se ha cambiado nada">
          {`Es lo que cambiaría según la lectura que pidió ${username} el ${momentInWords(startedAt)}.`}
        </Notice>
      )}
      {status === 'undone' && (
        <Notice tone="info">Los cambios se deshicieron: los títulos están como antes de la lectura.</Notice>
      )}
    </>
  );
}

function Acts({ run, total, canUndo }: { run: Run | null; total: number; canUndo: boolean }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'apply' | 'undo'>();
  const act = useMutation({
    mutationFn: (start: typeof startReading) => start(),
    onSuccess: (state) => showReading(queryClient, state),
    onError: (error) => notify.error(messageOf(error, 'No se pudo empezar.')),
    onSettled() {
      setAsking(undefined);
      void queryClient.invalidateQueries(readingQuery());
    },
  });
  const canApply = run?.status === 'read' && total > 0;
  return (
    <div className="upload__acts">
      {canApply && (
        <Button variant="primary" disabled={act.isPending} onClick={() => setAsking('apply')}>
          Aplicar los cambios
        </Button>
      )}
      <Button
        variant={canApply || canUndo ? 'line' : 'primary'}
        loading={act.isPending && asking === undefined}
        disabled={act.isPending}
        onClick={() => act.mutate(startReading)}
      >
        {run === null ? 'Ver qué cambiaría' : 'Leer otra vez'}
      </Button>
      {canUndo && (
        <Button
          variant="line"
          icon={<Undo2 className="ico" />}
          disabled={act.isPending}
          onClick={() => setAsking('undo')}
        >
          Deshacer
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'apply'}
        onOpenChange={(isOpen) => setAsking(isOpen ? 'apply' : undefined)}
        title="¿Aplicar los cambios?"
        confirmLabel="Aplicar los cambios"
        onConfirm={() => act.mutate(applyReading)}
        pending={act.isPending}
      >
        {`${total === 1 ? 'Cambiará' : 'Cambiarán'} ${counted(total, 'título', 'títulos')}: o todos, o ninguno. Los favoritos y lo que cada persona lleva visto se conservan. Se puede deshacer.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'undo'}
        onOpenChange={(isOpen) => setAsking(isOpen ? 'undo' : undefined)}
        title="¿Deshacer los cambios?"
        confirmLabel="Deshacer los cambios"
        onConfirm={() => act.mutate(undoReading)}
        pending={act.isPending}
      >
        Los títulos volverán a estar como antes de la lectura. Lo que alguien haya editado después se
        conserva, y también los favoritos y lo que cada persona lleva visto.
      </ConfirmDialog>
    </div>
  );
}

const kinds = [
  { kind: 'film', count: 'films', label: 'Películas con otros datos' },
  { kind: 'moved', count: 'movedFilms', label: 'Películas que pasan a ser capítulos' },
  { kind: 'series', count: 'series', label: 'Series con otros datos' },
  { kind: 'merged', count: 'mergedSeries', label: 'Series que se unen a otra' },
  { kind: 'version', count: 'versions', label: 'Versiones de otro título' },
  { kind: 'chapter', count: 'chapters', label: 'Capítulos con otros datos' },
] as const satisfies readonly {
  kind: ReadingChange['kind'];
  count: keyof ReadingCounts;
  label: string;
}[];

function Changes({ run: { counts, examples, status } }: { run: Run }) {
  if (counts === null) return null;
  return (
    <div className="read-again__kinds">
      {kinds
        .filter(({ count }) => counts[count] > 0)
        .map(({ kind, count, label }) => (
          <Kind
            key={`${kind} ${status}`}
            label={label}
            total={counts[count]}
            examples={examples.filter((each) => each.kind === kind)}
          />
        ))}
    </div>
  );
}

const shownFirst = 5;

function Kind({
  label,
  total,
  examples,
}: {
  label: string;
  total: number;
  examples: readonly ReadingChange[];
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? examples : examples.slice(0, shownFirst);
  return (
    <section className="read-again__kind" aria-label={label}>
      <h3>
        {label} <span className="num">{total.toLocaleString('es')}</span>
      </h3>
      <ul>
        {shown.map(({ before, after }, index) => (
          // Two titles may change in the same way.
          <li key={`${index} ${before}`}>
            <span className="read-again__before">{before}</span>
            <span className="vh"> pasa a ser </span>
            <b>{after}</b>
          </li>
        ))}
      </ul>
      <p className="read-again__more">
        {shown.length < examples.length && (
          <Button size="xs" variant="line" onClick={() => setWhole(true)}>
            {`Ver ${(examples.length - shown.length).toLocaleString('es')} más`}
            <span className="vh">{` de «${label}»`}</span>
          </Button>
        )}
        {isWhole && examples.length < total && (
          <small>{`Se muestran ${examples.length.toLocaleString('es')} de ${total.toLocaleString('es')}.`}</small>
        )}
      </p>
    </section>
  );
}
