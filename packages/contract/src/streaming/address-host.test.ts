import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressHost } from './address-host.ts';

it.each([
  ['http://tv.example/live/ana/secreto/1.ts', 'tv.example'],
  ['https://tv.example:8443', 'tv.example:8443'],
  ['http://ana:secreto@tv.example/1', 'tv.example'],
  ['http://ana@correo:secreto@tv.example/1', 'tv.example'],
  ['http://tv.example?token=secreto', 'tv.example'],
  ['http://tv.example#secreto', 'tv.example'],
  ['RTMP://tv.example/1', 'tv.example'],
  ['udp://@239.0.0.1:1234', '239.0.0.1:1234'],
  ['http://[2001:db8::1]:8080/1', '[2001:db8::1]:8080'],
  ['http://tv.example/a@b', 'tv.example'],
  ['internal:demo/1', undefined],
  ['tv.example/1', undefined],
  ['http:///1', undefined],
  ['', undefined],
])('the displayed host of %s is %s', (address, host) => {
  expect(addressHost(address)).toBe(host);
});

it('the displayed host never contains credentials, path or query of an address', () => {
  const secret = fc.stringMatching(/^[a-z0-9]{8,12}$/).map((word) => `S${word}`);
  fc.assert(
    fc.property(secret, (word) => {
      const shown = addressHost(`http://ana:${word}@tv.example:80/${word}/1?t=${word}#${word}`);
      expect(shown).toBe('tv.example:80');
    }),
  );
});
