// The filter of the addresses that the stream gateway connects to. An upstream may have any public internet address and
// no other, no matter what its host name is. Host names are resolved by the filter, each resolved address is tested,
// and the connection is made to exactly the addresses that passed, so a later, different DNS answer has no effect. URLs
// with an IP address skip resolution, so that address is tested directly. URL parsing has normalised every spelling of
// an address (octal, hexadecimal, full-width digits…) before.
import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { mendAnswerHead } from './answer-heads.ts';
import { createPinnedConnector } from './server-certificate.ts';

/**
 * Thrown when the stream gateway may not connect to an address: it is private, reserved or otherwise not one that media
 * are fetched from.
 */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('the upstream address is not allowed');
  }
}

/** The IP networks that households and companies use internally. @see RFC 1918, RFC 6598, RFC 4193 */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

/**
 * The addresses at which clouds serve credentials and settings to their own machines. Whoever allows a network, or all
 * local networks, does not mean these. @see the documentation of AWS (EC2, ECS, EKS), Google, Oracle, Alibaba, Scaleway,
 * and Azure, whose address is a public one
 */
const cloudAddresses = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
];

export type AddressFilter = (ip: string) => boolean;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * The prefix of global IPv6 addresses. Addresses that embed an IPv4 address lie outside it, or in a range that
 * ipaddr.js does not call unicast, so they do not count as public; only IPv4-mapped ones are tested as IPv4 addresses.
 */
const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Matches an IPv4-compatible IPv6 address as resolvers write it. The filter refuses such addresses, because ipaddr.js
 * would take them for IPv4 addresses.
 */
const deprecatedForm = /^::[\d.]+\.\d+$/;

/**
 * Creates the filter of the addresses that the stream gateway may connect to: public unicast addresses, and those that
 * the operator (who runs the server) allows. An address at which a cloud serves credentials is allowed only by itself,
 * not with its network.
 *
 * @param allowPrivate - `true`: local networks, but neither this machine nor link-local addresses, at which clouds
 * serve credentials · `false`: none · an array: networks (`192.168.1.0/24`, `fd00::/8`) or single addresses
 * @throws Error for a network that cannot be parsed
 */
export function createAddressFilter(allowPrivate: boolean | readonly string[]): AddressFilter {
  const allowed = allowPrivate === true ? privateNetworks : allowPrivate === false ? [] : allowPrivate;
  const networks = allowed.map(readNetwork);
  const clouds = cloudAddresses.map(readNetwork);
  return (ip) => {
    if (isIP(ip) === 0 || deprecatedForm.test(ip)) return false;
    const address = ipaddr.process(ip);
    const isCloud = clouds.some((cloud) => isWithin(address, cloud));
    if (!isCloud && isPublic(address)) return true;
    return networks.some((network) => isWithin(address, network) && !(isCloud && isRange(network)));
  };
}

function isPublic(address: Address): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, globalIPv6));
}

/** Whether a network has more than one address. */
const isRange = ([network, bits]: [Address, number]): boolean => bits < network.toByteArray().length * 8;

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function readNetwork(text: string): [Address, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

export type ResolveHost = (
  hostname: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const resolveHost: ResolveHost = (hostname, callback) => lookup(hostname, { all: true }, callback);

/**
 * Creates a connector for undici that connects only to addresses that pass the stream gateway's address filter, and
 * also understands the answers of careless servers.
 *
 * @param more.overNetwork - makes the connections to addresses that pass; by default over TCP and TLS
 * @param more.certificates - the fingerprints of certificates that are accepted besides valid ones, where all connections
 *   are to one origin with TLS
 */
export function createFilteredConnector(
  mayConnect: AddressFilter,
  timeoutMs: number,
  resolve: ResolveHost = resolveHost,
  more: { overNetwork?: buildConnector.connector | undefined; certificates?: readonly string[] } = {},
): buildConnector.connector {
  const lookupFiltered: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const allowed = addresses.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (first === undefined) return callback(new AddressRefusedError(), '');
      return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
  const options = { timeout: timeoutMs, lookup: lookupFiltered };
  const { certificates = [] } = more;
  const connect =
    more.overNetwork ??
    (certificates.length === 0 ? buildConnector(options) : createPinnedConnector(options, certificates));
  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(hostname) !== 0 && !mayConnect(hostname))
      queueMicrotask(() => callback(new AddressRefusedError(), null));
    else {
      connect(options, (...outcome) => {
        if (outcome[0] === null) mendAnswerHead(outcome[1]);
        callback(...outcome);
      });
    }
  };
}
