import { z } from 'zod';
import { deviceIdPattern } from './constant.ts';

/**
 * Characters that no text field of a request may contain: NUL, which Postgres refuses, other control characters,
 * unpaired surrogates.
 */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/**
 * Makes the schema of a text field of a request, of `min`–`max` characters: the text is trimmed, and refused if it
 * contains control characters.
 */
export function text(min: number, max: number): z.ZodType<string, string> {
  return z
    .string({ error: 'Debe ser un texto.' })
    .max(max, { error: `Admite como máximo ${max} caracteres.` })
    .refine((value) => !forbidden.test(value), { error: 'Contiene caracteres que no se admiten.' })
    .transform((value) => value.trim())
    .refine((value) => value.length >= min, {
      error: min === 1 ? 'Este dato es obligatorio.' : `Debe tener al menos ${min} caracteres.`,
    });
}

/**
 * Makes the schema of the value of an HTTP request header, of at most `max` characters: a text without line breaks and
 * tabs.
 */
export function headerText(max: number): z.ZodType<string, string> {
  return text(0, max).refine((value) => !/[\t\n\r]/.test(value), {
    error: 'Contiene caracteres que no se admiten.',
  });
}

/**
 * Makes the schema of a text that a person searches for: it must contain a letter or digit. Where `min` is 0 it may be
 * empty, and then it filters nothing out.
 */
export function searchText(min: number, max: number): z.ZodType<string, string> {
  return text(min, max).refine((value) => value === '' || /[\p{L}\p{N}]/u.test(value), {
    error: 'Escribe al menos una letra o un número.',
  });
}

/**
 * Makes the schema of an integer parameter of a query string: decimal digits only, so that `1e3`, `0x10` or a repeated
 * parameter are refused.
 */
export function queryNumber(min: number, max: number, preset: number) {
  return z
    .string({ error: 'Debe aparecer una sola vez.' })
    .regex(/^\d{1,100}$/, { error: 'Debe ser un número entero.' })
    .optional()
    .transform((digits) => (digits === undefined ? preset : Number(digits)))
    .refine((value) => value >= min && value <= max, { error: `Debe estar entre ${min} y ${max}.` });
}

/** A boolean parameter of a query string: `true` or `false`; false when it is not sent. */
export const queryFlag = z
  .enum(['true', 'false'], { error: 'Debe ser true o false.' })
  .optional()
  .transform((value) => value === 'true');

/**
 * The id of a video, channel, user or other entity in a request. The server answers a well-formed unknown id with 404,
 * a malformed one with 400.
 */
export const idSchema = z
  .string({ error: 'Debe ser un identificador.' })
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'No es un identificador válido.' });

/** The device id of a browser or app in a path; unlike other ids it is made by the client. */
export const deviceIdSchema = z
  .string({ error: 'Debe ser un identificador.' })
  .regex(deviceIdPattern, { error: 'No es un identificador válido.' });

/**
 * Makes the schema of a URL field of a request: a URL with one of the given schemes, without control characters, of at
 * most `maxLength` characters. Blanks in its path become `%20`, as players do with the names of files.
 */
export function address(schemes: readonly string[], maxLength: number): z.ZodType<string, string> {
  return z
    .string({ error: 'Debe ser una dirección.' })
    .trim()
    .max(maxLength, { error: `Admite como máximo ${maxLength} caracteres.` })
    .refine((value) => isAddress(value, schemes), {
      error: `Debe ser una dirección completa que empiece por ${schemes.map((scheme) => `${scheme}://`).join(', ')}.`,
    })
    .overwrite((value) => value.replaceAll(' ', '%20'));
}

/**
 * The URL syntax that we accept: scheme, optional credentials, host (name, IPv4 or bracketed IPv6), optional port, then
 * path and query.
 */
const addressForm =
  /^([a-z][a-z0-9+.-]*):\/\/(?:[^\s/?#@]*@)?(?:\[[0-9a-f:.]+\]|[^\s/?#:@[\]]+)(?::\d{1,5})?(?:[/?#]|$)/i;

function isAddress(value: string, schemes: readonly string[]): boolean {
  const scheme = addressForm.exec(value)?.[1]?.toLowerCase();
  return (
    scheme !== undefined &&
    schemes.includes(scheme) &&
    !/[\u0000-\u001f\u007f]|\p{Surrogate}| [a-z]{3,5}:\/\//iu.test(value)
  );
}

/** An instant in a request, in ISO 8601 with a zone. */
export const instant = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'Debe ser una fecha y hora con zona, por ejemplo 2026-11-30T20:00:00Z.',
  })
  .transform((written) => new Date(written));
