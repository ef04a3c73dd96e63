import {
  createChannel,
  deleteChannel,
  getAdminChannel,
  getChannel,
  itemKeyOf,
  listAdminChannels,
  listChannels,
  listChannelSourceReports,
  listChannelSections,
  updateChannel,
  type AdminChannelDetail,
  type ClientAbility,
  type ImageSubtitle,
} from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { DeliverChannel } from '../../../shared/stream/deliver-channel.ts';
import { bindCookies } from '../../../shared/stream/list-cookies.ts';
import type { OpenPlaylists, StreamIssuer } from '../../../shared/stream/stream-grant.ts';
import type { ChannelAnswers } from './channel-answers.ts';
import type { ChannelsRepository } from './channels.repository.ts';
import { toAdminChannel, toAdminDetail, toChannelCard, type LogoPath } from './channels.view.ts';
import { requireOpen } from './require-open.ts';
import type { ChannelSession, ReadSourceHealth } from './channel-stream.ts';

export interface ChannelRoutesNeeds {
  repository: ChannelsRepository;
  answers: ChannelAnswers;
  streams: StreamIssuer;
  openPlaylists: OpenPlaylists;
  deliver: DeliverChannel;
  /** The subtitles that a browser does not show, of the source with an address. */
  subtitlesOf(address: string): Promise<readonly ImageSubtitle[]>;
  logoPath: LogoPath;
  readSourceHealth: ReadSourceHealth;
  /** Called after this process has committed a change of a channel, so that cached channel lists become stale. */
  onChanged(): void;
}

export function serveChannels(serve: ServeEndpoint<ChannelSession>, needs: ChannelRoutesNeeds): void {
  const { repository, answers, logoPath } = needs;

  serve(listChannels, async ({ query }, { session }) => {
    if (session === undefined && !query.featured) throw new AppError('session.required');
    return answers.list({ section: query.section, isFeaturedOnly: query.featured }, session);
  });

  serve(listChannelSections, async () => answers.sections());

  serve(getChannel, async ({ params, query }, context) => {
    const { session } = context;
    const channel = await requireOpen(repository, params.id, session);
    if (!channel.is_playable) throw new AppError('stream.unplayable');
    const source = {
      address: channel.address,
      streamKind: channel.stream_kind,
      userAgent: channel.user_agent,
      referrer: channel.referrer,
      cookies: bindCookies(channel.cookie, channel.address),
      origin: channel.origin,
    };
    const { accountId, deviceId, sessionKey } = session;
    const isCast = query.for === 'cast';
    const grant = { accountId, deviceId, sessionKey, itemKey: itemKeyOf('channel', channel.id), isCast };
    // A television plays what every client plays, unless the device that casts knows more of it.
    const can = query.can ?? (isCast ? new Set<ClientAbility>() : undefined);
    const delivered = can === undefined ? source : await needs.deliver(source, can, grant);
    const stream = needs.streams.issue(delivered, grant, context);
    const [subtitles, playlists] = await Promise.all([
      needs.subtitlesOf(channel.address),
      query.playlists ? needs.openPlaylists(stream.url, context.left) : undefined,
    ]);
    const more = {
      ...(playlists && { playlists }),
      ...(subtitles.length > 0 && { imageSubtitles: [...subtitles] }),
    };
    return { ...toChannelCard(channel, session, logoPath), ...stream, ...more };
  });

  serve(listAdminChannels, async ({ query }) => {
    const { page, limit, search = '', section } = query;
    const { rows, total } = await repository.listPage({ page, limit, search, section });
    return { channels: rows.map(toAdminChannel), page, totalPages: Math.ceil(total / limit), total };
  });

  async function view(id: string): Promise<AdminChannelDetail> {
    const found = await repository.findDetail(id);
    if (found === undefined) throw new AppError('channel.not_found');
    return toAdminDetail(found.row, found.sources);
  }

  serve(getAdminChannel, async ({ params }) => view(params.id));

  serve(listChannelSourceReports, async ({ params }) => {
    const found = await repository.findDetail(params.id);
    if (found === undefined) throw new AppError('channel.not_found');
    return {
      reports: found.sources.flatMap(({ id, address }) => {
        const report = needs.readSourceHealth(address);
        return report === undefined ? [] : [{ _id: id, ...report }];
      }),
    };
  });

  serve(createChannel, async ({ body }, { session }) => {
    const id = await repository.insert(body, { actor: session });
    needs.onChanged();
    return view(id);
  });

  serve(updateChannel, async ({ params, body }, { session }) => {
    if (await repository.update(params.id, body, session)) needs.onChanged();
    return view(params.id);
  });

  serve(deleteChannel, async ({ params }, { session }) => {
    const name = await repository.remove(params.id, session);
    if (name === undefined) throw new AppError('channel.not_found');
    needs.onChanged();
    return { message: `Canal «${name}» eliminado.` };
  });
}
