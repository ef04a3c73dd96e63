import { applyReading, getReading, previewReading, undoReading } from '@butaca/contract';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { ReadingJobs } from './reading-jobs.ts';

export type ReadingSession = Pick<Session, 'accountId' | 'username'>;

export function serveReading(serve: ServeEndpoint<ReadingSession>, jobs: ReadingJobs): void {
  serve(getReading, () => jobs.state());
  const starts = [
    [previewReading, jobs.preview],
    [applyReading, jobs.apply],
    [undoReading, jobs.undo],
  ] as const;
  for (const [endpoint, start] of starts) {
    serve(endpoint, async (_request, { session: { accountId, username } }) => {
      await start({ accountId, username });
      return jobs.state();
    });
  }
}
