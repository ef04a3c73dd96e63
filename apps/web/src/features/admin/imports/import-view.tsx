import type { ImportDetail } from '@butaca/contract';
import { Button, Notice, Table } from '@butaca/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ImportAccess } from './import-access.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReport } from './import-report.tsx';
import { describeResult } from './import-words.ts';
import { UndoImport } from './undo-import.tsx';

interface ImportViewProps {
  shown: ImportDetail;
  /**
   * Whether the table with the outcome of each entry of the imported list is shown, instead of a link to that table.
   */
  isDetailed?: boolean;
  /** Called when the person closes the result of a finished import. */
  onLeave?: () => void;
}

/**
 * Shows an import of an M3U list in its current state: the progress while it runs, an editable preview, or the result.
 */
export function ImportView({ shown, ...rest }: ImportViewProps) {
  if (shown.status === 'running') return <ImportProgress running={shown} />;
  const { onLeave } = rest;
  if (shown.status === 'preview')
    return <ImportPreview key={shown._id} preview={shown} {...(onLeave !== undefined && { onLeave })} />;
  return <ImportResult key={shown._id} result={shown} {...rest} />;
}

function ImportResult({
  result,
  isDetailed = false,
  onLeave,
}: Omit<ImportViewProps, 'shown'> & { result: ImportDetail }) {
  const { _id: id, kind, status, errors, hasReport } = result;
  const [undone, setUndone] = useState<string>();
  const isGood = status === 'done' || status === 'undone';
  const isOfChannels = kind === 'channels';
  const shownReport = isDetailed && hasReport;
  return (
    <section className="result" aria-label="Resultado de la importación">
      {status === 'undone' && (
        <Notice tone={undone === undefined ? 'info' : 'ok'}>
          {undone ?? 'Esta importación se deshizo.'}
        </Notice>
      )}
      {isGood ? (
        <Notice
          tone={status === 'done' && result.added + result.updated > 0 ? 'ok' : 'info'}
          action={
            <Button
              size="sm"
              variant="line"
              render={<Link to={{ search: `?tab=${isOfChannels ? 'manage_channels' : 'manage_vod'}` }} />}
            >
              {isOfChannels ? 'Ver canales' : 'Ver VODs'}
            </Button>
          }
        >
          {describeResult(result)}
        </Notice>
      ) : (
        <Notice tone={status === 'failed' ? 'danger' : 'info'}>
          {result.error ?? 'La importación no terminó. No se ha cambiado nada.'}
        </Notice>
      )}
      {status === 'done' && !isOfChannels && !shownReport && <ErrorsNotice result={result} />}
      {isGood && <ImportCounts counted={result} />}
      {result.access !== null && <ImportAccess id={id} access={result.access} />}
      <div className="result__acts">
        {onLeave !== undefined && (
          <Button size="sm" onClick={onLeave}>
            Importar otra lista
          </Button>
        )}
        {!isDetailed && (
          <Button size="sm" variant="line" render={<Link to={{ search: `?tab=imports&id=${id}` }} />}>
            Ver informe
          </Button>
        )}
        {result.canUndo && <UndoImport done={result} onUndone={setUndone} />}
      </div>
      {errors.length > 0 && !shownReport && <ErrorList result={result} />}
      {shownReport && <ImportReport of={result} />}
    </section>
  );
}

/**
 * Warns about list entries that an import of videos could not read, and logs them to the console.
 *
 * @see docs/requisitos.md, R8.15
 */
function ErrorsNotice({ result }: { result: ImportDetail }) {
  const { _id: id, errors, errorCount } = result;
  const isAny = errors.length > 0;
  useEffect(() => {
    // oxlint-disable-next-line no-console -- docs/requisitos.md, R8.15: a sentence tells the person to look for the errors there
    if (isAny) console.error(`Errores de la importación ${id}`, errors);
    // The import's `errors` are a new array after each refetch, with equal contents. They are not among the
    // dependencies of this effect, because it would then log the same errors again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- for the reason above
  }, [id, isAny]);
  if (!isAny) return null;
  const total = errorCount.toLocaleString('es');
  return (
    <Notice tone="warn">
      {`Se encontraron ${total} errores durante el procesamiento. Ver consola para detalles.`}
    </Notice>
  );
}

function ErrorList({ result }: { result: ImportDetail }) {
  const { errors, errorCount: total } = result;
  return (
    <>
      <h2>
        {errors.length < total
          ? `Líneas omitidas (las primeras ${errors.length} de ${total.toLocaleString('es')})`
          : 'Líneas omitidas'}
      </h2>
      <Table
        label="Líneas omitidas"
        dense
        rows={errors}
        rowKey={({ line, reason }) => `${line} ${reason}`}
        columns={[
          { id: 'line', header: 'Línea', cell: ({ line }) => line, align: 'end', width: '6rem' },
          { id: 'reason', header: 'Motivo', cell: ({ reason }) => reason, card: 'title' },
        ]}
      />
    </>
  );
}
