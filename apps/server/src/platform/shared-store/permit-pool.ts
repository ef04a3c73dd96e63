import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { giveBackPermitsScript, renewPermitsScript, takePermitScript } from './permit-scripts.ts';
import type { SharedStore, StoreScript } from './shared-store.ts';

export interface PermitUse {
  /** What other servers are told about it. */
  label: string;
  /** Whether it ends by itself within seconds. */
  isBrief: boolean;
}

export type PermitRefusal =
  | {
      reason: 'full';
      /** What the other servers use their permits for. */
      others: readonly PermitUse[];
      /** Resolves when another server has given a permit of the pool back since it was refused. */
      freed: Promise<void>;
    }
  /** The shared store does not answer, or was away a moment ago. */
  | { reason: 'unknown' };

/** The permits of a pool that this server holds. Calls of `hold` and `keep` have to come one after the other. */
export interface PermitPool {
  /**
   * Holds at least `count` permits, asking the shared store only for those that are missing.
   *
   * @param most - how many permits of the pool all servers may hold together
   * @param use - what the last of them is used for
   */
  hold(count: number, most: number, use: PermitUse): Promise<PermitRefusal | undefined>;
  /**
   * Says that `count` permits are used although the shared store did not give all of them to `hold`: the renewals take those
   * that are missing. When others hold them, the owner is told that they are lost.
   */
  goOn(count: number, use: PermitUse): Promise<void>;
  /** Gives back the permits beyond `count`. */
  keep(count: number): Promise<void>;
  /**
   * Whether permits may have been given to others since the shared store last said that this server holds them, because it
   * has stood still meanwhile.
   */
  isDoubtful(): boolean;
  /**
   * How many permits are held, and the labels of the uses whose permits were given to other servers and that have no other
   * permit since; asks the shared store first where that is doubtful.
   */
  count(): Promise<{ held: number; lostLabels: readonly string[] }>;
}

/** What a pool asks of the part of this server that uses its permits. */
export interface PermitOwner {
  /**
   * Whether there must never be more uses than permits, so that a server that alone has lost the shared store ends its uses
   * before others get its permits. By default they go on.
   */
  isExact?: boolean;
  /** What the permits are used for now. */
  describe(): readonly PermitUse[];
  /** Another server needs a permit: what can be spared is to be given back. @param by - what that server gave to `want` */
  wanted(by: string): void;
  /** Permits were given to other servers, because this one did not renew them in time. @param left - how many remain */
  lost(left: number): void;
}

/** What renewals and events need of a pool. */
export interface RenewedPool extends PermitPool {
  renew(): Promise<void>;
  wanted(by: string): void;
  /** The ids of the permits that this server may hold. */
  held(): readonly string[];
  /** For how long the shared store has not confirmed the permits that are held, in ms; 0 where none has to be exact. */
  unconfirmedMs(): number;
  /** Uses none of the held permits any more, because others may get them while the shared store is unreachable here. */
  abandon(): Promise<void>;
}

/** Runs a script of permits on a pool. @returns `undefined` while the shared store is unreachable */
export type AskPool = (
  pool: string,
  script: StoreScript,
  args: readonly (string | number)[],
) => Promise<unknown>;

/** A promise that resolves when another server gives a permit back; `end` forgets it. */
export interface FreedPermit {
  freed: Promise<void>;
  end(): void;
}

interface PoolNeeds {
  name: string;
  /** Ids of permits that this server may still hold, since the pool was open before. */
  earlier: readonly string[];
  owner: PermitOwner;
  /** Identifies this server; the ids of its permits begin with it. */
  server: string;
  /** How long a permit is believed to be held after the shared store last said so, in ms. */
  believedMs: number;
  clock: Pick<Clock, 'steadyMs'>;
  ask: AskPool;
  store: Pick<SharedStore, 'isReachable' | 'publish'>;
  watch(pool: string): FreedPermit;
}

/** Creates the pool of that name, as this server sees it. */
export function createPermitPool(needs: PoolNeeds): RenewedPool {
  const { name, owner, server, believedMs, clock, ask, store, watch } = needs;
  /** The ids of the held permits. */
  let held: string[] = [];
  /** By id what the shared store was told last that a permit is used for. */
  const told = new Map<string, PermitUse>();
  /** When the shared store was last asked with the answer that the permits are held, in steady ms. */
  let confirmedAtMs = clock.steadyMs();
  /** How many permits are in use, or are about to be. */
  let needed = 0;
  let mostKnown = 0;
  /** What the permits are used for that are in use and not held. */
  let missingUse: PermitUse | undefined;
  /** The labels of the uses whose permits were lost, until there is a permit for every use again. */
  let lostLabels: string[] = [];
  /** Ids of permits that may have been given to this server, such as that of a request that was not answered. */
  let uncertain = needs.earlier;
  /** Requests of a pool are sent one after the other: a renewal must not bring back what was given back meanwhile. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const run = turn.then(task);
    turn = run.catch(() => undefined);
    return run;
  };

  async function take({ label, isBrief }: PermitUse): Promise<PermitRefusal | undefined> {
    const { freed, end } = watch(name);
    // An id is not used again after its permit was given back: a request that is executed late would end that permit.
    const [id = `${server} ${randomUUID()}`, ...further] = uncertain;
    uncertain = [id, ...further];
    const answer = await ask(name, takePermitScript, [id, mostKnown, label, Number(isBrief)]);
    if (answer !== undefined) uncertain = further;
    const [status, ...fields] = answer === undefined ? ['settling'] : takenOf.parse(answer);
    if (status === 'full') {
      const others = readUses(fields).filter((use) => !use.id.startsWith(server));
      return { reason: 'full', others, freed };
    }
    end();
    if (status === 'settling') return { reason: 'unknown' };
    held.push(id);
    told.set(id, { label, isBrief });
    return undefined;
  }

  /**
   * Gives each permit its present use: as far as possible the one that the shared store knows, because another server may take
   * over by its label what this one plays when it hangs. Spare permits come last.
   */
  function assign(): { id: string; use: PermitUse | undefined }[] {
    const free = new Set(held);
    const uses = owner.describe().slice(0, held.length);
    const known = uses.map((use) => {
      const id = [...free].find((each) => told.get(each)?.label === use.label);
      if (id !== undefined) free.delete(id);
      return { id, use };
    });
    const rest = [...free].values();
    const assigned = known.map(({ id, use }) => ({ id: id ?? (rest.next().value as string), use }));
    return [...assigned, ...[...rest].map((id) => ({ id, use: undefined }))];
  }

  async function giveBack(): Promise<void> {
    // While the store is away, what is spare stays at hand: no other server can get it.
    if (held.length <= needed || !store.isReachable()) return;
    held = assign().map(({ id }) => id);
    const spare = held.splice(needed);
    for (const id of spare) told.delete(id);
    // Without an answer it is not known whether they were given back, so that they cannot be used any more.
    const answer = await ask(name, giveBackPermitsScript, spare);
    if (answer !== undefined) store.publish({ type: 'permit-freed', pool: name });
  }

  /** Tells the shared store at once what a permit is used for since its use has changed. */
  async function tellUses(): Promise<void> {
    const isOld = ({ id, use }: { id: string; use: PermitUse | undefined }): boolean =>
      use !== undefined && use.label !== told.get(id)?.label;
    if (store.isReachable() && assign().some(isOld)) await confirm();
  }

  /** Takes `count` permits, of which it asks for those that are missing. */
  async function fill(count: number, use: PermitUse): Promise<PermitRefusal | undefined> {
    while (held.length < count) {
      const refusal = await take(use);
      if (refusal !== undefined) return refusal;
    }
    lostLabels = [];
    return undefined;
  }

  async function takeMissing(use: PermitUse): Promise<void> {
    const refusal = await fill(needed, use);
    if (refusal?.reason === 'unknown') return;
    missingUse = undefined;
    if (refusal !== undefined) owner.lost(held.length);
  }

  /** Renews the held permits, without those that were given to others. @returns whether the shared store answered */
  async function confirm(): Promise<boolean> {
    const askedAtMs = clock.steadyMs();
    if (held.length > 0) {
      const assigned = assign();
      const permits = assigned.flatMap(({ id, use }) => [
        id,
        use?.label ?? '',
        Number(use?.isBrief ?? false),
      ]);
      const answer = await ask(name, renewPermitsScript, [mostKnown, ...permits]);
      if (answer === undefined) return false;
      const lost = idsOf.parse(answer);
      held = held.filter((id) => !lost.includes(id));
      for (const { id, use } of assigned)
        if (use !== undefined && lost.includes(id)) lostLabels.push(use.label);
      told.clear();
      for (const { id, use } of assigned) if (use !== undefined && !lost.includes(id)) told.set(id, use);
    }
    confirmedAtMs = askedAtMs;
    return true;
  }

  const isDoubtful = (): boolean => store.isReachable() && clock.steadyMs() - confirmedAtMs > believedMs;

  async function renew(): Promise<void> {
    if (missingUse !== undefined) await takeMissing(missingUse);
    if (held.length === 0 || !(await confirm())) return;
    if (held.length < needed) owner.lost(held.length);
    await giveBack();
  }

  async function abandon(): Promise<void> {
    if (held.length === 0 || store.isReachable()) return;
    // The store may know them still, so that they can be taken again under the same ids.
    uncertain = [...held, ...uncertain];
    held = [];
    told.clear();
    owner.lost(0);
  }

  return {
    hold: (count, most, use) =>
      inTurn(async () => {
        mostKnown = most;
        if (isDoubtful()) await confirm();
        const refusal = await fill(count, use);
        if (refusal === undefined) needed = count;
        else if (refusal.reason === 'full' && held.length < needed) owner.lost(held.length);
        return refusal;
      }),
    goOn: (count, use) =>
      inTurn(async () => {
        needed = count;
        missingUse = use;
      }),
    keep: (count) =>
      inTurn(async () => {
        needed = count;
        if (held.length >= needed) lostLabels = [];
        await giveBack();
        await tellUses();
        if (missingUse === undefined && held.length < needed) owner.lost(held.length);
      }),
    isDoubtful,
    count: () =>
      inTurn(async () => {
        if (isDoubtful()) await confirm();
        return { held: held.length, lostLabels };
      }),
    renew: () => inTurn(renew),
    wanted: owner.wanted,
    held: () => [...held, ...uncertain],
    unconfirmedMs: () => (owner.isExact === true && held.length > 0 ? clock.steadyMs() - confirmedAtMs : 0),
    abandon: () => inTurn(abandon),
  };
}

const idsOf = z.array(z.string());
const takenOf = z.array(z.union([z.string(), z.number()]));

/** Reads id, label and brevity of each permit from the answer of a script. */
function readUses(fields: readonly (string | number)[]): (PermitUse & { id: string })[] {
  const uses = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [id, label, brief] = fields.slice(at, at + 3).map(String);
    uses.push({ id: id ?? '', label: label ?? '', isBrief: brief === '1' });
  }
  return uses;
}
