import { DatabaseConnectionError } from '@butaca/db';
import { describe, expect, it } from 'vitest';
import { readError } from './error-handler.ts';

const databaseError = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' });

describe('readError', () => {
  it.each([
    ['22P02', 'input.invalid'],
    ['22021', 'input.invalid'],
    ['22003', 'input.invalid'],
    ['23505', 'resource.conflict'],
    ['40001', 'resource.conflict'],
    ['53100', 'server.storage_full'],
    ['53300', 'server.unavailable'],
    ['57014', 'server.unavailable'],
    ['57P01', 'server.unavailable'],
    ['57P03', 'server.unavailable'],
    ['25006', 'server.unavailable'],
    ['08006', 'server.unavailable'],
    ['55P03', 'server.unavailable'],
    ['42601', 'server.unexpected'],
  ])('reads SQLSTATE %s as %s', (state, code) => {
    expect(readError(databaseError(state)).code).toBe(code);
  });

  it('reads a refused database connection as unavailable, with a time to try again', () => {
    const error = readError(
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    );
    expect([error.code, error.retryAfterSeconds]).toEqual(['server.unavailable', 5]);
  });

  it('reads every failure of the database connection as server.unavailable', () => {
    const cause = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
    expect(readError(new DatabaseConnectionError('write EPIPE', { cause })).code).toBe('server.unavailable');
  });

  it('reads unknown errors as server.unexpected', () => {
    expect(readError(new TypeError('x is undefined')).code).toBe('server.unexpected');
    expect(readError('thrown text').code).toBe('server.unexpected');
  });
});
