import { addressGroup, isLocalAddress, wideNetwork } from './address-group.ts';
import type { CallLimit, FailureLimit, LimitRule } from './request-limits.ts';

/**
 * How many times as much as one address a whole network may do. A customer may hold a network whole, with 65,536 networks
 * of IPv6 or 256 addresses of IPv4, but customers of one provider may share it, too.
 */
const networkFactor = 2;

const ofNetworks = (rule: LimitRule): LimitRule => ({
  ...rule,
  name: `${rule.name}-network`,
  most: rule.most * networkFactor,
});

/**
 * Creates a limit on the calls of client addresses, which counts their networks too.
 *
 * @param create - creates a limit by a rule, such as one for each minute
 * @returns a limit whose keys are client addresses
 */
export function limitAddresses(create: (rule: LimitRule) => CallLimit, rule: LimitRule): CallLimit {
  const [addresses, networks] = [create(rule), create(ofNetworks(rule))];
  return {
    async count(ip) {
      await addresses.count(addressGroup(ip));
      // The machines of a house or hotel are no customers of one provider.
      if (!isLocalAddress(ip)) await networks.count(wideNetwork(ip));
    },
  };
}

/** Creates a limit on the failures of client addresses, which counts their networks too. @see limitAddresses */
export function limitAddressFailures(
  create: (rule: LimitRule) => FailureLimit,
  rule: LimitRule,
): FailureLimit {
  const [addresses, networks] = [create(rule), create(ofNetworks(rule))];
  return {
    run: (ip, attempt, isFailure) =>
      addresses.run(
        addressGroup(ip),
        () => (isLocalAddress(ip) ? attempt() : networks.run(wideNetwork(ip), attempt, isFailure)),
        isFailure,
      ),
  };
}
