/** The byte order mark, without which spreadsheets do not read a file as UTF-8. */
export const csvMark = '\ufeff';

/**
 * A row of a table as spreadsheets in Spanish read it: semicolons between the cells, decimal commas, and no cell that they
 * would run as a formula. It ends its line.
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
