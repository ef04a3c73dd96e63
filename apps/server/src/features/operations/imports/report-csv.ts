import { csvMark, toCsvRow, type ImportOutcome } from '@butaca/contract';
import type { ImportsRepository } from './imports.repository.ts';
import { toImportRow } from './imports.view.ts';

const outcomeNames: Readonly<Record<ImportOutcome, string>> = {
  added: 'Añadido',
  updated: 'Actualizado',
  duplicate: 'Duplicado',
  skipped: 'Omitido',
};

const rowsAtOnce = 2_000;
const head = csvMark + toCsvRow(['Línea', 'Título', 'Grupo', 'Resultado', 'Motivo', 'Contenido']);

/** Yields the report of an import of an M3U list as CSV text, some rows at a time. */
export async function* writeReportCsv(
  repository: Pick<ImportsRepository, 'listRows'>,
  importId: string,
): AsyncGenerator<string> {
  yield head;
  let after = 0;
  for (;;) {
    const rows = await repository.listRows(importId, { after, limit: rowsAtOnce });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.position;
    yield rows
      .map((row) => toImportRow(row))
      .map(({ line, title, group, outcome, reason, target, reading }) =>
        toCsvRow([
          line,
          title,
          group,
          outcomeNames[outcome],
          reading?.doubt ?? reason ?? '',
          target?.name ?? '',
        ]),
      )
      .join('');
  }
}
