import { expect, it } from 'vitest';
import { addressGroup, isLocalAddress, wideNetwork } from './address-group.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no address', 'no address'],
])('addressGroup counts %s as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group);
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.200', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8:2::1', '2001:db8:2::/48'],
  ['no address', 'no address'],
])('wideNetwork counts %s as %s', (ip, network) => {
  expect(wideNetwork(ip)).toBe(network);
});

it.each([
  ['192.168.1.7', true],
  ['10.0.0.1', true],
  ['::ffff:172.16.0.1', true],
  ['127.0.0.1', true],
  ['fd00::1', true],
  ['100.64.0.1', false],
  ['203.0.113.7', false],
  ['2001:db8::1', false],
  ['nada', false],
])('the address %s is of a house or machine: %s', (ip, isLocal) => {
  expect(isLocalAddress(ip)).toBe(isLocal);
});
