import {
  errorCatalogue,
  type ErrorCode,
  type Import,
  type ImportAccess,
  type ImportDetail,
  type ImportRow,
} from '@butaca/contract';
import { explainCounts } from './explain-counts.ts';
import type { KeptChoices } from './reading/import-options.ts';
import type { ImportRowOfDetail, ImportSummaryRow, ReportRow } from './imports.repository.ts';

export function toImport(row: ImportSummaryRow): Import {
  const { options } = row;
  return {
    _id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    options: {
      categoria: options.categoria ?? null,
      subcategoria: options.subcategoria ?? null,
      section: options.section ?? null,
      plans: options.plans === undefined ? null : [...options.plans],
    },
    status: row.status,
    phase: row.phase,
    size: row.size_bytes,
    done: row.done_bytes,
    entries: row.entries,
    added: row.added,
    updated: row.updated,
    duplicates: row.duplicates,
    skipped: row.skipped,
    movies: row.movies,
    series: row.series,
    channels: row.channels,
    otherSources: row.other_sources,
    otherVersions: row.other_versions,
    explanation: explainCounts(row),
    doubtful: row.status === 'preview' ? row.doubtful : 0,
    errorCode: row.error_code,
    error: sentenceOf(row.error_code),
    username: row.username,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    hasReport: row.has_report,
    canUndo: row.status === 'done' && row.has_report,
  };
}

/**
 * Returns the Spanish sentence for the error code of a failed import; `null` for a code that this version of the server
 * no longer knows.
 */
function sentenceOf(code: string | null): string | null {
  return code !== null && Object.hasOwn(errorCatalogue, code)
    ? errorCatalogue[code as ErrorCode].sentence
    : null;
}

/**
 * Shows one import of an M3U list in full. @param access - who may open what was imported; `null` unless the import is done and has a
 * report
 */
export function toImportDetail(row: ImportRowOfDetail, access: ImportAccess | null): ImportDetail {
  const summary = toImport(row);
  const hasResult = summary.status === 'done' || summary.status === 'preview' || summary.status === 'undone';
  return {
    ...summary,
    message: hasResult ? describeResult(summary) : null,
    errors: row.errors,
    errorCount: row.error_count,
    // A preview from before doubtful entries were counted has none in its groups.
    groups: row.groups.map((group) => ({ ...group, doubtful: group.doubtful ?? 0 })),
    access,
  };
}

const count = (total: number, one: string, many: string): string =>
  `${total.toLocaleString('es')} ${total === 1 ? one : many}`;

/** Describes the result of an import of an M3U list in one Spanish sentence. */
export function describeResult({
  kind,
  added,
  updated,
  duplicates,
  skipped,
  otherSources,
  otherVersions,
}: Pick<
  Import,
  'kind' | 'added' | 'updated' | 'duplicates' | 'skipped' | 'otherSources' | 'otherVersions'
>): string {
  const further = otherSources + otherVersions;
  const parts = [
    kind === 'channels'
      ? count(added, 'canal añadido', 'canales añadidos')
      : count(added, 'elemento añadido', 'elementos añadidos'),
    ...(further > 0 ? [count(further, 'fuente o versión más', 'fuentes o versiones más')] : []),
    count(updated - further, 'actualizado', 'actualizados'),
    count(duplicates, 'duplicado', 'duplicados'),
    count(skipped, 'omitido', 'omitidos'),
  ];
  return `Lista procesada: ${parts.join(', ')}.`;
}

/** @param choices - what was chosen in the preview to which the row belongs */
export function toImportRow(row: ReportRow, choices: KeptChoices = {}): ImportRow {
  const target =
    row.video_id !== null
      ? { kind: 'video' as const, _id: row.video_id, name: row.video_title ?? '' }
      : row.channel_id !== null
        ? { kind: 'channel' as const, _id: row.channel_id, name: row.channel_name ?? '' }
        : null;
  return {
    position: row.position,
    line: row.line,
    title: row.title,
    group: row.group_title,
    outcome: row.outcome,
    reason: row.reason,
    target,
    reading: readingOf(row, choices),
  };
}

function readingOf(row: ReportRow, { entries = {} }: KeptChoices): ImportRow['reading'] {
  if (row.tipo === null) return null;
  return {
    tipo: row.tipo,
    isChosen: entries[row.position] === row.tipo,
    doubt: row.doubt,
    languages: row.languages ?? [],
    quality: row.quality,
    country: row.country,
    edition: row.edition,
    isAdult: row.is_adult,
    form: row.form,
  };
}
