import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { isLoopback, listNetworkAddresses } from './network-addresses.ts';

const info = (address: string, given: object = {}) =>
  ({ address, family: 'IPv4', internal: false, ...given }) as NetworkInterfaceInfo;

it('the addresses of a machine in its networks leave out its own and come before those of containers', () => {
  expect(
    listNetworkAddresses({
      lo: [info('127.0.0.1', { internal: true })],
      docker0: [info('172.17.0.1')],
      eth0: [info('10.0.0.4'), info('fd00::4', { family: 'IPv6' })],
      wlan0: [info('192.168.1.20'), info('169.254.7.7')],
    }),
  ).toEqual(['10.0.0.4', '192.168.1.20', '172.17.0.1']);
});

it.each(['localhost', 'LOCALHOST', 'tv.localhost', '127.0.0.1', '127.8.0.1', '[::1]', '::ffff:127.0.0.1'])(
  'the host %s is the machine on which it is opened',
  (host) => expect(isLoopback(host)).toBe(true),
);

it.each(['192.168.1.20', 'localhost.ejemplo.com', 'milocalhost', '[fd00::4]', '0.0.0.0', '::'])(
  'the host %s may be another machine',
  (host) => expect(isLoopback(host)).toBe(false),
);
