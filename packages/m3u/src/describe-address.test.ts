import { expect, it } from 'vitest';
import { describeAddress, isInternal } from './describe-address.ts';

it('gives two spellings of one address the same hash', () => {
  const [one, other, another] = [
    'http://TV.example:80/live/ana/clave/7.ts',
    'http://tv.example/live/ana/clave/7.ts',
    'http://tv.example/live/ana/clave/8.ts',
  ].map((address) => describeAddress(address));
  expect(one?.address_hash).toEqual(other?.address_hash);
  expect(one?.address_hash).not.toEqual(another?.address_hash);
  expect(one?.address_hash).toHaveLength(32);
  expect(one).toMatchObject({ provider_key: 'tv.example/live/7', stream_kind: 'ts', is_playable: true });
});

it('keeps addresses of internal media as spelt, and marks addresses that no browser plays', () => {
  expect(describeAddress('internal:demo/live/a/index.m3u8')).toMatchObject({
    provider_key: null,
    stream_kind: 'hls',
    is_playable: true,
  });
  expect(describeAddress('rtmp://tv.example/canal').is_playable).toBe(false);
  expect([isInternal('internal:demo/x'), isInternal('https://internal:80/')]).toEqual([true, false]);
});
