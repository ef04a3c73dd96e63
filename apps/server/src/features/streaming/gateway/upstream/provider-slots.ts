/*
 * A provider allows an account a number of connections at once. What plays takes one of them, a slot, however many
 * requests it makes: a channel with all its viewers, or the film of one play session. A look or a probe takes one while it
 * lasts. What is played in HLS keeps its slot between its
 * requests, and a film while its player seeks. Who would need one slot more gets that of a channel without
 * viewers, that of a picture or of another request in the background, or that of what the same device played before; for
 * probes in progress a viewer waits. Otherwise the provider
 * is not asked, because it would end what somebody else watches, or lock the account.
 *
 * Of several servers, each needs a permit of the shared store for each of its slots. What gives its slot up to another use
 * of the same server leaves it the permit. Where others hold all permits, they are told which device needs one, and give
 * up what they would give up to a use of their own. A server that alone has lost the shared store ends what plays in its
 * slots before its permits end there, because others may play then.
 */
import { readItemKey, type ItemKey } from '@butaca/contract';
import { z } from 'zod';
import { inTime } from '../../../../platform/async/deadline.ts';
import type { PermitPool, PermitRefusal, PermitUse } from '../../../../platform/shared-store/permit-pool.ts';
import type { SharedPermits } from '../../../../platform/shared-store/shared-permits.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import { systemClock, type Clock } from '../../../../platform/clock.ts';
import { nextTurn } from '../../../../platform/async/turns.ts';

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

/**
 * Why the use of a slot ends: another use needs the slot, or this server has lost its permit for the slot to another server,
 * because it stood still or did not reach the shared store.
 */
export type SlotEnd = 'yielded' | 'lost';

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
  close(why: SlotEnd): void;
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
  /** How many connections of a provider are taken now, kept ones included; of several servers, by all of them. */
  countTaken(providerKey: string): Promise<number>;
  /** Notes a viewer of what plays, who gets what was requested for another one. */
  noteViewer(name: string, device: PlayingDevice): void;
}

/** All slots of a provider are taken, or it is not known how many of them other servers have taken. */
export class ProviderFullError extends Error {
  override readonly name = 'ProviderFullError';
  readonly connections: number;
  readonly playing: readonly ItemKey[];
  /** Whether the shared store did not say what other servers have taken. */
  readonly isUncertain: boolean;

  constructor(connections: number, playing: readonly ItemKey[], isUncertain = false) {
    super(
      isUncertain
        ? 'connections of the provider cannot be counted'
        : 'all connections of the provider are in use',
    );
    this.connections = connections;
    this.playing = playing;
    this.isUncertain = isUncertain;
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
/** How long a viewer waits for another server to give a slot up, in ms. */
const handOverWithinMs = 500;
/**
 * How long a use waits for the slot of the same item at another server: until the permit of a server that hangs can be taken
 * (`shared-store/permit-scripts.ts`).
 */
const hangingWithinMs = 5_000;

interface Slot {
  clock: Clock;
  /** Names what plays; several slots have the same name while sources of a channel are open beside each other. */
  name: string;
  /** What the slot is used for, and since when, in steady ms. */
  uses: Map<SlotUse, number>;
  itemKey: ItemKey | undefined;
  /** How long the slot is kept for a device after a request, in ms. */
  keptMs: number;
  /**
   * Those who have made requests, when each of them began the last one, and until when they count as viewers, in
   * steady ms.
   */
  keptFor: Map<string, { device: PlayingDevice; askedAtMs: number; untilMs: number }>;
  /** Told when the slot is given back. */
  waiting: Set<() => void>;
}

/** The slots that are taken, by the key of what is used there (`keyOf`). */
type Slots = Map<string, Slot>;

/** What a device began to play last: the name of its slots, and when, in steady ms. */
interface Begun {
  name: string;
  issuedAtSeconds: number;
  atMs: number;
}

interface Provider {
  clock: Clock;
  slots: Slots;
  /** What each device began to play last, the latest at the end; what is older than `keptMs` may be missing. */
  begun: Map<string, Begun>;
  /** Settles when nobody is taking a slot. */
  turn: Promise<void>;
  /** The permits that this server holds for its slots; `undefined` where it is the only one. */
  permits: PermitPool | undefined;
  /** Tells the other servers that a slot is needed. @param by - the device in JSON, as in `wantedBy` */
  want(by: string): void;
}

/** Who needs a slot, for deciding what gives way. */
type Seeker = Pick<SlotUse, 'isBackground' | 'viewers'>;

/**
 * The outcome of an attempt to take a slot: the function that gives it back, or what settles when there may be one, and for
 * how long that is waited for, in ms.
 */
type Attempt = { leave: () => void } | { freed: Promise<void>; withinMs: number };

const keyOf = ({ slot, besideName }: SlotUse): string =>
  besideName === undefined ? slot : `${slot} beside ${besideName}`;

const createSlot = ({ slot: name, itemKey }: SlotUse, clock: Clock): Slot => ({
  clock,
  name,
  uses: new Map(),
  itemKey,
  keptMs: 0,
  keptFor: new Map(),
  waiting: new Set(),
});

const noSlot = (): void => undefined;

/** @param permits - where several servers count together; by default this one counts for itself */
export function createProviderSlots(
  find: FindBudget = () => Promise.resolve(undefined),
  permits?: SharedPermits,
  clock: Clock = systemClock,
): ProviderSlots {
  const providers = new Map<string, Provider>();

  function open(providerKey: string): Provider {
    const provider: Provider = {
      clock,
      slots: new Map(),
      begun: new Map(),
      turn: Promise.resolve(),
      permits: permits?.open(poolOf(providerKey), {
        isExact: true,
        describe: () => [...provider.slots.values()].map(describe),
        wanted: (by) => giveWay(provider, by),
        lost: () => void inTurn(provider, () => endLost(provider)).catch(noSlot),
      }),
      want: (by) => permits?.want(poolOf(providerKey), by),
    };
    providers.set(providerKey, provider);
    return provider;
  }

  return {
    async countTaken(providerKey) {
      const own = providers.get(providerKey)?.slots.size ?? 0;
      return (await permits?.countAll(poolOf(providerKey))) ?? own;
    },
    noteViewer(name, device) {
      const nowMs = clock.steadyMs();
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
      const provider = providers.get(providerKey) ?? open(providerKey);
      // A server that has stood still asks first whether the slot is still its own.
      const isOwn = provider.slots.has(keyOf(use)) && provider.permits?.isDoubtful() !== true;
      if (isOwn) return hold(provider, use);
      const sinceMs = clock.steadyMs();
      for (;;) {
        // One after the other: a slot that was made free must not be taken by another before its connection has ended.
        const taken = await inTurn(provider, () => tryTake(provider, use, { connections, sinceMs, gone }));
        if ('leave' in taken) return taken.leave;
        // Outside of the turn, so that all who wait for probes do so at the same time.
        await inTime(taken.freed, taken.withinMs, undefined, clock);
      }
    },
  };
}

const poolOf = (providerKey: string): string => `connections:${providerKey}`;

/** Runs a task after the earlier ones of a provider, and gives back the permits that no slot needs then. */
function inTurn<T>(provider: Provider, task: () => Promise<T>): Promise<T> {
  const done = provider.turn.then(task);
  const spare = (): Promise<void> | undefined => provider.permits?.keep(provider.slots.size);
  provider.turn = done.then(spare, spare).then(noSlot, noSlot);
  return done;
}

/**
 * Gives up a slot to a device that needs one at another server: also one that is only kept for the same item, because the load
 * balancer sends its viewers there now. @param by - the device in JSON, as in `wantedBy`
 */
function giveWay(provider: Provider, by: string): void {
  const wanted = readWantedBy(by);
  if (wanted === undefined) return;
  const seeker: Seeker = { viewers: () => wanted };
  const [{ itemKey } = {}] = wanted;
  void inTurn(provider, async () => {
    const isKept = ([, slot]: [string, Slot]): boolean =>
      itemKey !== undefined && slot.itemKey === itemKey && slot.uses.size === 0;
    const yielding = [...provider.slots].find(isKept) ?? findYielding(provider, seeker);
    if (yielding !== undefined) await clear(provider.slots, 'yielded', ...yielding);
  });
}

/**
 * Ends as many slots as have no permit any more, because this server has stood still and others play there now: first what
 * gives way to anybody, then the item whose permit was lost, because another server plays that item for its viewers. Of
 * several slots, those go first that are only kept for a device, then those that were taken last.
 */
async function endLost(provider: Provider): Promise<void> {
  const { slots, permits } = provider;
  if (permits === undefined) return;
  const { held, lostLabels } = await permits.count();
  while (slots.size > held) {
    const all = [...slots];
    const lost = all.filter(([, slot]) => lostLabels.includes(describe(slot).label));
    const ending =
      findGivingWay(lost, provider.begun) ??
      findGivingWay(all, provider.begun) ??
      findLeastNeeded(lost) ??
      findLeastNeeded(all);
    if (ending === undefined) return;
    await clear(slots, 'lost', ...ending);
  }
}

/** Finds a slot without any use, which is only kept for a device; where each has one, the slot that was taken last. */
const findLeastNeeded = (slots: readonly [string, Slot][]): [string, Slot] | undefined =>
  slots.find(([, { uses }]) => uses.size === 0) ?? slots.at(-1);

/**
 * Finds a slot that is ended for any other use: it is idle or a reserve, it is used in the background, or its devices play
 * something else by now.
 */
const findGivingWay = (
  slots: readonly [string, Slot][],
  begun: ReadonlyMap<string, Begun>,
): [string, Slot] | undefined =>
  slots.find(([, slot]) => isUnwatched(slot) || isBackground(slot) || isLeft(slot, begun));

const devicesOf = z.array(
  z.object({
    accountId: z.string(),
    deviceId: z.string(),
    issuedAtSeconds: z.number().optional(),
    itemKey: z.string().optional(),
  }),
);

/** Describes to other servers the first viewer's device of a use that needs a slot, and its item, as JSON. */
const wantedBy = (seeker: Seeker & Pick<SlotUse, 'itemKey'>): string =>
  JSON.stringify(
    seeker
      .viewers()
      .slice(0, 1)
      .map(({ accountId, deviceId, issuedAtSeconds }) => ({
        accountId,
        deviceId,
        issuedAtSeconds,
        itemKey: seeker.itemKey,
      })),
  );

function readWantedBy(text: string): (PlayingDevice & { itemKey?: string })[] | undefined {
  try {
    return devicesOf.parse(JSON.parse(text)).map(({ issuedAtSeconds, itemKey, ...device }) => ({
      ...device,
      ...(issuedAtSeconds !== undefined && { issuedAtSeconds }),
      ...(itemKey !== undefined && { itemKey }),
    }));
  } catch {
    return undefined;
  }
}

/** Describes a slot to other servers: the item that plays in it, and whether it is a short look at a source. */
const describe = (slot: Slot): PermitUse => ({ label: slot.itemKey ?? '', isBrief: isProbe(slot) });

function leave(provider: Provider, slot: Slot, use: SlotUse): void {
  const askedAtMs = slot.uses.get(use);
  if (askedAtMs === undefined) return;
  slot.uses.delete(use);
  const ms = keptMsAfter(use);
  for (const device of use.viewers()) keepFor(slot, device, { ms, askedAtMs });
  if (slot.uses.size === 0) provider.clock.after(ms + 1, () => forget(provider, keyOf(use), slot));
  forget(provider, keyOf(use), slot);
}

/** Forgets a slot that has no use and is not kept for a device. */
function forget(provider: Provider, key: string, slot: Slot): void {
  const { slots } = provider;
  if (slot.uses.size > 0 || viewersOf(slot).length > 0) return;
  if (slots.get(key) === slot) slots.delete(key);
  // The other servers may have the slot as soon as its socket is closed.
  if (provider.permits !== undefined) void inTurn(provider, afterClosing);
  for (const tell of slot.waiting) tell();
  slot.waiting.clear();
}

/** Ends what a slot is used for. */
async function clear(slots: Slots, why: SlotEnd, key: string, slot: Slot): Promise<void> {
  slots.delete(key);
  for (const use of slot.uses.keys()) use.close(why);
  await afterClosing();
}

/** A socket is closed only after the present turn of the event loop. */
async function afterClosing(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Lets a use have its slot, which it may share with others. */
function hold(provider: Provider, use: SlotUse): () => void {
  const { slots, begun } = provider;
  const slot = slots.get(keyOf(use)) ?? createSlot(use, provider.clock);
  slots.set(keyOf(use), slot);
  const nowMs = provider.clock.steadyMs();
  slot.uses.set(use, nowMs);
  slot.keptMs = Math.max(slot.keptMs, keptMsAfter(use));
  for (const device of use.viewers()) noteBegun(begun, slot.name, device, nowMs);
  return () => leave(provider, slot, use);
}

/** What the other servers take of a provider, where this one may have no further slot. */
type Refusal = PermitRefusal | { reason: 'own'; others: readonly []; freed: undefined };

interface Taking {
  connections: number;
  /** Since when the use needs a slot, in steady ms. */
  sinceMs: number;
  gone: AbortSignal | undefined;
}

/**
 * Takes a slot, after making a free one where something gives way.
 *
 * @throws ProviderFullError when there is none; the reason of `gone`
 */
async function tryTake(provider: Provider, use: SlotUse, taking: Taking): Promise<Attempt> {
  const { slots } = provider;
  const { connections, gone } = taking;
  await endLost(provider);
  while (!slots.has(keyOf(use))) {
    gone?.throwIfAborted();
    const refusal: Refusal | undefined =
      slots.size >= connections
        ? { reason: 'own', others: [], freed: undefined }
        : await provider.permits?.hold(
            slots.size + 1,
            connections,
            describe(createSlot(use, provider.clock)),
          );
    if (refusal === undefined) break;
    const yielding = findYielding(provider, use);
    if (yielding === undefined) {
      // A request whose client has disconnected must not ask the other servers for a slot: one of them may end what the same
      // device plays there by now.
      gone?.throwIfAborted();
      return waitFor(provider, use, refusal, taking);
    }
    await clear(slots, 'yielded', ...yielding);
  }
  gone?.throwIfAborted();
  return { leave: hold(provider, use) };
}

/**
 * Finds for what a use waits that gets no slot: for probes that end by themselves, and for another server that gives one up.
 *
 * @throws ProviderFullError when there is nothing to wait for
 */
function waitFor(
  { slots, want, clock }: Provider,
  use: SlotUse,
  refusal: Refusal,
  { connections, sinceMs, gone }: Taking,
): Attempt {
  const isUncertain = refusal.reason === 'unknown';
  const others = isUncertain ? [] : refusal.others;
  const probes = [...slots.values()].filter(isProbe);
  const isBrief = probes.length > 0 || others.some((other) => other.isBrief);
  const isElsewhere = others.some(({ label }) => label !== '' && label === use.itemKey);
  const longestMs = isElsewhere
    ? hangingWithinMs
    : isBrief
      ? probesWithinMs
      : refusal.reason === 'full'
        ? handOverWithinMs
        : 0;
  const withinMs = sinceMs + longestMs - clock.steadyMs();
  if (use.isBackground === true || withinMs <= 0) {
    const elsewhere = others.flatMap(({ label }) =>
      readItemKey(label) === undefined ? [] : [label as ItemKey],
    );
    throw new ProviderFullError(connections, [...playingIn(slots), ...elsewhere], isUncertain);
  }
  if (refusal.reason !== 'full') return { freed: anyFreed(probes, gone), withinMs };
  want(wantedBy(use));
  return {
    freed: Promise.race([anyFreed(probes, gone), refusal.freed]),
    // Nothing tells when the permit of a server that hangs can be taken.
    withinMs: isElsewhere ? Math.min(withinMs, handOverWithinMs) : withinMs,
  };
}

/** Finds the slot that is made free for a use. */
function findYielding({ slots, begun }: Provider, use: Seeker): [string, Slot] | undefined {
  if (use.isBackground === true) return undefined;
  const all = [...slots];
  return findGivingWay(all, begun) ?? all.find(([, slot]) => isOlder(slot, use, begun));
}

/** Waits until one of the given slots is given back, or until `gone` aborts because the waiting request has ended. */
const anyFreed = (slots: readonly Slot[], gone: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      for (const slot of slots) slot.waiting.delete(end);
      gone?.removeEventListener('abort', end);
      resolve();
    };
    for (const slot of slots) slot.waiting.add(end);
    gone?.addEventListener('abort', end, { once: true });
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
    untilMs: Math.max(known?.untilMs ?? 0, slot.clock.steadyMs() + ms),
  });
}

/** The devices that receive what a slot is used for. */
function viewersOf({ uses, keptFor, clock }: Slot): PlayingDevice[] {
  const now = clock.steadyMs();
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
  const nowMs = slot.clock.steadyMs();
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
function isOlder(slot: Slot, use: Seeker, begun: ReadonlyMap<string, Begun>): boolean {
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
