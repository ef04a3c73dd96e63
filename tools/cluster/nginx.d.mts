import type { Balancer } from './cluster.d.mts';

export interface NginxOptions {
  /** The port on which nginx listens; by default a free one. */
  port?: number | undefined;
  /** The secret that nginx sends to the servers; without one nginx delivers no bytes itself. */
  secret?: string | undefined;
  /** The network of what is in front of nginx, which nginx believes whose a request is; by default nothing is. */
  front?: string | undefined;
  /** A file of certificates that nginx trusts, of providers; by default that of this system. */
  authorities?: string | undefined;
  /** Where segments are kept, and how many, in the units of nginx (`256m`); by default in the folder of nginx. */
  cache?: { folder?: string; maxSize?: string } | undefined;
}

/** Starts Debian's nginx with the configuration of `deploy/nginx` in front of servers of this machine. */
export function startNginx(
  folder: string,
  ports: readonly number[],
  options?: NginxOptions,
): Promise<Balancer>;
