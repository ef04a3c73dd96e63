import { z } from 'zod';

/** Characters that no stored text may contain: NUL (Postgres refuses it), other controls, unpaired surrogates. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/** A text field of `min`–`max` characters, trimmed and without forbidden control characters. */
export function text(min: number, max: number): z.ZodType<string, string> {
  return z
    .string({ error: 'Debe ser un texto.' })
    .max(max, { error: `Admite como máximo ${max} caracteres.` })
    .refine((value) => !forbidden.test(value), { error: 'Contiene caracteres que no se admiten.' })
    .transform((value) => value.trim())
    .refine((value) => value.length >= min, {
      error: min === 1 ? 'Es obligatorio.' : `Debe tener al menos ${min} caracteres.`,
    });
}

/** A search text: it has at least one letter or digit, or is empty; an empty search text does not filter. */
export function searchText(min: number, max: number): z.ZodType<string, string> {
  return text(min, max).refine((value) => value === '' || /[\p{L}\p{N}]/u.test(value), {
    error: 'Escribe al menos una letra o un número.',
  });
}

/** A number in the query string: plain digits only, so that `1e3`, `0x10` or a repeated key are refused. */
export function queryNumber(min: number, max: number, preset: number) {
  return z
    .string({ error: 'Debe aparecer una sola vez.' })
    .regex(/^\d{1,100}$/, { error: 'Debe ser un número entero.' })
    .optional()
    .transform((digits) => (digits === undefined ? preset : Number(digits)))
    .refine((value) => value >= min && value <= max, { error: `Debe estar entre ${min} y ${max}.` });
}

/** A boolean in the query string: `true` or `false`. */
export const queryFlag = z
  .enum(['true', 'false'], { error: 'Debe ser true o false.' })
  .optional()
  .transform((value) => value === 'true');

/** The id of any entity. A well-formed unknown id is answered with 404, a malformed id with 400. */
export const idSchema = z
  .string({ error: 'Debe ser un identificador.' })
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'No es un identificador válido.' });

/** A URL without control characters, of one of the given schemes and at most `maxLength` characters. */
export function address(schemes: readonly string[], maxLength: number): z.ZodType<string, string> {
  return z
    .string({ error: 'Debe ser una dirección.' })
    .trim()
    .max(maxLength, { error: `Admite como máximo ${maxLength} caracteres.` })
    .refine((value) => isAddress(value, schemes), {
      error: `Debe ser una dirección completa que empiece por ${schemes.map((scheme) => `${scheme}://`).join(', ')}.`,
    });
}

/**
 * The syntax of a URL: scheme, optional credentials, host (name, IPv4 or bracketed IPv6), optional port, then the rest.
 */
const addressForm =
  /^([a-z][a-z0-9+.-]*):\/\/(?:[^\s/?#@]*@)?(?:\[[0-9a-f:.]+\]|[^\s/?#:@[\]]+)(?::\d{1,5})?(?:[/?#]|$)/i;

function isAddress(value: string, schemes: readonly string[]): boolean {
  const scheme = addressForm.exec(value)?.[1]?.toLowerCase();
  return (
    scheme !== undefined && schemes.includes(scheme) && !/[\u0000-\u0020\u007f]|\p{Surrogate}/u.test(value)
  );
}
