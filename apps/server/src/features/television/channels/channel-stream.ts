import type { SourceReport } from '@butaca/contract';
import type { Session } from '../../../shared/session.ts';

export type ChannelSession = Pick<
  Session,
  'accountId' | 'username' | 'role' | 'plan' | 'deviceId' | 'sessionKey'
>;

/** Tells what real plays have shown of a source that failed lately, by its address. */
export type ReadSourceHealth = (address: string) => SourceReport | undefined;
