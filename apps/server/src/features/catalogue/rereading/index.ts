import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createReadingJobs, type ReadingNeeds } from './reading-jobs.ts';
import { serveReading, type ReadingSession } from './reading.routes.ts';

/** «Leer de nuevo»: reads the titles of lists that are already imported with the present reader. */
export interface Rereading extends AsyncDisposable {
  routes(serve: ServeEndpoint<ReadingSession>): void;
}

export function rereadingFeature(needs: ReadingNeeds): Rereading {
  const jobs = createReadingJobs(needs);
  return {
    routes: (serve) => serveReading(serve, jobs),
    [Symbol.asyncDispose]: jobs[Symbol.asyncDispose],
  };
}
