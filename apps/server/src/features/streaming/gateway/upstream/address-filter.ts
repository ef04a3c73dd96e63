// An upstream may be anywhere on the public internet and nowhere else, whatever its name says: names are resolved here,
// each address is tested, and the connection is made to the very addresses that passed, so that a second answer of
// the name's server changes nothing. Addresses without a name skip resolution, so they are tested by themselves. URL
// parsing has by then reduced every spelling of an address (octal, hexadecimal, full-width digits…) to one.
import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** The address is private, reserved or otherwise not a place for media. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('the upstream address is not allowed');
  }
}

/** What a household or a company uses inside. @see RFC 1918, RFC 6598, RFC 4193 */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

export type AddressFilter = (ip: string) => boolean;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What global IPv6 addresses start with; whatever carries an IPv4 address inside lies elsewhere or has a range. */
const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** An IPv4-compatible address as resolvers write it; ipaddr.js would read it as the IPv4 address alone. */
const deprecatedForm = /^::[\d.]+\.\d+$/;

/**
 * Says which addresses the gateway may connect to: public unicast ones, and those that the operator allows.
 *
 * @param allowPrivate - `true`: those of private networks, but neither this machine nor link-local ones, where clouds answer with
 *   their secrets; else networks (`192.168.1.0/24`, `fd00::/8`, `127.0.0.1/32`) or single addresses
 * @throws Error for a network that cannot be read
 */
export function createAddressFilter(allowPrivate: boolean | readonly string[]): AddressFilter {
  const allowed = allowPrivate === true ? privateNetworks : allowPrivate === false ? [] : allowPrivate;
  const networks = allowed.map(readNetwork);
  return (ip) => {
    if (isIP(ip) === 0 || deprecatedForm.test(ip)) return false;
    const address = ipaddr.process(ip);
    return isPublic(address) || networks.some((network) => isWithin(address, network));
  };
}

function isPublic(address: Address): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, globalIPv6));
}

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

const resolveHost: ResolveHost = (hostname, callback) => lookup(hostname, { all: true }, callback);

/** Opens connections for undici, to addresses that pass the filter only. */
export function createFilteredConnector(
  mayConnect: AddressFilter,
  timeoutMs: number,
  resolve: ResolveHost = resolveHost,
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
  const connect = buildConnector({ timeout: timeoutMs, lookup: lookupFiltered });
  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(hostname) !== 0 && !mayConnect(hostname))
      queueMicrotask(() => callback(new AddressRefusedError(), null));
    else connect(options, callback);
  };
}
