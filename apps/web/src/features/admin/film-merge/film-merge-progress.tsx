import { ProgressBar } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { filmMergeProgressQuery } from './film-merge.queries.ts';

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
export function FilmMergeProgress() {
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
