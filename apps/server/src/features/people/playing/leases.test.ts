import { createVirtualClock } from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { createLeases, leaseMs } from './leases.ts';

const hourMs = 3_600_000;

function createTestLeases() {
  const clock = createVirtualClock('2026-11-21T20:00:00Z');
  const leases = createLeases(clock);
  const take = (deviceId: string, more: { itemKey?: ItemKey; accountId?: string; max?: number } = {}) =>
    leases.take(
      {
        accountId: more.accountId ?? 'ana',
        deviceId,
        itemKey: more.itemKey ?? 'channel:1',
        issuedAtSeconds: Math.floor(clock.steadyMs() / 1_000),
      },
      more.max ?? 2,
    );
  return { leases, take, pass: clock.pass, setBack: clock.setBack, now: () => clock.now().getTime() };
}

describe('the leases of an account', () => {
  it('are limited by its plan, and a refusal names the devices that play', () => {
    const { take } = createTestLeases();
    expect(take('tele')).toBe('taken');
    expect(take('móvil', { itemKey: 'video:7' })).toBe('taken');
    expect(take('tableta')).toEqual([
      { deviceId: 'tele', itemKey: 'channel:1' },
      { deviceId: 'móvil', itemKey: 'video:7' },
    ]);
  });

  it('are one for each device, so that changing the channel is never refused', () => {
    const { leases, take } = createTestLeases();
    take('tele', { max: 1 });
    expect(take('tele', { itemKey: 'channel:2', max: 1 })).toBe('taken');
    expect(leases.list('ana')).toEqual([{ deviceId: 'tele', itemKey: 'channel:2' }]);
  });

  it('do not count for another account', () => {
    const { leases, take } = createTestLeases();
    take('tele', { max: 1 });
    expect(take('tele', { accountId: 'luis', max: 1 })).toBe('taken');
    expect(leases.list('nadie')).toEqual([]);
  });

  it('end by themselves when nothing renews them', () => {
    const { leases, take, pass } = createTestLeases();
    take('tele', { max: 1 });
    pass(leaseMs - 1);
    expect(take('móvil', { max: 1 })).not.toBe('taken');
    pass(1);
    expect(leases.list('ana')).toEqual([]);
    expect(take('móvil', { max: 1 })).toBe('taken');
  });

  it('end in time when the clock of the machine is set back', () => {
    const { leases, take, pass, setBack } = createTestLeases();
    take('tele', { max: 1 });
    setBack(hourMs);
    pass(leaseMs - 1);
    expect(take('móvil', { max: 1 })).not.toBe('taken');
    pass(1);
    expect(leases.list('ana')).toEqual([]);
    expect(take('móvil', { max: 1 })).toBe('taken');
  });

  it('last when the clock of the machine is set forward', () => {
    const { leases, take, setBack } = createTestLeases();
    take('tele');
    setBack(-hourMs);
    expect(leases.list('ana')).toHaveLength(1);
  });

  it('last while they are renewed for the item that plays', () => {
    const { leases, take, pass } = createTestLeases();
    take('tele');
    for (let time = 0; time < 5; time += 1) {
      pass(leaseMs - 1);
      expect(leases.renew('ana', { deviceId: 'tele', itemKey: 'channel:1' })).toBeUndefined();
    }
    expect(leases.list('ana')).toHaveLength(1);
  });

  it('are not renewed for an item that the device played before', () => {
    const { leases, take, pass } = createTestLeases();
    take('tele');
    pass(leaseMs - 1);
    expect(leases.renew('ana', { deviceId: 'tele', itemKey: 'channel:9' })).toBeUndefined();
    pass(1);
    expect(leases.renew('ana', { deviceId: 'tele', itemKey: 'channel:1' })).toBe('lapsed');
  });

  it('are not created by a renewal', () => {
    const { leases } = createTestLeases();
    expect(leases.renew('ana', { deviceId: 'tele', itemKey: 'channel:1' })).toBe('lapsed');
    expect(leases.list('ana')).toEqual([]);
  });
});

describe('the list of all leases', () => {
  it('has the start time of each device’s item, and leaves out ended leases', () => {
    const { leases, take, pass, now } = createTestLeases();
    const beganMs = now();
    take('tele');
    take('vieja', { accountId: 'luis' });
    pass(20_000);
    take('tele');
    take('móvil', { itemKey: 'video:7' });
    pass(10_000);
    expect(leases.listAll()).toEqual([
      { accountId: 'ana', deviceId: 'tele', itemKey: 'channel:1', sinceMs: beganMs },
      { accountId: 'ana', deviceId: 'móvil', itemKey: 'video:7', sinceMs: beganMs + 20_000 },
    ]);
  });

  it('has start times by the present clock of the machine when that was set back', () => {
    const { leases, take, pass, setBack, now } = createTestLeases();
    take('tele');
    pass(5_000);
    setBack(hourMs);
    expect(leases.listAll()[0]?.sinceMs).toBe(now() - 5_000);
  });

  it('has a new start time when a device begins another item', () => {
    const { leases, take, pass, now } = createTestLeases();
    take('tele');
    pass(5_000);
    take('tele', { itemKey: 'channel:2' });
    expect(leases.listAll()[0]?.sinceMs).toBe(now());
  });

  it('forgets accounts that have stopped playing', () => {
    const { leases, take, pass } = createTestLeases();
    for (let count = 0; count < 50; count += 1) take('tele', { accountId: `cuenta-${count}` });
    expect(leases.listAll()).toHaveLength(50);
    pass(2 * leaseMs);
    take('tele');
    expect(leases.listAll()).toHaveLength(1);
  });
});

describe('a device that was stopped', () => {
  it('gives its lease back, and cannot go on with the stream that it had', () => {
    const { leases, take, pass, now } = createTestLeases();
    take('tele');
    const old = { accountId: 'ana', deviceId: 'tele', itemKey: 'channel:1' as const };
    const issuedAtSeconds = Math.floor(now() / 1_000);
    expect(leases.stop('ana', 'tele')).toBe(true);
    expect(leases.list('ana')).toEqual([]);
    expect(leases.take({ ...old, issuedAtSeconds }, 2)).toBe('stopped');
    pass(1_000);
    expect(leases.take({ ...old, issuedAtSeconds }, 2)).toBe('stopped');
    expect(take('tele')).toBe('taken');
  });

  it('can begin a new stream when the clock of the machine is set back meanwhile', () => {
    const { leases, take, pass, setBack } = createTestLeases();
    take('tele');
    leases.stop('ana', 'tele');
    setBack(hourMs);
    pass(1_000);
    expect(take('tele')).toBe('taken');
  });

  it('cannot go on with the stream of an earlier process when the clock was set back before the restart', () => {
    const { leases, take, pass, now } = createTestLeases();
    const old = { accountId: 'ana', deviceId: 'tele', itemKey: 'channel:1' as const };
    const issuedAtSeconds = Math.floor((now() + hourMs) / 1_000);
    expect(leases.take({ ...old, issuedAtSeconds }, 2)).toBe('taken');
    leases.stop('ana', 'tele');
    pass(1_000);
    expect(leases.take({ ...old, issuedAtSeconds }, 2)).toBe('stopped');
    expect(take('tele')).toBe('taken');
    pass(2 * hourMs);
    expect(leases.take({ ...old, issuedAtSeconds }, 2)).toBe('stopped');
  });

  it('can begin a stream whose address another process issued, although its clock is a little ahead', () => {
    const { leases, pass, now } = createTestLeases();
    leases.stop('ana', 'tele');
    pass(1_000);
    const issuedAtSeconds = Math.floor(now() / 1_000) + 2;
    expect(
      leases.take({ accountId: 'ana', deviceId: 'tele', itemKey: 'channel:1', issuedAtSeconds }, 2),
    ).toBe('taken');
  });

  it('does not affect other devices of the account, nor the same device of another account', () => {
    const { leases, take } = createTestLeases();
    take('tele');
    leases.stop('ana', 'tele');
    expect(take('móvil')).toBe('taken');
    expect(take('tele', { accountId: 'luis' })).toBe('taken');
  });

  it('is reported as stopped only when it was playing', () => {
    const { leases, take, pass } = createTestLeases();
    expect(leases.stop('ana', 'tele')).toBe(false);
    take('móvil');
    pass(leaseMs);
    expect(leases.stop('ana', 'móvil')).toBe(false);
  });
});
