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
import type { BodySink, UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { EnoughAskedError, NotBesideError, openFirstGood, type SourceAttempt } from './open-first-good.ts';
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

  async function list(): Promise<SealedStream[]> {
    others = await listCandidates(failover, needs);
    return health.order(others);
  }

  /** Opens the first good source. @param last - the address of a source that is tried after the others */
  async function open(last: string | undefined): Promise<OpenedSource> {
    const ordered = await list();
    const isLast = ({ address }: SealedStream): boolean => address === last;
    const opened = await openFirstGood({
      candidates: [...ordered.filter((one) => !isLast(one)), ...ordered.filter(isLast)],
      hedgeMs: timing.hedgeMs,
      clock: timing.clock,
      signal: owner.signal,
      open: (source, attempt) => openSource(needs, owner, source, attempt),
      drop: (late) => late.end(),
    });
    opened.use();
    return opened;
  }

  /** Opens the first good one of the other sources beside that with the given address. */
  async function openBeside(present: string, signal: AbortSignal): Promise<OpenedSource> {
    return openFirstGood({
      candidates: (await list()).filter(({ address }) => address !== present),
      hedgeMs: timing.hedgeMs,
      clock: timing.clock,
      signal: AbortSignal.any([signal, owner.signal]),
      async open(source, attempt) {
        try {
          const beside = [present, ...attempt.beside];
          return await openSource(needs, owner, source, { ...attempt, beside, isStandby: true });
        } catch (error) {
          // The present source stays open, so that waiting for its end would be in vain.
          if (error instanceof NotBesideError && attempt.beside.length === 0) {
            throw new Error('no source may be opened beside the present one', { cause: error });
          }
          throw error;
        }
      },
      drop: (late) => late.end(),
    });
  }

  const first = await open(undefined);
  if (!isEndless(first.answer)) {
    const { answer } = first;
    return { ...answer, abort: () => (answer.abort(), first.end()) };
  }
  return createSteadyChannel({
    first,
    recovery: createRecovery({
      open,
      health,
      timing,
      signal: owner.signal,
      onProven: () => failover.budget.renew(needs.channelKey),
    }),
    openBeside,
    judgePicture: failover.judgePicture,
    hasOther: (address) => others.some((other) => other.address !== address),
    timing,
  });
}

/**
 * @throws NotBesideError where its provider would get a connection too many; AppError by the cause when its answer is no
 *   media
 */
async function openSource(
  { parts, channelKey, range }: ChannelNeeds,
  owner: ConnectionOwner,
  source: SealedStream,
  { signal, beside, isStandby = false }: SourceAttempt & { isStandby?: boolean },
): Promise<OpenedSource> {
  const { failover } = parts;
  const isBeside = beside.length > 0;
  if (isBeside && !(await mayOpenBeside(failover, channelKey, source.address, beside))) {
    throw new NotBesideError('the provider may not allow a second connection');
  }
  if (!failover.budget.take(channelKey, source.address))
    throw new EnoughAskedError('enough sources were asked');
  const controller = new AbortController();
  const end = (): void => {
    owner.signal.removeEventListener('abort', end);
    controller.abort(owner.signal.reason);
  };
  onAbort(owner.signal, end);
  onAbort(signal, end);
  let isUsed = false;
  let answer: UpstreamAnswer | undefined;
  let reader: BodySink | undefined;
  /** Ends a connection whose slot somebody else needs before viewers receive it. */
  function yieldSlot(): void {
    end();
    answer?.abort();
    reader?.fail(new Error('the slot was given to another channel'));
  }
  const attempt: ConnectionOwner = {
    signal: controller.signal,
    // Where this server has lost the slot of the only source that is being opened, the viewers are told that.
    close: (why) => (isUsed || (why === 'lost' && !isBeside) ? owner.close(why) : yieldSlot()),
    viewers: () => (isUsed || !isBeside ? (owner.viewers?.() ?? []) : []),
    isIdle: () => (isUsed || !isBeside) && owner.isIdle?.() === true,
    isReserve: () => isStandby && !isUsed,
  };
  try {
    const besideName = isBeside ? nameBeside() : undefined;
    const ask = passGate(parts, source, attempt, 'transfer', { besideName, sourceAddress: source.address });
    const request = { ...upstreamRequest(source), method: 'GET' as const, range };
    const got = await ask(request, controller.signal).catch((error: unknown) => {
      if (error instanceof ProviderFullError) failover.budget.giveBack(channelKey, source.address);
      throw error;
    });
    // A playlist at an address of a channel in MPEG-TS is read as one.
    const isList =
      got.status === 200 && (isPlaylistType(got.headers['content-type']) || isPlaylist(got.head));
    const refusal = isList ? undefined : refuseBytes(got, source, range !== undefined);
    if (refusal !== undefined) {
      got.abort();
      throw refusal;
    }
    answer = got;
    return {
      address: source.address,
      answer: {
        ...got,
        read(sink) {
          reader = sink;
          got.read(sink);
        },
      },
      use: () => void (isUsed = true),
      end: () => (got.abort(), end()),
    };
  } catch (error) {
    // An attempt that is no longer needed has not failed.
    const verdict = signal.aborted || owner.signal.aborted ? undefined : readVerdict(error);
    if (verdict !== undefined) failover.health.fail(source.address, verdict);
    end();
    if (isBeside && isFull(error)) throw new NotBesideError('the provider has no connection left');
    throw error;
  }
}

let namedBeside = 0;
/** Names a connection that is opened beside others, unlike all others of this process. */
const nameBeside = (): string => String((namedBeside += 1));

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
