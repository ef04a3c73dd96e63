import ipaddr from 'ipaddr.js';

/** One customer of an internet provider has at least this much of the IPv6 address space. @see RFC 6177 */
const customerPrefixBits = 64;

/**
 * What limits count as one address: an IPv4 address, or the /64 network of an IPv6 address, whose holder has 2^64 of them.
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

/** Whether an address is one of the public internet's, which tells customers of internet providers apart. */
export const isPublicAddress = (ip: string): boolean =>
  ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';
