import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { themeAnimations } from './enrichment-values.ts';
import { idSchema } from '../shared/text.ts';
import { videoCardSchema } from './videos.ts';

/** The kinds of content in the URL of a watch page. @see the specification, section 2 (watch page) */
export const watchedItemTypes = ['channel', 'movie', 'serie', 'series', 'pelicula', 'anime'] as const;
export type WatchedItemType = (typeof watchedItemTypes)[number];

/** The maximum lengths of generated texts, in characters, and of generated arrays, in items. */
export const enrichmentLimits = {
  textLength: 2_000,
  recommendations: 6,
  listItems: 20,
} as const;

const said = z.string().max(enrichmentLimits.textLength);
const list = z.array(said).max(enrichmentLimits.listItems);
const colour = z.string().regex(/^#[0-9a-f]{6}$/);
/** The source of an enrichment: `gemini`, a generative model; `fallback`, the catalogue alone. */
const source = z.enum(['gemini', 'fallback']);
export type EnrichmentSource = z.output<typeof source>;

/** The fields of the panels «Información», «Curiosidades» and «Producción»; an unknown field holds a hidden value. */
export const enrichmentInfoSchema = z.object({
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
  source,
});
export type EnrichmentInfo = z.output<typeof enrichmentInfoSchema>;

/**
 * The colours of a watch page, `#rrggbb`: `textColor` has a contrast of at least 4.5:1 with both ends of the gradient.
 */
export const enrichmentThemeSchema = z.object({
  primaryColor: colour,
  secondaryColor: colour,
  accentColor: colour,
  gradientStart: colour,
  gradientEnd: colour,
  mood: said,
  textColor: colour,
  overlayOpacity: z.number().min(0).max(1),
  glowEffect: z.boolean(),
  animationType: z.enum(themeAnimations),
  source,
});
export type EnrichmentTheme = z.output<typeof enrichmentThemeSchema>;

export const similarities = ['alta', 'media', 'baja'] as const;
export type Similarity = (typeof similarities)[number];

/** A recommendation on a watch page. A title that the catalogue holds has its key and its card, and can be opened. */
export const recommendationSchema = z.object({
  title: said,
  reason: said,
  similarity: z.enum(similarities),
  _id: z.string().nullable(),
  video: videoCardSchema.nullable(),
  /** The source of this recommendation, where it differs from the source of the whole answer. */
  source: source.optional(),
});
export type Recommendation = z.output<typeof recommendationSchema>;

export const recommendationsSchema = z.object({
  recommendations: z.array(recommendationSchema).max(enrichmentLimits.recommendations),
  genres: list,
  themes: list,
  mood: said,
  source,
});
export type Recommendations = z.output<typeof recommendationsSchema>;

/** A row of the home page: titles similar to one video, whose title the row names. */
export const titlesAlikeSchema = z.object({
  title: z.string(),
  videoId: z.string(),
  videos: z.array(videoCardSchema),
});
export type TitlesAlike = z.output<typeof titlesAlikeSchema>;

const params = z.object({
  itemType: z.enum(watchedItemTypes, { error: 'No es un tipo de contenido.' }),
  itemId: idSchema,
});

const errors = ['video.not_found', 'channel.not_found'] as const;

export const getEnrichmentInfo = defineEndpoint({
  method: 'GET',
  path: '/api/enrichment/:itemType/:itemId/info',
  access: 'user',
  summary: 'What is known about a title besides its description; generated, or from the catalogue alone.',
  input: { params },
  output: enrichmentInfoSchema,
  errors,
});

export const getEnrichmentTheme = defineEndpoint({
  method: 'GET',
  path: '/api/enrichment/:itemType/:itemId/theme',
  access: 'user',
  summary: 'The colours of the page of a title; generated, or from its poster.',
  input: { params },
  output: enrichmentThemeSchema,
  errors,
});

export const getRecommendations = defineEndpoint({
  method: 'GET',
  path: '/api/enrichment/:itemType/:itemId/recommendations',
  access: 'user',
  summary: 'At most six titles like this one; those of the catalogue open. Channels have none.',
  input: { params },
  output: recommendationsSchema,
  errors,
});
