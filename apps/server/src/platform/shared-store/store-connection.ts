import { Redis, type RedisOptions } from 'ioredis';
import { inResponsiveTime } from '../async/deadline.ts';
import type { Clock } from '../clock.ts';
import { readStoreAddress } from '../store-address.ts';

/** A connection to the shared store. Its client connects again by itself after every loss. */
export interface StoreConnection {
  readonly client: Redis;
  isReady(): boolean;
  /** Ends a connection that does not work, so that the client opens another one; once a second at most. */
  replace(): void;
}

/** How long the shared store may take to accept a connection, and then to be ready for requests, in ms. */
export const connectWithinMs = 2_000;
const longestPauseMs = 1_000;
/** How old a connection is at least when it is replaced, in ms: the next one may lead to the same faulty server. */
const replacedAfterMs = 1_000;

/** What the connections of a server differ in. */
type ConnectionOptions = Pick<
  RedisOptions,
  | 'autoResendUnfulfilledCommands'
  | 'autoResubscribe'
  | 'enableOfflineQueue'
  | 'keyPrefix'
  | 'maxRetriesPerRequest'
>;

/**
 * Creates a connection that is not open yet. Where the address names Sentinels, they are asked for the master before each
 * attempt to connect.
 */
export function createStoreConnection(
  url: string,
  options: ConnectionOptions,
  clock: Clock,
): StoreConnection {
  const address = readStoreAddress(url);
  if (address === undefined) throw new TypeError('Invalid address of the shared store');
  const againAfterMs = (attempt: number): number => Math.min(50 * 2 ** Math.min(attempt, 10), longestPauseMs);
  const settings = {
    ...options,
    lazyConnect: true,
    connectTimeout: connectWithinMs,
    // After this time in ms a connection is closed whose other end does not confirm that it ends.
    disconnectTimeout: 100,
    retryStrategy: againAfterMs,
    sentinelRetryStrategy: againAfterMs,
    // A Sentinel on a machine that hangs accepts connections, and does not answer.
    sentinelCommandTimeout: connectWithinMs,
  };
  const client =
    'url' in address ? new Redis(address.url, settings) : new Redis({ ...address.sentinels, ...settings });
  let readyAtMs = 0;
  let isEnding = false;
  let settle = (): void => undefined;

  function end(): void {
    if (isEnding) return;
    isEnding = true;
    client.disconnect(true);
  }

  /** Ends the connection that was accepted just now, unless its first requests are answered in time. */
  async function endSilent(): Promise<void> {
    const settled = new Promise<'settled'>((resolve) => {
      settle = () => resolve('settled');
    });
    if ((await inResponsiveTime(settled, connectWithinMs, 'late', clock)) === 'late') end();
  }

  client.on('connect', () => void endSilent());
  client.on('ready', () => {
    readyAtMs = clock.steadyMs();
    settle();
  });
  client.on('close', () => {
    isEnding = false;
    settle();
  });

  return {
    client,
    isReady: () => client.status === 'ready' && !isEnding,
    replace() {
      if (client.status === 'ready' && clock.steadyMs() - readyAtMs >= replacedAfterMs) end();
    },
  };
}
