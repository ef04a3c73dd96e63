import type { FilmMergeResult } from '@butaca/contract';
import { Notice } from '@butaca/ui';

/**
 * How many names of created or extended series the result of «Migración» (merging films into series) lists.
 *
 * @see docs/requisitos.md, R9.21
 */
const namesShown = 10;

/**
 * The result of «Migración» (merging films into series). It is shown until the person closes it, because a toast would
 * disappear before the text is read.
 */
export function FilmMergeResultPanel({ result, onClose }: { result: FilmMergeResult; onClose: () => void }) {
  const { totalProcessed, seriesCreated, seriesUpdated, moviesDeleted, seriesDetails, backupName } = result;
  const counts = [
    ['Entradas procesadas', totalProcessed],
    ['Series creadas', seriesCreated],
    ['Series actualizadas', seriesUpdated],
    ['Películas eliminadas', moviesDeleted],
  ] as const;
  const rest = seriesDetails.length - namesShown;
  return (
    <section className="result" aria-label="Resultado de la migración">
      <Notice tone={totalProcessed > 0 ? 'ok' : 'info'} onClose={onClose}>
        {totalProcessed > 0
          ? `Migración completada. Copia de seguridad: «${backupName ?? ''}».`
          : 'No había nada que migrar.'}
      </Notice>
      <dl className="result__counts">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{count.toLocaleString('es')}</dd>
          </div>
        ))}
      </dl>
      {seriesDetails.length > 0 && (
        <ul className="film-merge__warnings">
          {seriesDetails.slice(0, namesShown).map((name, index) => (
            <li key={`${index} ${name}`}>{name}</li>
          ))}
          {rest > 0 && <li>{`... y ${rest.toLocaleString('es')} más`}</li>}
        </ul>
      )}
    </section>
  );
}
