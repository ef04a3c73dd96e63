import type { ItemKey } from '@butaca/contract';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { readSource } from '../stream/read-source.ts';
import type { SealedStream } from '../stream/token.ts';
import type { FindBudget } from '../upstream/provider-slots.ts';
import type { JudgePicture } from './judge-picture.ts';
import type { SourceBudget } from './source-budget.ts';
import type { SourceHealth } from './source-health.ts';

/** Lists the sources of a channel that clients can play, in the order in which they are tried. */
export type FindSources = (channelKey: ItemKey) => Promise<readonly StreamSource[]>;

/** What the gateway needs to go on with another source of a channel. */
export interface Failover {
  findSources: FindSources;
  findBudget: FindBudget | undefined;
  health: SourceHealth;
  budget: SourceBudget;
  /** Judges keyframes of channels; `undefined` where nobody is to notice black ones. */
  judgePicture: JudgePicture | undefined;
}

/**
 * Lists the sources of a channel that have the form of what is played. What is played comes first where it is none of them:
 * a source that the channel has no more, or a part of one.
 */
export async function listCandidates(
  { findSources }: Failover,
  { sealed, channelKey }: { sealed: SealedStream; channelKey: ItemKey },
): Promise<SealedStream[]> {
  const listed = (await findSources(channelKey))
    .map(readSource)
    .filter(({ streamKind, address }) => streamKind === sealed.streamKind && /^https?:/i.test(address))
    .map((source): SealedStream => (source.address === sealed.address ? sealed : { ...sealed, ...source }));
  return listed.some(({ address }) => address === sealed.address) ? listed : [sealed, ...listed];
}

/**
 * Whether a source may be requested while others are, without a slot of its own: at another host, and not with an account
 * of the others.
 */
export async function mayAskBeside(
  { findBudget }: Failover,
  itemKey: ItemKey,
  address: string,
  beside: readonly string[],
): Promise<boolean> {
  if (beside.length === 0) return true;
  const { host } = new URL(address);
  if (beside.some((other) => new URL(other).host === host)) return false;
  const find = async (sourceAddress: string) =>
    findBudget?.({ address: sourceAddress, itemKey, sourceAddress });
  const own = await find(address);
  if (own === undefined) return true;
  const others = await Promise.all(beside.map(find));
  return others.every((other) => other?.providerKey !== own.providerKey);
}
