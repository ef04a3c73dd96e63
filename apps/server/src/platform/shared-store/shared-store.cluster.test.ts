import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../../../tools/cluster/redis.mjs';
import { startNetwork } from '@butaca/testing';
import { useRedis } from '../../../test/redis-stores.ts';
import type { SharedStore, StoreScript } from './shared-store.ts';

const stores = useRedis();
const writeScript: StoreScript = { keys: 1, lua: "redis.call('SET', KEYS[1], '1') return 'stored'" };

async function openRoute() {
  const route = await startNetwork(stores.redis().url);
  onTestFinished(() => route[Symbol.asyncDispose]());
  return route;
}

/** Notes what a server hears, and how often its store has come back. */
function observe(store: SharedStore) {
  const seen = { heard: 0, returns: 0 };
  store.onEvent(() => (seen.heard += 1));
  store.onReturn(() => (seen.returns += 1));
  return seen;
}

describe('the shared store', () => {
  it('does not keep a server from starting while it accepts connections and does not answer', async () => {
    stores.redis().freeze();
    try {
      expect((await stores.open()).isReachable()).toBe(false);
    } finally {
      stores.redis().thaw();
    }
  });

  it('that does not answer at the start is found as soon as it does', async () => {
    stores.redis().freeze();
    const late = await stores.open().finally(() => stores.redis().thaw());
    const seen = observe(late);
    await expect.poll(() => late.isReachable()).toBe(true);
    expect(seen.returns).toBe(1);
    (await stores.open()).publish({ type: 'streams-ended' });
    await expect.poll(() => seen.heard).toBe(1);
  });

  it('is used by a user who may not ask how many servers listen', async () => {
    const admin = new Redis(stores.redis().url);
    onTestFinished(() => admin.disconnect());
    await admin.call('ACL', 'SETUSER', 'butaca', 'on', '>clave', '~*', '&*', '+@all', '-pubsub');
    const url = new URL(stores.redis().url);
    Object.assign(url, { username: 'butaca', password: 'clave' });
    const [one, two] = [await stores.open(undefined, url.href), await stores.open(undefined, url.href)];
    const seen = observe(two);
    await expect.poll(() => one.isReachable() && two.isReachable()).toBe(true);
    one.publish({ type: 'streams-ended' });
    await expect.poll(() => seen.heard).toBe(1);
    expect(one.serverCount()).toBe(1);
  });

  it('delivers events again after a network has silently lost both connections of a server', async () => {
    const route = await openRoute();
    const [cut, sender] = [await stores.open(undefined, route.url), await stores.open()];
    const seen = observe(cut);
    sender.publish({ type: 'streams-ended' });
    await expect.poll(() => seen.heard).toBe(1);
    route.lose();
    await expect.poll(() => cut.isReachable()).toBe(false);
    await expect.poll(() => cut.isReachable()).toBe(true);
    expect(seen.returns).toBe(1);
    sender.publish({ type: 'streams-ended' });
    await expect.poll(() => seen.heard).toBe(2);
  });

  it('counts as unreachable while it refuses to write, and is found where its address leads after a fail-over', async () => {
    const successor = await startRedis();
    onTestFinished(() => successor.stop());
    const route = await openRoute();
    const server = await stores.open('fail-over', route.url);
    const seen = observe(server);
    expect(await server.run(writeScript, ['key'])).toBe('stored');
    const admin = new Redis(stores.redis().url);
    onTestFinished(() => admin.disconnect());
    await admin.replicaof('127.0.0.1', Number(new URL(successor.url).port));
    try {
      await expect(server.run(writeScript, ['key'])).rejects.toThrow('the shared store did not answer');
      expect(server.isReachable()).toBe(false);
      // It answers nevertheless.
      await expect.poll(() => server.readTime().then(() => 'answers', String)).toBe('answers');
      expect(server.isReachable()).toBe(false);
      route.leadTo(successor.url);
      await expect.poll(() => server.isReachable()).toBe(true);
    } finally {
      await admin.call('REPLICAOF', 'NO', 'ONE');
    }
    expect(await server.run(writeScript, ['key'])).toBe('stored');
    (await stores.open('fail-over', successor.url)).publish({ type: 'streams-ended' });
    await expect.poll(() => seen.heard).toBe(1);
  });

  it('is found again after it has refused subscriptions on a connection that had just been opened', async () => {
    const admin = new Redis(stores.redis().url);
    onTestFinished(() => admin.disconnect());
    const store = await stores.open();
    const seen = observe(store);
    await admin.call('ACL', 'SETUSER', 'default', 'resetchannels');
    try {
      // Redis ends the connections whose subscriptions are no longer permitted, and refuses those of the next ones.
      await expect.poll(() => store.isReachable()).toBe(false);
      await expect.poll(async () => String(await admin.call('ACL', 'LOG', '1'))).toContain('subscribe');
    } finally {
      await admin.call('ACL', 'SETUSER', 'default', 'allchannels');
    }
    await expect.poll(() => store.isReachable()).toBe(true);
    expect(seen.returns).toBe(1);
    (await stores.open()).publish({ type: 'streams-ended' });
    await expect.poll(() => seen.heard).toBe(1);
  });

  it('tells other servers of the end of more sessions than fit into one event', async () => {
    const [one, two] = [await stores.open(), await stores.open()];
    const ended: string[] = [];
    two.onEvent((event) => {
      if (event.type === 'sessions-ended') ended.push(...event.sessionKeys);
    });
    const sessionKeys = Array.from({ length: 3_000 }, () => crypto.randomUUID());
    one.publish({ type: 'sessions-ended', sessionKeys });
    await expect.poll(() => ended.length).toBe(sessionKeys.length);
    expect(ended).toEqual(sessionKeys);
  });

  it('is not given up by a server whose own event loop was busy for longer than an answer may take', async () => {
    const store = await stores.open();
    await store.run(writeScript, ['key']);
    const answer = store.run(writeScript, ['key']);
    const busyUntilMs = performance.now() + 800;
    while (performance.now() < busyUntilMs);
    expect(await answer).toBe('stored');
    expect(store.isReachable()).toBe(true);
  });
});
