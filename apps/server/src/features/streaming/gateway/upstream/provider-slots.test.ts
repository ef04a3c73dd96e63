import type { ItemKey } from '@butaca/contract';
import { createVirtualClock, type VirtualClock } from '@butaca/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import {
  createProviderSlots,
  ProviderFullError,
  type ProviderSlots,
  type SlotUse,
} from './provider-slots.ts';

let clock: VirtualClock;
let connections: number;
let slots: ProviderSlots;
/** The names of what had to give its slot back. */
let closed: string[];
beforeEach(() => {
  clock = createVirtualClock();
  connections = 1;
  closed = [];
  slots = createProviderSlots(() => Promise.resolve({ providerKey: 'casa', connections }), undefined, clock);
});

const person = (name: string): PlayingDevice => ({ accountId: name, deviceId: name, issuedAtSeconds: 1 });
const channel = (name: string, viewer: string, more: Partial<SlotUse> = {}): SlotUse => {
  const itemKey: ItemKey = `channel:${name}`;
  return {
    address: `http://proveedor.example/${name}.ts`,
    kind: 'transfer',
    slot: itemKey,
    itemKey,
    viewers: () => [person(viewer)],
    close: () => closed.push(name),
    ...more,
  };
};
const probe = (): SlotUse => channel('sonda', 'nadie', { kind: 'inspection', viewers: () => [] });
/** Enters, and notes how it went: `waits` until it is settled. */
function follow(use: SlotUse, gone?: AbortSignal): { state: string } {
  const followed = { state: 'waits' };
  slots.enter(use, gone).then(
    () => (followed.state = 'entered'),
    (error: unknown) => (followed.state = error instanceof ProviderFullError ? 'full' : 'gone'),
  );
  return followed;
}

describe('the slot of a source that was opened beside the first one of its channel', () => {
  it('is not given to another device after the first one has lost', async () => {
    connections = 2;
    let isUsed = false;
    const leaveFirst = await slots.enter(channel('uno', 'ana'));
    const viewers = () => (isUsed ? [person('ana')] : []);
    await slots.enter(channel('uno', 'ana', { besideName: '1', viewers }));
    isUsed = true;
    leaveFirst();
    await slots.enter(channel('dos', 'luis'));
    await expect(slots.enter(channel('tres', 'eva'))).rejects.toThrow(ProviderFullError);
    expect(closed).toEqual([]);
  });
});

describe('viewers who wait for a probe', () => {
  it('learn at the same time that there is no slot', async () => {
    await slots.enter(probe());
    const waiting = ['uno', 'dos', 'tres'].map((name) => follow(channel(name, name)));
    await clock.advance(1_900);
    expect(waiting.map(({ state }) => state)).toEqual(['waits', 'waits', 'waits']);
    await clock.advance(200);
    expect(waiting.map(({ state }) => state)).toEqual(['full', 'full', 'full']);
  });

  it('get its slot in their order, without those who have left', async () => {
    const leaveProbe = await slots.enter(probe());
    const left = new AbortController();
    const [first, second, third] = [
      follow(channel('uno', 'ana'), left.signal),
      follow(channel('dos', 'luis')),
      follow(channel('tres', 'eva')),
    ];
    await clock.settle();
    left.abort();
    await clock.settle();
    expect([first.state, second.state]).toEqual(['gone', 'waits']);
    leaveProbe();
    await clock.settle();
    expect([second.state, third.state]).toEqual(['entered', 'full']);
  });
});

it('nothing gives way to a viewer who has left', async () => {
  await slots.enter(channel('uno', 'ana'));
  const left = follow(channel('dos', 'ana'), AbortSignal.abort());
  await clock.settle();
  expect([left.state, closed]).toEqual(['gone', []]);
});

describe('what is kept for a device after its last request', () => {
  it.each([
    ['what is played in HLS, for 12 s', 'request', 'channel:uno', 12_000],
    ['a film whose player seeks, for 2 s', 'transfer', 'video:uno', 2_000],
  ] as const)('holds its slot: %s', async (_what, kind, itemKey, keptMs) => {
    const leave = await slots.enter(channel('uno', 'ana', { kind, slot: itemKey, itemKey }));
    leave();
    await clock.advance(keptMs - 1);
    expect(await slots.countTaken('casa')).toBe(1);
    await expect(slots.enter(channel('dos', 'luis'))).rejects.toThrow(ProviderFullError);
    await clock.advance(2);
    expect(await slots.countTaken('casa')).toBe(0);
    await slots.enter(channel('dos', 'luis'));
  });

  it.each([
    ['gives way to whoever comes while players may overlap the two', 2_000, 'entered', ['uno']],
    ['is watched beside the other channel once they no longer do', 2_001, 'full', []],
  ])(
    'what a device still receives after it has begun another channel: %s',
    async (_what, ms, state, left) => {
      connections = 2;
      await slots.enter(channel('uno', 'ana'));
      await slots.enter(channel('dos', 'ana'));
      await clock.advance(ms);
      const other = follow(channel('tres', 'luis'));
      await clock.settle();
      expect([other.state, closed]).toEqual([state, left]);
    },
  );
});
