/*
 * Schemas that check the JSON answers of a generative model, also when stored copies of them are read again. Unknown
 * keys are dropped, texts are cleaned and cut, lists are cut, and colours and enumerated words are checked. A missing
 * text becomes «No disponible»; an answer with no information at all, or without valid colours, is invalid.
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

/** The text that is stored in place of information that a generative model does not know. */
export const unknownValue = 'No disponible';

/**
 * Schema for a text in a generative model's answer; its key may be missing. Models give a cast as an array as often as
 * they give it as one text.
 */
const generatedText = z
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
    director: generatedText,
    cast: generatedText,
    production: generatedText,
    trivia: list,
    culturalImpact: generatedText,
    awards: generatedText,
    boxOffice: generatedText,
    soundtrack: generatedText,
    locations: generatedText,
    budget: generatedText,
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
    mood: generatedText,
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
  reason: generatedText,
  // When a model gives a recommended title a similarity that is none of the three known labels, the default label is
  // used.
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
    mood: generatedText,
  })
  .refine(({ recommendations }) => recommendations.length > 0);
export type RecommendationsContent = z.output<typeof recommendationsContentSchema>;
