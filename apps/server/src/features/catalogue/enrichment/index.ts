import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import { createAlikeRepository } from './alike.repository.ts';
import {
  createAlike,
  type AlikeRows,
  type EnrichedChannels,
  type EnrichedVideos,
  type EnrichmentSession,
} from './alike.ts';
import { createEnrichmentRepository, type DailyBudget } from './enrichment.repository.ts';
import { serveEnrichment, type ColoursOf } from './enrichment.routes.ts';
import { createGenai, type GenaiAccess } from './genai-client.ts';
import { createGenerated } from './generated.ts';
import { generationLimits, type GenerationLimits } from './generation-limits.ts';

export type { GenerationLimits } from './generation-limits.ts';

/**
 * The enrichment feature: what a watch page shows beside the video itself (information, theme, recommendations), and
 * the home page's rows of similar titles.
 */
export interface Enrichment extends AsyncDisposable {
  /**
   * Lists the rows of the home page with titles similar to those that a person watched last or added last to «Mi
   * lista».
   *
   * @param kept - the ids of the videos in the person's «Mi lista», newest first
   */
  listAlike(session: EnrichmentSession, kept: readonly string[]): Promise<AlikeRows>;
  routes(serve: ServeEndpoint<EnrichmentSession>): void;
}

/**
 * @param genai - client of the generative API; without an API key nothing is generated, and all information is taken
 * from the catalogue
 * @param dayOf - returns the day to whose budget a call to the model is charged
 * @param coloursOf - returns the colours of an image, the most frequent first
 * @param limits - replace the default time and failure limits for generated content
 */
export function enrichmentFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  version: { current(): number };
  genai: Omit<GenaiAccess, 'apiKey'> & { apiKey: string | undefined } & DailyBudget;
  dayOf(at: Date): string;
  videos: EnrichedVideos;
  channels: EnrichedChannels;
  coloursOf: ColoursOf;
  limits?: Partial<GenerationLimits>;
}): Enrichment {
  const { db, clock, log, videos } = needs;
  const { baseUrl, model, apiKey, ...budget } = needs.genai;
  const genai = apiKey === undefined ? undefined : createGenai({ baseUrl, model, apiKey });
  const generated = createGenerated({
    repository: createEnrichmentRepository(db),
    genai,
    model,
    budget,
    dayOf: needs.dayOf,
    clock,
    log,
    limits: { ...generationLimits, ...needs.limits },
  });
  const alike = createAlike({
    repository: createAlikeRepository(db),
    videos,
    version: needs.version.current,
  });
  return {
    listAlike: alike.listRows,
    routes: (serve) =>
      serveEnrichment(serve, {
        videos,
        channels: needs.channels,
        generated,
        alike,
        coloursOf: needs.coloursOf,
        log,
        clock,
      }),
    async [Symbol.asyncDispose]() {
      await genai?.[Symbol.asyncDispose]();
      await generated[Symbol.asyncDispose]();
    },
  };
}
