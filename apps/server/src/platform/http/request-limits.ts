import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ErrorCode } from '@butaca/contract';
import { atMost } from '../at-most.ts';
import { systemClock, type Clock } from '../clock.ts';
import { unlessAway, type SharedStore, type StoreScript } from '../shared-store/shared-store.ts';
import { AppError } from './app-error.ts';

/** A rate limit: counts calls of a key (a session or an address) within a span of time. */
export interface CallLimit {
  /**
   * Counts one call of a session or address towards a rate limit. @throws AppError with the limit's code and the
   * seconds to wait, when the key has no calls left
   */
  count(key: string): Promise<void>;
}

/** A limit on failures: right attempts, such as right codes, are not counted. */
export interface FailureLimit {
  /**
   * @param isFailure - whether an error of the attempt counts as a failure of the key
   * @throws AppError with the limit's code and the seconds to wait, when the key has no failures left
   */
  run<T>(key: string, attempt: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T>;
}

/** What a limit counts and what it allows. */
export interface LimitRule {
  /** Tells the counts of this limit from those of others. */
  name: string;
  /** How many calls the limit allows within its span of time; 0 is no limit. */
  most: number;
  /** The error of one call too many. */
  code: ErrorCode;
}

/**
 * Creates rate limits. Servers that share a store count together; while it is unreachable or late, each admits its share
 * of the calls that were left by the last count that it knows, and never more of those that it receives than the limit.
 */
export interface Limits {
  perMinute(rule: LimitRule): CallLimit;
  /** A limit on calls within 24 hours. */
  perDay(rule: LimitRule): CallLimit;
  /**
   * A limit on failures within a minute. An attempt counts while it runs, and is taken back unless it fails: otherwise many
   * attempts at once would all begin before the first of them has failed. One that is refused is taken back, too.
   */
  failuresPerMinute(rule: LimitRule): FailureLimit;
}

const minuteSeconds = 60;
const daySeconds = 86_400;

/** A call that a counter has counted. */
interface CountedCall {
  /** How long the key has to wait, in ms; `undefined` when the call is admitted. */
  waitMs: number | undefined;
  /** Takes the call back where it was counted, unless the span of time in which it was counted has passed. */
  takeBack(): Promise<void>;
}

/** Counts the calls of keys within a span of time. */
interface Counter {
  count(key: string): Promise<CountedCall>;
}

/** The calls of one key in one span of time. A call is taken back from the span in which it was counted. */
interface Span {
  calls: number;
  /** How many of the calls were learned of, and not counted one by one. */
  learned: number;
  endsAtMs: number;
}

/** The spans of the keys that this process counts, of which the least recently used are forgotten. */
interface SpanMemory {
  /** Counts one call. @returns the span in which it was counted */
  count(key: string): Span;
  /** Sets a count to one that was learned. */
  learn(key: string, calls: number, leftMs: number): void;
  /**
   * The wait that the span imposes, in ms; `undefined` while it does not exceed the limit.
   *
   * @param servers - among how many servers the calls are divided that were left when the count was learned, at least one
   * for each; by default 1
   */
  waitMs(span: Span, servers?: number): number | undefined;
}

const mostKeys = 100_000;

function createSpanMemory(most: number, seconds: number, clock: Pick<Clock, 'steadyMs'>): SpanMemory {
  const spans = new LRUCache<string, Span>(atMost(mostKeys));

  function present(key: string): Span {
    const known = spans.get(key);
    if (known !== undefined && known.endsAtMs > clock.steadyMs()) return known;
    const begun = { calls: 0, learned: 0, endsAtMs: clock.steadyMs() + seconds * 1_000 };
    spans.set(key, begun);
    return begun;
  }

  return {
    count(key) {
      const span = present(key);
      span.calls += 1;
      return span;
    },
    learn(key, calls, leftMs) {
      Object.assign(present(key), { calls, learned: calls, endsAtMs: clock.steadyMs() + leftMs });
    },
    waitMs({ calls, learned, endsAtMs }, servers = 1) {
      const share = Math.max(1, Math.floor((most - learned) / servers));
      const isAdmitted = calls <= most && calls - learned <= share;
      return isAdmitted ? undefined : Math.max(0, endsAtMs - clock.steadyMs());
    },
  };
}

function createOwnCounter(memory: SpanMemory): Counter {
  return {
    async count(key) {
      const span = memory.count(key);
      return {
        waitMs: memory.waitMs(span),
        async takeBack() {
          span.calls -= 1;
        },
      };
    },
  };
}

/**
 * Argument after the key: the span of time in seconds. Answers how many calls were counted in it, what is left of it in ms, and
 * when it ends by the clock of the store, in ms. A count that has no end, as one of an earlier version may have, gets one.
 */
const countScript: StoreScript = {
  keys: 1,
  lua: `
local time = redis.call('TIME')
redis.call('SET', KEYS[1], 0, 'EX', ARGV[1], 'NX')
local calls = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  left = ARGV[1] * 1000
end
return { calls, left, time[1] * 1000 + math.floor(time[2] / 1000) + left }`,
};

/**
 * Argument after the key: when the span ends in which the call was counted. A span of the same key that began later ends at
 * least a minute later; the second allows for the ms by which two readings of the end differ. Of a span that has ended nothing is
 * taken back: that would make a count without an end.
 */
const takeBackScript: StoreScript = {
  keys: 1,
  lua: `
local time = redis.call('TIME')
local left = redis.call('PTTL', KEYS[1])
local ends = time[1] * 1000 + math.floor(time[2] / 1000) + left
if left > 0 and math.abs(ends - ARGV[1]) < 1000 then redis.call('DECR', KEYS[1]) end
return 0`,
};

const countedOf = z.tuple([z.number(), z.number(), z.number()]);

/**
 * Counts in the shared store. Whatever the store answers, a server admits no more of the calls that it has received itself than
 * the limit allows: the store may answer late, or come back without the counts that it had. While it does not answer, a server
 * admits its share of the calls that were left when it learned the count last, because the other servers go on, too.
 *
 * A call that is counted while the store does not answer in time is not taken back there: it may not have arrived, and taking
 * it back would make room for a guess that nobody counts.
 */
function createSharedCounter(
  store: Pick<SharedStore, 'run' | 'serverCount'>,
  { name, most }: LimitRule,
  seconds: number,
  clock: Pick<Clock, 'steadyMs'>,
): Counter {
  const received = createSpanMemory(most, seconds, clock);
  const learned = createSpanMemory(most, seconds, clock);
  const keyOf = (key: string): string => `limit:${name}:${key}`;

  return {
    async count(key) {
      const here = received.count(key);
      const refusedMs = received.waitMs(here);
      const takeBackHere = async (): Promise<void> => {
        here.calls -= 1;
      };
      if (refusedMs !== undefined) return { waitMs: refusedMs, takeBack: takeBackHere };

      const answer = await unlessAway(store.run(countScript, [keyOf(key), seconds]));
      if (answer === undefined) {
        const alone = learned.count(key);
        return {
          waitMs: learned.waitMs(alone, store.serverCount()),
          async takeBack() {
            alone.calls -= 1;
            await takeBackHere();
          },
        };
      }
      const [calls, leftMs, endsAtMs] = countedOf.parse(answer);
      if (leftMs > 0) learned.learn(key, calls, leftMs);
      return {
        waitMs: calls > most ? leftMs : undefined,
        async takeBack() {
          await takeBackHere();
          await unlessAway(store.run(takeBackScript, [keyOf(key), endsAtMs]));
        },
      };
    },
  };
}

/** @param store - where several servers count together; by default this process counts for itself */
export function createLimits(
  store?: Pick<SharedStore, 'run' | 'serverCount'>,
  clock: Pick<Clock, 'steadyMs'> = systemClock,
): Limits {
  const createCounter = (rule: LimitRule, seconds: number): Counter =>
    store === undefined
      ? createOwnCounter(createSpanMemory(rule.most, seconds, clock))
      : createSharedCounter(store, rule, seconds, clock);

  const limitCalls = (rule: LimitRule, seconds: number): CallLimit => {
    if (rule.most === 0) return { count: async () => undefined };
    const counter = createCounter(rule, seconds);
    return {
      async count(key) {
        refuseToWait(await counter.count(key), rule.code);
      },
    };
  };

  return {
    perMinute: (rule) => limitCalls(rule, minuteSeconds),
    perDay: (rule) => limitCalls(rule, daySeconds),
    failuresPerMinute(rule) {
      const counter = createCounter(rule, minuteSeconds);
      return {
        async run(key, attempt, isFailure) {
          const counted = await counter.count(key);
          let isCounted = false;
          try {
            refuseToWait(counted, rule.code);
            return await attempt();
          } catch (error) {
            isCounted = counted.waitMs === undefined && isFailure(error);
            throw error;
          } finally {
            if (!isCounted) await counted.takeBack();
          }
        },
      };
    },
  };
}

/** @throws AppError with the code and the seconds to wait, when the call is not admitted */
function refuseToWait({ waitMs }: CountedCall, code: ErrorCode): void {
  if (waitMs === undefined) return;
  throw new AppError(code, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}
