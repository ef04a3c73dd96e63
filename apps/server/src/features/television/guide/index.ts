import type { ChannelCard, Programme, Viewer } from '@butaca/contract';
import type { BulkSession, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import type { Session } from '../../../shared/session.ts';
import { serveGuideMatches } from './matches/guide-matches.routes.ts';
import { createProgrammesRepository } from './programmes/programmes.repository.ts';
import { toProgramme } from './programmes/programmes.view.ts';
import { serveProgrammes } from './programmes/programmes.routes.ts';
import { createGuideJobs } from './refreshing/guide-jobs.ts';
import type { FetchGuide, OpenDemoGuide } from './refreshing/open-guide.ts';
import { createGuideFiles } from './refreshing/guide-files.ts';
import { createGuideSourcesRepository } from './refreshing/guide-sources.repository.ts';
import { createGuideFileSweep } from './refreshing/sweep-guide-files.ts';
import { createReminderNotices, type ReminderNotices } from './reminders/reminder-notices.ts';
import { serveReminders } from './reminders/reminders.routes.ts';
import { addDemoGuide, removeDemoGuide } from './sources/demo-guide-source.ts';
import { serveGuideSources } from './sources/guide-sources.routes.ts';

export { createProgrammesRepository, toProgramme };

/**
 * The guide feature: where programme guides come from, which channel has its programmes from which channel of a guide, and
 * the programmes themselves. Disposal gives up a running refresh.
 */
export interface Guide extends AsyncDisposable {
  /** Begins to refresh the guides that are due, and to remove files of guides that are gone. */
  start(): void;
  /** Adds the guide of the demo's channels, which is made and read when the guides that are due are refreshed. */
  addDemo(): Promise<void>;
  removeDemo(): Promise<void>;
  /** Finds what a channel shows at an instant. */
  findProgramme(channelId: string, at: Date): Promise<Programme | undefined>;
  /** What closed pages are told of programmes that begin. */
  reminderNotices: ReminderNotices;
  routes(serve: ServeEndpoint<Viewer & Pick<Session, 'accountId' | 'username'>>): void;
}

export function guideFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  version: { current(): number; advance(): void };
  openBulkSession(): Promise<BulkSession>;
  fetchGuide: FetchGuide;
  openDemoGuide: OpenDemoGuide;
  /** Where guides are received, and where uploaded ones are kept for all servers. */
  uploadDir: string;
  keptDir: string;
  logoPath(row: { id: string; logo: string | null }): string | null;
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]>;
}): Guide {
  const { db, clock, log, version, logoPath, cardsOf } = needs;
  const files = createGuideFiles(needs.uploadDir, needs.keptDir);
  const onChanged = version.advance;
  const repository = createGuideSourcesRepository(db);
  const sweep = createGuideFileSweep({
    listFileSourceIds: async () =>
      (await repository.list()).flatMap(({ id, kind }) => (kind === 'file' ? [id] : [])),
    files,
    clock,
    log,
  });
  const jobs = createGuideJobs({
    db,
    clock,
    log,
    files,
    onChanged,
    repository,
    version: version.current,
    openBulkSession: needs.openBulkSession,
    fetchGuide: needs.fetchGuide,
    openDemoGuide: needs.openDemoGuide,
  });
  const programmes = createProgrammesRepository(db);
  return {
    start() {
      jobs.start();
      sweep.start();
    },
    addDemo: () => addDemoGuide(db),
    async removeDemo() {
      if (await removeDemoGuide(db, clock.now())) onChanged();
    },
    async findProgramme(channelId, at) {
      const row = await programmes.findAt(channelId, at);
      return row === undefined ? undefined : toProgramme(row, clock.now());
    },
    reminderNotices: createReminderNotices({ db, clock, cardsOf }),
    routes(serve) {
      serveReminders(serve, { db, clock, cardsOf });
      serveProgrammes(serve, { db, clock, cardsOf, version: version.current });
      serveGuideSources(serve, { db, clock, jobs, files, onChanged });
      serveGuideMatches(serve, { db, clock, jobs, logoPath, onChanged });
    },
    async [Symbol.asyncDispose]() {
      await sweep[Symbol.asyncDispose]();
      await jobs[Symbol.asyncDispose]();
    },
  };
}
