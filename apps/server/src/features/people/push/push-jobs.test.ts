/* Several servers and restarts: each server is the feature with its own post, all on one database and one clock. */
import { createVirtualClock } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { AppError } from '../../../platform/http/app-error.ts';
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

const dueFor = (accountId: string, about: string, now: Date) => ({
  accountId,
  subject: about,
  askedBefore: now,
  expiresAt: new Date(now.getTime() + 3_600_000),
});

/** What is due for every account that asked: one notice each, until an hour from now. */
const oneEach: NoticeKind = {
  async listDue(_accounts, now) {
    const accounts = await app.db.selectFrom('push_subscription').select('account_id').distinct().execute();
    return accounts.map(({ account_id }) => dueFor(account_id, String(subject), now));
  },
  write: async (tag) => ({ tag, title: 'x', place: 'y', startsAt: '', endsAt: '', path: '/' }),
};

/** A server of the installation. @param post - what its requests to push services come to */
const startServer = (post: Post, key = sealingKey, reminders = oneEach): Push =>
  pushFeature({
    db: app.db,
    sealingKey: key,
    kinds: { reminders },
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

it('a device whose push service does not answer holds up no other one, however many notices it is to get', async () => {
  const silent = await app.db
    .selectFrom('push_subscription')
    .selectAll()
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const many: NoticeKind = {
    ...oneEach,
    listDue: async (accounts, now) => [
      ...Array.from({ length: 30 }, (_each, index) => dueFor(silent.account_id, `${subject} ${index}`, now)),
      ...(await oneEach.listDue(accounts, now)),
    ],
  };
  const asked: string[] = [];
  const post: Post = async ({ address }) => {
    asked.push(address);
    if (address === silent.endpoint) throw new AppError('upstream.timeout');
    return taken;
  };
  await using server = startServer(post, sealingKey, many);
  await server.look();
  expect([asked.length, new Set(asked).size, await countSettled()]).toEqual([5, 5, 4]);
  // What could not be tried any more is not held against the device.
  await clock.advance(3_600_000);
  await server.look();
  const row = app.db.selectFrom('push_subscription').select('failures').where('id', '=', silent.id);
  expect(await row.executeTakeFirst()).toEqual({ failures: 0 });
});

it('noting what was sent waits for a session that is ending, and holds nothing for which that waits', async () => {
  const answers = new Map<string, (answer: typeof taken) => void>();
  await using server = startServer(
    ({ address }) => new Promise((resolve) => void answers.set(address, resolve)),
  );
  const looked = server.look();
  await expect.poll(() => answers.size).toBe(5);
  const [endpoint = ''] = answers.keys();
  await app.db.transaction().execute(async (trx) => {
    const ending = await trx
      .selectFrom('push_subscription')
      .select('id')
      .where('endpoint', '=', endpoint)
      .forUpdate()
      .executeTakeFirstOrThrow();
    for (const answer of answers.values()) answer(taken);
    const waiting = sql<{ count: number }>`select count(*)::integer as count from pg_locks where not granted`;
    await vi.waitFor(async () => expect((await waiting.execute(trx)).rows[0]?.count).toBeGreaterThan(0));
    const notices = trx.selectFrom('push_notice').select('id').where('subscription_id', '=', ending.id);
    expect((await notices.forUpdate().noWait().execute()).length).toBeGreaterThan(0);
  });
  await looked;
  expect(await countSettled()).toBe(5);
});

it('what a server has taken and not sent before it was killed is sent by another one after two minutes', async () => {
  let asked = 0;
  // A killed process neither answers nor notes anything.
  const killed = startServer(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  void killed.look();
  await expect.poll(() => asked).toBe(5);
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
  await expect.poll(() => asked).toBe(5);
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
