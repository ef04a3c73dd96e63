import { readPlan } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { createBatch } from '../../../platform/async/batch.ts';
import { atMost } from '../../../platform/at-most.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import type { Session } from '../../../shared/session.ts';
import { sessionEndMs } from './session-limits.ts';
import { hashToken, sessionKeyOf } from './session-token.ts';
import type { SeenSession, SessionRow, SessionsRepository } from './sessions.repository.ts';

/** A device's column `last_seen_at` is written at most once in this time, in ms, to save writes. */
const touchEveryMs = 60_000;
/**
 * How long a session read from the database is cached, in ms; a session that this process ends leaves the cache at
 * once.
 */
const believedMs = 1_000;
const tokenKeptMs = 60_000;

export interface SessionRequest {
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface SessionReader {
  /**
   * Returns the session of a request; `undefined` for a request without a token.
   *
   * @throws AppError `session.expired` for a token that is unknown, ended, or sent by another device
   */
  read(request: SessionRequest): Promise<Session | undefined>;
  /**
   * Returns the session that a session key (the hash of its token) names, as it is now; `undefined` when it has ended.
   */
  check(sessionKey: string): Promise<Session | undefined>;
  /** Removes sessions that have ended from the cache. */
  forget(sessionKeys: readonly string[]): void;
  /** Removes every session of an account from the cache, because the account's plan, role or status has changed. */
  forgetAccount(accountId: string): void;
  /** Removes every session from the cache, because an administrator has changed the limits of a plan. */
  forgetAll(): void;
}

interface FoundSession {
  row: SessionRow;
  session: Session;
  /** The instant at which the session or its account expires, in ms since 1970. */
  endsAtMs: number;
}

/**
 * Finds the session of a request. A valid session is cached for a second, so that a burst of requests costs one query.
 * A session that ends leaves the cache at once: of this process, and of others that share a store with it. Processes without
 * one notice the end within that second.
 */
export function createSessionReader(repository: SessionsRepository, clock: Clock, log: Log): SessionReader {
  const known = new LRUCache<string, FoundSession>({
    ...atMost(50_000),
    ttl: believedMs,
  });

  /**
   * Caches the hash and the session key of recently used session tokens, so that a token is not hashed for every
   * request.
   */
  const tokens = new LRUCache<string, { tokenHash: Buffer; sessionKey: string }>({
    ...atMost(50_000),
    ttl: tokenKeptMs,
  });

  function readToken(token: string) {
    const before = tokens.get(token);
    if (before !== undefined) return before;
    const tokenHash = hashToken(token);
    const named = { tokenHash, sessionKey: sessionKeyOf(tokenHash) };
    tokens.set(token, named);
    return named;
  }

  /** Many sessions are read with one query: planning it costs Postgres more than finding a row. */
  const find = createBatch(async (tokenHashes: readonly Buffer[]) => {
    const rows = await repository.list(tokenHashes);
    const found = new Map(rows.map((row) => [sessionKeyOf(row.tokenHash), row]));
    return tokenHashes.map((tokenHash) => found.get(sessionKeyOf(tokenHash)));
  });
  /** Each device that is in use is noted once a minute; many are noted with one commit. */
  const touch = createBatch(async (seen: readonly SeenSession[]) => {
    await repository.touch(seen);
    return seen;
  });

  async function load(tokenHash: Buffer, sessionKey: string): Promise<FoundSession | undefined> {
    const row = await find(tokenHash);
    if (row === undefined || !row.isAccountActive || !row.isDeviceActive) return undefined;
    const found = { row, session: toSession(row, sessionKey), endsAtMs: endOf(row) };
    if (found.endsAtMs <= clock.now().getTime()) return undefined;
    known.set(sessionKey, found);
    return found;
  }

  /** Returns a valid session that is cached; `undefined` when it has to be read from the database. */
  function findKnown(sessionKey: string, nowMs: number): FoundSession | undefined {
    const found = known.get(sessionKey);
    return found === undefined || found.endsAtMs <= nowMs ? undefined : found;
  }

  return {
    async read({ headers, ip }) {
      const token = bearerToken(headers['authorization']);
      if (token === undefined) return undefined;
      const { tokenHash, sessionKey } = readToken(token);
      const nowMs = clock.now().getTime();
      const found = findKnown(sessionKey, nowMs) ?? (await load(tokenHash, sessionKey));
      if (found === undefined) throw new AppError('session.expired');
      const { row, session } = found;
      if (headers['x-device-id'] !== session.deviceId) {
        log.warn({ accountId: session.accountId, ip }, 'a session was used with another device id');
        throw new AppError('session.expired');
      }
      if (nowMs - row.deviceLastSeenAt.getTime() >= touchEveryMs) {
        row.deviceLastSeenAt = clock.now();
        row.lastUsedAt = clock.now();
        await touch({
          tokenHash,
          accountId: row.accountId,
          deviceId: row.deviceId,
          ip,
          userAgent: readUserAgent(headers['user-agent']),
        });
      }
      return session;
    },
    async check(sessionKey) {
      const believed = findKnown(sessionKey, clock.now().getTime());
      return (believed ?? (await load(Buffer.from(sessionKey, 'base64url'), sessionKey)))?.session;
    },
    forget(sessionKeys) {
      for (const key of sessionKeys) known.delete(key);
    },
    forgetAccount(accountId) {
      for (const [key, { row }] of known.entries()) if (row.accountId === accountId) known.delete(key);
    },
    forgetAll: () => known.clear(),
  };
}

function endOf({ lastUsedAt, createdAt, accountExpiresAt }: SessionRow): number {
  return Math.min(
    sessionEndMs(lastUsedAt, createdAt),
    accountExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
  );
}

function bearerToken(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header)?.[1] : undefined;
}

/** Cleans a user agent header before it is stored: only printable characters are kept, up to a maximum length. */
export function readUserAgent(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header.replace(/[^\u0020-\u007e]/g, '').slice(0, 300) : '';
}

function toSession(row: SessionRow, sessionKey: string): Session {
  return {
    accountId: row.accountId,
    username: row.username,
    role: row.role === 'admin' ? 'admin' : 'user',
    plan: readPlan(row.plan),
    maxStreams: row.maxStreams,
    mustChangePassword: row.hasOneTimePassword,
    deviceId: row.deviceId,
    sessionKey,
  };
}
