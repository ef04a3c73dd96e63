/*
 * What a model says, and what is kept of it. The same schemas read both: unknown keys are dropped, texts are cleaned and cut,
 * lists are cut, colours and words of a list are checked. A field that is missing is a hidden value; an answer in which
 * nothing is said, or whose colours are none, is not valid.
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

/** What stands for what is not known. */
export const unknownValue = 'No disponible';

/** A key may be missing. Models give a cast as a list as often as as a text. */
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
  // What is not one of the three reads as the default label.
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
