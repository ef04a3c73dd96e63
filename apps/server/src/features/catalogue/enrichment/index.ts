import type { ChannelCard, Viewer } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import { createAlikeRepository } from './alike.repository.ts';
import { createAlike, type AlikeRows, type EnrichedVideos, type EnrichmentSession } from './alike.ts';
import { createEnrichmentRepository, type DailyBudget } from './enrichment.repository.ts';
import { serveEnrichment, type ColoursOf } from './enrichment.routes.ts';
import { createGenai, type GenaiAccess } from './genai-client.ts';
import { createGenerated } from './generated.ts';
import { generationLimits, type GenerationLimits } from './generation-limits.ts';

export type { GenerationLimits } from './generation-limits.ts';

/** What a watch page knows about a title beside the video itself, and what is like it. */
export interface Enrichment extends AsyncDisposable {
  /**
   * Rows of the home page of what is like what a person watched last and what they put on their list last.
   *
   * @param kept - the videos of their list, newest first
   */
  listAlike(session: EnrichmentSession, kept: readonly string[]): Promise<AlikeRows>;
  routes(serve: ServeEndpoint<EnrichmentSession>): void;
}

/**
 * @param genai - without a key nothing is generated, and everything is told from the catalogue
 * @param dayOf - the day on which a call counts
 * @param coloursOf - the colours of a picture, the most frequent first
 * @param limits - limits other than the usual
 */
export function enrichmentFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  version: { current(): number };
  genai: Omit<GenaiAccess, 'apiKey'> & { apiKey: string | undefined } & DailyBudget;
  dayOf(at: Date): string;
  videos: EnrichedVideos;
  channels: { cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]> };
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
      }),
    async [Symbol.asyncDispose]() {
      await genai?.[Symbol.asyncDispose]();
      await generated[Symbol.asyncDispose]();
    },
  };
}
