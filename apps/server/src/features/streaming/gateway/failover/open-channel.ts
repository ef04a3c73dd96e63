import type { ItemKey } from '@butaca/contract';
import { upstreamRequest } from '../delivery/child-stream.ts';
import { passGate, type ConnectionOwner, type GatedUpstream } from '../delivery/gated-stream.ts';
import { refuseBytes } from '../delivery/refuse-bytes.ts';
import { onAbort } from '../delivery/send-bytes.ts';
import { isPlaylist } from '../playlists/playlist.ts';
import { isEndless } from '../delivery/endless-answer.ts';
import { isPlaylistType } from '../stream/media-headers.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { SealedStream } from '../stream/token.ts';
import { ProviderFullError } from '../upstream/provider-slots.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { NotBesideError, openFirstGood, type SourceAttempt } from './open-first-good.ts';
import { listCandidates, type Failover } from './channel-sources.ts';
import { readVerdict } from './source-verdict.ts';
import type { OpenedSource } from './channel-connection.ts';
import { createRecovery } from './recovery.ts';
import { createSteadyChannel } from './steady-channel.ts';

interface ChannelNeeds {
  parts: GatedUpstream & { timing: StreamTiming; failover: Failover };
  sealed: SealedStream;
  channelKey: ItemKey;
  range: string | undefined;
}

/**
 * Opens a channel in MPEG-TS at the first of its sources that answers, and goes on with others when it fails.
 *
 * @param owner - what the viewers of the channel share
 * @returns an answer whose body goes on while any source plays; other answers, such as a file with an end, as they are
 * @throws the failure of the first source when none answers with media
 */
export async function openChannel(needs: ChannelNeeds, owner: ConnectionOwner): Promise<UpstreamAnswer> {
  const { parts } = needs;
  const { timing, failover } = parts;
  const { health } = failover;
  let others: SealedStream[] = [];

  /** Opens the first good source. @param last - the address of a source that is tried after the others */
  async function open(last: string | undefined): Promise<OpenedSource> {
    const all = await listCandidates(failover, needs);
    others = all;
    const ordered = health.order(all);
    const isLast = ({ address }: SealedStream): boolean => address === last;
    return openFirstGood({
      candidates: [...ordered.filter((one) => !isLast(one)), ...ordered.filter(isLast)],
      hedgeMs: timing.hedgeMs,
      signal: owner.signal,
      open: (source, attempt) => openSource(needs, owner, source, attempt),
      drop: (opened) => opened.end(),
    });
  }

  const first = await open(undefined);
  if (!isEndless(first.answer)) {
    const { answer } = first;
    return { ...answer, abort: () => (answer.abort(), first.end()) };
  }
  return createSteadyChannel({
    first,
    recovery: createRecovery({ open, health, timing, signal: owner.signal }),
    hasOther: (address) => others.some((other) => other.address !== address),
    timing,
  });
}

/**
 * Requests one source.
 *
 * @throws NotBesideError where its provider would get a connection too many; AppError by the cause when its answer is no
 *   media
 */
async function openSource(
  { parts, channelKey, range }: ChannelNeeds,
  owner: ConnectionOwner,
  source: SealedStream,
  { signal, beside }: SourceAttempt,
): Promise<OpenedSource> {
  const { failover } = parts;
  const isBeside = beside.length > 0;
  if (isBeside && !(await mayOpenBeside(failover, channelKey, source.address, beside))) {
    throw new NotBesideError('the provider may not allow a second connection');
  }
  const controller = new AbortController();
  const end = (): void => {
    owner.signal.removeEventListener('abort', end);
    controller.abort(owner.signal.reason);
  };
  onAbort(owner.signal, end);
  onAbort(signal, end);
  let hasWon = false;
  const attempt: ConnectionOwner = {
    signal: controller.signal,
    close: () => (hasWon ? owner.close() : end()),
    viewers: () => (hasWon || !isBeside ? (owner.viewers?.() ?? []) : []),
    isIdle: () => (hasWon || !isBeside) && owner.isIdle?.() === true,
  };
  try {
    const ask = passGate(parts, source, attempt, 'transfer', { isBeside, sourceAddress: source.address });
    const answer = await ask({ ...upstreamRequest(source), method: 'GET', range }, controller.signal);
    // A playlist at an address of a channel in MPEG-TS is read as one.
    const isList =
      answer.status === 200 && (isPlaylistType(answer.headers['content-type']) || isPlaylist(answer.head));
    const refusal = isList ? undefined : refuseBytes(answer, source, range !== undefined);
    if (refusal !== undefined) {
      answer.abort();
      throw refusal;
    }
    hasWon = true;
    return { address: source.address, answer, end: () => (answer.abort(), end()) };
  } catch (error) {
    // An attempt that is no longer needed has not failed.
    const verdict = signal.aborted || owner.signal.aborted ? undefined : readVerdict(error);
    if (verdict !== undefined) failover.health.fail(source.address, verdict);
    end();
    if (isBeside && isFull(error)) throw new NotBesideError('the provider has no connection left');
    throw error;
  }
}

const isFull = (error: unknown): boolean => error instanceof ProviderFullError;

/** Whether a source may be requested while others are: at another host, or where its provider states how many it allows. */
async function mayOpenBeside(
  { findBudget }: Failover,
  itemKey: ItemKey,
  address: string,
  beside: readonly string[],
): Promise<boolean> {
  const { host } = new URL(address);
  if (beside.every((other) => new URL(other).host !== host)) return true;
  return (await findBudget?.({ address, itemKey, sourceAddress: address })) !== undefined;
}
