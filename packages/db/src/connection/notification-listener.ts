/**
 * A dedicated database connection that listens on Postgres notification channels (`listen` / `notify`). When the
 * connection breaks, the listener reconnects, first at once and then with back-off, listens on the same channels, and
 * calls every handler with `null`: notifications sent in between are lost, so handlers with caches must drop their
 * caches.
 */
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { dropConnection } from './drop-connection.ts';
import { endsWithin } from './ends-within.ts';
import { connectionConfig } from './pool.ts';
import { WatchedClient } from './watched-client.ts';
import { after, every, type Cancel } from '../base/clock.ts';

/**
 * Receives the payload of a Postgres notification; `null` after a lost connection, when notifications may have been
 * missed.
 */
export type NotificationHandler = (payload: string | null) => void;

const longestPauseMs = 2_000;
/**
 * How often a listening connection is sent a query, in milliseconds: such a connection receives nothing for hours, so
 * only an unanswered query shows that it is dead.
 */
const pingMs = 3_000;
/** How long the end of the connection may take while the listener closes, in milliseconds. */
const endWithinMs = 2_000;

export class NotificationListener {
  readonly #handlers = new Map<string, Set<NotificationHandler>>();
  readonly #connectionString: string;
  readonly #log: DatabaseLog;
  #client: Promise<pg.Client> | undefined;
  /** The client of `#client`, also while it connects. */
  #latest: pg.Client | undefined;
  #cancelRetry: Cancel | undefined;
  #isClosed = false;

  constructor(connectionString: string, log: DatabaseLog) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  /**
   * Listens on a Postgres notification channel; resolves when the subscription is active: notifications sent from then
   * on reach the handler.
   */
  async listen(channel: string, handler: NotificationHandler): Promise<void> {
    this.#handlers.set(channel, (this.#handlers.get(channel) ?? new Set()).add(handler));
    this.#client ??= this.#connect();
    const client = await this.#client;
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  /** Ends the connection; one that Postgres does not end in time is destroyed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry?.();
    if (!(await endsWithin(this.#end(), endWithinMs)) && this.#latest !== undefined)
      dropConnection(this.#latest);
  }

  async #end(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const client = new WatchedClient(connectionConfig(this.#connectionString));
    this.#latest = client;
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    client.on('error', (error) => this.#log.warn({ err: error }, 'The listening database connection broke'));
    await client.connect();
    for (const channel of this.#handlers.keys()) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    const endPings = every(pingMs, () => void client.query('select 1').catch(() => undefined));
    client.once('end', () => {
      endPings();
      this.#reconnect(0);
    });
    return client;
  }

  #reconnect(pauseMs: number): void {
    if (this.#isClosed) {
      return;
    }
    this.#cancelRetry = after(pauseMs, () => {
      const connecting = this.#connect();
      this.#client = connecting;
      connecting.then(
        () => this.#reportLoss(),
        () => this.#reconnect(Math.min(longestPauseMs, pauseMs * 2 + 100)),
      );
    });
  }

  #reportLoss(): void {
    for (const channel of this.#handlers.keys()) {
      this.#tell(channel, null);
    }
  }

  #tell(channel: string, payload: string | null): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      handler(payload);
    }
  }
}
