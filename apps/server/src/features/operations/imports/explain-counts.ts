import type { ImportSummaryRow } from './imports.repository.ts';

type Counts = Pick<
  ImportSummaryRow,
  | 'status'
  | 'entries'
  | 'added'
  | 'updated'
  | 'duplicates'
  | 'skipped'
  | 'channels'
  | 'movies'
  | 'series'
  | 'other_sources'
  | 'other_versions'
>;

const conjunction = new Intl.ListFormat('es', { type: 'conjunction' });
const counted = (total: number, one: string, many: string): string =>
  `${total.toLocaleString('es')} ${total === 1 ? one : many}`;

/**
 * Says in one Spanish sentence how the entries of an imported M3U list become what the import adds, so that a person sees
 * why a list of 77 entries brings 73 channels.
 *
 * @returns `null` for an import without a result, and for one from before channels and further sources were counted
 */
export function explainCounts(counts: Counts): string | null {
  const { status, entries, channels, movies, series, duplicates, skipped } = counts;
  const { other_sources: sources, other_versions: versions } = counts;
  if (status !== 'done' && status !== 'preview' && status !== 'undone') return null;
  const things = [
    ...(channels > 0 ? [counted(channels, 'canal', 'canales')] : []),
    ...(movies > 0 ? [counted(movies, 'película', 'películas')] : []),
    ...(series > 0 ? [counted(series, 'serie', 'series')] : []),
  ];
  if (things.length === 0 && counts.added + counts.updated > 0) return null;
  const clauses = [
    things.length === 0 ? 'nada nuevo' : conjunction.format(things),
    ...(sources > 0
      ? [counted(sources, 'es otra fuente', 'son otra fuente') + ' de un canal de la misma lista']
      : []),
    ...(versions > 0
      ? [counted(versions, 'es otra versión', 'son otra versión') + ' de una película o de un capítulo']
      : []),
    ...(duplicates > 0
      ? [counted(duplicates, 'se repite o ya estaba', 'se repiten o ya estaban') + ' en el catálogo']
      : []),
    ...(skipped > 0 ? [counted(skipped, 'no se importa', 'no se importan')] : []),
  ];
  return `${counted(entries, 'entrada', 'entradas')}: ${clauses.join('; ')}.`;
}
