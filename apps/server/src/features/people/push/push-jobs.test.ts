/* Several servers and restarts: each server is the feature with its own post, all on one database and one clock. */
import { createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { createLog } from '../../../platform/log.ts';
import { readInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import { pushFeature, type NoticeKind, type Push } from './index.ts';
import type { Post } from './send-notice.ts';

const clock = createVirtualClock('2026-11-30T12:00:00.000Z');
let app: TestApp;
let sealingKey: Uint8Array;
let people: Person[];
let subject = 0;

beforeAll(async () => {
  app = await startTestApp({}, { clock });
  sealingKey = await readInstanceSecret(app.db, sealingKeyName);
  people = await Promise.all(Array.from({ length: 5 }, () => app.viewer()));
  for (const person of people) await subscribe(person);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  subject += 1;
});

const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
async function subscribe(person: Person): Promise<void> {
  const endpoint = `https://push.example/${newDeviceId()}`;
  const subscription = { endpoint, keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } };
  const { status } = await app.call(
    'PUT /api/push',
    { body: { subscription, kinds: ['reminders'] } },
    person,
  );
  expect(status).toBe(200);
}

/** What is due for every account that asked: one notice each, until an hour from now. */
const oneEach: NoticeKind = {
  async listDue(_accounts, now) {
    const accounts = await app.db.selectFrom('push_subscription').select('account_id').distinct().execute();
    return accounts.map(({ account_id }) => ({
      accountId: account_id,
      subject: String(subject),
      askedBefore: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    }));
  },
  write: async (tag) => ({ tag, title: 'x', place: 'y', startsAt: '', endsAt: '', path: '/' }),
};

/** A server of the installation. @param post - what its requests to push services come to */
const startServer = (post: Post, key = sealingKey): Push =>
  pushFeature({
    db: app.db,
    sealingKey: key,
    kinds: { reminders: oneEach },
    contact: 'https://tv.example',
    post,
    checkSession: async () => ({ accountId: 'x', role: 'user', plan: 'premium' }) as never,
    clock,
    log: createLog('debug', { write: () => undefined }),
  });

const taken = { status: 201, retryAfterSeconds: undefined };
const countSettled = async (): Promise<number> => {
  const { count } = await app.db
    .selectFrom('push_notice')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('subject', '=', String(subject))
    .where('settled_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
};

it('several servers that look at once send each notice once', async () => {
  const sent: string[] = [];
  const servers = Array.from({ length: 4 }, () =>
    startServer(async ({ address }) => {
      sent.push(address);
      return taken;
    }),
  );
  await Promise.all(servers.map((server) => server.look()));
  await Promise.all(servers.map((server) => server.look()));
  expect([sent.length, new Set(sent).size, await countSettled()]).toEqual([5, 5, 5]);
  await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
});

it('what a server has taken and not sent before it was killed is sent by another one after two minutes', async () => {
  let asked = 0;
  // A killed process neither answers nor notes anything.
  const killed = startServer(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  void killed.look();
  await vi.waitFor(() => expect(asked).toBe(5), { timeout: 10_000 });
  const sent: string[] = [];
  await using next = startServer(async ({ address }) => {
    sent.push(address);
    return taken;
  });
  await next.look();
  expect(sent).toEqual([]);
  await clock.advance(120_000);
  await next.look();
  await next.look();
  expect([new Set(sent).size, sent.length, await countSettled()]).toEqual([5, 5, 5]);
});

it('a server that closes gives up what it is sending, and its next start sends that', async () => {
  let asked = 0;
  const closing = startServer(({ signal }) => {
    asked += 1;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  });
  closing.start();
  await vi.waitFor(() => expect(asked).toBe(5), { timeout: 10_000 });
  await closing[Symbol.asyncDispose]();
  expect(await countSettled()).toBe(0);
  await clock.advance(120_000);
  await using next = startServer(async () => taken);
  await next.look();
  expect(await countSettled()).toBe(5);
});

it('a server whose key was replaced sends nothing to browsers that subscribed with the former one', async () => {
  let asked = 0;
  const post: Post = async () => {
    asked += 1;
    return taken;
  };
  await using replaced = startServer(post, Buffer.alloc(32, 1));
  await replaced.look();
  expect(asked).toBe(0);
  await using former = startServer(post);
  await former.look();
  expect(asked).toBe(5);
});

it('notices are forgotten a day after they are over', async () => {
  await using server = startServer(async () => taken);
  await server.look();
  while ((await server.deleteOld()) > 0);
  expect(await countSettled()).toBe(5);
  await clock.advance(25 * 3_600_000 + 1);
  expect(await server.deleteOld()).toBeGreaterThanOrEqual(5);
  expect(await countSettled()).toBe(0);
});
