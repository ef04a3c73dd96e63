import type { ProductProcess } from '../product/process.d.mts';
import type { RedisServer } from './redis.d.mts';

export interface Database {
  url: string;
  /** Ends all of its processes at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data, after it was killed. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface Balancer {
  url: string;
  stop(): Promise<void>;
}

/** PostgreSQL, Redis, nginx and several servers on this machine. */
export interface Cluster {
  /** The address of nginx. */
  url: string;
  adminPassword: string;
  /** The secret by which the servers know nginx. */
  nginxSecret: string;
  database: Database;
  redis: RedisServer;
  servers: readonly ProductProcess[];
  folder: string;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** How many servers; by default two. */
  servers?: number;
  /** The port of nginx; by default a free one. */
  port?: number;
  /** Further variables of the servers. */
  env?: Readonly<Record<string, string>>;
  /** Fills the empty database before the servers start. */
  prepare?(databaseUrl: string): Promise<void>;
}
