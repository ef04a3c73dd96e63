/*
 * Many providers allow an account a single connection, refuse a second one, and take up to two seconds to notice that
 * the first was closed. All connections to providers therefore pass one gate for each host, which counts what this
 * server itself has open there. A refusal while an inspection is open or just after a connection was closed is not
 * final: the request is repeated for a little over two seconds. A player that seeks, or that changes the channel, gives
 * its old transfer up for the new one. A refusal may also mean that the new address is dead while another tab of the
 * browser plays: unless the status or an earlier refusal tells the reason, the gate requests what the other tab plays
 * once more, and ends that transfer only where this is refused too. Where a repeated request succeeds, the host is
 * remembered as one that allows a single connection: from then on inspections wait for each other there, a player's old
 * transfer ends before the new one is requested, and a viewer who is refused while another one plays learns that the
 * provider is full. Hosts that have refused nothing are not limited.
 *
 * A player may request two places of a file at once. The one that is refused waits until the host has answered the other
 * one; what the host has accepted for a device then gives way, as an older transfer does.
 *
 * An address that answers 429 with `retry-after` is not requested again before that time, by any viewer, for at most a minute.
 *
 * A transfer that several viewers of a channel share gives way only where all of them would. One that has lost its last
 * viewer is kept open for a moment, and ends before anything else is requested from its host.
 */
import { LRUCache } from 'lru-cache';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import { inTime } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { ItemKey } from '@butaca/contract';
import type { SharedPermits } from '../../../../platform/shared-store/shared-permits.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import { createProviderSlots, type FindBudget, type ProviderBudget, type SlotEnd } from './provider-slots.ts';
import { readUpstreamStatus } from './upstream-error.ts';
import type { UpstreamAnswer } from './upstream-exchange.ts';
import { systemClock, type Clock } from '../../../../platform/clock.ts';
import { sleep } from '../../../../platform/async/sleep.ts';
import { nextTurn } from '../../../../platform/async/turns.ts';

/** What is requested from an upstream. */
export interface Connection {
  address: string;
  /**
   * `transfer`: a file or a channel in MPEG-TS, for as long as it plays · `inspection`: a look, a part or a probe, which
   * ends by itself within seconds · `request`: a playlist or a segment
   */
  kind: 'transfer' | 'inspection' | 'request';
  /** Names the player or program; connections of others end only where they belong to the same device. */
  client: string;
  /** Names what plays, for the provider's budget: all connections with the same name take one slot together. */
  slot: string;
  /** Tells a connection that is open beside others of what plays from these, so that it takes a slot of its own. */
  besideName?: string | undefined;
  itemKey: ItemKey | undefined;
  /** What is played of the item, by which its provider is found: the chapter of a series; by default the item itself. */
  playableKey?: ItemKey | undefined;
  /** The address of the source of a channel by which its provider is known; by default that of its first source. */
  sourceAddress?: string | undefined;
  /** The devices that receive what comes in, now: several where viewers of a channel share a connection. */
  viewers(): readonly PlayingDevice[];
  /** The budget of the provider, where it is known without asking for it by item or address. */
  budget?: ProviderBudget | undefined;
  /** Whether nobody waits for it, so that it ends at once when something else needs its slot. */
  isBackground?: boolean;
  /** Whether the connection has no viewer any more, and is only kept open for a moment in case one comes back. */
  isIdle?(): boolean;
  /** Whether the connection is only held ready, so that its slot goes to whatever else needs one. */
  isReserve?(): boolean;
  /** Whether the client never needs two connections at once, so that the old one is always ended first: ffmpeg. */
  isSerial?: boolean;
  /** How often a refused request is repeated at most; by default for as long as providers need to notice an end. */
  mostRepeats?: number | undefined;
  /** Ends the connection in favour of another one, or because this server has lost the slot that it uses. */
  close(why: SlotEnd): void;
}

export interface GatedConnection extends Disposable {
  /**
   * Asks the upstream; other connections of the same player end where they are in the way.
   *
   * @param ask - sends the request; called again when the upstream has to notice first that another connection ended
   * @throws ProviderFullError when all slots of the provider are taken; AppError `upstream.connections` when the
   * upstream is in use by others; AppError `upstream.busy` while the address has asked to be left alone; the refusal when `signal` aborts before the next repetition; the error of `ask`
   */
  open(ask: () => Promise<UpstreamAnswer>, signal: AbortSignal): Promise<UpstreamAnswer>;
}

export interface HostGate {
  /** How many connections of a provider are taken now; of several servers, by all of them. */
  countTaken(providerKey: string): Promise<number>;
  /** Whether the host of an address is known to allow a single connection, because it has refused another one. */
  isSingle(address: string): boolean;
  /** Notes that a device receives something that plays, also where no request of its own was needed for it. */
  noteViewer(slot: string, device: PlayingDevice): void;
  /** Announces a connection, which counts from its first accepted request until it is disposed of. */
  begin(connection: Connection): GatedConnection;
}

/** The statuses by which providers refuse a connection beyond those that they allow. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429, 456, 458, 503, 509]);
/** The refusals that can have no other reason than the number of connections or requests. */
const limitRefusals: ReadonlySet<number> = new Set([429, 456, 458, 509]);
const rememberedHostsMax = 1_000;
const singleKeptMs = 3_600_000;
/** How long a host that has accepted a second connection beside a transfer counts as one that has room, in ms. */
const roomKeptMs = 10_000;
/** How long providers take at most to notice that a connection was closed, in milliseconds. */
const noticedWithinMs = 2_000;
/** After how many seconds a device may ask again for what was refused because it receives another part of the same. */
const ownRetrySeconds = 1;
/** For how long at most an upstream's wish to be left alone is respected, in seconds: it may be wrong, or another's. */
const longestRestSeconds = 60;
/** The waits before each repetition, in milliseconds; together a little more than providers need to notice. */
const waitsMs = [150, 350, 700, 1_000];

interface Entry extends Connection {
  /** Whether the upstream has accepted the connection: only such connections are in the way of others. */
  isAccepted: boolean;
  /** Sends the connection's accepted request once more. */
  askAgain?: () => Promise<UpstreamAnswer>;
  /** Settles when the host has answered the connection's request; `undefined` while no request is under way. */
  asking?: Promise<unknown> | undefined;
  ended: Promise<void>;
  end(): void;
}

const remember = (ttl: number, clock: Clock) =>
  new LRUCache<string, true>({ ...atMost(rememberedHostsMax), ttl, ...ageBy(clock) });

/** Keeps the connections that are open or being opened, and the hosts on which one has just ended. */
function createOpenConnections(clock: Clock) {
  const entries = new Map<string, Set<Entry>>();
  const justEnded = remember(noticedWithinMs, clock);
  return {
    justEnded,
    enter(host: string, connection: Connection): Entry {
      const { promise: ended, resolve } = withResolvers();
      const entry: Entry = {
        ...connection,
        isAccepted: false,
        ended,
        end() {
          const open = entries.get(host);
          if (!open?.delete(entry)) return;
          if (open.size === 0) entries.delete(host);
          if (entry.isAccepted && entry.kind !== 'request') justEnded.set(host, true);
          resolve();
        },
      };
      entries.set(host, (entries.get(host) ?? new Set()).add(entry));
      return entry;
    },
    /** Lists the other connections that a host has accepted. */
    othersOf: (host: string, entry: Entry): Entry[] =>
      [...(entries.get(host) ?? [])].filter((other) => other !== entry && other.isAccepted),
    /** Lists the other connections that are not accepted yet. */
    pendingOf: (host: string, entry: Entry): Entry[] =>
      [...(entries.get(host) ?? [])].filter((other) => other !== entry && !other.isAccepted),
  };
}

/** Says that nothing was requested, because the upstream has asked to be left alone for a while. */
export class RestError extends Error {
  override readonly name = 'RestError';
}

/** Remembers the addresses whose upstream has asked to be left alone for a while. */
function createRests(clock: Clock) {
  const untilMs = new LRUCache<string, number>(atMost(rememberedHostsMax));
  return {
    /** @throws AppError `upstream.busy` with the time that is left, while an address is to be left alone */
    requireOver(address: string): void {
      const leftMs = (untilMs.get(address) ?? 0) - clock.steadyMs();
      if (leftMs <= 0) return;
      const cause = new RestError('the upstream has asked to be left alone');
      throw new AppError('upstream.busy', { cause, retryAfterSeconds: Math.ceil(leftMs / 1_000) });
    },
    note(address: string, answer: UpstreamAnswer): void {
      const { retryAfterSeconds } = answer.status === 429 ? readUpstreamStatus(answer) : {};
      if (retryAfterSeconds === undefined) return;
      untilMs.set(address, clock.steadyMs() + Math.min(retryAfterSeconds, longestRestSeconds) * 1_000);
    },
  };
}

/** Creates the function that asks a host whether it accepts one more connection for what it accepted already. */
function createRoomCheck(clock: Clock) {
  const hostsWithRoom = remember(roomKeptMs, clock);
  return async (host: string, accepted: Entry | undefined): Promise<boolean> => {
    if (hostsWithRoom.has(host)) return true;
    const answer = await accepted?.askAgain?.().catch(() => undefined);
    answer?.abort();
    if (answer === undefined || refusals.has(answer.status)) return false;
    hostsWithRoom.set(host, true);
    return true;
  };
}

/**
 * @param find - finds how many connections a provider allows; by default that is learned from its refusals
 * @param permits - where several servers count these connections together
 */
export function createHostGate(find?: FindBudget, permits?: SharedPermits, clock = systemClock): HostGate {
  const slots = createProviderSlots(find, permits, clock);
  const { justEnded, enter, othersOf, pendingOf } = createOpenConnections(clock);
  const singleHosts = remember(singleKeptMs, clock);
  /** Addresses that were refused while another viewer played something of the same host. */
  const refusedBeside = remember(singleKeptMs, clock);
  const hasRoom = createRoomCheck(clock);
  const rests = createRests(clock);

  const inspectionsOf = (host: string, entry: Entry): Entry[] =>
    othersOf(host, entry).filter(({ kind }) => kind === 'inspection');

  /** Ends the connections that give way to an entry. @returns whether there were any */
  async function endOlder(host: string, entry: Entry, givesWay: GivesWay): Promise<boolean> {
    const older = othersOf(host, entry).filter((other) => givesWay(other, entry));
    for (const other of older) other.close('yielded');
    if (older.length === 0) return false;
    // A socket is closed only after the present turn of the event loop.
    await nextTurn();
    await nextTurn();
    return true;
  }

  /**
   * Ends the connections that give way to an entry that was refused: earlier ones of its client, else what its device
   * played before, unless the refusal has another reason. @returns whether there were any
   */
  async function makeWay(host: string, entry: Entry, { status }: UpstreamAnswer): Promise<boolean> {
    if (await endOlder(host, entry, isOfSameClient)) return true;
    const isLimit = singleHosts.has(host) || limitRefusals.has(status);
    const played = othersOf(host, entry).find((other) => isOlder(other, entry));
    const isFull = isLimit || !(await hasRoom(host, played));
    return isFull && endOlder(host, entry, isOlder);
  }

  function noteAccepted(host: string, entry: Entry, isRepeated: boolean): void {
    entry.isAccepted = true;
    const isAlone = othersOf(host, entry).every(({ kind }) => kind !== 'transfer');
    if (isRepeated || (isAlone && refusedBeside.has(entry.address))) singleHosts.set(host, true);
    refusedBeside.delete(entry.address);
    // The upstream has noticed the end of the earlier connection, and its only one is taken again.
    if (singleHosts.has(host)) justEnded.delete(host);
  }

  /** Waits until the host has answered the other transfers that the device of a refused one has requested of it. */
  async function awaitBeside(host: string, entry: Entry, signal: AbortSignal): Promise<void> {
    const beside = pendingOf(host, entry).filter((other) => isTransferOfDevice(other, entry));
    await Promise.all(beside.map(({ asking }) => Promise.resolve(asking)));
    signal.throwIfAborted();
  }

  /** Sends the request of a connection; others of the same device can wait for the answer meanwhile. */
  async function send(host: string, entry: Entry, ask: () => Promise<UpstreamAnswer>, isRepeated: boolean) {
    const { promise, resolve } = withResolvers();
    entry.asking = promise;
    try {
      const answer = await ask();
      if (!refusals.has(answer.status)) {
        entry.askAgain = ask;
        noteAccepted(host, entry, isRepeated);
      }
      return answer;
    } finally {
      entry.asking = undefined;
      resolve();
    }
  }

  /** Returns the final answer to a connection that was refused; throws when the upstream is in use by other viewers. */
  function refuse(host: string, entry: Entry, answer: UpstreamAnswer): UpstreamAnswer {
    const others = othersOf(host, entry).filter(({ kind }) => kind === 'transfer');
    if (others.length === 0) return answer;
    refusedBeside.set(entry.address, true);
    const isOwn = others.some((other) => isOfSameClient(other, entry));
    if (!singleHosts.has(host) && !isOwn) return answer;
    answer.abort();
    const cause = new Error(`upstream answered ${answer.status} beside another transfer`);
    const { retryAfterSeconds = ownRetrySeconds } = readUpstreamStatus(answer);
    throw new AppError('upstream.connections', { cause, ...(isOwn && { retryAfterSeconds }) });
  }

  async function open(
    host: string,
    entry: Entry,
    ask: () => Promise<UpstreamAnswer>,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    rests.requireOver(entry.address);
    const isSingle = singleHosts.has(host);
    let mayBeLate = await endOlder(host, entry, isUnwatched);
    if (isSingle) mayBeLate = (await endOlder(host, entry, isInBackground)) || mayBeLate;
    if (isSingle) mayBeLate = (await endOlder(host, entry, isOlder)) || mayBeLate;
    else if (entry.isSerial === true) {
      mayBeLate = (await endOlder(host, entry, isOfSameClient)) || mayBeLate;
    }
    if (isSingle && entry.kind !== 'request') await waitForAll(inspectionsOf(host, entry), clock, signal);
    for (let turn = 0; ; turn += 1) {
      const answer = await send(host, entry, ask, turn > 0);
      if (!refusals.has(answer.status)) return answer;
      const waitMs = turn < (entry.mostRepeats ?? Infinity) ? waitsMs[turn] : undefined;
      if (waitMs !== undefined) {
        if (entry.kind === 'transfer') await awaitBeside(host, entry, signal);
        mayBeLate = (await makeWay(host, entry, answer)) || mayBeLate || justEnded.has(host);
        mayBeLate ||= inspectionsOf(host, entry).length > 0;
      }
      if (!mayBeLate || waitMs === undefined) {
        rests.note(entry.address, answer);
        return refuse(host, entry, answer);
      }
      answer.abort();
      // When the time is up before the next repetition, the refusal is what is known.
      await sleep(clock, waitMs, signal).catch(() => {
        throw readUpstreamStatus(answer);
      });
    }
  }

  return {
    countTaken: slots.countTaken,
    isSingle: (address) => singleHosts.has(new URL(address).host),
    noteViewer: slots.noteViewer,
    begin(connection) {
      const { host } = new URL(connection.address);
      const entry = enter(host, connection);
      return withinBudget((gone) => slots.enter(connection, gone), {
        open: (ask, signal) => open(host, entry, ask, signal),
        [Symbol.dispose]: entry.end,
      });
    },
  };
}

/** Why a connection waits no longer. One for all: an abort without a reason makes an error with a stack for each segment. */
const notWanted = new Error('the connection is no longer wanted');

/** Lets a connection take a slot of its provider before its first request, and give it back in the end. */
function withinBudget(
  enter: (gone: AbortSignal) => Promise<() => void>,
  gated: GatedConnection,
): GatedConnection {
  const gone = new AbortController();
  let entering: Promise<() => void> | undefined;
  return {
    async open(ask, signal) {
      entering ??= enter(gone.signal);
      await entering.catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
      signal.throwIfAborted();
      return gated.open(ask, signal);
    },
    [Symbol.dispose]() {
      gone.abort(notWanted);
      gated[Symbol.dispose]();
      // A connection that got no slot has none to give back.
      entering?.then(
        (leave) => leave(),
        () => undefined,
      );
    },
  };
}

/** Waits until connections have ended, but not longer than a provider needs to notice an end. */
async function waitForAll(open: readonly Entry[], clock: Clock, signal: AbortSignal): Promise<void> {
  if (open.length === 0) return;
  await inTime(Promise.all(open.map(({ ended }) => ended)), noticedWithinMs, undefined, clock);
  signal.throwIfAborted();
}

type GivesWay = (other: Entry, newer: Entry) => boolean;

/** Whether a connection has no viewer any more: a channel that was changed gives its connection to the next one. */
const isUnwatched: GivesWay = (other) => other.isIdle?.() === true;

/** Whether a connection is one that nobody waits for, and the newer one is not. */
const isInBackground: GivesWay = (other, newer) => other.isBackground === true && newer.isBackground !== true;

/**
 * Whether both connections are of one client; the requests of a client for playlists and segments go side by side. A
 * connection that several viewers share belongs to none of them.
 */
const isOfSameClient: GivesWay = (other, newer) =>
  newer.kind !== 'request' && other.client === newer.client && other.viewers().length <= 1;

/** Whether a connection is a transfer that the same device, and nobody else, receives. */
const isTransferOfDevice: GivesWay = (other, newer) => {
  if (other.kind !== 'transfer') return false;
  const [device] = newer.viewers();
  const isOne = ({ accountId, deviceId }: PlayingDevice): boolean =>
    accountId === device?.accountId && deviceId === device.deviceId;
  return other.client === newer.client || other.viewers().every(isOne);
};

/**
 * Whether a connection is of the same client, or a transfer of something that the same device, and nobody else, began to
 * play earlier.
 */
function isOlder(other: Entry, newer: Entry): boolean {
  if (other.client === newer.client) return isOfSameClient(other, newer);
  const [device] = newer.viewers();
  const viewers = other.viewers();
  if (other.kind !== 'transfer' || device === undefined || viewers.length === 0) return false;
  return viewers.every(
    ({ accountId, deviceId, issuedAtSeconds = 0 }) =>
      accountId === device.accountId &&
      deviceId === device.deviceId &&
      issuedAtSeconds <= (device.issuedAtSeconds ?? Infinity),
  );
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
