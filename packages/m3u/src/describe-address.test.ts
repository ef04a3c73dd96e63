import { expect, it } from 'vitest';
import { describeAddress, hashAddress, isInternal } from './describe-address.ts';

it('two spellings of one address get the same hash', () => {
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

it('internal addresses are described as spelt, and addresses that no browser plays as not playable', () => {
  expect(describeAddress('internal:demo/live/a/index.m3u8')).toMatchObject({
    provider_key: null,
    stream_kind: 'hls',
    is_playable: true,
  });
  expect(describeAddress('rtmp://tv.example/canal').is_playable).toBe(false);
  expect([isInternal('internal:demo/x'), isInternal('https://internal:80/')]).toEqual([true, false]);
});

it('the hash of an internal address depends on case, that of an http address not on its host’s case', () => {
  expect(hashAddress('internal:demo/A')).not.toBe(hashAddress('internal:demo/a'));
  expect(hashAddress('http://TV.example/a')).toBe(hashAddress('http://tv.example/a'));
  expect(hashAddress('http://tv.example/A')).not.toBe(hashAddress('http://tv.example/a'));
  expect(hashAddress('http://tv.example/a')).toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  ['http://tv.example/x.mpd', 'dash', true],
  ['https://tv.example/x.mkv', 'file', true],
  ['HTTP://tv.example/x', 'hls', true],
  ['udp://@239.0.0.1:1234', 'hls', false],
  ['rtsp://tv.example/live/a/b/1', 'hls', false],
])('the address %s is described as %s, playable: %o', (address, kind, isPlayable) => {
  const described = describeAddress(address);
  expect(described).toMatchObject({
    address,
    stream_kind: kind,
    is_playable: isPlayable,
    provider_key: null,
  });
  expect(described.address_hash.toString('hex')).toBe(hashAddress(address));
});
