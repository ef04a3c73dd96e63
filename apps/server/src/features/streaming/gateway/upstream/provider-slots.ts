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
  /** The item that is played; `undefined` where nothing is played yet, as for a look at a channel. */
  itemKey: ItemKey | undefined;
  /** The source of the channel that is played; by default its first one. */
  sourceAddress?: string | undefined;
}) => Promise<ProviderBudget | undefined>;

/** What needs a slot of a provider. */
export interface SlotUse {
  address: string;
  kind: 'transfer' | 'inspection' | 'request';
  /** Names what plays: all uses with the same name share a slot. */
  slot: string;
  itemKey: ItemKey | undefined;
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
   * @returns the function that gives it back
   * @throws ProviderFullError when there is none
   */
  enter(use: SlotUse): Promise<() => void>;
  /** How many connections of a provider are taken now, kept ones included. */
  countTaken(providerKey: string): number;
  /** Notes a viewer of what a slot is used for, who has got what was requested for another one. */
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
  /** What the slot is used for, and since when, in ms of `performance.now`. */
  uses: Map<SlotUse, number>;
  itemKey: ItemKey | undefined;
  /**
   * Those who have made requests, when each of them began the last one, and until when they count as viewers, in ms of
   * `performance.now`.
   */
  keptFor: Map<string, { device: PlayingDevice; askedAtMs: number; untilMs: number }>;
  /** Told when the slot is given back. */
  waiting: Set<() => void>;
}

/** The slots that are taken, by name. */
type Slots = Map<string, Slot>;

/** What a device began to play last: the name of its slot, and when, in ms of `performance.now`. */
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

const createSlot = (itemKey: ItemKey | undefined): Slot => ({
  uses: new Map(),
  itemKey,
  keptFor: new Map(),
  waiting: new Set(),
});

const noSlot = (): void => undefined;

export function createProviderSlots(find: FindBudget = () => Promise.resolve(undefined)): ProviderSlots {
  const providers = new Map<string, Provider>();

  function leave({ slots }: Provider, slot: Slot, use: SlotUse): void {
    const askedAtMs = slot.uses.get(use);
    if (askedAtMs === undefined) return;
    slot.uses.delete(use);
    const ms = keptMsAfter(use);
    for (const device of use.viewers()) keepFor(slot, device, { ms, askedAtMs });
    if (slot.uses.size === 0) setTimeout(() => forget(slots, use.slot, slot), ms + 1).unref();
    forget(slots, use.slot, slot);
  }

  /** Forgets a slot that nobody uses, and for nobody is kept. */
  function forget(slots: Slots, name: string, slot: Slot): void {
    if (slot.uses.size > 0 || viewersOf(slot).length > 0) return;
    if (slots.get(name) === slot) slots.delete(name);
    for (const tell of slot.waiting) tell();
    slot.waiting.clear();
  }

  /** Ends what a slot is used for, in favour of another use. */
  async function clear(slots: Slots, name: string, slot: Slot): Promise<void> {
    slots.delete(name);
    for (const use of slot.uses.keys()) use.close();
    // A socket is closed only after the present turn of the event loop.
    await nextTurn();
    await nextTurn();
  }

  /** Makes a slot free. @returns whether there may be a free one now */
  async function makeRoom({ slots, begun }: Provider, use: SlotUse): Promise<boolean> {
    if (use.isBackground === true) return false;
    const all = [...slots];
    const yielding =
      all.find(([name, slot]) => isUnwatched(slot) || isBackground(slot) || isLeft(name, slot, begun)) ??
      all.find(([name, slot]) => isOlder(name, slot, use, begun));
    if (yielding !== undefined) {
      await clear(slots, ...yielding);
      return true;
    }
    const probes = all.filter(([, slot]) => isProbe(slot));
    if (probes.length === 0) return false;
    const freed = probes.map(
      ([, slot]) => new Promise<true>((resolve) => slot.waiting.add(() => resolve(true))),
    );
    return inTime(Promise.race(freed), probesWithinMs, false);
  }

  /** Makes a free slot for a use, and takes it. @throws ProviderFullError when there is none */
  async function takeFree(provider: Provider, use: SlotUse, connections: number): Promise<void> {
    const { slots } = provider;
    while (!slots.has(use.slot) && slots.size >= connections) {
      if (!(await makeRoom(provider, use))) throw new ProviderFullError(connections, playingIn(slots));
    }
    if (!slots.has(use.slot)) slots.set(use.slot, createSlot(use.itemKey));
  }

  return {
    countTaken: (providerKey) => providers.get(providerKey)?.slots.size ?? 0,
    noteViewer(name, device) {
      const nowMs = performance.now();
      for (const { slots, begun } of providers.values()) {
        const slot = slots.get(name);
        if (slot === undefined) continue;
        noteBegun(begun, name, device, nowMs);
        keepFor(slot, device, { ms: keptMs, askedAtMs: nowMs });
      }
    },
    async enter(use) {
      const { address, itemKey, sourceAddress } = use;
      const budget = use.budget ?? (await find({ address, itemKey, sourceAddress }));
      if (budget === undefined) return noSlot;
      const { providerKey, connections } = budget;
      const provider = providers.get(providerKey) ?? {
        slots: new Map<string, Slot>(),
        begun: new Map<string, Begun>(),
        turn: Promise.resolve(),
      };
      providers.set(providerKey, provider);
      const { slots } = provider;
      if (!slots.has(use.slot)) {
        // One after the other: a slot that was made free must not be taken by another before its connection has ended.
        const free = provider.turn.then(() => takeFree(provider, use, connections));
        provider.turn = free.catch(() => undefined);
        await free;
      }
      const slot = slots.get(use.slot) ?? createSlot(use.itemKey);
      slots.set(use.slot, slot);
      const nowMs = performance.now();
      slot.uses.set(use, nowMs);
      for (const device of use.viewers()) noteBegun(provider.begun, use.slot, device, nowMs);
      return () => leave(provider, slot, use);
    },
  };
}

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
function stayingIn(name: string, slot: Slot, begun: ReadonlyMap<string, Begun>): PlayingDevice[] {
  const nowMs = performance.now();
  const hasLeft = (device: PlayingDevice, sinceMs: number): boolean => {
    const last = begun.get(deviceKey(device));
    if (last === undefined || last.name === name) return false;
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
const isLeft = (name: string, slot: Slot, begun: ReadonlyMap<string, Begun>): boolean =>
  !isProbe(slot) && viewersOf(slot).length > 0 && stayingIn(name, slot, begun).length === 0;

/** Whether what a slot is used for was begun earlier by the device of another use, and is received by nobody else. */
function isOlder(name: string, slot: Slot, use: SlotUse, begun: ReadonlyMap<string, Begun>): boolean {
  const [device] = use.viewers();
  if (device === undefined || isProbe(slot) || viewersOf(slot).length === 0) return false;
  return stayingIn(name, slot, begun).every(
    (viewer) =>
      deviceKey(viewer) === deviceKey(device) &&
      (viewer.issuedAtSeconds ?? 0) <= (device.issuedAtSeconds ?? Infinity),
  );
}

const playingIn = (slots: ReadonlyMap<string, Slot>): ItemKey[] =>
  [...slots.values()].flatMap(({ itemKey }) => (itemKey === undefined ? [] : [itemKey]));
