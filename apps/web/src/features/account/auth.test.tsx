import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerWith } from '../../../test/raw-server.ts';
import { queryClient } from '../../platform/query-client.ts';
import { deviceId, forgetDeviceId } from '../../platform/session/device-id.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { AuthProvider, useAuth } from './auth.tsx';

const ana = { username: 'ana', role: 'user', plan: 'premium' } as const;
const luis = { username: 'luis', role: 'user', plan: 'gplay' } as const;
const store = (token: string, user: object): void => {
  localStorage.setItem('token', token);
  localStorage.setItem('user', JSON.stringify(user));
};
/** Fires the `storage` event that a browser sends to this tab when another tab has changed localStorage. */
const tellOtherTab = (key: string | null): void => {
  act(() => void dispatchEvent(new StorageEvent('storage', { key })));
};

beforeEach(() => {
  localStorage.clear();
  sessionStore.end('absent');
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  sessionStore.end('absent');
  localStorage.clear();
});

const open = () => renderHook(useAuth, { wrapper: AuthProvider }).result;
function openAsAna() {
  store('ficha-ana', ana);
  sessionStore.restore();
  queryClient.setQueryData(['lista'], 'de ana');
  return open();
}

describe('a tab when the session changes in another tab', () => {
  it('signs out when the other tab signs out, and clears the queries it had loaded', () => {
    const auth = openAsAna();
    localStorage.clear();
    tellOtherTab('token');
    expect(auth.current).toMatchObject({
      status: 'unauthenticated',
      user: undefined,
      endedBecause: 'elsewhere',
    });
    expect(queryClient.getQueryData(['lista'])).toBeUndefined();
  });

  it('signs out when the other tab clears all of localStorage', () => {
    const auth = openAsAna();
    localStorage.clear();
    tellOtherTab(null);
    expect(auth.current.endedBecause).toBe('elsewhere');
  });

  it('takes over the session of the person who signs in there', () => {
    const auth = openAsAna();
    store('ficha-luis', luis);
    tellOtherTab('token');
    expect(auth.current).toMatchObject({ status: 'authenticated', user: luis, endedBecause: undefined });
    expect(queryClient.getQueryData(['lista'])).toBeUndefined();
  });

  it('keeps its loaded queries while the session is the same, whatever other keys change in storage', () => {
    const auth = openAsAna();
    tellOtherTab('token');
    localStorage.removeItem('token');
    tellOtherTab('autoplayNext');
    expect(auth.current.user).toEqual(ana);
    expect(queryClient.getQueryData(['lista'])).toBe('de ana');
  });

  it('takes over another plan of the same person, and has its loaded queries loaded again', () => {
    const auth = openAsAna();
    store('ficha-ana', { ...ana, plan: 'sports' });
    tellOtherTab('user');
    expect(auth.current.user).toEqual({ ...ana, plan: 'sports' });
    expect(queryClient.getQueryState(['lista'])).toMatchObject({ data: 'de ana', isInvalidated: true });
  });

  it('continues once the person has chosen their own password there', () => {
    store('ficha-ana', { ...ana, mustChangePassword: true });
    sessionStore.restore();
    const auth = open();
    store('ficha-ana', ana);
    tellOtherTab('user');
    expect(auth.current.user).toEqual(ana);
  });
});

describe('signing in', () => {
  it.each([
    ['{}'],
    ['null'],
    ['{"token":"","user":{"username":"ana"}}'],
    ['{"token":"x","user":{"username":""}}'],
    ['{"token":"x"}'],
    ['{"token":7,"user":{"username":"ana"}}'],
  ])('fails on the answer %s with an error sentence, and stores no session', async (body) => {
    await answerWith({ body: [body] });
    const auth = open();
    await expect(auth.current.login('ana', 'x')).rejects.toMatchObject({
      code: 'answer.unreadable',
      serverMessage: 'Error de autenticación: datos de respuesta inválidos',
    });
    expect([auth.current.status, localStorage.getItem('token')]).toEqual(['unauthenticated', null]);
  });

  it('stores the session of the answer', async () => {
    await answerWith({ body: [JSON.stringify({ token: 'ficha', user: ana })] });
    const auth = open();
    await act(() => auth.current.login('ana', 'x'));
    expect(auth.current.user).toEqual(ana);
    expect(localStorage.getItem('token')).toBe('ficha');
  });
});

describe('registering', () => {
  it('signs the new person in when the server answers with a session', async () => {
    await answerWith({ body: [JSON.stringify({ token: 'ficha', user: luis })] });
    const auth = open();
    const outcome = await act(() => auth.current.register('luis', 'x'));
    expect(outcome).toEqual({ isSignedIn: true, message: undefined });
    expect(auth.current.user).toEqual(luis);
  });

  it.each([
    ['{"message":"Tu cuenta espera aprobación."}', 'Tu cuenta espera aprobación.'],
    ['{}', undefined],
  ])('signs nobody in on the answer %s, and reports «%s»', async (body, message) => {
    await answerWith({ body: [body] });
    const auth = open();
    expect(await auth.current.register('luis', 'x')).toEqual({ isSignedIn: false, message });
    expect(auth.current.status).toBe('unauthenticated');
  });
});

describe('signing out', () => {
  it('ends the local session at once, and asks the server to end this session or all of them', async () => {
    const requests = await answerWith({ body: ['{"message":"Adiós."}'] });
    localStorage.setItem('deviceId', 'a'.repeat(32));
    const auth = openAsAna();
    await act(() => auth.current.logout(true));
    expect(auth.current).toMatchObject({ status: 'unauthenticated', endedBecause: 'left' });
    expect(localStorage).toHaveLength(0);
    await waitFor(() => expect(requests[0]?.body).toBe('{"allDevices":true}'));
    expect(requests[0]?.headers['authorization']).toBe('Bearer ficha-ana');
  });

  it('gives the next person another device id, though the storage is full', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const first = deviceId();
    const auth = open();
    const requests = await answerWith({ body: ['{"message":"Adiós."}'] });
    await act(() => auth.current.logout());
    expect(deviceId()).not.toBe(first);
    forgetDeviceId();
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  it('ends the local session even when the server fails, and only logs that failure', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await answerWith({ status: 500 });
    const auth = openAsAna();
    await act(() => auth.current.logout());
    expect(auth.current.status).toBe('unauthenticated');
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
  });
});

it('useAuth throws outside the application', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => renderHook(useAuth)).toThrow('useAuth debe ser usado dentro de un AuthProvider');
});
