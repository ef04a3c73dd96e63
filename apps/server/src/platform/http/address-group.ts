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

/** Whether an IP address is public, so that it tells customers of internet providers apart. */
export const isPublicAddress = (ip: string): boolean =>
  ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';
