import { expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { readError } from '../../../platform/http/error-handler.ts';
import { toldOf } from './running-import.ts';

const abort = new AbortController();
/** An error as the driver of Postgres throws it. */
const postgresError = (code: string) => Object.assign(new Error('failed'), { code, severity: 'ERROR' });

it.each([
  ['22003', true, 'provider.unreadable_list'],
  ['22P02', true, 'provider.unreadable_list'],
  ['22003', false, 'input.invalid'],
  ['40001', true, 'resource.conflict'],
  ['53100', true, 'server.storage_full'],
])('a list that fails with SQLSTATE %s, in a refresh: %j, is told as %s', (state, isRefresh, code) => {
  expect(readError(toldOf({ abort, isRefresh }, postgresError(state))).code).toBe(code);
});

it('the reason of a cancellation is told rather than the failure that follows it', () => {
  const cancelled = new AbortController();
  cancelled.abort(new AppError('import.cancelled'));
  expect(toldOf({ abort: cancelled, isRefresh: true }, postgresError('22003'))).toMatchObject({
    code: 'import.cancelled',
  });
});
