import type { ImportOutcome } from '@butaca/contract';
import type { ImportsRepository } from './imports.repository.ts';
import { toImportRow } from './imports.view.ts';

const outcomeNames: Readonly<Record<ImportOutcome, string>> = {
  added: 'Añadida',
  updated: 'Actualizada',
  duplicate: 'Duplicada',
  skipped: 'Omitida',
};

const rowsAtOnce = 2_000;
/** Spreadsheets in Spanish separate by semicolons, and read UTF-8 only behind its mark. */
const head = '\ufeffLínea;Título;Grupo;Resultado;Motivo;Contenido\r\n';

/**
 * The report of an import as a table, some rows at a time.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180 (but for the separator)
 */
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
      .map(toImportRow)
      .map(({ line, title, group, outcome, reason, target }) =>
        [String(line), title, group, outcomeNames[outcome], reason ?? '', target?.name ?? '']
          .map(toCell)
          .join(';'),
      )
      .join('\r\n')
      .concat('\r\n');
  }
}

/**
 * A text as a cell. What a spreadsheet would take for a formula gets an apostrophe, which makes it a text there.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function toCell(text: string): string {
  const safe = /^\s*[=+\-@\t\r|%]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
