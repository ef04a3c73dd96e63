/*
 * A provider allows an account a number of connections at once. What plays takes one of them, a slot, however many
 * requests it makes: a channel with all its viewers, or the film of one play session. A look or a probe takes one while it
 * lasts. What is played in HLS keeps its slot between its
 * requests, and a film while its player seeks. Who would need one slot more gets that of a channel without
 * viewers, or that of what the same device played before; for probes in progress a viewer waits. Otherwise the provider
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
}) => Promise<ProviderBudget | undefined>;

/** What needs a slot of a provider. */
export interface SlotUse {
  address: string;
  kind: 'transfer' | 'inspection' | 'request';
  /** Names what plays: all uses with the same name share a slot. */
  slot: string;
  itemKey: ItemKey | undefined;
  viewers(): readonly PlayingDevice[];
  isIdle?(): boolean;
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
/** How long a viewer waits for probes that end by themselves, in ms. */
const probesWithinMs = 2_000;

interface Slot {
  uses: Set<SlotUse>;
  itemKey: ItemKey | undefined;
  /** Those who have made requests, and until when each of them counts as a viewer, in ms of `performance.now`. */
  keptFor: Map<string, { device: PlayingDevice; untilMs: number }>;
  /** Told when the slot is given back. */
  waiting: Set<() => void>;
}

interface Provider {
  /** The slots that are taken, by name. */
  slots: Map<string, Slot>;
  /** Settles when nobody is taking a slot. */
  turn: Promise<void>;
}

const createSlot = (itemKey: ItemKey | undefined): Slot => ({
  uses: new Set(),
  itemKey,
  keptFor: new Map(),
  waiting: new Set(),
});

const noSlot = (): void => undefined;

export function createProviderSlots(find: FindBudget = () => Promise.resolve(undefined)): ProviderSlots {
  const providers = new Map<string, Provider>();

  function leave(slots: Map<string, Slot>, slot: Slot, use: SlotUse): void {
    if (!slot.uses.delete(use)) return;
    const ms = keptMsAfter(use);
    for (const device of use.viewers()) keepFor(slot, device, ms);
    if (slot.uses.size === 0) setTimeout(() => forget(slots, use.slot, slot), ms + 1).unref();
    forget(slots, use.slot, slot);
  }

  /** Forgets a slot that nobody uses, and for nobody is kept. */
  function forget(slots: Map<string, Slot>, name: string, slot: Slot): void {
    if (slot.uses.size > 0 || viewersOf(slot).length > 0) return;
    if (slots.get(name) === slot) slots.delete(name);
    for (const tell of slot.waiting) tell();
    slot.waiting.clear();
  }

  /** Ends what a slot is used for, in favour of another use. */
  async function clear(slots: Map<string, Slot>, name: string, slot: Slot): Promise<void> {
    slots.delete(name);
    for (const use of slot.uses) use.close();
    // A socket is closed only after the present turn of the event loop.
    await nextTurn();
    await nextTurn();
  }

  /** Makes a slot free. @returns whether there may be a free one now */
  async function makeRoom(slots: Map<string, Slot>, use: SlotUse): Promise<boolean> {
    const all = [...slots];
    const yielding = all.find(([, slot]) => isUnwatched(slot)) ?? all.find(([, slot]) => isOlder(slot, use));
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
  async function takeFree(slots: Map<string, Slot>, use: SlotUse, connections: number): Promise<void> {
    while (!slots.has(use.slot) && slots.size >= connections) {
      if (!(await makeRoom(slots, use))) throw new ProviderFullError(connections, playingIn(slots));
    }
    if (!slots.has(use.slot)) slots.set(use.slot, createSlot(use.itemKey));
  }

  return {
    noteViewer(name, device) {
      for (const { slots } of providers.values()) {
        const slot = slots.get(name);
        if (slot !== undefined) keepFor(slot, device, keptMs);
      }
    },
    async enter(use) {
      const budget = await find({ address: use.address, itemKey: use.itemKey });
      if (budget === undefined) return noSlot;
      const { providerKey, connections } = budget;
      const provider = providers.get(providerKey) ?? {
        slots: new Map<string, Slot>(),
        turn: Promise.resolve(),
      };
      providers.set(providerKey, provider);
      const { slots } = provider;
      if (!slots.has(use.slot)) {
        // One after the other: a slot that was made free must not be taken by another before its connection has ended.
        const free = provider.turn.then(() => takeFree(slots, use, connections));
        provider.turn = free.catch(() => undefined);
        await free;
      }
      const slot = slots.get(use.slot) ?? createSlot(use.itemKey);
      slots.set(use.slot, slot);
      slot.uses.add(use);
      return () => leave(slots, slot, use);
    },
  };
}

const deviceKey = ({ accountId, deviceId }: PlayingDevice): string => `${accountId} ${deviceId}`;

function keptMsAfter({ kind, itemKey }: SlotUse): number {
  if (kind === 'request') return keptMs;
  const isChannel = itemKey !== undefined && readItemKey(itemKey)?.kind === 'channel';
  return kind === 'transfer' && !isChannel ? seekMs : 0;
}

function keepFor(slot: Slot, device: PlayingDevice, ms: number): void {
  if (ms === 0) return;
  const known = slot.keptFor.get(deviceKey(device));
  // An older tab of a device does not make what the device plays older.
  const isNewer = (device.issuedAtSeconds ?? 0) >= (known?.device.issuedAtSeconds ?? 0);
  slot.keptFor.set(deviceKey(device), {
    device: isNewer || known === undefined ? device : known.device,
    untilMs: Math.max(known?.untilMs ?? 0, performance.now() + ms),
  });
}

/** The devices that receive what a slot is used for. */
function viewersOf({ uses, keptFor }: Slot): PlayingDevice[] {
  const now = performance.now();
  for (const [key, { untilMs }] of keptFor) if (untilMs < now) keptFor.delete(key);
  return [...[...uses].flatMap((use) => use.viewers()), ...[...keptFor.values()].map(({ device }) => device)];
}

const isProbe = ({ uses }: Slot): boolean =>
  uses.size > 0 && [...uses].every(({ kind }) => kind === 'inspection');

const isUnwatched = (slot: Slot): boolean =>
  slot.uses.size > 0 && [...slot.uses].every((use) => use.isIdle?.() === true);

/** Whether what a slot is used for was begun earlier by the device of another use, and is received by nobody else. */
function isOlder(slot: Slot, use: SlotUse): boolean {
  const [device] = use.viewers();
  const viewers = viewersOf(slot);
  if (device === undefined || viewers.length === 0 || isProbe(slot)) return false;
  return viewers.every(
    (viewer) =>
      deviceKey(viewer) === deviceKey(device) &&
      (viewer.issuedAtSeconds ?? 0) <= (device.issuedAtSeconds ?? Infinity),
  );
}

const playingIn = (slots: ReadonlyMap<string, Slot>): ItemKey[] =>
  [...slots.values()].flatMap(({ itemKey }) => (itemKey === undefined ? [] : [itemKey]));
