/** The byte order mark (BOM) with which our CSV files begin; without it, spreadsheets do not read the file as UTF-8. */
export const csvMark = '\ufeff';

/**
 * Writes one row of a CSV file for spreadsheets in Spanish: semicolons between cells, decimal commas, CRLF at the end.
 * Cells that a spreadsheet would run as a formula are escaped.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180 (where the separator is a comma)
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(toCell).join(';')}\r\n`;
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  // Spreadsheets for East Asian languages read full-width signs as the plain ones.
  const safe = /^\s*[=+\-@\t\r\n|%＝＋－＠｜％]/.test(value) ? `'${value}` : value;
  return /[";,'\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
