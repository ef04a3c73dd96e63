import { expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import { AddressRefusedError } from './address-filter.ts';
import { readUpstreamError, readUpstreamStatus } from './upstream-error.ts';
import { BodyTooLongError } from './upstream-exchange.ts';

const coded = (code: string) => Object.assign(new Error(`connect ${code} proveedor.example:8080`), { code });

it.each([
  ['an address that may not be asked', new AddressRefusedError(), 'upstream.refused'],
  ['a playlist that cannot be served', new PlaylistRefusedError('a line is too long'), 'upstream.refused'],
  ['a body that is too long', new BodyTooLongError('more than 5 bytes'), 'upstream.refused'],
  ['a connection that takes too long', coded('UND_ERR_CONNECT_TIMEOUT'), 'upstream.timeout'],
  ['headers that take too long', coded('UND_ERR_HEADERS_TIMEOUT'), 'upstream.timeout'],
  ['a body that stands still', coded('UND_ERR_BODY_TIMEOUT'), 'upstream.timeout'],
  ['a packet that is lost', coded('ETIMEDOUT'), 'upstream.timeout'],
  ['a port that is closed', coded('ECONNREFUSED'), 'upstream.unreachable'],
  ['a name that nobody knows', coded('ENOTFOUND'), 'upstream.unreachable'],
  ['an error without a code', new TypeError('proveedor.example is odd'), 'upstream.unreachable'],
  ['what is no error', 'proveedor.example', 'upstream.unreachable'],
])('%s is reported as a provider failure without the name of the provider', (_what, error, code) => {
  const told = readUpstreamError(error);
  expect(told.code).toBe(code);
  expect((told.cause as Error).message).not.toContain('proveedor');
});

it('readUpstreamError keeps the code of a failure for the log', () => {
  expect(readUpstreamError(coded('ECONNRESET')).cause).toMatchObject({
    message: 'upstream failed: ECONNRESET',
  });
  expect(readUpstreamError(new RangeError('x')).cause).toMatchObject({
    message: 'upstream failed: RangeError',
  });
});

it('readUpstreamError leaves an AppError unchanged', () => {
  const error = new AppError('trial.spent');
  expect(readUpstreamError(error)).toBe(error);
});

it.each([
  [401, 'upstream.refused'],
  [402, 'upstream.refused'],
  [403, 'upstream.refused'],
  [451, 'upstream.refused'],
  [400, 'upstream.unreachable'],
  [404, 'upstream.unreachable'],
  [429, 'upstream.unreachable'],
  [500, 'upstream.unreachable'],
  [204, 'upstream.unreachable'],
])('the status %s of a provider is reported as %s', (status, code) => {
  const told = readUpstreamStatus(status);
  expect(told.code).toBe(code);
  expect(told.cause).toMatchObject({ message: `upstream answered ${status}` });
});
