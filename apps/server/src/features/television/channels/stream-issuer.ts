import type { ClientAbility, PlanKey, Role, StreamKind } from '@butaca/contract';

/** What channels read of a session. */
export interface ChannelSession {
  accountId: string;
  username: string;
  role: Role;
  plan: PlanKey;
  deviceId: string;
  sessionKey: string;
}

/** Where a channel comes from. */
export interface ChannelStream {
  address: string;
  streamKind: StreamKind;
  userAgent: string | null;
  referrer: string | null;
}

/** How a channel reaches a client: as it is, or converted. */
export type DeliverChannel = (source: ChannelStream, can: ReadonlySet<ClientAbility>) => ChannelStream;

/** What channels need of the gateway: a playable address for a source, bound to who asked and what for. */
export interface StreamIssuer {
  issue(
    source: ChannelStream,
    grant: { accountId: string; deviceId: string; sessionKey: string; itemKey: string },
  ): { url: string; streamKind: StreamKind };
}

const itemPrefix = 'channel:';
/** How stream grants name a channel. */
export const channelItemKey = (id: string): string => `${itemPrefix}${id}`;

/** The channel that a stream grant names; `undefined` when it names something else. */
export function readChannelItemKey(itemKey: string): string | undefined {
  return itemKey.startsWith(itemPrefix) ? itemKey.slice(itemPrefix.length) : undefined;
}
