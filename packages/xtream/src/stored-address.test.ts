import { expect, it } from 'vitest';
import { accountOfAddress, completeAddress, storedAddress, storedSeriesCall } from './stored-address.ts';

const account = { base: 'https://tv.example:8443/panel/', username: 'ana', password: 's3/c r' };
const id = '0192f000-0000-7000-8000-000000000001';

it('a stored address names the account and what is played, and is completed with host and password', () => {
  const address = storedAddress(id, 'live', '12', 'ts');
  expect(address).toBe(`http://${id}.xtream.invalid/live/-/-/12.ts`);
  expect(accountOfAddress(address)).toBe(id);
  expect(completeAddress(address, account)).toBe('https://tv.example:8443/panel/live/ana/s3%2Fc%20r/12.ts');
  expect(completeAddress(storedAddress(id, 'movie', '9', 'mkv'), account)).toBe(
    'https://tv.example:8443/panel/movie/ana/s3%2Fc%20r/9.mkv',
  );
});

it('so is a past programme of a channel', () => {
  expect(
    completeAddress(`http://${id}.xtream.invalid/timeshift/-/-/90/2026-11-30:21-00/12.ts`, account),
  ).toBe('https://tv.example:8443/panel/timeshift/ana/s3%2Fc%20r/90/2026-11-30:21-00/12.ts');
});

it('so is a call about a series', () => {
  expect(completeAddress(storedSeriesCall(id, '4'), account)).toBe(
    'https://tv.example:8443/panel/player_api.php?username=ana&password=s3%2Fc+r&action=get_series_info&series_id=4',
  );
});

it.each([
  'http://tv.example/live/-/-/1.ts',
  `http://${id}.xtream.invalid.example/live/-/-/1.ts`,
  'internal:x',
])('the address %s belongs to no account', (address) => {
  expect(accountOfAddress(address)).toBeUndefined();
});

it.each([
  '/',
  '/live/ana/x/1.ts',
  '/live/-/-/../1.ts',
  '/live/-/-/1',
  '/otra/-/-/1.ts',
  '/player_api.php',
  '/timeshift/-/-/90/ayer/1.ts',
])('an address with the path %s is not completed', (path) => {
  expect(completeAddress(`http://${id}.xtream.invalid${path}`, account)).toBeUndefined();
});
