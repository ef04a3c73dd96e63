/** The byte order mark (BOM); without it, spreadsheets do not read a CSV file as UTF-8. */
export const csvMark = '\ufeff';

/**
 * Writes a CSV row for spreadsheets in Spanish: semicolons between cells, decimal commas, CRLF at the end, and every
 * cell that a spreadsheet would run as a formula escaped.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180 (but for the separator)
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(toCell).join(';')}\r\n`;
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const safe = /^\s*[=+\-@\t\r\n|%]/.test(value) ? `'${value}` : value;
  return /[";,'\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
