/*
 * Lines of Postgres's COPY text format.
 *
 * @see https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2
 */

export type CopyValue = string | number | boolean | null | readonly string[];

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** What COPY gives a meaning, and what no text of Postgres may contain: it is left out. */
const special = /[\\\n\r\t\0]|\p{Surrogate}/gu;

const escapeText = (text: string): string => text.replace(special, (found) => escapes[found] ?? '');

const quoteElement = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function toField(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  return escapeText(`{${value.map(quoteElement).join(',')}}`);
}

/** Makes the line of one row; a list becomes an array of texts. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(toField).join('\t')}\n`;
