/*
 * The shared store is the Redis in which several servers of one installation keep what they share and what is
 * short-lived: leases of devices that play, permits, counts of attempts and requests, and the events that they tell each
 * other. It is optional: without `REDIS_URL` a server keeps all of that in its own memory.
 *
 * Nothing in it has to last. While it is unreachable, each server decides by its own memory, and says so in `/api/ready`.
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { createListeners } from '../listeners.ts';
import type { Log } from '../log.ts';

/** The error of a request that the shared store has not answered, because it is unreachable, slow or out of memory. */
export class SharedStoreError extends Error {
  override readonly name = 'SharedStoreError';
}

/** A script that the shared store runs as one atomic step. @see https://redis.io/docs/latest/develop/programmability/ */
export interface StoreScript {
  /** The script in Lua. */
  lua: string;
  /** How many of its arguments are keys. */
  keys: number;
}

export interface SharedStore extends AsyncDisposable {
  /** The client for libraries that speak Redis themselves. All of its keys have the prefix of the installation. */
  readonly redis: Redis;
  /** Whether the last request was answered, and the connection stands. */
  isReachable(): boolean;
  /**
   * Runs a script. @param args - its keys, then its other arguments
   * @throws SharedStoreError when there is no answer within half a second
   */
  run(script: StoreScript, args: readonly (string | number)[]): Promise<unknown>;
  /** The time of the shared store in ms since 1970, and how long the answer took at most, in ms. @throws SharedStoreError */
  readTime(): Promise<{ atMs: number; withinMs: number }>;
  /** Sends an event to all other servers. While the shared store is unreachable, the event is lost. */
  publish(event: StoreEvent): void;
  /** Adds a listener for the events of all other servers. */
  onEvent(listener: (event: StoreEvent) => void): void;
  /**
   * Adds a listener that is called when the connection was lost and is back: events of the time in between were lost.
   */
  onReturn(listener: () => void): void;
}

const eventOf = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sessions-ended'), sessionKeys: z.array(z.string()) }),
  z.object({ type: z.literal('account-changed'), accountId: z.string() }),
  z.object({ type: z.literal('accounts-changed') }),
  /** Streams of the device that were issued until then, in seconds of the shared clock, have ended. */
  z.object({
    type: z.literal('device-stopped'),
    accountId: z.string(),
    deviceId: z.string(),
    untilSeconds: z.number(),
  }),
  z.object({ type: z.literal('streams-ended') }),
  /** A server needs a permit of a pool; `by` tells the holders of permits whether one of them gives way. */
  z.object({ type: z.literal('permit-wanted'), pool: z.string(), by: z.string().max(1_000) }),
  z.object({ type: z.literal('permit-freed'), pool: z.string() }),
]);
const messageOf = z.object({ from: z.string(), event: eventOf });

/** What a server tells the others. */
export type StoreEvent = z.infer<typeof eventOf>;

/** How long a request to the shared store may take, in ms. A slower one is treated as an unreachable one. */
const answerWithinMs = 500;
/** A server on the same network connects within milliseconds. */
const connectWithinMs = 2_000;
/** How often a connection is checked that nothing else uses, in ms. */
const pingEveryMs = 1_000;
const longestPauseMs = 1_000;
const longestEventBytes = 65_536;

/**
 * Opens the shared store, and waits for the first attempt to connect. A store that is unreachable does not keep the server
 * from starting: it goes on trying.
 *
 * @param installation - tells the keys of this installation from those of others in the same Redis
 */
export async function openSharedStore(needs: {
  url: string;
  installation: string;
  log: Log;
}): Promise<SharedStore> {
  const { log } = needs;
  const keyPrefix = `butaca:${needs.installation}:`;
  const topic = `${keyPrefix}events`;
  const events = createListeners<[StoreEvent]>();
  const returns = createListeners<[]>();
  const options = {
    lazyConnect: true,
    connectTimeout: connectWithinMs,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), longestPauseMs),
  };
  const redis = new Redis(needs.url, {
    ...options,
    keyPrefix,
    commandTimeout: answerWithinMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
  // A connection that listens can send nothing else.
  const listening = new Redis(needs.url, { ...options, autoResubscribe: true });
  const serverId = randomUUID();
  let hasAnswered = false;

  watch(redis, log);
  watch(listening, log);
  listening.on('message', (_topic: string, text: string) => {
    const event = readEvent(text, serverId);
    if (event !== undefined) events.notify(event);
  });

  /** Notes whether the shared store answers, and gives its failures one kind. */
  async function ask<T>(request: Promise<T>): Promise<T> {
    try {
      const answer = await request;
      hasAnswered = true;
      return answer;
    } catch (error) {
      hasAnswered = false;
      // A connection without answers is replaced: until the new one is ready, requests fail at once instead of late.
      if (error instanceof Error && error.message === 'Command timed out') redis.disconnect(true);
      throw new SharedStoreError('the shared store did not answer', { cause: error });
    }
  }

  await Promise.all([
    redis.connect().catch(() => undefined),
    listening
      .connect()
      .then(() => listening.subscribe(topic))
      .catch(() => undefined),
  ]);
  if (redis.status === 'ready') hasAnswered = true;
  else log.warn('the shared store (REDIS_URL) is unreachable; this server goes on alone, and keeps trying');
  if (listening.status !== 'ready') listening.once('ready', () => void subscribeLate());
  listening.on('ready', () => returns.notify());

  const ping = setInterval(() => {
    if (redis.status === 'ready') ask(redis.ping()).catch(() => undefined);
  }, pingEveryMs).unref();

  async function subscribeLate(): Promise<void> {
    await listening
      .subscribe(topic)
      .catch((error: unknown) => log.warn({ err: error }, 'no events of other servers are received'));
  }

  return {
    redis,
    isReachable: () => hasAnswered && redis.status === 'ready',
    run: ({ lua, keys }, args) => ask(runScript(redis, lua, keys, args)),
    async readTime() {
      const askedAtMs = performance.now();
      const [seconds, micros] = await ask(redis.time());
      return {
        atMs: Number(seconds) * 1_000 + Number(micros) / 1_000,
        withinMs: performance.now() - askedAtMs,
      };
    },
    publish(event) {
      ask(redis.publish(topic, JSON.stringify({ from: serverId, event }))).catch((error: unknown) =>
        log.warn({ err: error, type: event.type }, 'an event for the other servers was lost'),
      );
    },
    onEvent: events.add,
    onReturn: returns.add,
    async [Symbol.asyncDispose]() {
      clearInterval(ping);
      redis.disconnect();
      listening.disconnect();
    },
  };
}

const hashes = new Map<string, string>();

/** Runs a script by its hash, and sends it when the store does not have it, as after a restart. */
async function runScript(
  redis: Redis,
  lua: string,
  keys: number,
  args: readonly (string | number)[],
): Promise<unknown> {
  const hash = hashes.get(lua);
  if (hash !== undefined) {
    try {
      return await redis.evalsha(hash, keys, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    }
  }
  hashes.set(lua, String(await redis.script('LOAD', lua)));
  return redis.evalsha(hashes.get(lua) ?? '', keys, ...args);
}

/** Logs each loss of a connection once: the client tries on by itself, up to several times a second. */
function watch(client: Redis, log: Log): void {
  let isLost = false;
  client.on('error', (error: unknown) => {
    if (!isLost) log.warn({ err: error }, 'the connection to the shared store was lost');
    isLost = true;
  });
  client.on('ready', () => {
    if (isLost) log.info('the connection to the shared store is back');
    isLost = false;
  });
}

/** Reads an event. @returns `undefined` for one that this server has sent itself, and for what no server sends */
function readEvent(text: string, serverId: string): StoreEvent | undefined {
  if (text.length > longestEventBytes) return undefined;
  try {
    const { from, event } = messageOf.parse(JSON.parse(text));
    return from === serverId ? undefined : event;
  } catch {
    return undefined;
  }
}
