import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint, errorsOf } from './endpoint.ts';

const declared = {
  method: 'GET',
  path: '/api/health',
  access: 'anyone',
  summary: 'A call of this test.',
  input: {},
  output: z.object({}),
} as const;

describe('defineEndpoint', () => {
  it('declares status 200 and no errors of its own by default', () => {
    expect(defineEndpoint(declared)).toMatchObject({ status: 200, errors: [] });
  });

  it('keeps the declared status and errors', () => {
    const created = defineEndpoint({ ...declared, status: 201, errors: ['channel.duplicate'] });
    expect(created).toMatchObject({ ...declared, status: 201, errors: ['channel.duplicate'] });
  });
});

describe('errorsOf', () => {
  const codesOf = (access: 'anyone' | 'optional' | 'user' | 'admin') =>
    errorsOf(defineEndpoint({ ...declared, access, errors: ['channel.not_found'] }));

  it.each(['anyone', 'optional', 'user', 'admin'] as const)(
    'gives a call for %s its own codes and those of every call',
    (access) => {
      expect([...codesOf(access)]).toEqual(
        expect.arrayContaining([
          'channel.not_found',
          'input.invalid',
          'request.malformed',
          'body.too_large',
          'body.wrong_type',
          'limit.requests',
          'server.unexpected',
          'server.unavailable',
          'server.storage_full',
        ]),
      );
    },
  );

  it.each([
    ['anyone', []],
    ['optional', ['session.required', 'session.expired', 'account.password_change_required']],
    ['user', ['session.required', 'session.expired', 'account.password_change_required']],
    ['admin', ['session.required', 'session.expired', 'account.password_change_required', 'role.forbidden']],
  ] as const)('lets a call for %s refuse the session with %j', (access, codes) => {
    const refusals = [...codesOf(access)].filter((code) => /^(?:session|role|account)\./.test(code));
    expect(refusals).toEqual(codes);
  });
});
