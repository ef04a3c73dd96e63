import type { AvailableCluster } from './available.d.mts';
import type { Cluster, ClusterOptions } from './cluster.d.mts';

/** Starts PostgreSQL, Redis, nginx and several built servers on the loopback of this machine. */
export function startCluster(options?: ClusterOptions): Promise<Cluster>;

/** The same with PostgreSQL under Patroni and etcd, and Redis with Sentinels. */
export function startAvailableCluster(options?: ClusterOptions): Promise<AvailableCluster>;
