import {
  decideGuideMatch,
  getGuideMatch,
  guideCandidatesMost,
  listGuideMatches,
  searchGuideChannels,
  undoGuideMatch,
  type GuideChannel,
  type GuideMatch,
} from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Database } from '@butaca/db';
import { readMatchReason } from '@butaca/guide';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../../shared/session.ts';
import type { GuideJobs } from '../refreshing/guide-jobs.ts';
import { linkChannels } from '../refreshing/link-channels.ts';
import {
  createGuideMatchesRepository,
  type GuideChannelRow,
  type GuideMatchRow,
} from './guide-matches.repository.ts';

export interface GuideMatchRoutesNeeds {
  db: Kysely<Database>;
  clock: Clock;
  jobs: Pick<GuideJobs, 'wake'>;
  logoPath(row: { id: string; logo: string | null }): string | null;
  /** Called when the programmes of channels have changed. */
  onChanged(): void;
}

export function serveGuideMatches(
  serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>,
  { db, clock, jobs, logoPath, onChanged }: GuideMatchRoutesNeeds,
): void {
  const repository = createGuideMatchesRepository(db);

  const view = (row: GuideMatchRow): GuideMatch => ({
    channelId: row.id,
    name: row.name,
    section: row.section,
    number: row.number,
    logo: logoPath(row),
    candidates: row.candidates
      .slice(0, guideCandidatesMost)
      .map((candidate) => ({ ...toGuideChannel(candidate), score: candidate.score })),
    link: row.link === null ? null : toGuideChannel(row.link),
    reason: row.link === null || row.is_decided ? null : readMatchReason(row.tvg_id, row.link.xmltv_id),
    decision: row.is_decided
      ? {
          sourceId: row.source_id,
          guideId: row.xmltv_id,
          username: row.username ?? '',
          decidedAt: (row.decided_at ?? clock.now()).toISOString(),
        }
      : null,
  });

  async function show(id: string): Promise<GuideMatch> {
    const row = await repository.find(id);
    if (row === undefined) throw new AppError('channel.not_found');
    return view(row);
  }

  serve(listGuideMatches, async ({ query: { state, q = '', page, limit } }) => {
    const { rows, total } = await repository.listPage(state, q, page, limit);
    return { matches: rows.map(view), page, totalPages: Math.ceil(total / limit), total };
  });

  serve(getGuideMatch, ({ params: { id } }) => show(id));

  serve(searchGuideChannels, async ({ query: { q, source, page, limit } }) => {
    const { rows, total } = await repository.searchChannels(q, source, page, limit);
    return { channels: rows.map(toGuideChannel), page, totalPages: Math.ceil(total / limit), total };
  });

  serve(decideGuideMatch, async ({ params: { id }, body: { sourceId, guideId } }, { session }) => {
    if ((sourceId === null) !== (guideId === null))
      throw new AppError('input.invalid', {
        details: [{ path: 'guideId', message: 'Elige un canal de una guía, o ninguno.' }],
      });
    const isUnread = await db.transaction().execute(async (trx) => {
      await waitForWriter(trx);
      const channel = await requireChannel(trx, id);
      const guide =
        sourceId === null || guideId === null
          ? undefined
          : await trx
              .selectFrom('guide_channel')
              .select(['names', 'xmltv_id'])
              .where('source_id', '=', sourceId)
              .where('xmltv_id', '=', guideId)
              .executeTakeFirst();
      if (sourceId !== null && guide === undefined) throw new AppError('guide.channel_unknown');
      await repository.decide(trx, {
        channel_id: id,
        source_id: sourceId,
        xmltv_id: guideId,
        username: session.username,
        decided_at: clock.now(),
      });
      const isMissing = await repository.requestMissing(trx, id, clock.now());
      await linkChannels(trx, clock.now());
      await bumpCatalogueVersion(trx);
      const after = { guide: guide === undefined ? 'Ninguna' : (guide.names[0] ?? guide.xmltv_id) };
      await recordAct(trx, session, {
        action: 'guide.decide',
        subjectId: id,
        subjectName: channel.name,
        after,
      });
      return isMissing;
    });
    onChanged();
    if (isUnread) jobs.wake();
    return show(id);
  });

  serve(undoGuideMatch, async ({ params: { id } }, { session }) => {
    const isUnread = await db.transaction().execute(async (trx) => {
      await waitForWriter(trx);
      const channel = await requireChannel(trx, id);
      if (!(await repository.undo(trx, id))) throw new AppError('guide.not_decided');
      const isMissing = await repository.requestMissing(trx, id, clock.now());
      await linkChannels(trx, clock.now());
      await bumpCatalogueVersion(trx);
      await recordAct(trx, session, { action: 'guide.undo', subjectId: id, subjectName: channel.name });
      return isMissing;
    });
    onChanged();
    if (isUnread) jobs.wake();
    return show(id);
  });
}

/**
 * Lets the statements of a transaction wait for a guide that is being written: the first decision for a guide has it read
 * again, and those that follow meanwhile are to be kept too. It ends before proxies give up.
 */
async function waitForWriter(trx: Kysely<Database>): Promise<void> {
  await sql`set local statement_timeout = '50s'`.execute(trx);
}

const toGuideChannel = (row: GuideChannelRow): GuideChannel => ({
  sourceId: row.source_id,
  sourceName: row.source_name,
  guideId: row.xmltv_id,
  names: row.names,
});

/** Finds a channel, which is not deleted until the transaction ends. @throws AppError `channel.not_found` */
async function requireChannel(trx: Kysely<Database>, id: string): Promise<{ name: string }> {
  const channel = await trx
    .selectFrom('channel')
    .select('name')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (channel === undefined) throw new AppError('channel.not_found');
  return channel;
}
