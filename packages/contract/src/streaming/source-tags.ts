import { z } from 'zod';
import { text } from '../shared/text.ts';
import {
  editionMaxLength,
  tagCountries,
  tagEncodings,
  tagLanguages,
  tagLanguagesMax,
  tagQualities,
} from './tag-values.ts';

/** What is known of one address: an empty list or `null` where the list that brought it says nothing. */
export const sourceTagsSchema = z.object({
  languages: z.array(z.string()),
  quality: z.string().nullable(),
});

/** Makes the schema of a value of a closed list, as an editor sends it; an empty text means none. */
const oneOf = (values: readonly string[], error: string) =>
  z
    .enum(['', ...values], { error })
    .nullable()
    .transform((value) => (value === '' ? null : value));

/** What an administrator may set of one address; what is not sent stays as it is. */
export const sourceTagsInput = {
  languages: z
    .array(z.enum(tagLanguages, { error: 'Ese idioma no existe: elige uno de la lista.' }), {
      error: 'Debe ser una lista de idiomas.',
    })
    .max(tagLanguagesMax, { error: `Admite como máximo ${tagLanguagesMax} idiomas.` })
    .transform((languages) => [...new Set(languages)])
    .optional(),
  quality: oneOf(
    [...tagQualities, ...tagEncodings],
    `La calidad debe ser una de estas: ${tagQualities.join(', ')}.`,
  ).optional(),
};

export const editionInput = text(0, editionMaxLength)
  .nullable()
  .transform((value) => (value === '' ? null : value))
  .optional();

export const countryInput = oneOf(tagCountries, 'Ese país no existe: elige uno de la lista.').optional();
