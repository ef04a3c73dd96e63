import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import type { Session } from '../../../shared/session.ts';
import type { ConfirmPassword, ListImports, ProviderGateway } from './providers.ts';
import { createProvidersRepository } from './providers.repository.ts';
import { serveProviders } from './providers.routes.ts';
import { createRefreshJobs } from './refresh-jobs.ts';
import { deleteHidden } from './remove-provider.ts';
import { createSeriesReader } from './series-reader.ts';

/**
 * The providers feature: the lists and accounts that the catalogue is made from, their refreshes and their removal.
 * Disposal waits for a running refresh to stop.
 */
export interface Providers extends AsyncDisposable {
  /** Begins to refresh the lists that are due, and to read the chapters of series that accounts list. */
  start(): void;
  /**
   * Makes sure that the chapters of a series that an account lists are known.
   *
   * @throws AppError `video.chapters_unavailable`
   */
  readSeries(videoId: string): Promise<void>;
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
}

export function providersFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  imports: ListImports;
  gateway: ProviderGateway;
  /** Checks the password of an administrator who allows a certificate. */
  confirmPassword: ConfirmPassword;
  version: { advance(): void };
}): Providers {
  const { db, clock, log, imports, gateway, confirmPassword, version } = needs;
  const jobs = createRefreshJobs({
    db,
    repository: createProvidersRepository(db),
    imports,
    clock,
    log,
    async deleteMissing() {
      if (await deleteHidden(db)) version.advance();
    },
  });
  const series = createSeriesReader({
    db,
    clock,
    log,
    readStart: gateway.readStart,
    onChanged: version.advance,
  });
  return {
    start() {
      jobs.start();
      series.start();
    },
    readSeries: series.read,
    routes: (serve) =>
      serveProviders(serve, {
        db,
        clock,
        jobs,
        gateway,
        imports,
        confirmPassword,
        onChanged: version.advance,
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([jobs[Symbol.asyncDispose](), series[Symbol.asyncDispose]()]);
    },
  };
}
