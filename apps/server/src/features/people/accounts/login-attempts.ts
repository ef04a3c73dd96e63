import { addressGroup } from '../../../platform/http/address-group.ts';
import { limitAddresses } from '../../../platform/http/address-limits.ts';
import type { CallLimit, Limits } from '../../../platform/http/request-limits.ts';
import { foldUsername } from './fold-username.ts';

/**
 * Counts sign-in attempts, right or wrong, before any password is hashed: too many attempts are refused without costing
 * the server a hash.
 */
export interface LoginAttempts {
  /** @throws AppError `limit.login` */
  count(ip: string, username: string): Promise<void>;
}

/**
 * @param perMinute - for each pair of client address and account; an address alone has six times as many, and its network
 * twice as many as that. 0 is no limit
 */
export function createLoginAttempts(limits: Limits, perMinute: number): LoginAttempts {
  const byAddress = limitAddresses(limits.perMinute, {
    name: 'login-address',
    most: perMinute * 6,
    code: 'limit.login',
  });
  const byAccount = limits.perMinute({ name: 'login-account', most: perMinute, code: 'limit.login' });
  return {
    async count(ip, username) {
      await byAddress.count(ip);
      await byAccount.count(`${addressGroup(ip)} ${foldUsername(username)}`);
    },
  };
}

/**
 * Creates the limit on the accounts that one client address registers within 24 hours, and its network twice as many; 0 is
 * no limit.
 */
export const createRegistrationLimit = (limits: Limits, perDay: number): CallLimit =>
  limitAddresses(limits.perDay, { name: 'registrations', most: perDay, code: 'limit.registrations' });
