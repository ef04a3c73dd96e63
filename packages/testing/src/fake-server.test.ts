import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePassword } from './fake-server-memory.ts';
import { startFakeServer, type FakeServer } from './fake-server.ts';

const device = 'a'.repeat(32);
let server: FakeServer;

beforeEach(async () => {
  server = await startFakeServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(server.origin + path, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function headersOf(username: string): Record<string, string> {
  return { 'x-device-id': device, authorization: `Bearer ${server.signIn(username, device)}` };
}

function as(username: string): RequestInit {
  return { headers: headersOf(username) };
}

async function login(username: string, password = fakePassword) {
  return call('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': device },
    body: JSON.stringify({ username, password }),
  });
}

describe('startFakeServer', () => {
  it('signs a person in and keeps the session', async () => {
    const { body } = await login('valentina');
    const { body: me } = await call('/api/auth/me', {
      headers: { 'x-device-id': device, authorization: `Bearer ${String(body['token'])}` },
    });
    expect(me).toEqual({ user: { username: 'valentina', role: 'user', plan: 'premium' } });
  });

  it('refuses a session on another device', async () => {
    const headers = { ...headersOf('valentina'), 'x-device-id': 'b'.repeat(32) };
    expect(await call('/api/auth/me', { headers })).toMatchObject({
      status: 401,
      body: { code: 'session.expired' },
    });
  });

  it.each([
    ['caido', 503, 'server.unavailable'],
    ['deprisa', 429, 'limit.login'],
    ['inactiva', 403, 'account.inactive'],
    ['nadie', 401, 'credentials.invalid'],
  ])('answers the user %s with %i %s', async (username, status, code) => {
    expect(await login(username)).toMatchObject({ status, body: { code } });
  });

  it('names the fields that the contract refuses', async () => {
    expect(await login('', '')).toMatchObject({
      status: 400,
      body: { code: 'input.invalid', details: [{ path: 'username' }, { path: 'password' }] },
    });
  });

  it('denies a channel that the plan locks', async () => {
    expect(await call('/api/channels/id/liga-sur', as('gerardo'))).toMatchObject({
      status: 403,
      body: { code: 'plan.required', currentPlan: 'gplay', requiredPlans: ['premium'] },
    });
  });

  it('refuses calls of administrators to other people', async () => {
    expect(await call('/api/admin/demo', as('valentina'))).toMatchObject({
      status: 403,
      body: { code: 'role.forbidden' },
    });
  });

  it('imports a list once, and reports skipped entries', async () => {
    const upload = async () => {
      const form = new FormData();
      const text = '#EXTM3U\n#EXTINF:-1 group-title="Cine",Uno\nhttps://e.example/1\n#EXTINF:-1,Dos\n';
      form.append('m3uFile', new File([text], 'lista.m3u'));
      return call('/api/channels/admin/process-m3u', { method: 'POST', body: form, ...as('ada') });
    };
    expect((await upload()).body).toMatchObject({
      added: 1,
      duplicates: 0,
      skipped: 1,
      errors: [{ line: 4 }],
    });
    expect((await upload()).body).toMatchObject({ added: 0, duplicates: 1, skipped: 1 });
  });

  it('fails, delays and drops the next call of a route, once each', async () => {
    const route = 'GET /api/channels/sections';
    const ask = async () => call('/api/channels/sections', as('valentina'));
    server.failNext(route, 'server.unavailable');
    server.dropNext(route);
    const { release } = server.holdNext(route);
    expect((await call('/api/health')).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'server.unavailable' } });
    await expect(ask()).rejects.toThrow('fetch failed');
    const order: string[] = [];
    const held = ask().then(() => order.push('held'));
    await expect.poll(() => server.seen.length).toBe(4);
    await call('/api/health');
    order.push('released');
    release();
    await held;
    expect(order).toEqual(['released', 'held']);
    expect((await ask()).status).toBe(200);
  });

  it('records the calls', async () => {
    await call('/api/channels/list?section=Cine', as('valentina'));
    expect(server.seen).toMatchObject([
      { call: 'GET /api/channels/list?section=Cine', headers: { 'x-device-id': device } },
    ]);
  });
});
