import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceId, forgetDeviceId } from './device-id.ts';
import { readItem, removeSession, restoreSession, storeSession } from './session-storage.ts';

const session = { token: 'ficha', user: { username: 'valentina', role: 'user', plan: 'premium' } } as const;

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  forgetDeviceId();
});

describe('the stored session', () => {
  it('is restored as it was stored', () => {
    storeSession(session);
    expect(restoreSession()).toEqual(session);
  });

  it('is not restored when its token is missing', () => {
    storeSession(session);
    localStorage.removeItem('token');
    expect(restoreSession()).toBeUndefined();
  });

  it('is removed whole when the stored person is unreadable', () => {
    storeSession(session);
    localStorage.setItem('user', '{"username":');
    expect(restoreSession()).toBeUndefined();
    expect(readItem('token')).toBeUndefined();
    expect(readItem('user')).toBeUndefined();
  });

  it('keeps the device id when the server ends it, and loses it when it is forgotten', () => {
    storeSession(session);
    const device = deviceId();
    removeSession();
    expect(readItem('deviceId')).toBe(device);
    forgetDeviceId();
    expect(readItem('deviceId')).toBeUndefined();
  });

  it('logs an error when the storage is full, and does not throw', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    storeSession(session);
    expect(log).toHaveBeenCalledTimes(2);
  });
});

describe('deviceId', () => {
  it('is 32 alphanumerics, the same on every call', () => {
    const first = deviceId();
    expect(first).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(deviceId()).toBe(first);
    expect(readItem('deviceId')).toBe(first);
  });

  it.each(['', 'corto', 'ñ'.repeat(32), `${'a'.repeat(32)}b`])(
    'is made anew when the stored one, %j, is invalid',
    (stored) => {
      localStorage.setItem('deviceId', stored);
      const id = deviceId();
      expect(id).toMatch(/^[A-Za-z0-9]{32}$/);
      expect(readItem('deviceId')).toBe(id);
    },
  );

  it('is a new one after it was forgotten', () => {
    const first = deviceId();
    forgetDeviceId();
    expect(deviceId()).not.toBe(first);
  });

  it('stays the same for the life of the page when the storage is full, unless it is forgotten', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const first = deviceId();
    expect(deviceId()).toBe(first);
    forgetDeviceId();
    expect(deviceId()).not.toBe(first);
  });
});
