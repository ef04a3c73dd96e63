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
  ['a network that leads nowhere', coded('EHOSTUNREACH'), 'upstream.unreachable'],
  ['a name that nobody knows', coded('ENOTFOUND'), 'upstream.unknown_host'],
  ['a name server that does not answer', coded('EAI_AGAIN'), 'upstream.unknown_host'],
  ['a certificate that has expired', coded('CERT_HAS_EXPIRED'), 'upstream.certificate'],
  ['a certificate for another name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'upstream.certificate'],
  ['a certificate that nobody signed', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'upstream.certificate'],
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

const answered = (status: number, retryAfter?: string) =>
  readUpstreamStatus({ status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

it.each([
  [401, 'upstream.unauthorized'],
  [402, 'upstream.unauthorized'],
  [403, 'upstream.forbidden'],
  [404, 'upstream.gone'],
  [410, 'upstream.gone'],
  [429, 'upstream.busy'],
  [451, 'upstream.blocked'],
  [458, 'upstream.connections'],
  [503, 'upstream.busy'],
  [509, 'upstream.connections'],
  [204, 'upstream.unreachable'],
  [400, 'upstream.unreachable'],
  [500, 'upstream.unreachable'],
  [502, 'upstream.unreachable'],
])('the status %s of a provider is reported as %s', (status, code) => {
  const told = answered(status);
  expect(told.code).toBe(code);
  expect(told.cause).toMatchObject({ message: `upstream answered ${status}` });
  expect(told.retryAfterSeconds).toBeUndefined();
});

it.each([
  [429, '5', 5],
  [503, '120', 120],
  [503, ' 7 ', 7],
  [503, '0', 1],
  [503, '999999999', 86_400],
  [503, 'pronto', undefined],
  [503, '', undefined],
  [503, '-4', undefined],
  [500, '5', undefined],
])('the status %s with «Retry-After: %s» asks the player to wait %s seconds', (status, value, seconds) => {
  expect(answered(status, value).retryAfterSeconds).toBe(seconds);
});

it('a «Retry-After» date asks the player to wait until then', () => {
  const inOneHour = new Date(Date.now() + 3_600_000).toUTCString();
  expect(answered(503, inOneHour).retryAfterSeconds).toBeGreaterThan(3_500);
  expect(answered(503, inOneHour).retryAfterSeconds).toBeLessThanOrEqual(3_600);
  expect(answered(503, new Date(0).toUTCString()).retryAfterSeconds).toBe(1);
});
