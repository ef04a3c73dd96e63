import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import type { FactSourceUrls } from './active-sources.ts';
import { createFactJobs } from './fact-jobs.ts';
import { createFactsRepository } from './facts.repository.ts';
import { serveFacts } from './facts.routes.ts';
import type { OpenFile } from './fetch-source.ts';

export type { FactSourceUrls };

/** Facts of films and series from sources outside. Disposal gives up what is looked for. */
export interface FactsFeature extends AsyncDisposable {
  /** Begins to look for facts of titles that have none yet. */
  start(): void;
  routes(serve: ServeEndpoint<Actor>): void;
}

export function factsFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  version: { advance(): void };
  openFile: OpenFile;
  /** The key of TMDB from the environment. */
  tmdbKey: string | undefined;
  urls?: FactSourceUrls | undefined;
}): FactsFeature {
  const { db, clock, log, openFile, tmdbKey: environmentKey, urls = {} } = needs;
  const onChanged = needs.version.advance;
  const repository = createFactsRepository(db);
  const jobs = createFactJobs({ db, clock, log, repository, openFile, environmentKey, urls, onChanged });
  return {
    start: jobs.start,
    routes: (serve) => serveFacts(serve, { db, clock, repository, jobs, environmentKey, onChanged }),
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
}
