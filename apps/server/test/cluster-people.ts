import { createTransportStream, sendChannel, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { expect } from 'vitest';
import type { Cluster } from '../../../tools/cluster/cluster.d.mts';
import { createClusterCalls, type Body, type Person } from './cluster-calls.ts';

/** The outcome of opening a channel: `ended` resolves when the stream is over. */
export type Watched =
  | { status: 200; ended: Promise<number>; leave(): Promise<void>; code?: undefined; error?: undefined }
  | { status: number; code: string; error: string; ended?: undefined; leave?: undefined };

/** Starts a provider whose channels (`/emision…`) go on until they are left, and that counts its open connections. */
export async function startBroadcaster(): Promise<{
  upstream: FakeUpstream;
  counts: { open: number; most: number };
}> {
  const counts = { open: 0, most: 0 };
  const upstream = await startFakeUpstream();
  upstream.serve('/emision', (_request, response) => {
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    const stream = createTransportStream({ groupFrames: 5 });
    sendChannel(response, stream, { everyMs: 20 });
    response.once('close', () => (counts.open -= 1));
  });
  return { upstream, counts };
}

/** The people of a cluster, who call its servers as their clients do. */
export type ClusterPeople = Awaited<ReturnType<typeof openClusterPeople>>;

/** Signs the administrator in, and finds the plan of new accounts. */
export async function openClusterPeople(
  cluster: Pick<Cluster, 'servers' | 'adminPassword'>,
  upstream: FakeUpstream,
) {
  const [one = ''] = cluster.servers.map(({ url }) => url);
  const { call, signIn, register, clientAddress, useNextAddress } = createClusterCalls();
  let made = 0;

  const admin = await signIn(one, 'admin', cluster.adminPassword);
  const anybody = await register(one);
  const { plan } = (await call(one, 'GET', '/api/auth/me', undefined, anybody)).body.user;

  return {
    admin,
    call,
    signIn,
    register,
    clientAddress,
    useNextAddress,
    /** Adds a channel of the broadcaster, which the plan of new accounts opens. */
    async addChannel(): Promise<string> {
      made += 1;
      const url = `${upstream.origin}/emision-${made}.ts`;
      const channel = { name: `Canal ${made}`, url, requiresPlan: [plan] };
      const { status, body } = await call(one, 'POST', '/api/channels/admin', channel, admin);
      expect(status).toBe(201);
      return body._id;
    },
    /** Opens a channel at a server, and receives its first bytes. */
    async watch(origin: string, person: Person, channelId: string): Promise<Watched> {
      const path = `/api/channels/id/${channelId}`;
      const { status, body, cookie } = await call(origin, 'GET', path, undefined, person);
      expect(status).toBe(200);
      const response = await fetch(origin + body.url, {
        headers: { 'x-forwarded-for': clientAddress(), cookie },
      });
      if (!response.ok || response.body === null) {
        const { code = '', error = '' } = (await response.json()) as Partial<Body>;
        return { status: response.status, code, error };
      }
      const reader = response.body.getReader();
      await reader.read();
      const ended = (async () => {
        try {
          while (!(await reader.read()).done);
        } catch {
          // The connection was cut.
        }
        return performance.now();
      })();
      // A stream that was cut is left already.
      return { status: 200, ended, leave: () => reader.cancel().catch(() => undefined) };
    },
  };
}
