/*
 * Schemas for a model's answers, also used to read the stored copies. Unknown keys are dropped, texts are cleaned and
 * cut, lists are cut, and colours and enumerated words are checked. A missing text becomes «No disponible»; an answer
 * with no information at all, or without valid colours, is invalid.
 */
import {
  defaultTheme,
  enrichmentLimits,
  isHiddenValue,
  similarities,
  themeAnimations,
} from '@butaca/contract';
import { z } from 'zod';
import { cleanText } from './clean-text.ts';
import { makeReadable } from './readable-theme.ts';

const { textLength, listItems, recommendations: maxRecommendations } = enrichmentLimits;

/** The text that is stored in place of unknown information. */
export const unknownValue = 'No disponible';

/** A text of the answer; the key may be missing. Models give a cast as an array as often as as a text. */
const said = z
  .unknown()
  .optional()
  .transform((value) => {
    const text = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(', ') : value;
    return (typeof text === 'string' && cleanText(text, textLength)) || unknownValue;
  });

const list = z
  .unknown()
  .optional()
  .transform((value) =>
    Array.isArray(value)
      ? value
          .slice(0, listItems)
          .flatMap((item) => (typeof item === 'string' ? cleanText(item, textLength) : []))
          .filter((text) => !isHiddenValue(text))
      : [],
  );

const colour = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().regex(/^#[0-9a-f]{6}$/));

export const infoContentSchema = z
  .object({
    director: said,
    cast: said,
    production: said,
    trivia: list,
    culturalImpact: said,
    awards: said,
    boxOffice: said,
    soundtrack: said,
    locations: said,
    budget: said,
  })
  .refine((info) =>
    Object.values(info).some((value) => (Array.isArray(value) ? value.length > 0 : !isHiddenValue(value))),
  );
export type InfoContent = z.output<typeof infoContentSchema>;

export const themeContentSchema = z
  .object({
    primaryColor: colour,
    secondaryColor: colour,
    accentColor: colour,
    gradientStart: colour,
    gradientEnd: colour,
    mood: said,
    textColor: colour,
    overlayOpacity: z.number().min(0).max(1).catch(defaultTheme.overlayOpacity),
    glowEffect: z.boolean().catch(defaultTheme.glowEffect),
    animationType: z.enum(themeAnimations).catch(defaultTheme.animationType),
  })
  .transform(makeReadable);
export type ThemeContent = z.output<typeof themeContentSchema>;

const titleLength = 200;

const suggestionSchema = z.object({
  title: z.string().transform((text) => cleanText(text, titleLength)),
  reason: said,
  // A similarity that is none of the three labels becomes the default label.
  similarity: z.enum(similarities).catch('media'),
});

export const recommendationsContentSchema = z
  .object({
    recommendations: z.array(z.unknown()).transform((items) =>
      items
        .slice(0, maxRecommendations)
        .flatMap((item) => suggestionSchema.safeParse(item).data ?? [])
        .filter(({ title }) => !isHiddenValue(title)),
    ),
    genres: list,
    themes: list,
    mood: said,
  })
  .refine(({ recommendations }) => recommendations.length > 0);
export type RecommendationsContent = z.output<typeof recommendationsContentSchema>;
