import type { ItemKey } from '@butaca/contract';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shortPermitTiming, useRedis } from '../../../../../test/redis-stores.ts';
import { permitTiming } from '../../../../platform/shared-store/shared-permits.ts';
import { createStoreSights } from '../../../../platform/shared-store/store-sights.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import { createProviderSlots, ProviderFullError, type SlotEnd, type SlotUse } from './provider-slots.ts';

const stores = useRedis();
let connections = 1;
/** How many connections all servers have open, and how many at most. */
let counts = { open: 0, most: 0 };
/** What had to give its slot up, and why each of them had to. */
let closed: string[] = [];
let reasons: SlotEnd[] = [];
beforeEach(() => {
  connections = 1;
  counts = { open: 0, most: 0 };
  closed = [];
  reasons = [];
});
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** The slots of one of several servers. @param db - where it learns whether others reach the Redis */
async function startServer(installation?: string, timing = shortPermitTiming, db = database.db) {
  const store = await stores.open(installation);
  const permits = stores.openPermits(store, timing, createStoreSights(db, crypto.randomUUID()));
  const slots = createProviderSlots(() => Promise.resolve({ providerKey: 'casa', connections }), permits);

  /** Opens a connection in a slot, and closes it where the slot has to be given up. */
  async function play(
    name: string,
    viewer: string,
    more: Partial<SlotUse> = {},
  ): Promise<{ code: 'plays' | 'full' | 'uncertain'; playing: readonly ItemKey[]; leave: () => void }> {
    let isOpen = false;
    let giveBack = (): void => undefined;
    const end = (): void => {
      if (isOpen) counts.open -= 1;
      isOpen = false;
    };
    const device: PlayingDevice = { accountId: viewer, deviceId: viewer, issuedAtSeconds: 1 };
    const use: SlotUse = {
      address: `http://proveedor.example/${name}.ts`,
      kind: 'transfer',
      slot: `channel:${name}`,
      itemKey: `channel:${name}`,
      viewers: () => (viewer === '' ? [] : [device]),
      close(why) {
        closed.push(name);
        reasons.push(why);
        end();
        giveBack();
      },
      ...more,
    };
    try {
      giveBack = await slots.enter(use);
    } catch (error) {
      if (!(error instanceof ProviderFullError)) throw error;
      const code = error.isUncertain ? 'uncertain' : 'full';
      return { code, playing: error.playing, leave: () => undefined };
    }
    isOpen = true;
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    return {
      code: 'plays',
      playing: [],
      leave() {
        end();
        giveBack();
      },
    };
  }
  /** Plays as soon as the shared store gives permits. */
  async function playSoon(name: string, viewer: string, more?: Partial<SlotUse>) {
    let got = await play(name, viewer, more);
    const again = async () =>
      got.code === 'uncertain' ? (got = await play(name, viewer, more)).code : got.code;
    await expect.poll(again).not.toBe('uncertain');
    return got;
  }
  return { slots, store, play, playSoon };
}

type Server = Awaited<ReturnType<typeof startServer>>;

describe('the slots of several servers', () => {
  it.each([1, 3])('are never more than %i of one provider in 200 tries at once', async (most) => {
    connections = most;
    const servers = [await startServer(), await startServer(), await startServer()];
    (await servers[0]!.playSoon('primera', 'ana')).leave();
    const tries = servers.flatMap(({ play }, server) =>
      Array.from({ length: 67 }, (_, index) => play(`canal-${server}-${index}`, `${server}-${index}`)),
    );
    const got = await Promise.all(tries);
    expect(got.filter(({ code }) => code === 'plays')).toHaveLength(most);
    expect(counts.most).toBe(most);
    const refused = got.filter(({ code }) => code === 'full');
    expect(refused).toHaveLength(201 - most);
    // Each refused viewer learns what plays, also at the other servers.
    expect(refused.every(({ playing }) => playing.length === most)).toBe(true);
    for (const { slots } of servers) expect(await slots.countTaken('casa')).toBe(most);
    for (const { leave } of got) leave();
    await expect.poll(() => servers[1]!.slots.countTaken('casa')).toBe(0);
  });

  it('are taken over and over without ever being too many', async () => {
    connections = 2;
    const [one, two] = [await startServer(), await startServer()];
    await one.playSoon('primera', 'nadie').then(({ leave }) => leave());
    const people = Array.from({ length: 8 }, async (_, person) => {
      let played = 0;
      for (let turn = 0; turn < 15; turn += 1) {
        const { play } = (person + turn) % 2 === 0 ? one : two;
        const { code, leave } = await play(`canal-${person}-${turn}`, `persona-${person}`);
        if (code === 'plays') played += 1;
        leave();
      }
      return played;
    });
    const played = await Promise.all(people);
    expect(played.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
    expect(counts.most).toBeLessThanOrEqual(2);
  });

  it('go from a channel without viewers to a viewer at another server', async () => {
    const [one, two] = [await startServer(), await startServer()];
    await one.playSoon('dejado', '', { isIdle: () => true });
    expect((await two.play('nuevo', 'ana')).code).toBe('plays');
    expect([closed, reasons, counts.most]).toEqual([['dejado'], ['yielded'], 1]);
  });

  it('go with a device that changes the channel, and stay with everybody else', async () => {
    const [one, two] = [await startServer(), await startServer()];
    await one.playSoon('uno', 'ana');
    expect(await two.play('dos', 'luis')).toMatchObject({ code: 'full', playing: ['channel:uno'] });
    expect(closed).toEqual([]);
    expect((await two.play('tres', 'ana')).code).toBe('plays');
    expect([closed, counts.most]).toEqual([['uno'], 1]);
  });

  it('go with a channel in HLS that the load balancer sends to another server', async () => {
    const [one, two] = [await startServer(), await startServer()];
    const part = { kind: 'request' as const };
    (await one.playSoon('partes', 'ana', part)).leave();
    expect(await two.play('otro', 'luis', part)).toMatchObject({ code: 'full', playing: ['channel:partes'] });
    expect((await two.play('partes', 'luis', part)).code).toBe('plays');
    expect(counts.most).toBe(1);
  });

  it('are waited for where another server looks at a source, and not taken by what nobody waits for', async () => {
    const [one, two] = [await startServer(), await startServer()];
    const look = await one.playSoon('mirada', '', { kind: 'inspection', itemKey: undefined });
    expect((await two.play('foto', '', { isBackground: true })).code).toBe('full');
    const waiting = two.play('uno', 'ana');
    look.leave();
    expect((await waiting).code).toBe('plays');
    expect(counts.most).toBe(1);
  });

  it('come back when their server is killed', async () => {
    const [killed, other] = [await startServer(), await startServer()];
    await killed.playSoon('uno', 'ana');
    expect((await other.play('dos', 'luis')).code).toBe('full');
    // A killed server says nothing any more.
    killed.store.redis.disconnect();
    counts.open -= 1;
    await expect.poll(async () => (await other.play('dos', 'luis')).code).toBe('plays');
  });

  it('of another installation in the same Redis are not theirs', async () => {
    const own = await startServer();
    const foreign = await startServer(crypto.randomUUID());
    expect((await own.playSoon('uno', 'ana')).code).toBe('plays');
    expect((await foreign.playSoon('uno', 'ana')).code).toBe('plays');
  });
});

describe.each([
  ['is gone', { away: () => stores.redis().stop(), back: () => stores.redis().restart() }],
  ['hangs', { away: async () => stores.redis().freeze(), back: async () => stores.redis().thaw() }],
])('while the Redis %s', (_what, { away, back }) => {
  it('what plays goes on, nothing is added, and what plays is counted when it is back', async () => {
    connections = 2;
    const [one, two] = [await startServer(), await startServer()];
    await one.playSoon('uno', 'ana');
    const second = await two.play('dos', 'luis');
    expect(second.code).toBe('plays');
    await away();
    const awayAtMs = performance.now();
    try {
      expect((await one.play('tres', 'eva')).code).toBe('uncertain');
      // A device that changes the channel needs no further slot.
      expect((await two.play('cuatro', 'luis')).code).toBe('plays');
      expect(closed).toEqual(['dos']);
      // When the Redis answers again, the permits that it had have ended.
      await expect.poll(() => performance.now() - awayAtMs).toBeGreaterThan(shortPermitTiming.lastingMs);
      expect((await one.play('tres', 'eva')).code).toBe('uncertain');
    } finally {
      await back();
    }
    const tries = await Promise.all(
      [one, two].flatMap(({ playSoon }) =>
        Array.from({ length: 20 }, (_, index) => playSoon(`otro-${index}`, `otro-${index}`)),
      ),
    );
    expect(new Set(tries.map(({ code }) => code))).toEqual(new Set(['full']));
    expect(counts.most).toBe(2);
  });
});

it('while the Redis is too slow nothing is added, and there is never one too many when it answers late', async () => {
  connections = 2;
  const [one, two] = [await startServer(), await startServer()];
  await one.playSoon('uno', 'ana');
  const admin = new Redis(stores.redis().url);
  // Longer than a server waits for an answer.
  await admin.client('PAUSE', 700, 'ALL');
  const late = await Promise.all(
    ['dos', 'tres', 'cuatro'].flatMap((name) => [one.play(name, `${name}-1`), two.play(name, `${name}-2`)]),
  );
  expect(new Set(late.map(({ code }) => code))).toEqual(new Set(['uncertain']));
  admin.disconnect();
  const soon = await Promise.all(
    ['dos', 'tres', 'cuatro'].flatMap((name) => [
      one.playSoon(name, `${name}-1`),
      two.playSoon(name, `${name}-2`),
    ]),
  );
  expect(soon.filter(({ code }) => code === 'plays').length).toBeLessThanOrEqual(1);
  expect(counts.most).toBeLessThanOrEqual(2);
});

describe('a server that has lost the Redis', () => {
  /** Cuts a server off from the Redis, for as long as it takes until another server gets its slot. */
  async function untilTaken(late: Server, other: Server): Promise<void> {
    late.store.redis.disconnect();
    await expect.poll(async () => (await other.play('dos', 'luis')).code).toBe('plays');
  }

  it('while another one reaches it ends what plays before that one gets its slot', async () => {
    const [late, other] = [await startServer(), await startServer()];
    await late.playSoon('uno', 'ana');
    await untilTaken(late, other);
    expect([closed, counts.most]).toEqual([['uno'], 1]);
    // Nothing begins there until the Redis is back.
    expect((await late.play('tres', 'eva')).code).toBe('uncertain');
  });

  it('and does not reach the database either ends what plays before others get its slot', async () => {
    const own = await createTestDatabase();
    const late = await startServer(undefined, shortPermitTiming, own.db);
    const other = await startServer();
    await late.playSoon('uno', 'ana');
    await own[Symbol.asyncDispose]();
    await untilTaken(late, other);
    expect([closed, counts.most]).toEqual([['uno'], 1]);
  });
});

it('a server that comes back after its slots were given to another one ends what plays there', async () => {
  const [late, other] = [await startServer(), await startServer()];
  await late.playSoon('uno', 'ana');
  // Its connection is lost, while the other one's is not.
  late.store.redis.disconnect();
  await expect.poll(async () => (await other.play('dos', 'luis')).code).toBe('plays');
  await late.store.redis.connect();
  await expect.poll(() => closed).toEqual(['uno']);
  await expect.poll(() => other.slots.countTaken('casa')).toBe(1);
});

it('a server that has stood still asks before it joins a slot that another one has taken over meanwhile', async () => {
  // A third of it is longer than a busy machine keeps the other one from renewing.
  const timing = { ...shortPermitTiming, lastingMs: 6_000 };
  // The first one renews nothing, as a server that stands still.
  const still = await startServer(undefined, { ...timing, renewEveryMs: 600_000 });
  const other = await startServer(undefined, timing);
  const part = { kind: 'request' as const };
  await still.playSoon('partes', 'ana', part);
  const there = await other.playSoon('partes', 'luis', part);
  expect(there.code).toBe('plays');
  expect(closed).toEqual([]);
  expect((await still.play('partes', 'ana', part)).code).toBe('full');
  expect(closed).toEqual(['partes']);
  there.leave();
  // The other server gives up what is only kept there, and what begins here is not ended for what was lost before.
  expect((await still.play('partes', 'ana', part)).code).toBe('plays');
  expect(closed).toEqual(['partes']);
});

it('a server that has stood still ends what another one has taken over meanwhile, and not what began after it', async () => {
  connections = 2;
  // After a third of it the other one may take a permit over; what is left is longer than a busy machine takes for the rest.
  const timing = { ...shortPermitTiming, lastingMs: 9_000 };
  // The first one renews nothing, as a server that stands still.
  const still = await startServer(undefined, { ...timing, renewEveryMs: 600_000 });
  const other = await startServer(undefined, timing);
  await still.playSoon('cedido', 'ana');
  expect((await still.play('propio', 'eva')).code).toBe('plays');
  expect((await other.playSoon('cedido', 'luis')).code).toBe('plays');
  expect((await still.play('propio', 'eva')).code).toBe('plays');
  expect([closed, reasons]).toEqual([['cedido'], ['lost']]);
});

it('the default times let every server renew its permits before one is given or ends', () => {
  const { renewEveryMs, lastingMs, quietMs, settleMs } = permitTiming;
  // A server connects again within three seconds.
  expect(settleMs).toBeGreaterThanOrEqual(renewEveryMs + 3_000);
  expect(lastingMs).toBeGreaterThan(quietMs + renewEveryMs + 3_000);
  // A server that is cut off notices it two renewals before its permits end, when others reach the Redis since it did not.
  expect(lastingMs - 2 * renewEveryMs).toBeGreaterThan(settleMs + 2 * renewEveryMs);
});
