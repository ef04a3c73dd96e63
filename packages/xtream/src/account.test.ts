import { describe, expect, it } from 'vitest';
import { readAccount } from './account.ts';

const now = new Date('2026-01-01T00:00:00Z');
const later = String(now.getTime() / 1000 + 60);
const before = now.getTime() / 1000 - 60;
const read = (user: object, server: object = {}) =>
  readAccount({ user_info: user, server_info: server }, now);

describe('an account', () => {
  it.each([[1], ['1'], [true], ['true']])('may be used where its field `auth` is %j', (auth) => {
    expect(read({ auth, status: 'Active' })).toMatchObject({ refusal: undefined });
  });

  it.each([[0], ['0'], [false], [null], ['']])(
    'has wrong credentials where its field `auth` is %j',
    (auth) => {
      expect(read({ auth })).toMatchObject({ refusal: 'wrong_credentials' });
    },
  );

  it.each([
    ['Expired', {}, 'expired'],
    ['Banned', {}, 'disabled'],
    ['Disabled', {}, 'disabled'],
    ['Active', { exp_date: before }, 'expired'],
    ['Active', { exp_date: later }, undefined],
  ])('with the status %s and %j is refused as %s', (status, more, refusal) => {
    expect(read({ auth: 1, status, ...more })).toMatchObject({ refusal });
  });

  it.each([[null], [''], [0], ['0'], ['Unlimited'], [undefined]])(
    'never ends where `exp_date` is %j',
    (end) => {
      expect(read({ auth: 1, exp_date: end })).toMatchObject({ refusal: undefined, expiresAt: undefined });
    },
  );

  it('has connections, formats, a zone and a message', () => {
    const user = {
      auth: 1,
      max_connections: '4',
      active_cons: 1,
      allowed_output_formats: ['m3u8', 'ts', null],
      message: 'Hola',
    };
    expect(read(user, { timezone: 'America/Bogota' })).toMatchObject({
      maxConnections: 4,
      activeConnections: 1,
      formats: ['m3u8', 'ts'],
      timeZone: 'America/Bogota',
      message: 'Hola',
    });
    expect(read({ auth: 1, max_connections: '0' }, { timezone: 'Nowhere/At_All' })).toMatchObject({
      maxConnections: undefined,
      timeZone: undefined,
    });
  });

  it.each([[null], ['<html>'], [[]], [{}], [{ user_info: [] }], [{ user_info: { name: 'x' } }]])(
    'is not read from %j',
    (body) => {
      expect(readAccount(body, now)).toBeUndefined();
    },
  );
});
