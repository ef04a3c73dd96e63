/*
 * The shared store is the Redis in which several servers of one installation keep what they share and what is
 * short-lived: leases of devices that play, permits, counts of attempts and requests, and the events that they tell each
 * other. It is optional: without `REDIS_URL` a server keeps all of that in its own memory.
 *
 * Nothing in it has to last. While it is unreachable, each server decides by its own memory, and says so in `/api/ready`.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { inResponsiveTime } from '../async/deadline.ts';
import { createListeners } from '../listeners.ts';
import type { Log } from '../log.ts';
import { createEventConnection } from './event-connection.ts';
import { createReachability } from './reachability.ts';
import { connectWithinMs, createStoreConnection } from './store-connection.ts';
import { systemClock, type Clock } from '../clock.ts';

/** The error of a request that the shared store has not answered, because it is unreachable, slow or refuses to write. */
class SharedStoreError extends Error {
  override readonly name = 'SharedStoreError';
}

/** A script that the shared store runs as one atomic step. @see https://redis.io/docs/latest/develop/programmability/ */
export interface StoreScript {
  lua: string;
  /** How many of its arguments are keys. */
  keys: number;
}

export interface SharedStore extends AsyncDisposable {
  /** The connection for requests, which tests end. All of its keys have the prefix of the installation. */
  readonly redis: Redis;
  /**
   * Whether the shared store stores what it is sent and delivers events to this server: it did so when it was checked, once
   * a second, and no request has failed since.
   */
  isReachable(): boolean;
  /** How many servers listened to each other's events when the store was checked last, this one included; 1 before that. */
  serverCount(): number;
  /**
   * @param args - its keys, then its other arguments
   * @throws SharedStoreError when there is no answer within half a second
   */
  run(script: StoreScript, args: readonly (string | number)[]): Promise<unknown>;
  /** The time of the shared store in ms since 1970, and how long the answer took at most, in ms. @throws SharedStoreError */
  readTime(): Promise<{ atMs: number; withinMs: number }>;
  /** Sends an event to all other servers. While the shared store is unreachable, the event is lost. */
  publish(event: StoreEvent): void;
  /** Adds a listener for the events of all other servers. */
  onEvent(listener: (event: StoreEvent) => void): void;
  /** Adds a listener that is called when the shared store was unreachable and is back: events may have been lost. */
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
const checkEveryMs = 1_000;
const longestEventBytes = 65_536;
/** How many session keys one event names: about half as many as fit in. */
const sessionKeysTogether = 500;

/**
 * Stores something for ten seconds, and publishes it. The arguments are the key, the topic, and the topic of all servers.
 * Answers how many servers listen to the latter; 1 where the user of the connection may not ask that.
 */
const checkScript: StoreScript = {
  keys: 1,
  lua: `
redis.call('SET', KEYS[1], '1', 'EX', 10)
redis.call('PUBLISH', ARGV[1], '1')
local listening = redis.pcall('PUBSUB', 'NUMSUB', ARGV[2])
return listening.err and 1 or listening[2]`,
};

/** The answers of a server that is about to be replaced by another one, or was: its address may lead to that one now. */
const replacedServer = /\b(?:READONLY|LOADING|MASTERDOWN)\b/;

/** A request is sent at once or fails: what is asked of the shared store is of use only now. */
const asksAtOnce = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
};

/**
 * Opens the shared store, and waits for two seconds at most until it is reachable. A store that is unreachable does not keep
 * the server from starting: it goes on trying.
 *
 * @param installation - tells the keys of this installation from those of others in the same Redis
 */
export async function openSharedStore(needs: {
  url: string;
  installation: string;
  log: Log;
  clock?: Clock | undefined;
}): Promise<SharedStore> {
  const { url, log, clock = systemClock } = needs;
  const keyPrefix = `butaca:${needs.installation}:`;
  const serverId = randomUUID();
  const topic = `${keyPrefix}events`;
  const ownTopic = `${topic}:${serverId}`;
  const events = createListeners<[StoreEvent]>();
  const reachability = createReachability(log);
  const { lose, find } = reachability;
  let servers = 1;
  const asking = createStoreConnection(url, { keyPrefix, ...asksAtOnce }, clock);
  const redis = asking.client;
  const listening = createEventConnection({
    url,
    topic,
    ownTopic,
    onEvent(text) {
      const event = readEvent(text, serverId);
      if (event !== undefined) events.notify(event);
    },
    onReady: () => checkQuietly(),
    onFailure: lose,
    clock,
  });

  /** Waits for the answer to a request, notes a failure, and gives failures one kind. */
  async function ask<T>(request: Promise<T>): Promise<T> {
    try {
      const answer = await inResponsiveTime(request, answerWithinMs, late, clock);
      if (answer !== late) return answer;
      // Until the next connection is ready, requests fail at once instead of late.
      asking.replace();
      throw new Error('there was no answer in time');
    } catch (error) {
      if (error instanceof Error && replacedServer.test(error.message)) {
        asking.replace();
        listening.replace();
      }
      lose(error);
      throw new SharedStoreError('the shared store did not answer', { cause: error });
    }
  }

  /** Checks that the shared store stores and delivers, also while nothing else uses it. */
  async function check(): Promise<void> {
    // A connection that has just been opened is not replaced, so that a failed subscription is retried here.
    listening.retrySubscribing();
    if (!asking.isReady()) return;
    const own = listening.expectOwn();
    try {
      const listeners = await ask(
        runScript(redis, checkScript.lua, checkScript.keys, ['check', ownTopic, topic]),
      );
      servers = Math.max(1, Number(listeners));
      if (own === undefined) return;
      if (await inResponsiveTime(own.heard, answerWithinMs, false, clock)) return find();
    } finally {
      own?.end();
    }
    lose(new Error('events are not delivered'));
    listening.replace();
  }
  const checkQuietly = (): void => void check().catch(() => undefined);

  redis.on('ready', checkQuietly);
  for (const { client } of [asking, listening]) {
    client.on('error', lose);
    client.on('close', () => lose(new Error('the connection was closed')));
    client.connect().catch(() => undefined);
  }
  await inResponsiveTime(reachability.decided, connectWithinMs, undefined, clock);
  if (!reachability.isReachable()) lose(new Error('there was no answer in time'));
  const cancel = clock.every(checkEveryMs, checkQuietly);

  return {
    redis,
    isReachable: () => reachability.isReachable() && asking.isReady(),
    serverCount: () => servers,
    run: ({ lua, keys }, args) => ask(runScript(redis, lua, keys, args)),
    readTime: () => ask(askTime(redis, clock)),
    publish(event) {
      for (const part of splitEvent(event)) {
        ask(redis.publish(topic, JSON.stringify({ from: serverId, event: part }))).catch((error: unknown) =>
          log.warn({ err: error, type: event.type }, 'an event for the other servers was lost'),
        );
      }
    },
    onEvent: events.add,
    onReturn: reachability.onReturn,
    async [Symbol.asyncDispose]() {
      reachability.close();
      cancel();
      redis.disconnect();
      listening.client.disconnect();
    },
  };
}

/** Stands for the answer of a request that was not answered in time. */
const late = Symbol('late');

/** The answer of the shared store; `undefined` while it is unreachable. */
export async function unlessAway<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SharedStoreError) return undefined;
    throw error;
  }
}

async function askTime(redis: Redis, clock: Clock): Promise<{ atMs: number; withinMs: number }> {
  const askedAtMs = clock.steadyMs();
  const [seconds, micros] = await redis.time();
  return {
    atMs: Number(seconds) * 1_000 + Number(micros) / 1_000,
    withinMs: clock.steadyMs() - askedAtMs,
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

/** Divides an event that names more sessions than fit into one. */
function splitEvent(event: StoreEvent): StoreEvent[] {
  if (event.type !== 'sessions-ended') return [event];
  const parts: StoreEvent[] = [];
  for (let at = 0; at < event.sessionKeys.length; at += sessionKeysTogether) {
    parts.push({ ...event, sessionKeys: event.sessionKeys.slice(at, at + sessionKeysTogether) });
  }
  return parts;
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
