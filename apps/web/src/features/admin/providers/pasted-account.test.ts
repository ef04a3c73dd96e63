import { expect, it } from 'vitest';
import { readPastedAccount, withScheme } from './pasted-account.ts';

it.each([
  [
    'http://tv.example:8080/panel/get.php?username=ana&password=c%20lave&type=m3u_plus',
    'http://tv.example:8080/panel/',
  ],
  ['tv.example/player_api.php?username=ana&password=c lave', 'http://tv.example/'],
])('the account is read from %s', (text, address) => {
  expect(readPastedAccount(text)).toEqual({ address, username: 'ana', password: 'c lave' });
});

it.each([
  '',
  'tv.example',
  'http://tv.example/get.php?username=ana',
  'http://tv.example/lista.m3u?username=a&password=b',
])('no account is read from «%s»', (text) => {
  expect(readPastedAccount(text)).toBeUndefined();
});

it('a host gets the scheme that people leave out', () => {
  expect(withScheme(' tv.example:8080 ')).toBe('http://tv.example:8080');
  expect(withScheme('https://tv.example')).toBe('https://tv.example');
  expect(withScheme('')).toBe('');
});
