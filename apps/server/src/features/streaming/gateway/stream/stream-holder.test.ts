import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addressNetwork } from '../../../../platform/http/address-group.ts';
import { createStreamHolders } from './stream-holder.ts';

const key = randomBytes(32);
const holders = createStreamHolders(key, false);
const cookie = (sessionKey: string): string => holders.cookieOf(sessionKey).split(';')[0] ?? '';
const grant = { sessionKey: 'una', network: addressNetwork('203.0.113.7') };
const isHolder = (ip: string, header?: string, of: Parameters<typeof holders.isHolder>[1] = grant) =>
  holders.isHolder(
    { ip, headers: header === undefined ? {} : { cookie: header }, socket: { remoteAddress: ip } },
    of,
  );

describe('the network to which a stream address was issued', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.250', true],
    ['203.0.113.7', '::ffff:203.0.113.9', true],
    ['203.0.113.7', '203.0.114.7', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['203.0.113.7', '2001:db8:1:2::1', false],
  ])('of %s: whether it contains %s is %s', (issuedTo, ip, isInside) => {
    expect(isHolder(ip, undefined, { sessionKey: 'una', network: addressNetwork(issuedTo) })).toBe(isInside);
  });

  it.each([
    ['x-forwarded-for', '10.0.0.1', false],
    ['forwarded', '10.0.0.1', false],
    ['x-forwarded-for', '203.0.113.7', true],
  ])('counts for a request with %s from %s only where the proxy is trusted', (header, peer, isHolding) => {
    const ip = peer === '10.0.0.1' ? peer : '198.51.100.4';
    const request = { ip, headers: { [header]: '198.51.100.4' }, socket: { remoteAddress: peer } };
    const issued = { sessionKey: 'una', network: addressNetwork(ip) };
    expect(holders.isHolder(request, issued)).toBe(isHolding);
    const withCookie = { ...request, headers: { ...request.headers, cookie: cookie('una') } };
    expect(holders.isHolder(withCookie, issued)).toBe(true);
  });

  it('contains nobody when the address was issued without a network', () => {
    expect(isHolder('203.0.113.7', undefined, { sessionKey: 'una' })).toBe(false);
    expect(isHolder('203.0.113.7', undefined, { sessionKey: 'una', network: null })).toBe(false);
  });
});

describe('the cookie of a session’s streams', () => {
  it('proves its session elsewhere, among other cookies', () => {
    expect(isHolder('198.51.100.1')).toBe(false);
    expect(isHolder('198.51.100.1', cookie('una'))).toBe(true);
    expect(isHolder('198.51.100.1', `a=b; ${cookie('una')}; c=d`)).toBe(true);
    expect(isHolder('198.51.100.1', `butaca_stream=vieja; ${cookie('una')}`)).toBe(true);
  });

  it('proves no other session, and nothing when it is changed or made with another key', () => {
    const own = cookie('una');
    const foreign = createStreamHolders(randomBytes(32), false).cookieOf('una').split(';')[0] ?? '';
    for (const wrong of [
      cookie('otra'),
      own.slice(0, -1),
      `${own}A`,
      own.toLowerCase(),
      foreign,
      'butaca_stream=',
      '',
    ]) {
      expect(isHolder('198.51.100.1', wrong)).toBe(false);
    }
  });

  it('is sent to streams of this site only, and is out of reach of scripts', () => {
    expect(holders.cookieOf('una')).toMatch(
      /^butaca_stream=[\w-]{43}; Path=\/api\/stream; HttpOnly; SameSite=Strict$/,
    );
  });

  it('has the prefix __Host- with TLS: no other host can set it, and it is never sent without TLS', () => {
    const secure = createStreamHolders(key, true);
    const given = secure.cookieOf('una');
    expect(given).toMatch(/^__Host-butaca_stream=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    const [own = ''] = given.split(';');
    const isAdmitted = (sent: string) =>
      secure.isHolder(
        { ip: '198.51.100.1', headers: { cookie: sent }, socket: {} },
        { sessionKey: 'una', network: null },
      );
    expect(isAdmitted(own)).toBe(true);
    expect(isAdmitted(own.replace('__Host-', ''))).toBe(false);
  });
});
