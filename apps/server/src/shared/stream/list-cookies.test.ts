import { describe, expect, it } from 'vitest';
import { bindCookies, mayGetCookies } from './list-cookies.ts';

describe('the cookies of a list', () => {
  it.each([
    ['http://uno.example/a.m3u8', 'http://uno.example:8080/1.ts', true],
    ['http://UNO.example/a.m3u8', 'https://uno.example:8443/1.ts', true],
    ['https://uno.example/a.m3u8', 'https://uno.example/1.ts', true],
    ['https://uno.example/a.m3u8', 'http://uno.example/1.ts', false],
    ['http://uno.example/a.m3u8', 'http://uno.example.malo.example/1.ts', false],
    ['http://uno.example/a.m3u8', 'http://cdn.uno.example/1.ts', false],
    ['http://uno.example/a.m3u8', 'http://uno.example@malo.example/1.ts', false],
    ['http://uno.example/a.m3u8', 'internal:demo/1.ts', false],
    ['http://uno.example/a.m3u8', 'http://', false],
  ])('of %s may be sent to %s: %s', (address, requested, isAllowed) => {
    const cookies = bindCookies('clave=1', address);
    expect(cookies !== null && mayGetCookies(cookies, requested)).toBe(isAllowed);
  });

  it.each([
    ['no cookies', null, 'http://uno.example/'],
    ['an empty text', '', 'http://uno.example/'],
    ['an address without a host', 'clave=1', 'internal:demo/1.ts'],
    ['an address of another scheme', 'clave=1', 'rtmp://uno.example/1'],
  ])('are none where there is %s', (_what, text, address) => {
    expect(bindCookies(text, address)).toBeNull();
  });
});
