import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import pg from 'pg';
import { DatabaseConnectionError } from './database-connection-error.ts';
import type { PrimaryFinder } from './primary-finder.ts';

export interface PrimaryClientConfig extends pg.ClientConfig {
  /** Finds the host of the connection where the database URL names several; otherwise there is one host. */
  primary?: PrimaryFinder | undefined;
}

/** A `pg` client that connects to the primary where the database has several hosts. */
export class PrimaryClient extends pg.Client {
  readonly #primary: PrimaryFinder | undefined;

  constructor(config: PrimaryClientConfig = {}) {
    super(config);
    this.#primary = config.primary;
  }

  override connect(callback: (error: Error) => void): void;
  override connect(): Promise<this>;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    if (this.#primary === undefined) {
      return callback === undefined ? (super.connect() as unknown as Promise<this>) : super.connect(callback);
    }
    const primary = this.#primary;
    if (callback === undefined) return this.#connectToPrimary(primary);
    callbackify(() => this.#connectToPrimary(primary))(callback);
  }

  async #connectToPrimary(primary: PrimaryFinder): Promise<this> {
    const place = await primary.find();
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    // Its owner has dropped this client while the primary was looked for; the driver would open the socket again.
    if (connection.stream.destroyed) throw new Error('Connection terminated');
    Object.assign(this, place);
    this.once('end', () => primary.forget(place));
    try {
      await super.connect();
    } catch (error) {
      primary.forget(place);
      if (error instanceof pg.DatabaseError) throw error;
      throw new DatabaseConnectionError('The primary of the database cannot be reached', { cause: error });
    }
    return this;
  }
}
