/** Readers of what a source answers: nothing in it is as announced until it was looked at. */

/** The most entries of a list that are read. */
const listMost = 1_000;
const spaces = /\s+/gu;
const refused = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu;

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, listMost) : [];

/** A text of one line. @param most - its length at most; a longer one is cut */
export function textOf(value: unknown, most = 500): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, most).replace(refused, '').replace(spaces, ' ').trim();
  return text === '' ? undefined : text;
}

/** The texts of a field of all entries of a list, each once. */
export const textsOf = (list: unknown, field: string, most: number): string[] =>
  [...new Set(listOf(list).flatMap((entry) => textOf(fieldsOf(entry)[field]) ?? []))].slice(0, most);

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A whole number from 1 to `most`. */
export function countOf(value: unknown, most: number): number | undefined {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number > 0 && number <= most
    ? number
    : undefined;
}

/** The year of a date such as `1999-03-31`. */
export function yearOf(value: unknown): number | undefined {
  const year = Number(/^(\d{4})-\d\d-\d\d/.exec(textOf(value) ?? '')?.[1]);
  return year >= 1_870 && year <= 2_200 ? year : undefined;
}

/** A rating from 0 to 10, with one decimal; 0 means that nobody has rated. */
export function ratingOf(value: unknown): number | undefined {
  const rating = numberOf(value);
  return rating !== undefined && rating > 0 && rating <= 10 ? Math.round(rating * 10) / 10 : undefined;
}
