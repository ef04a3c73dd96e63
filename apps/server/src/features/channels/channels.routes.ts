import {
  canOpen,
  createChannel,
  deleteChannel,
  getChannel,
  importChannels,
  listAdminChannels,
  listChannels,
  listChannelSections,
  liveTvSection,
  updateChannel,
} from '@butaca/contract';
import { AppError } from '../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../platform/http/serve-endpoint.ts';
import { channelDenied } from './access-denied.ts';
import type { ChannelAnswers } from './channel-answers.ts';
import type { ChannelsRepository } from './channels.repository.ts';
import { toAdminChannel, toChannelCard, type LogoPath } from './channels.view.ts';
import type { ImportChannels } from './import/import-channels.ts';
import {
  channelItemKey,
  type ChannelSession,
  type DeliverChannel,
  type StreamIssuer,
} from './stream-issuer.ts';

export interface ChannelRoutesNeeds {
  repository: ChannelsRepository;
  answers: ChannelAnswers;
  streams: StreamIssuer;
  deliver: DeliverChannel;
  importChannels: ImportChannels;
  logoPath: LogoPath;
  /** A write of this process was committed. */
  onChanged(): void;
}

export function serveChannels(serve: ServeEndpoint<ChannelSession>, needs: ChannelRoutesNeeds): void {
  const { repository, answers, logoPath } = needs;

  serve(listChannels, async ({ query }, { session }) => {
    if (session === undefined && !query.featured) throw new AppError('session.required');
    return answers.list({ section: query.section, isFeaturedOnly: query.featured }, session);
  });

  serve(listChannelSections, () => answers.sections());

  serve(getChannel, async ({ params, query }, { session }) => {
    const channel = await repository.find(params.id);
    if (channel === undefined || (!channel.active && session.role !== 'admin')) {
      throw new AppError('channel.not_found');
    }
    if (!canOpen(session, channel.requires_plan, liveTvSection)) {
      throw channelDenied(session, channel.requires_plan);
    }
    if (!channel.is_playable) throw new AppError('stream.unplayable');
    const source = {
      address: channel.address,
      streamKind: channel.stream_kind,
      userAgent: channel.user_agent,
      referrer: channel.referrer,
    };
    const { accountId, deviceId, sessionKey } = session;
    const stream = needs.streams.issue(query.can === undefined ? source : needs.deliver(source, query.can), {
      accountId,
      deviceId,
      sessionKey,
      itemKey: channelItemKey(channel.id),
    });
    return { ...toChannelCard(channel, session, logoPath), ...stream };
  });

  serve(listAdminChannels, async ({ query }) => {
    const { page, limit, search = '', section } = query;
    const { rows, total } = await repository.listPage({ page, limit, search, section });
    return { channels: rows.map(toAdminChannel), page, totalPages: Math.ceil(total / limit), total };
  });

  serve(createChannel, async ({ body }) => {
    const channel = await repository.insert(body);
    needs.onChanged();
    return toAdminChannel(channel);
  });

  serve(updateChannel, async ({ params, body }) => {
    const channel = await repository.update(params.id, body);
    needs.onChanged();
    return toAdminChannel(channel);
  });

  serve(deleteChannel, async ({ params }) => {
    const name = await repository.remove(params.id);
    if (name === undefined) throw new AppError('channel.not_found');
    needs.onChanged();
    return { message: `Canal «${name}» eliminado.` };
  });

  serve(importChannels, async (_request, context) => {
    const report = await needs.importChannels(await context.upload());
    needs.onChanged();
    return report;
  });
}
