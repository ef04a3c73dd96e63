import { getArchivedProgramme, itemKeyOf, type ChannelCard, type Programme } from '@butaca/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { DeliverChannel } from '../../../shared/stream/deliver-channel.ts';
import type { StreamIssuer } from '../../../shared/stream/stream-grant.ts';
import type { ArchiveRow } from './archive.repository.ts';
import { findArchived } from './find-archived.ts';

/** Who plays past programmes. */
export type ArchiveSession = Pick<
  Session,
  'accountId' | 'username' | 'role' | 'plan' | 'deviceId' | 'sessionKey'
>;

/** What the archive needs of channels, of guides and of the gateway. */
export interface ArchiveNeeds {
  clock: Clock;
  streams: StreamIssuer;
  deliver: DeliverChannel;
  /** @throws AppError `channel.not_found`, or `plan.required` where the person's plan does not open the channel */
  requireChannel(id: string, viewer: ArchiveSession): Promise<ChannelCard>;
  /** Finds what a channel shows at an instant. */
  findProgramme(channelId: string, at: Date): Promise<Programme | undefined>;
  listSources(channelId: string): Promise<ArchiveRow[]>;
}

export function serveArchive(serve: ServeEndpoint<ArchiveSession>, needs: ArchiveNeeds): void {
  serve(getArchivedProgramme, async ({ params: { id, start }, query: { from, can } }, context) => {
    const { session } = context;
    const channel = await needs.requireChannel(id, session);
    const programme = await needs.findProgramme(id, start);
    if (programme === undefined) throw new AppError('programme.not_found');
    const now = needs.clock.now();
    const startsAt = new Date(programme.startsAt);
    const endsAt = new Date(programme.endsAt);
    if (startsAt > now) throw new AppError('archive.not_found');
    const wanted = { startsAt, endsAt, now, fromAt: within(from ?? startsAt, startsAt, endsAt, now) };
    const found = findArchived(await needs.listSources(id), wanted);
    if (found === undefined) throw new AppError('archive.not_found');
    const { accountId, deviceId, sessionKey } = session;
    const grant = {
      accountId,
      deviceId,
      sessionKey,
      itemKey: itemKeyOf('channel', id),
      playableKey: itemKeyOf('archive', id),
    };
    const delivered = can === undefined ? found.source : await needs.deliver(found.source, can, grant);
    return {
      ...channel,
      ...needs.streams.issue(delivered, grant, context),
      programme,
      beginsAt: found.beginsAt.toISOString(),
      now: now.toISOString(),
    };
  });
}

/** Keeps an instant within the part of a programme that has been shown. */
function within(at: Date, startsAt: Date, endsAt: Date, now: Date): Date {
  const latestMs = Math.min(endsAt.getTime() - 1_000, now.getTime());
  return new Date(Math.max(startsAt.getTime(), Math.min(at.getTime(), latestMs)));
}
