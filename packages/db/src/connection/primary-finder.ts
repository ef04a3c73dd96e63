/**
 * Finds out which of several hosts is the primary of a replicated database: the one that accepts writes. All hosts are asked
 * at once, and what is found is kept until a connection to that host ends. Of hosts that are silent, one may be a primary that is
 * gone; while their answers are waited for, the hosts that accepted no writes are asked again, as one of them is being promoted.
 *
 * A primary that was cut off from the others may go on accepting connections after another host was promoted. Each promotion
 * begins a timeline with a higher number, so that of two hosts that accept writes the one with the higher timeline is taken.
 */
import pg from 'pg';
import { after, pause } from '../base/clock.ts';
import { DatabaseConnectionError } from './database-connection-error.ts';
import { dropConnection } from './drop-connection.ts';
import type { HostAndPort } from './several-hosts.ts';

export interface PrimaryFinder {
  /** @throws {DatabaseConnectionError} when no host accepts writes; an error of Postgres when a host refuses the login */
  find(): Promise<HostAndPort>;
  /** Notes that a connection to a host has ended or failed, so that the hosts are asked again before the next one. */
  forget(host: HostAndPort): void;
}

/** How long a host may take to open a connection, and to answer on it, in milliseconds. */
const answerWithinMs = 2_000;
/** After how many milliseconds a host that accepted no writes is asked again while others are silent. */
const askAgainMs = 250;
/** How long other hosts may still take to answer once one has said that it accepts writes, in milliseconds. */
const othersWithinMs = 500;

/** The timeline of a host that accepts writes; nothing of one that does not. */
const askTimeline = `
  select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
    else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** The SQLSTATE classes of a refused login and of a database that does not exist: asking again does not help. */
const refusal = /^(?:28|3D)/u;

/** @param config - the settings of a connection, of which the host and the port are replaced */
export function createPrimaryFinder(hosts: readonly HostAndPort[], config: pg.ClientConfig): PrimaryFinder {
  let finding: Promise<HostAndPort> | undefined;
  let found: HostAndPort | undefined;

  /** @returns the number of the timeline; `undefined` for a host that does not accept writes */
  async function readTimeline({ host, port }: HostAndPort): Promise<number | undefined> {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: answerWithinMs });
    Object.assign(client, { host, port });
    // A connection that breaks also fails the query; without a listener the event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ timeline: string | null }>({
        text: askTimeline,
        query_timeout: answerWithinMs,
      } as pg.QueryConfig);
      client.end().catch(() => undefined);
      const timeline = rows[0]?.timeline;
      return timeline === null || timeline === undefined ? undefined : Number.parseInt(timeline, 16);
    } catch (error) {
      // Unlike `end`, this does not wait for a host that no longer answers.
      dropConnection(client);
      throw error;
    }
  }

  async function search(): Promise<HostAndPort> {
    const primaries: { place: HostAndPort; timeline: number }[] = [];
    const errors: unknown[] = [];
    let finish = (): void => undefined;
    const enough = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const silent = new Set(hosts);
    const hasFinished = new AbortController();
    async function ask(place: HostAndPort): Promise<void> {
      try {
        let timeline = await readTimeline(place);
        silent.delete(place);
        while (timeline === undefined && silent.size > 0 && !hasFinished.signal.aborted) {
          await pause(askAgainMs, hasFinished.signal);
          timeline = await readTimeline(place);
        }
        if (timeline === undefined) return;
        primaries.push({ place, timeline });
        after(othersWithinMs, finish);
      } catch (error) {
        errors.push(error);
      } finally {
        silent.delete(place);
      }
    }
    await Promise.race([Promise.all(hosts.map(ask)), enough]);
    hasFinished.abort();
    const [newest] = primaries.toSorted((one, other) => other.timeline - one.timeline);
    if (newest !== undefined) return newest.place;
    const refused = errors.find(
      (error) => error instanceof pg.DatabaseError && refusal.test(error.code ?? ''),
    );
    if (refused !== undefined) throw refused;
    throw new DatabaseConnectionError('None of the hosts of the database accepts writes', {
      cause: new AggregateError(errors),
    });
  }

  return {
    find() {
      finding ??= search().then(
        (place) => (found = place),
        (error: unknown) => {
          finding = undefined;
          throw error;
        },
      );
      return finding;
    },
    forget(host) {
      if (host !== found) return;
      finding = undefined;
      found = undefined;
    },
  };
}
