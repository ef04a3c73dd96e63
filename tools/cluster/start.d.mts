import type { Cluster, ClusterOptions } from './cluster.d.mts';

/** Starts PostgreSQL, Redis, nginx and several built servers on the loopback of this machine. */
export function startCluster(options?: ClusterOptions): Promise<Cluster>;
