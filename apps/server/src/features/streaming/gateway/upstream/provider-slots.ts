/*
 * A provider allows an account a number of connections at once. What plays takes one of them, a slot, however many
 * requests it makes: a channel with all its viewers, or the film of one play session. A look or a probe takes one while it
 * lasts. What is played in HLS keeps its slot between its
 * requests, and a film while its player seeks. Who would need one slot more gets that of a channel without
 * viewers, that of a picture or of another request in the background, or that of what the same device played before; for
 * probes in progress a viewer waits. Otherwise the provider
 * is not asked, because it would end what somebody else watches, or lock the account.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readItemKey, type ItemKey } from '@butaca/contract';
import { inTime } from '../../../../platform/async/deadline.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';

/** How many connections the provider of a source allows. */
export interface ProviderBudget {
  /** Names the account whose connections are counted together. */
  providerKey: string;
  connections: number;
}

/** Finds the budget of the provider of a source; `undefined` where it is not known. */
export type FindBudget = (source: {
  address: string;
  /**
   * The item that is played, of a series the chapter; `undefined` where nothing is played yet, as for a look at a channel.
   */
  itemKey: ItemKey | undefined;
  /** The source that is played or looked at; of a channel by default its first one, else what has the address. */
  sourceAddress?: string | undefined;
}) => Promise<ProviderBudget | undefined>;

/** What needs a slot of a provider. */
export interface SlotUse {
  address: string;
  kind: 'transfer' | 'inspection' | 'request';
  /** Names what plays: all uses with the same name share a slot. */
  slot: string;
  /** Tells a connection that is open beside others of what plays from all of these, so that it takes a slot of its own. */
  besideName?: string | undefined;
  itemKey: ItemKey | undefined;
  /** What is played of the item, by which its provider is found: the chapter of a series; by default the item itself. */
  playableKey?: ItemKey | undefined;
  sourceAddress?: string | undefined;
  /** The budget of the provider, where it is known without asking for it by item or address. */
  budget?: ProviderBudget | undefined;
  /** Whether nobody waits for it: it takes a free slot only, and ends at once when something else needs that slot. */
  isBackground?: boolean;
  viewers(): readonly PlayingDevice[];
  isIdle?(): boolean;
  /** Whether it is only held ready, so that its slot goes to whatever else needs one. */
  isReserve?(): boolean;
  close(): void;
}

export interface ProviderSlots {
  /**
   * Takes a slot, or joins the one of the same name.
   *
   * @param gone - aborts when the slot is no longer needed; who still waits for one then takes none
   * @returns the function that gives it back
   * @throws ProviderFullError when there is none; the reason of `gone`
   */
  enter(use: SlotUse, gone?: AbortSignal): Promise<() => void>;
  /** How many connections of a provider are taken now, kept ones included. */
  countTaken(providerKey: string): number;
  /** Notes a viewer of what plays, who gets what was requested for another one. */
  noteViewer(name: string, device: PlayingDevice): void;
}

/** All slots of a provider are taken. */
export class ProviderFullError extends Error {
  override readonly name = 'ProviderFullError';
  readonly connections: number;
  /** What plays in these slots. */
  readonly playing: readonly ItemKey[];

  constructor(connections: number, playing: readonly ItemKey[]) {
    super('all connections of the provider are in use');
    this.connections = connections;
    this.playing = playing;
  }
}

/** How long what is played in HLS keeps its slot after a request, in ms: longer than players wait between two of them. */
const keptMs = 12_000;
/** How long a film keeps its slot after a transfer, in ms: a player that seeks ends one and begins another. */
const seekMs = 2_000;
/** How long a device may still receive what it played before what it has begun, in ms: players overlap the two. */
const overlapMs = 2_000;
/** How long a viewer waits for probes that end by themselves, in ms. */
const probesWithinMs = 2_000;

interface Slot {
  /** Names what plays; several slots have the same name while sources of a channel are open beside each other. */
  name: string;
  /** What the slot is used for, and since when, in ms of `performance.now`. */
  uses: Map<SlotUse, number>;
  itemKey: ItemKey | undefined;
  /** How long the slot is kept for a device after a request, in ms. */
  keptMs: number;
  /**
   * Those who have made requests, when each of them began the last one, and until when they count as viewers, in ms of
   * `performance.now`.
   */
  keptFor: Map<string, { device: PlayingDevice; askedAtMs: number; untilMs: number }>;
  /** Told when the slot is given back. */
  waiting: Set<() => void>;
}

/** The slots that are taken, by the key of what is used there (`keyOf`). */
type Slots = Map<string, Slot>;

/** What a device began to play last: the name of its slots, and when, in ms of `performance.now`. */
interface Begun {
  name: string;
  issuedAtSeconds: number;
  atMs: number;
}

interface Provider {
  slots: Slots;
  /** What each device began to play last, the latest at the end; what is older than `keptMs` may be missing. */
  begun: Map<string, Begun>;
  /** Settles when nobody is taking a slot. */
  turn: Promise<void>;
}

/** The outcome of an attempt to take a slot: the function that gives it back, or what settles when a probe may have ended. */
type Attempt = { leave: () => void } | { freed: Promise<void> };

const keyOf = ({ slot, besideName }: SlotUse): string =>
  besideName === undefined ? slot : `${slot} beside ${besideName}`;

const createSlot = ({ slot: name, itemKey }: SlotUse): Slot => ({
  name,
  uses: new Map(),
  itemKey,
  keptMs: 0,
  keptFor: new Map(),
  waiting: new Set(),
});

const noSlot = (): void => undefined;

export function createProviderSlots(find: FindBudget = () => Promise.resolve(undefined)): ProviderSlots {
  const providers = new Map<string, Provider>();

  return {
    countTaken: (providerKey) => providers.get(providerKey)?.slots.size ?? 0,
    noteViewer(name, device) {
      const nowMs = performance.now();
      for (const { slots, begun } of providers.values()) {
        const playing = [...slots.values()].filter((slot) => slot.name === name);
        if (playing.length > 0) noteBegun(begun, name, device, nowMs);
        for (const slot of playing) keepFor(slot, device, { ms: slot.keptMs, askedAtMs: nowMs });
      }
    },
    async enter(use, gone) {
      const { address, itemKey, playableKey, sourceAddress } = use;
      const budget = use.budget ?? (await find({ address, itemKey: playableKey ?? itemKey, sourceAddress }));
      if (budget === undefined) return noSlot;
      gone?.throwIfAborted();
      const { providerKey, connections } = budget;
      const provider = providers.get(providerKey) ?? {
        slots: new Map<string, Slot>(),
        begun: new Map<string, Begun>(),
        turn: Promise.resolve(),
      };
      providers.set(providerKey, provider);
      if (provider.slots.has(keyOf(use))) return hold(provider, use);
      const waitsUntilMs = performance.now() + (use.isBackground === true ? 0 : probesWithinMs);
      for (;;) {
        const leftMs = waitsUntilMs - performance.now();
        // One after the other: a slot that was made free must not be taken by another before its connection has ended.
        const attempt = provider.turn.then(() =>
          tryTake(provider, use, { connections, isLong: leftMs > 0, gone }),
        );
        provider.turn = attempt.then(noSlot, noSlot);
        const taken = await attempt;
        if ('leave' in taken) return taken.leave;
        // Outside of the turn, so that all who wait for probes do so at the same time.
        await inTime(taken.freed, leftMs, undefined);
      }
    },
  };
}

function leave({ slots }: Provider, slot: Slot, use: SlotUse): void {
  const askedAtMs = slot.uses.get(use);
  if (askedAtMs === undefined) return;
  slot.uses.delete(use);
  const ms = keptMsAfter(use);
  for (const device of use.viewers()) keepFor(slot, device, { ms, askedAtMs });
  if (slot.uses.size === 0) setTimeout(() => forget(slots, keyOf(use), slot), ms + 1).unref();
  forget(slots, keyOf(use), slot);
}

/** Forgets a slot that nobody uses, and for nobody is kept. */
function forget(slots: Slots, key: string, slot: Slot): void {
  if (slot.uses.size > 0 || viewersOf(slot).length > 0) return;
  if (slots.get(key) === slot) slots.delete(key);
  for (const tell of slot.waiting) tell();
  slot.waiting.clear();
}

/** Ends what a slot is used for, in favour of another use. */
async function clear(slots: Slots, key: string, slot: Slot): Promise<void> {
  slots.delete(key);
  for (const use of slot.uses.keys()) use.close();
  // A socket is closed only after the present turn of the event loop.
  await nextTurn();
  await nextTurn();
}

/** Lets a use have its slot, which it may share with others. */
function hold(provider: Provider, use: SlotUse): () => void {
  const { slots, begun } = provider;
  const slot = slots.get(keyOf(use)) ?? createSlot(use);
  slots.set(keyOf(use), slot);
  const nowMs = performance.now();
  slot.uses.set(use, nowMs);
  slot.keptMs = Math.max(slot.keptMs, keptMsAfter(use));
  for (const device of use.viewers()) noteBegun(begun, slot.name, device, nowMs);
  return () => leave(provider, slot, use);
}

/**
 * Takes a slot, after making a free one where something gives way.
 *
 * @param options.isLong - whether the use may still wait for probes
 * @throws ProviderFullError when there is none; the reason of `gone`
 */
async function tryTake(
  provider: Provider,
  use: SlotUse,
  { connections, isLong, gone }: { connections: number; isLong: boolean; gone: AbortSignal | undefined },
): Promise<Attempt> {
  const { slots } = provider;
  while (!slots.has(keyOf(use)) && slots.size >= connections) {
    gone?.throwIfAborted();
    const yielding = findYielding(provider, use);
    if (yielding === undefined) {
      const probes = isLong ? [...slots.values()].filter(isProbe) : [];
      if (probes.length === 0) throw new ProviderFullError(connections, playingIn(slots));
      return { freed: anyFreed(probes, gone) };
    }
    await clear(slots, ...yielding);
  }
  gone?.throwIfAborted();
  return { leave: hold(provider, use) };
}

/** Finds the slot that is made free for a use. */
function findYielding({ slots, begun }: Provider, use: SlotUse): [string, Slot] | undefined {
  if (use.isBackground === true) return undefined;
  const all = [...slots];
  return (
    all.find(([, slot]) => isUnwatched(slot) || isBackground(slot) || isLeft(slot, begun)) ??
    all.find(([, slot]) => isOlder(slot, use, begun))
  );
}

/** Waits until one of the given slots is given back, or nobody waits for it any more. */
const anyFreed = (slots: readonly Slot[], gone: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    for (const slot of slots) slot.waiting.add(resolve);
    gone?.addEventListener('abort', () => resolve(), { once: true });
  });

const deviceKey = ({ accountId, deviceId }: PlayingDevice): string => `${accountId} ${deviceId}`;

function keptMsAfter({ kind, itemKey }: SlotUse): number {
  if (kind === 'request') return keptMs;
  const isChannel = itemKey !== undefined && readItemKey(itemKey)?.kind === 'channel';
  return kind === 'transfer' && !isChannel ? seekMs : 0;
}

/** Notes that a device has made a request for what a slot is used for, unless it has begun something later. */
function noteBegun(begun: Map<string, Begun>, name: string, device: PlayingDevice, nowMs: number): void {
  for (const [key, { atMs }] of begun) {
    if (atMs > nowMs - keptMs) break;
    begun.delete(key);
  }
  const key = deviceKey(device);
  const issuedAtSeconds = device.issuedAtSeconds ?? 0;
  const known = begun.get(key);
  if (known !== undefined && (known.name === name || known.issuedAtSeconds > issuedAtSeconds)) return;
  begun.delete(key);
  begun.set(key, { name, issuedAtSeconds, atMs: nowMs });
}

/** Keeps a slot for a device, for `ms` from now, because of a request that it made at `askedAtMs`. */
function keepFor(
  slot: Slot,
  device: PlayingDevice,
  { ms, askedAtMs }: { ms: number; askedAtMs: number },
): void {
  if (ms === 0) return;
  const known = slot.keptFor.get(deviceKey(device));
  // An older tab of a device does not make what the device plays older.
  const isNewer = (device.issuedAtSeconds ?? 0) >= (known?.device.issuedAtSeconds ?? 0);
  slot.keptFor.set(deviceKey(device), {
    device: isNewer || known === undefined ? device : known.device,
    askedAtMs: Math.max(known?.askedAtMs ?? 0, askedAtMs),
    untilMs: Math.max(known?.untilMs ?? 0, performance.now() + ms),
  });
}

/** The devices that receive what a slot is used for. */
function viewersOf({ uses, keptFor }: Slot): PlayingDevice[] {
  const now = performance.now();
  for (const [key, { untilMs }] of keptFor) if (untilMs < now) keptFor.delete(key);
  const receiving = [...uses.keys()].flatMap((use) => use.viewers());
  return [...receiving, ...[...keptFor.values()].map(({ device }) => device)];
}

const isProbe = ({ uses }: Slot): boolean =>
  uses.size > 0 && [...uses.keys()].every(({ kind }) => kind === 'inspection');

const isBackground = ({ uses }: Slot): boolean =>
  uses.size > 0 && [...uses.keys()].every((use) => use.isBackground === true);

const isUnwatched = (slot: Slot): boolean =>
  slot.uses.size > 0 &&
  [...slot.uses.keys()].every((use) => use.isIdle?.() === true || use.isReserve?.() === true);

/**
 * The devices for which a slot is used or kept, without those that have begun to play something else: since their last
 * request, or so lately that what they still receive is about to end.
 */
function stayingIn(slot: Slot, begun: ReadonlyMap<string, Begun>): PlayingDevice[] {
  const nowMs = performance.now();
  const hasLeft = (device: PlayingDevice, sinceMs: number): boolean => {
    const last = begun.get(deviceKey(device));
    if (last === undefined || last.name === slot.name) return false;
    return last.atMs >= sinceMs && last.issuedAtSeconds >= (device.issuedAtSeconds ?? 0);
  };
  const receiving = [...slot.uses.keys()].flatMap((use) => use.viewers());
  return [
    ...receiving.filter((device) => !hasLeft(device, nowMs - overlapMs)),
    ...[...slot.keptFor.values()]
      .filter(({ device, askedAtMs }) => !hasLeft(device, askedAtMs))
      .map(({ device }) => device),
  ];
}

/** Whether a slot is used or kept only for devices that play something else by now. */
const isLeft = (slot: Slot, begun: ReadonlyMap<string, Begun>): boolean =>
  !isProbe(slot) && viewersOf(slot).length > 0 && stayingIn(slot, begun).length === 0;

/** Whether what a slot is used for was begun earlier by the device of another use, and is received by nobody else. */
function isOlder(slot: Slot, use: SlotUse, begun: ReadonlyMap<string, Begun>): boolean {
  const [device] = use.viewers();
  if (device === undefined || isProbe(slot) || viewersOf(slot).length === 0) return false;
  return stayingIn(slot, begun).every(
    (viewer) =>
      deviceKey(viewer) === deviceKey(device) &&
      (viewer.issuedAtSeconds ?? 0) <= (device.issuedAtSeconds ?? Infinity),
  );
}

const playingIn = (slots: ReadonlyMap<string, Slot>): ItemKey[] =>
  [...slots.values()].flatMap(({ itemKey }) => (itemKey === undefined ? [] : [itemKey]));
