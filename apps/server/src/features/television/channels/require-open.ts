import { canOpen, liveTvSection, type Viewer } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import { channelDenied } from './access-denied.ts';
import type { ChannelsRepository } from './channels.repository.ts';

/**
 * Finds a channel that a person may watch.
 *
 * @throws AppError `channel.not_found`, also for one that lists do not show; `plan.required` with the access-denied payload
 */
export async function requireOpen({ find }: Pick<ChannelsRepository, 'find'>, id: string, viewer: Viewer) {
  const channel = await find(id);
  if (channel === undefined || (!channel.is_shown && viewer.role !== 'admin'))
    throw new AppError('channel.not_found');
  if (!canOpen(viewer, channel.requires_plan, liveTvSection))
    throw channelDenied(viewer, channel.requires_plan);
  return channel;
}
