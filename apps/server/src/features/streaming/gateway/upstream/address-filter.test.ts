import { describe, expect, it } from 'vitest';
import { createAddressFilter } from './address-filter.ts';

describe('createAddressFilter', () => {
  const mayConnect = createAddressFilter(false);

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '100.63.255.255',
    '172.15.255.255',
    '2001:4860:4860::8888',
    '2606:4700::1111',
  ])('lets %s through', (ip) => expect(mayConnect(ip)).toBe(true));

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%lo',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'proveedor.example',
    '',
    '127.1',
    '0x7f000001',
  ])('refuses %s', (ip) => expect(mayConnect(ip)).toBe(false));

  it('judges an IPv4-mapped IPv6 address by the IPv4 address in it', () => {
    expect(mayConnect('::ffff:8.8.8.8')).toBe(true);
    expect(createAddressFilter(['10.0.0.0/8'])('::ffff:10.1.2.3')).toBe(true);
  });

  it('lets through the networks and addresses that the operator allows, and no others', () => {
    const allowing = createAddressFilter(['192.168.1.0/24', '10.0.0.7', 'fd00:1::/32']);
    for (const ip of ['192.168.1.255', '10.0.0.7', 'fd00:1:2::3', '8.8.8.8'])
      expect([ip, allowing(ip)]).toEqual([ip, true]);
    for (const ip of ['192.168.2.1', '10.0.0.8', 'fd00:2::1', '127.0.0.1'])
      expect([ip, allowing(ip)]).toEqual([ip, false]);
  });

  it('lets local networks through when allowed, but neither this machine nor link-local addresses', () => {
    const local = createAddressFilter(true);
    for (const ip of ['10.1.2.3', '192.168.1.20', '172.20.0.1', '100.64.1.1', 'fd12::1', '8.8.8.8']) {
      expect([ip, local(ip)]).toEqual([ip, true]);
    }
    for (const ip of ['127.0.0.1', '::1', '169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1']) {
      expect([ip, local(ip)]).toEqual([ip, false]);
    }
    expect(createAddressFilter(['127.0.0.1'])('127.0.0.1')).toBe(true);
  });

  it.each([
    ['169.254.169.254', '169.254.0.0/16'],
    ['169.254.170.2', '169.254.0.0/16'],
    ['100.100.100.200', '100.64.0.0/10'],
    ['::ffff:100.100.100.200', '100.64.0.0/10'],
    ['192.0.0.192', '192.0.0.0/24'],
    ['168.63.129.16', '168.63.0.0/16'],
    ['fd00:ec2::254', 'fd00::/8'],
    ['fd00:ec2::23', 'fc00::/7'],
    ['fd20:ce::254', 'fc00::/7'],
    ['fd00:c1::a9fe:a9fe', 'fd00::/8'],
    ['fd00:42::42', 'fc00::/7'],
  ])('lets %s, where a cloud serves credentials, through only when it is named itself', (ip, network) => {
    for (const allowed of [false, true, [network]]) expect(createAddressFilter(allowed)(ip)).toBe(false);
    expect(createAddressFilter([ip])(ip)).toBe(true);
  });

  it('throws for a network in its configuration that it cannot read', () => {
    expect(() => createAddressFilter(['192.168.1.0/99'])).toThrow();
    expect(() => createAddressFilter(['casa'])).toThrow();
  });
});
