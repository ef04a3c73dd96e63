import type { ItemKey } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { playingFeature } from './index.ts';
import { systemClock } from '../../../platform/clock.ts';

const devices: Readonly<Record<string, string>> = { tele: 'Tizen en televisor', movil: 'Chrome en Android' };
const titles: Readonly<Record<string, string>> = { 'channel:1': 'Canal Uno', 'video:7': 'El faro' };

function createPlaying() {
  const nowMs = Date.parse('2026-11-21T20:00:00Z');
  const playing = playingFeature({
    clock: { ...systemClock, now: () => new Date(nowMs), steadyMs: () => nowMs },
    names: {
      deviceName: async (_accountId, deviceId) => devices[deviceId],
      itemTitle: async (itemKey) => titles[itemKey],
    },
  });
  const take = (
    deviceId: string,
    more: { itemKey?: ItemKey; maxStreams?: number; role?: 'user' | 'admin' } = {},
  ) => {
    const { itemKey = 'channel:1', maxStreams = 1, role = 'user' } = more;
    return playing.take(
      { accountId: 'ana', deviceId, itemKey, issuedAtSeconds: nowMs / 1_000 },
      { accountId: 'ana', deviceId, role, maxStreams },
    );
  };
  return { playing, take };
}

describe('the refusal of one playing device too many', () => {
  it('names the device that plays and its item, with a time to try again', async () => {
    const { take } = createPlaying();
    expect(await take('tele')).toBeUndefined();
    expect(await take('movil')).toMatchObject({
      code: 'stream.limit',
      retryAfterSeconds: 28,
      payload: {
        error:
          'Ya se está viendo en «Tizen en televisor» (Canal Uno), y tu plan no permite más a la vez. Detén una reproducción para ver aquí.',
        devices: [{ deviceId: 'tele', name: 'Tizen en televisor', title: 'Canal Uno', isThisDevice: false }],
      },
    });
  });

  it('joins several devices in one sentence, with a general name for unknown ones', async () => {
    const { take } = createPlaying();
    await take('tele', { maxStreams: 3 });
    await take('movil', { maxStreams: 3, itemKey: 'video:borrado' });
    await take('perdido', { maxStreams: 3, itemKey: 'video:7' });
    const refusal = await take('otro', { maxStreams: 3 });
    expect(refusal?.payload?.['error']).toContain(
      'en «Tizen en televisor» (Canal Uno), «Chrome en Android» y «Otro dispositivo» (El faro), y tu plan',
    );
  });

  it('is a general sentence when the plan allows no device at all', async () => {
    const { take } = createPlaying();
    const refusal = await take('tele', { maxStreams: 0 });
    expect(refusal?.payload?.['error']).toMatch(/\.$/);
    expect(refusal?.payload?.['error']).not.toContain('«');
    expect(refusal?.payload?.['devices']).toEqual([]);
  });

  it('is never given to an administrator', async () => {
    const { take } = createPlaying();
    for (const deviceId of ['uno', 'dos', 'tres', 'cuatro']) {
      expect(await take(deviceId, { role: 'admin', maxStreams: 1 })).toBeUndefined();
    }
  });
});

describe('a listener for playing devices', () => {
  it('hears of starts and renewals, and not of refused or ended leases', async () => {
    const { playing, take } = createPlaying();
    const heard: string[] = [];
    playing.onPlaying((accountId, { deviceId, itemKey }) =>
      heard.push(`${accountId} ${deviceId} ${itemKey}`),
    );
    await take('tele');
    await take('movil');
    await playing.renew('ana', { deviceId: 'tele', itemKey: 'channel:1' });
    expect(await playing.renew('ana', { deviceId: 'movil', itemKey: 'channel:1' })).toBe('lapsed');
    expect(heard).toEqual(['ana tele channel:1', 'ana tele channel:1']);
  });

  it('hears of a stop only when something was playing', async () => {
    const { playing, take } = createPlaying();
    const heard: string[] = [];
    playing.onStopped((accountId, deviceId) => heard.push(`${accountId} ${deviceId}`));
    expect(await playing.stop('ana', 'movil')).toBe(false);
    await take('tele');
    expect(playing.isPlaying('ana', { deviceId: 'tele', itemKey: 'channel:1' })).toBe(true);
    expect(playing.isPlaying('ana', { deviceId: 'tele', itemKey: 'channel:2' })).toBe(false);
    expect(await playing.stop('ana', 'tele')).toBe(true);
    expect(heard).toEqual(['ana tele']);
    expect((await take('tele'))?.code).toBe('stream.stopped');
    expect(await playing.listAll()).toEqual([]);
  });
});
