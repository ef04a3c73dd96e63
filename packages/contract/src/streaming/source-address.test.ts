import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { imageAddress, planList, sourceAddress } from './source-address.ts';

describe('the address of a stream', () => {
  it.each([
    'http://tv.example/1.m3u8',
    'https://tv.example/1.mpd',
    'rtmp://tv.example/live/1',
    'rtmps://tv.example/live/1',
    'rtsp://tv.example/1',
    'udp://239.0.0.1:1234',
    'srt://tv.example:9000?streamid=1',
    'mms://tv.example/1',
    'internal:demo/canal-1/index.m3u8',
    'internal:a',
  ])('is accepted as %s', (value) => {
    expect(sourceAddress.parse(value)).toBe(value);
  });

  it.each([
    'internal:',
    'internal:../config',
    'internal:demo/../../etc/passwd',
    'internal:demo/%2e%2e/x',
    'internal:demo/a b',
    `internal:${'x'.repeat(501)}`,
    'INTERNAL:demo/1',
    'ftp://tv.example/1',
    'file:///etc/passwd',
    'magnet:?xt=1',
    'udp://@239.0.0.1:1234\n/x y',
    '',
    7,
    null,
  ])('is refused as %j', (value) => {
    expect(faultsOf(sourceAddress, value)).toEqual([
      ': Debe ser una dirección completa que empiece por http://, https://, rtmp://, rtmps://, rtsp://, udp://, srt://, mms://.',
    ]);
  });
});

describe('the address of an image', () => {
  it.each(['http://img.example/1.png', 'internal:demo/1.webp'])('is accepted as %s', (value) => {
    expect(imageAddress.parse(value)).toBe(value);
  });

  it.each(['', null])('is read from %j as none', (value) => {
    expect(imageAddress.parse(value)).toBeNull();
  });

  it.each(['rtmp://img.example/1', 'data:image/png;base64,AA', 'img.png', 'internal:..', undefined])(
    'may not be %j',
    (value) => {
      expect(faultsOf(imageAddress, value)).toEqual([': Debe ser una dirección http:// o https://.']);
    },
  );
});

describe('the plans of an item', () => {
  it('are known ones, in their fixed order', () => {
    expect(planList.parse(['sports', 'oro', 'gplay', 'sports'])).toEqual(['gplay', 'sports']);
    expect(planList.parse([])).toEqual([]);
    expect(planList.parse(['basico', 'premium'])).toEqual(['gplay', 'premium']);
    expect(planList.parse(['gratuito', 'constructor'])).toEqual(['gplay']);
  });

  it('have to be strings', () => {
    expect(faultsOf(planList, [7])).toHaveLength(1);
    expect(faultsOf(planList, { 0: 'gplay' })).toEqual([': Debe ser una lista de planes.']);
  });
});
