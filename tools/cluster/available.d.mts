import type { Balancer } from './cluster.d.mts';
import type { ProductProcess } from '../product/process.d.mts';
import type { RedisServer } from './redis.d.mts';

/** A process, or several of one machine, that a test kills. */
export interface KillableNode {
  /** Ends it at once, as when its machine loses its power. */
  kill(): Promise<void>;
  /** Starts it again with its own data. */
  restart(): Promise<void>;
}

/** One of the hosts of a replicated PostgreSQL, with its Patroni. */
export interface DatabaseNode extends KillableNode {
  /** The process of Patroni. */
  pid(): number;
  /** The folder of PostgreSQL's data, in which `postmaster.pid` begins with the id of its process. */
  dataFolder: string;
}

export interface Etcd {
  /** The host and port of each node for its clients. */
  hosts: readonly string[];
  nodes: readonly KillableNode[];
  findLeader(): Promise<KillableNode>;
  stop(): Promise<void>;
}

/** A PostgreSQL with a synchronous replica under Patroni. */
export interface ReplicatedDatabase {
  /** The URL with both hosts. */
  url: string;
  /** Resolves when one node is the primary and the other one its synchronous replica. */
  becomeReplicated(): Promise<void>;
  findPrimary(): Promise<DatabaseNode>;
  stop(): Promise<void>;
}

/** A Redis with a replica and three Sentinels. */
export interface ReplicatedRedis {
  /** The URL with the three Sentinels. */
  url: string;
  /** Resolves when the Sentinels know each other and a replica that follows the master. */
  becomeReplicated(): Promise<void>;
  findMaster(): Promise<RedisServer>;
  stop(): Promise<void>;
}

/** Several servers of which each part may die: PostgreSQL, Redis, etcd and the servers themselves. */
export interface AvailableCluster {
  /** The address of nginx. */
  url: Balancer['url'];
  adminPassword: string;
  etcd: Etcd;
  database: ReplicatedDatabase;
  redis: ReplicatedRedis;
  servers: readonly ProductProcess[];
  stop(): Promise<void>;
}

/** @param folder - an existing, empty folder */
export function startEtcd(folder: string): Promise<Etcd>;
/** @param folder - an existing, empty folder */
export function startPatroni(folder: string, etcdHosts: readonly string[]): Promise<ReplicatedDatabase>;
/** @param folder - an existing, empty folder */
export function startSentinels(folder: string): Promise<ReplicatedRedis>;
