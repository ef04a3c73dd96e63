/** A running Redis. */
export interface RedisServer {
  url: string;
  /** Ends it at once, as `kill -9` does. */
  stop(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
  /** Keeps it from answering, as on a machine that hangs. */
  freeze(): void;
  thaw(): void;
}

export function startRedis(): Promise<RedisServer>;
