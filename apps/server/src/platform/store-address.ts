import { readHostList } from '@butaca/db';
import type { RedisOptions } from 'ioredis';

const sentinelPort = 26_379;

/** The scheme, the login, the hosts, the name of the master, the number of the database, and the parameters. */
const sentinelAddress =
  /^(rediss?)\+sentinel:\/\/(?:([^/?#@]*)@)?([^/?#@]+)\/([\w.-]+)(?:\/(\d{1,4}))?(?:\?([^#]*))?$/u;

/** The login at the Sentinels themselves, which may differ from that of the Redis. */
const sentinelParameters: ReadonlySet<string> = new Set(['sentinel_username', 'sentinel_password']);

/** How to reach a Redis: at its own address, or where its Sentinels say that the master is. */
export type StoreAddress = { url: string } | { sentinels: SentinelOptions };

type SentinelOptions = Pick<
  RedisOptions,
  | 'sentinels'
  | 'name'
  | 'db'
  | 'username'
  | 'password'
  | 'sentinelUsername'
  | 'sentinelPassword'
  | 'tls'
  | 'sentinelTLS'
  | 'enableTLSForSentinelMode'
>;

/**
 * Reads `REDIS_URL`: `redis://user:password@host:6379/0`, or Sentinels that know where the master of a name is:
 * `redis+sentinel://user:password@one:26379,two:26379,three:26379/name/0?sentinel_password=…`. `rediss` uses TLS.
 *
 * @returns `undefined` for what is neither
 * @see https://redis.io/docs/latest/develop/reference/sentinel-clients/
 */
export function readStoreAddress(text: string): StoreAddress | undefined {
  if (/^rediss?:\/\/[^\s/]/u.test(text) && URL.canParse(text)) return { url: text };
  const [, scheme, login = '', list = '', name, database = '0', query = ''] =
    sentinelAddress.exec(text) ?? [];
  const sentinels = readHostList(list, sentinelPort);
  const given = new URLSearchParams(query);
  if (name === undefined || sentinels === undefined) return undefined;
  if (![...given.keys()].every((key) => sentinelParameters.has(key))) return undefined;
  const [username, password] = readLogin(login);
  return {
    sentinels: {
      sentinels: [...sentinels],
      name,
      db: Number(database),
      ...(username && { username }),
      ...(password && { password }),
      ...(given.has('sentinel_username') && { sentinelUsername: given.get('sentinel_username') ?? '' }),
      ...(given.has('sentinel_password') && { sentinelPassword: given.get('sentinel_password') ?? '' }),
      ...(scheme === 'rediss' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    },
  };
}

/** @returns the user, then the password; what is not encoded correctly stays as it is */
function readLogin(login: string): string[] {
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/su.exec(login) ?? [];
  return [user, password].map((text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  });
}
