import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceId } from './device-id.ts';
import {
  readItem,
  removeEverythingOfSession,
  removeSession,
  restoreSession,
  storeSession,
} from './session-storage.ts';

const session = { token: 'ficha', user: { username: 'valentina', role: 'user', plan: 'premium' } } as const;

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the stored session', () => {
  it('is found again as it was stored', () => {
    storeSession(session);
    expect(restoreSession()).toEqual(session);
  });

  it('is no session when one of its two parts is missing', () => {
    storeSession(session);
    localStorage.removeItem('token');
    expect(restoreSession()).toBeUndefined();
  });

  it('loses both parts when the person cannot be read', () => {
    storeSession(session);
    localStorage.setItem('user', '{"username":');
    expect(restoreSession()).toBeUndefined();
    expect(readItem('token')).toBeUndefined();
    expect(readItem('user')).toBeUndefined();
  });

  it('keeps the device when the server ends it, and forgets the device when the person leaves', () => {
    storeSession(session);
    const device = deviceId();
    removeSession();
    expect(readItem('deviceId')).toBe(device);
    removeEverythingOfSession();
    expect(readItem('deviceId')).toBeUndefined();
  });

  it('only logs a storage that fails', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    storeSession(session);
    expect(log).toHaveBeenCalledTimes(2);
  });
});

describe('deviceId', () => {
  it('is 32 alphanumerics, the same every time', () => {
    const first = deviceId();
    expect(first).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(deviceId()).toBe(first);
    expect(readItem('deviceId')).toBe(first);
  });

  it.each(['', 'corto', 'ñ'.repeat(32), `${'a'.repeat(32)}b`])('replaces %j, which is none', (stored) => {
    localStorage.setItem('deviceId', stored);
    const id = deviceId();
    expect(id).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(readItem('deviceId')).toBe(id);
  });

  it('is a new one after the person has left', () => {
    const first = deviceId();
    removeEverythingOfSession();
    expect(deviceId()).not.toBe(first);
  });

  it('lasts as long as the page where nothing can be stored', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(deviceId()).toBe(deviceId());
  });
});
