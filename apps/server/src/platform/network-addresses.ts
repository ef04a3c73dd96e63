import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import ipaddr from 'ipaddr.js';

/** The names of network interfaces of containers and virtual machines, which other devices seldom reach. */
const virtualInterface = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vethernet)/i;

/**
 * Lists the IPv4 addresses of this machine in its networks, those of containers and virtual machines last; without
 * loopback addresses, and without those that a machine gives itself when it finds no network (169.254.0.0/16).
 */
export function listNetworkAddresses(
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): string[] {
  const found = Object.entries(interfaces).flatMap(([name, infos = []]) =>
    infos
      .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isLinkLocal(address))
      .map(({ address }) => ({ address, isVirtual: virtualInterface.test(name) })),
  );
  return found
    .toSorted((one, other) => Number(one.isVirtual) - Number(other.isVirtual))
    .map(({ address }) => address);
}

const isLinkLocal = (address: string): boolean => ipaddr.process(address).range() === 'linkLocal';

/** Whether a host name or address, as `URL` writes it, always means the machine on which it is opened. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'loopback';
  return /(?:^|\.)localhost\.?$/i.test(name);
}
