import { addressGroup } from '../../../platform/http/address-group.ts';
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
 * @param perMinute - for each pair of client address and account; an address alone has six times as many. 0 is no limit
 */
export function createLoginAttempts(limits: Limits, perMinute: number): LoginAttempts {
  const byAddress = limits.perMinute({ name: 'login-address', most: perMinute * 6, code: 'limit.login' });
  const byAccount = limits.perMinute({ name: 'login-account', most: perMinute, code: 'limit.login' });
  return {
    async count(ip, username) {
      const address = addressGroup(ip);
      await byAddress.count(address);
      await byAccount.count(`${address} ${foldUsername(username)}`);
    },
  };
}

/** Creates the limit on the accounts that one address registers within 24 hours; 0 is no limit. */
export const createRegistrationLimit = (limits: Limits, perDay: number): CallLimit =>
  limits.perDay({ name: 'registrations', most: perDay, code: 'limit.registrations' });
