/** A running Redis. */
export interface RedisServer {
  url: string;
  /** Ends it at once, as `kill -9` does. */
  stop(): Promise<void>;
  /**
   * Starts it again on the same port, empty.
   *
   * @param replicaOf - the port of the Redis of which it becomes a replica; by default that of its first start
   */
  restart(replicaOf?: number): Promise<void>;
  /** Keeps it from answering, as on a machine that hangs. */
  freeze(): void;
  thaw(): void;
}

export interface RedisOptions {
  /** The port of the Redis of which it is a replica. */
  replicaOf?: number;
  /** Where a replica writes what it receives first; by default the folder of this process, in which a Redis alone writes nothing. */
  folder?: string;
}

export function startRedis(options?: RedisOptions): Promise<RedisServer>;
