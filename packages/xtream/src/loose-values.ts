/*
 * Providers write the same fact in several JSON types: a number as a number or as text, "yes" as 1, "1" or true, nothing
 * as null, "", "0" or an absent field. These readers accept all of them, and give `undefined` for what makes no sense.
 */

/** The longest text that is kept; longer ones are cut. */
const textMaxLength = 8_192;
const addressMaxLength = 2_048;
const mostTexts = 50;

export type Json = Readonly<Record<string, unknown>>;

/** An object of JSON; what is none has no fields. */
export function readObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** The items of a JSON array, or of an object whose keys are numbers, which some servers write instead. */
export function readItems(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

export function readText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  // oxlint-disable-next-line no-control-regex -- names of providers hold control characters, which no screen can show
  const clean = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  // Half of a surrogate pair is no character, and databases refuse it.
  const kept = clean.slice(0, textMaxLength).replaceAll(/\p{Surrogate}/gu, '');
  return kept === '' ? undefined : kept;
}

/** A whole number from 0 to the safe maximum. */
export function readCount(value: unknown): number | undefined {
  const number = readNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** The greatest number that a 32-bit column of Postgres (`integer`) holds. */
const greatestInteger = 2_147_483_647;

/** A whole number from 0 to 2,147,483,647; a greater one, which no 32-bit column holds, is none. */
export function readInteger(value: unknown): number | undefined {
  const number = readCount(value);
  return number !== undefined && number <= greatestInteger ? number : undefined;
}

export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*-?\d{1,15}(?:\.\d{1,10})?\s*$/.test(value)) return undefined;
  return Number(value);
}

/** 1, "1", true and "true" mean yes. */
export function readFlag(value: unknown): boolean {
  return value === true || /^(?:1|true)$/i.test(readText(value) ?? '');
}

/** The address of a picture: http or https, without a user name. */
export function readPictureAddress(value: unknown): string | undefined {
  const text = readText(value);
  if (text === undefined || text.length > addressMaxLength || !URL.canParse(text)) return undefined;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? text : undefined;
}

/** Texts of an array, or of one text in which commas separate them. */
export function readTexts(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : (readText(value)?.split(/[,/|]/) ?? []);
  return parts
    .slice(0, mostTexts)
    .map(readText)
    .filter((text) => text !== undefined);
}
