import type { ClientAbility } from '@butaca/contract';
import type { Session } from '../../../shared/session.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';

/** What channels read of a session. */
export type ChannelSession = Pick<
  Session,
  'accountId' | 'username' | 'role' | 'plan' | 'deviceId' | 'sessionKey'
>;

/** How a channel reaches a client: as it is, or converted. */
export type DeliverChannel = (source: StreamSource, can: ReadonlySet<ClientAbility>) => StreamSource;
