import type { PlanKey, Role, StreamKind } from '@butaca/contract';

/** What channels read of a session. */
export interface ChannelSession {
  accountId: string;
  role: Role;
  plan: PlanKey;
  deviceId: string;
  sessionKey: string;
}

/** What channels need of the gateway: a playable address for a source, bound to who asked and what for. */
export interface StreamIssuer {
  issue(
    source: { address: string; streamKind: StreamKind; userAgent: string | null; referrer: string | null },
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
