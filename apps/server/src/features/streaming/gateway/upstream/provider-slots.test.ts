import type { ItemKey } from '@butaca/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import {
  createProviderSlots,
  ProviderFullError,
  type ProviderSlots,
  type SlotUse,
} from './provider-slots.ts';

let connections: number;
let slots: ProviderSlots;
/** The names of what had to give its slot back. */
let closed: string[];
beforeEach(() => {
  vi.useFakeTimers();
  connections = 1;
  closed = [];
  slots = createProviderSlots(() => Promise.resolve({ providerKey: 'casa', connections }));
});
afterEach(() => vi.useRealTimers());

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
const settled = () => vi.advanceTimersByTimeAsync(0);

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
    await vi.advanceTimersByTimeAsync(1_900);
    expect(waiting.map(({ state }) => state)).toEqual(['waits', 'waits', 'waits']);
    await vi.advanceTimersByTimeAsync(200);
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
    await settled();
    left.abort();
    await settled();
    expect([first.state, second.state]).toEqual(['gone', 'waits']);
    leaveProbe();
    await settled();
    expect([second.state, third.state]).toEqual(['entered', 'full']);
  });
});

it('nothing gives way to a viewer who has left', async () => {
  await slots.enter(channel('uno', 'ana'));
  const left = follow(channel('dos', 'ana'), AbortSignal.abort());
  await settled();
  expect([left.state, closed]).toEqual(['gone', []]);
});
