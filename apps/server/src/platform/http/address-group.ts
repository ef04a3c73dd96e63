import ipaddr from 'ipaddr.js';

/** The prefix length of the smallest IPv6 network that an internet provider gives to one customer. @see RFC 6177 */
const customerPrefixBits = 64;

/**
 * Returns the key under which rate limits count an IP address: for IPv4 the address itself, for IPv6 its /64 network,
 * because one customer holds all 2^64 addresses of that network.
 *
 * @param ip - as the socket gives it, also IPv4 mapped into IPv6
 */
export function addressGroup(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, customerPrefixBits / 16);
  return `${network.map((part) => part.toString(16)).join(':')}::/${customerPrefixBits}`;
}

/**
 * Returns the network of an IP address that one household or one mobile phone usually has: for IPv4 its /24, for IPv6
 * its /64.
 *
 * @param ip - as the socket gives it, also IPv4 mapped into IPv6
 */
export function addressNetwork(ip: string): string {
  const group = addressGroup(ip);
  return ipaddr.IPv4.isValidFourPartDecimal(group) ? `${group.slice(0, group.lastIndexOf('.'))}.0/24` : group;
}

/** The prefix length of the largest IPv6 network that an internet provider gives to one customer. @see RFC 6177 */
const siteBits = 48;

/**
 * Returns the key of the network of an IP address that one customer may hold whole: for IPv4 its /24, for IPv6 its /48,
 * which has 65,536 of the networks of {@link addressGroup}.
 *
 * @param ip - as the socket gives it, also IPv4 mapped into IPv6
 */
export function wideNetwork(ip: string): string {
  const network = addressNetwork(ip);
  if (!network.endsWith(`::/${customerPrefixBits}`)) return network;
  return `${network
    .split(':')
    .slice(0, siteBits / 16)
    .join(':')}::/${siteBits}`;
}

/** Whether an IP address is public, so that it tells customers of internet providers apart. */
export const isPublicAddress = (ip: string): boolean =>
  ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';

const localRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'loopback', 'linkLocal']);

/** Whether an IP address is one of a house, hotel or machine, whose network is no customer of an internet provider. */
export const isLocalAddress = (ip: string): boolean =>
  ipaddr.isValid(ip) && localRanges.has(ipaddr.process(ip).range());
