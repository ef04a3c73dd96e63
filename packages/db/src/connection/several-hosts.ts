/** A host of a service. */
export interface HostAndPort {
  /** A name or an address; one of IPv6 without its brackets. */
  host: string;
  port: number;
}

const postgresPort = 5_432;
/** More hosts than any installation has: the URL comes from a person, and each host is asked at the same time. */
const mostHosts = 16;

/** The part before the hosts, the hosts, and what follows them. A password may contain every character except `/ ? # @`. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*)(.*)$/su;
const oneHost = /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/u;

/**
 * Divides a database URL that names several hosts, as libpq reads it: `postgres://user:password@one:5432,two:5433/base`. The
 * driver (`pg`) knows one host only. A URL with one host, and what is no database URL, has no `hosts`.
 *
 * @returns the URL with its first host alone, and all hosts; `undefined` where one of several hosts is invalid
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function readHosts(
  databaseUrl: string,
): { firstUrl: string; hosts: readonly HostAndPort[] } | undefined {
  const [, before = '', list = '', rest = ''] = parts.exec(databaseUrl) ?? [];
  if (!list.includes(',')) return { firstUrl: databaseUrl, hosts: [] };
  const hosts = readHostList(list, postgresPort);
  return hosts && { firstUrl: `${before}${list.split(',')[0]}${rest}`, hosts };
}

/**
 * Reads hosts with commas between them, each with or without a port.
 *
 * @returns `undefined` where one of them is invalid, or there are more than sixteen
 */
export function readHostList(list: string, defaultPort: number): readonly HostAndPort[] | undefined {
  const texts = list.split(',');
  const hosts = texts.flatMap((text) => readHost(text, defaultPort) ?? []);
  return hosts.length === texts.length && hosts.length <= mostHosts ? hosts : undefined;
}

function readHost(text: string, defaultPort: number): HostAndPort | undefined {
  const [, name, portText] = oneHost.exec(text) ?? [];
  const port = Number(portText ?? defaultPort);
  if (name === undefined || port < 1 || port > 65_535) return undefined;
  return { host: name.replace(/^\[|\]$/gu, ''), port };
}
