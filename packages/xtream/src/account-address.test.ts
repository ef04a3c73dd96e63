import { describe, expect, it } from 'vitest';
import {
  callAddress,
  isListAddress,
  listAddress,
  readAccountAddress,
  streamAddress,
} from './account-address.ts';

describe('the address of an account', () => {
  it.each([
    ['tv.example', 'http://tv.example/', undefined, undefined],
    ['tv.example:8080', 'http://tv.example:8080/', undefined, undefined],
    ['https://tv.example/panel', 'https://tv.example/panel/', undefined, undefined],
    [
      'http://tv.example/get.php?username=ana&password=c%20lave&type=m3u_plus',
      'http://tv.example/',
      'ana',
      'c lave',
    ],
    ['http://tv.example/x/player_api.php?username=ana&password=1', 'http://tv.example/x/', 'ana', '1'],
    ['  http://tv.example/xmltv.php?username=&password= ', 'http://tv.example/', undefined, undefined],
  ])('is read from %s', (text, base, username, password) => {
    expect(readAccountAddress(text)).toEqual({ base, username, password });
  });

  it.each([
    '',
    'ftp://tv.example',
    'http://ana:clave@tv.example',
    'http://tv. example',
    'http://',
    `http://${'a'.repeat(3000)}`,
  ])('is not read from «%s»', (text) => {
    expect(readAccountAddress(text)).toBeUndefined();
  });
});

const account = { base: 'http://tv.example/x/', username: 'a&b', password: 'c/d?' };

it('a call escapes the account, and keeps the path of the server', () => {
  expect(callAddress(account)).toBe('http://tv.example/x/player_api.php?username=a%26b&password=c%2Fd%3F');
  expect(callAddress(account, 'get_series_info', { series_id: '7' })).toBe(
    'http://tv.example/x/player_api.php?username=a%26b&password=c%2Fd%3F&action=get_series_info&series_id=7',
  );
});

it('the address of a stream escapes the account', () => {
  expect(streamAddress(account, 'live', '12', 'ts')).toBe('http://tv.example/x/live/a%26b/c%2Fd%3F/12.ts');
  expect(streamAddress(account, 'series', '9', 'mkv')).toBe(
    'http://tv.example/x/series/a%26b/c%2Fd%3F/9.mkv',
  );
});

it('the address of the list escapes the account, and keeps the path of the server', () => {
  expect(listAddress(account)).toBe(
    'http://tv.example/x/get.php?username=a%26b&password=c%2Fd%3F&type=m3u_plus&output=ts',
  );
});

it.each([
  ['http://tv.example/x/get.php?username=ana&password=1&key=2', true],
  ['http://tv.example/x/get.php?username=ana', false],
  ['http://tv.example/player_api.php?username=ana&password=1', false],
  ['get.php', false],
])('%s is the whole address of a list: %s', (text, isWhole) => {
  expect(isListAddress(text)).toBe(isWhole);
});
