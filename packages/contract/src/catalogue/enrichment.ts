import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { themeAnimations } from './enrichment-values.ts';
import { idSchema } from '../shared/text.ts';
import { videoCardSchema } from './videos.ts';

/**
 * The kinds of content in the URL of a watch page, `/watch/<kind>/<id>`.
 *
 * @see docs/requisitos.md, R2.29
 */
export const watchedItemTypes = ['channel', 'movie', 'serie', 'series', 'pelicula', 'anime'] as const;
export type WatchedItemType = (typeof watchedItemTypes)[number];

/**
 * Maximum lengths of the information that a generative model writes about a title: texts in characters, arrays in
 * items.
 */
export const enrichmentLimits = {
  textLength: 2_000,
  recommendations: 6,
  listItems: 20,
} as const;

const generatedText = z.string().max(enrichmentLimits.textLength);
const list = z.array(generatedText).max(enrichmentLimits.listItems);
const colour = z.string().regex(/^#[0-9a-f]{6}$/);
/**
 * Who wrote the information shown beside a video: `gemini`, a generative model; `fallback`, the server from its own
 * catalogue data.
 */
const source = z.enum(['gemini', 'fallback']);
export type EnrichmentSource = z.output<typeof source>;

/**
 * The texts of the watch page's panels «Información», «Curiosidades» and «Producción». A field whose value is unknown
 * holds a text such as «No disponible», and the page hides it.
 */
export const enrichmentInfoSchema = z.object({
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
  /**
   * What `trivia`, `culturalImpact` and `soundtrack` are about when they are not about the title itself, as a heading:
   * «Del género ciencia ficción».
   */
  generalHeading: generatedText.optional(),
  /** General statements about the decade of the title, for «Producción» and «Curiosidades», with their heading. */
  ofDecade: z.object({ heading: generatedText, production: generatedText, trivia: generatedText }).optional(),
  source,
});
export type EnrichmentInfo = z.output<typeof enrichmentInfoSchema>;

/**
 * The colour theme of one title's watch page, each colour as `#rrggbb`. `textColor` has a contrast of at least 4.5:1
 * with both ends of the background gradient.
 */
export const enrichmentThemeSchema = z.object({
  primaryColor: colour,
  secondaryColor: colour,
  accentColor: colour,
  gradientStart: colour,
  gradientEnd: colour,
  mood: generatedText,
  textColor: colour,
  overlayOpacity: z.number().min(0).max(1),
  glowEffect: z.boolean(),
  animationType: z.enum(themeAnimations),
  source,
});
export type EnrichmentTheme = z.output<typeof enrichmentThemeSchema>;

export const similarities = ['alta', 'media', 'baja'] as const;
export type Similarity = (typeof similarities)[number];

/**
 * A title recommended on the watch page of another one. If the catalogue has the recommended title, `_id` and `video`
 * (the data of its card) are set, and the person can open it; otherwise both are `null`.
 */
export const recommendationSchema = z.object({
  title: generatedText,
  reason: generatedText,
  similarity: z.enum(similarities),
  _id: z.string().nullable(),
  video: videoCardSchema.nullable(),
  /**
   * Who made this one recommendation: a model (`gemini`) or the catalogue (`fallback`). A model's list of
   * recommendations may be filled up from the catalogue.
   */
  source: source.optional(),
});
export type Recommendation = z.output<typeof recommendationSchema>;

export const recommendationsSchema = z.object({
  recommendations: z.array(recommendationSchema).max(enrichmentLimits.recommendations),
  genres: list,
  themes: list,
  mood: generatedText,
  source,
});
export type Recommendations = z.output<typeof recommendationsSchema>;

/**
 * A row of the home page with titles similar to one video; the row's heading names that video («Porque viste …»,
 * «Títulos parecidos a …»).
 */
export const titlesAlikeSchema = z.object({
  title: z.string(),
  videoId: z.string(),
  videos: z.array(videoCardSchema),
});
export type TitlesAlike = z.output<typeof titlesAlikeSchema>;

const params = z.object({
  itemType: z.enum(watchedItemTypes, { error: 'Ese tipo de contenido no existe.' }),
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
