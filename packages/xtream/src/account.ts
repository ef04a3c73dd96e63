import { readInstant } from './instants.ts';
import { readCount, readFlag, readItems, readObject, readText } from './loose-values.ts';

/** Why an account does not deliver. */
export type AccountRefusal = 'wrong_credentials' | 'expired' | 'disabled';

/** What a server says about an account. */
export interface Account {
  /** `undefined` where the account may be used. */
  refusal: AccountRefusal | undefined;
  /** `undefined` for an account that never ends. */
  expiresAt: Date | undefined;
  maxConnections: number | undefined;
  activeConnections: number | undefined;
  /** The IANA name of the zone in which the server gives local times. */
  timeZone: string | undefined;
  /** The forms in which channels may be requested: `m3u8`, `ts`, … */
  formats: string[];
  /** A sentence of the provider. */
  message: string | undefined;
}

const refusalByStatus: ReadonlyMap<string, AccountRefusal> = new Map([
  ['expired', 'expired'],
  ['banned', 'disabled'],
  ['disabled', 'disabled'],
]);

/**
 * Reads the answer to a call without an action.
 *
 * @param body - parsed JSON
 * @param zone - the zone of local times, where an administrator has named one; by default the one that the server names
 * @param now - an account whose end is before it has expired, whatever its status says
 * @returns `undefined` for an answer that describes no account, such as an HTML page or an empty object
 */
export function readAccount(body: unknown, now: Date, zone?: string): Account | undefined {
  const { user_info: userInfo, server_info: serverInfo } = readObject(body);
  const user = readObject(userInfo);
  if (!('auth' in user) && !('status' in user)) return undefined;
  const timeZone = readTimeZone(readObject(serverInfo)['timezone']);
  const expiresAt = readInstant(user['exp_date'], zone ?? timeZone);
  const status = readText(user['status'])?.toLowerCase() ?? '';
  const hasEnded = expiresAt !== undefined && expiresAt <= now;
  const refusal =
    'auth' in user && !readFlag(user['auth'])
      ? 'wrong_credentials'
      : (refusalByStatus.get(status) ?? (hasEnded ? 'expired' : undefined));
  const most = readCount(user['max_connections']);
  return {
    refusal,
    expiresAt,
    // Servers write 0 for accounts without a limit.
    maxConnections: most === 0 ? undefined : most,
    activeConnections: readCount(user['active_cons']),
    timeZone,
    formats: readItems(user['allowed_output_formats'])
      .map(readText)
      .filter((format) => format !== undefined),
    message: readText(user['message']),
  };
}

/** A zone that this machine knows. */
function readTimeZone(value: unknown): string | undefined {
  const name = readText(value);
  if (name === undefined) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
