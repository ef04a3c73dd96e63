import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage, readItem, removeItem, storeSession, writeItem } from './session-storage.ts';
import { isAdmin, sessionStore, sessionToken } from './session-store.ts';

const sessionOf = (role: 'admin' | 'user') =>
  ({ token: `ficha-${role}`, user: { username: role, role, plan: 'premium' } }) as const;

beforeEach(() => localStorage.clear());
afterEach(() => {
  sessionStore.end('absent');
  localStorage.clear();
});

describe('the session of the page', () => {
  it('is the stored one after a reload', () => {
    storeSession(sessionOf('user'));
    sessionStore.restore();
    expect(sessionStore.read()).toEqual({ status: 'authenticated', ...sessionOf('user') });
    expect(sessionToken()).toBe('ficha-user');
  });

  it('is absent when none is stored', () => {
    sessionStore.restore();
    expect(sessionStore.read()).toEqual({ status: 'unauthenticated', because: 'absent' });
    expect(sessionToken()).toBeUndefined();
  });

  it('notifies every subscribed listener of each change, and no longer one that has unsubscribed', () => {
    const [stays, leaves] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const stop = sessionStore.subscribe(stays);
    sessionStore.subscribe(leaves)();
    sessionStore.start(sessionOf('user'));
    sessionStore.end('expired');
    stop();
    sessionStore.end('left');
    expect([stays.mock.calls.length, leaves.mock.calls.length]).toEqual([2, 0]);
  });

  it('is an administrator’s when its role is admin, and no longer once it has ended', () => {
    sessionStore.start(sessionOf('user'));
    expect(isAdmin()).toBe(false);
    sessionStore.start(sessionOf('admin'));
    expect(isAdmin()).toBe(true);
    sessionStore.end('elsewhere');
    expect(isAdmin()).toBe(false);
    expect(sessionStore.read()).toMatchObject({ because: 'elsewhere' });
  });
});

describe('the page’s storage', () => {
  it('returns an item as it was written, until it is removed', () => {
    writeItem('uno', '1');
    writeItem('dos', '');
    expect([readItem('uno'), readItem('dos'), readItem('tres')]).toEqual(['1', '', undefined]);
    removeItem('uno');
    expect(readItem('uno')).toBeUndefined();
  });

  it('is emptied whole by clearStorage', () => {
    storeSession(sessionOf('user'));
    writeItem('autoplayNext', 'false');
    clearStorage();
    expect(localStorage).toHaveLength(0);
  });

  it.each(['getItem', 'removeItem', 'clear'] as const)(
    'logs an error when the browser refuses %s, and does not throw',
    (method) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      const spy = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
      const work = { getItem: () => readItem('x'), removeItem: () => removeItem('x'), clear: clearStorage };
      expect(work[method]()).toBeUndefined();
      expect(log).toHaveBeenCalledOnce();
      spy.mockRestore();
      log.mockRestore();
    },
  );
});
