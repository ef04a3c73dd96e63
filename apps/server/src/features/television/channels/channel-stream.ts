import type { ClientAbility, SourceReport } from '@butaca/contract';
import type { Session } from '../../../shared/session.ts';
import type { PlayingDevice } from '../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';

export type ChannelSession = Pick<
  Session,
  'accountId' | 'username' | 'role' | 'plan' | 'deviceId' | 'sessionKey'
>;

/** Decides how a channel is delivered to a client: unchanged or converted by ffmpeg. */
export type DeliverChannel = (
  source: StreamSource,
  can: ReadonlySet<ClientAbility>,
  device: PlayingDevice,
) => Promise<StreamSource>;

/** Tells what real plays have shown of a source that failed lately, by its address. */
export type ReadSourceHealth = (address: string) => SourceReport | undefined;
