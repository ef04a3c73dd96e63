import { itemKeyOf, type ItemKey } from '@butaca/contract';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertChannel } from '../../../shared/channel/write-channel.ts';
import { createStatsRepository, type StatsRepository } from './stats.repository.ts';
import { createTotalsRepository } from './totals.repository.ts';

const today = '2026-11-21';
const film = itemKeyOf('video', 'faro');
const channel = itemKeyOf('channel', 'uno');

let database: TestDatabase;
let stats: StatsRepository;
beforeAll(async () => {
  database = await createTestDatabase();
  stats = createStatsRepository(database.db);
  for (const [id, plan] of [
    ['ana', 'premium'],
    ['bea', 'gplay'],
  ] as const) {
    await database.db
      .insertInto('account')
      .values({ id, username: id, username_folded: id, password_hash: 'x', role: 'user', plan })
      .execute();
  }
  await database.db.transaction().execute(async (trx) => {
    for (const [index, id] of ['uno', 'dos'].entries()) {
      await insertChannel(trx, { id, name: `Canal ${id}`, number: index + 1 });
    }
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('play').execute();
  await database.db.deleteFrom('channel_failure').execute();
});

/** The time for which an account watched an item on one day; by default the item is a channel, and the day is today. */
const play = (
  accountId: string,
  seconds: number,
  { day = today, itemKey = channel }: { day?: string; itemKey?: ItemKey } = {},
) => ({
  accountId,
  itemKey,
  day,
  seconds,
});

describe('the stored playing time', () => {
  it('adds up over a day, and counts as a play from half a minute on', async () => {
    await stats.writePlays([play('ana', 29)]);
    expect(await stats.listByPlan(today)).toEqual([{ plan: 'premium', plays: 0, hours: 0.01 }]);
    await stats.writePlays([play('ana', 1)]);
    expect(await stats.listByPlan(today)).toEqual([{ plan: 'premium', plays: 1, hours: 0.01 }]);
  });

  it('is listed for a year in parts of 31 days, of which no day is missing or counted twice', async () => {
    const from = '2025-11-22';
    const days = Array.from({ length: 365 }, (_day, index) =>
      new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
    );
    await stats.writePlays(days.map((day) => play('ana', 3_600, { day })));
    let statements = 0;
    const counting = database.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const listed = await createStatsRepository(counting).listByDay(from, today);
    expect(listed).toEqual(days.map((day) => ({ day, viewers: 1, plays: 1, hours: 1 })));
    expect(statements).toBe(12);
  });

  it('is listed for every day of the period, including empty days', async () => {
    await stats.writePlays([
      play('ana', 3_600),
      play('bea', 1_800),
      play('bea', 1_800, { itemKey: film }),
      play('ana', 36, { day: '2026-11-19' }),
      play('ana', 999, { day: '2026-11-18' }),
    ]);
    expect(await stats.listByDay('2026-11-19', today)).toEqual([
      { day: '2026-11-19', viewers: 1, plays: 1, hours: 0.01 },
      { day: '2026-11-20', viewers: 0, plays: 0, hours: 0 },
      { day: today, viewers: 2, plays: 3, hours: 2 },
    ]);
  });

  it('is grouped by the present plan of the account, the longest first', async () => {
    await stats.writePlays([play('ana', 3_600), play('bea', 7_200)]);
    expect((await stats.listByPlan(today)).map(({ plan }) => plan)).toEqual(['gplay', 'premium']);
    await database.db.updateTable('account').set({ plan: 'sports' }).where('id', '=', 'bea').execute();
    await stats.writePlays([play('bea', 1)]);
    expect((await stats.listByPlan(today)).map(({ plan }) => plan)).toEqual(['sports', 'premium']);
    await database.db.updateTable('account').set({ plan: 'gplay' }).where('id', '=', 'bea').execute();
  });

  it('is listed by channel or title, with null for a deleted one, and only the twenty longest', async () => {
    const gone = itemKeyOf('channel', 'ido');
    await stats.writePlays([
      play('ana', 7_200),
      play('ana', 10_800, { itemKey: gone }),
      play('ana', 360, { itemKey: film }),
    ]);
    expect(await stats.listByTitle(today)).toEqual([
      { item_key: gone, plays: 1, hours: 3, title: '' },
      { item_key: channel, plays: 1, hours: 2, title: 'Canal uno' },
      { item_key: film, plays: 1, hours: 0.1, title: '' },
    ]);
    const many = Array.from({ length: 25 }, (_item, index) =>
      play('bea', 100, { itemKey: itemKeyOf('video', `${index}`) }),
    );
    await stats.writePlays(many);
    expect(await stats.listByTitle(today)).toHaveLength(20);
  });

  it('is not listed by title when nobody watched for half a minute', async () => {
    await stats.writePlays([play('ana', 29), play('bea', 20), play('ana', 40, { itemKey: film })]);
    expect((await stats.listByTitle(today)).map(({ item_key: key, plays }) => [key, plays])).toEqual([
      [film, 1],
    ]);
  });

  it('of a deleted account is dropped, and that of others is stored', async () => {
    await stats.writePlays([play('nadie', 100), play('ana', 100)]);
    expect((await stats.listByDay(today, today))[0]?.viewers).toBe(1);
    await expect(stats.writePlays([])).resolves.toBeUndefined();
  });
});

describe('the stored playback failures', () => {
  const failure = (channelId: string, failures: number, more: { day?: string; at?: string } = {}) => ({
    channelId,
    day: more.day ?? today,
    failures,
    lastAt: new Date(more.at ?? `${today}T10:00:00Z`),
  });

  it('are summed over the days of the period, the worst channel first', async () => {
    await stats.writeFailures([failure('uno', 2), failure('dos', 3)]);
    await stats.writeFailures([failure('uno', 2, { at: `${today}T11:00:00Z` })]);
    await stats.writeFailures([
      failure('uno', 1, { day: '2026-11-20' }),
      failure('dos', 9, { day: '2026-11-01' }),
    ]);
    expect(await stats.listFailing('2026-11-20')).toEqual([
      { id: 'uno', name: 'Canal uno', failures: 5, last_at: new Date(`${today}T11:00:00Z`) },
      { id: 'dos', name: 'Canal dos', failures: 3, last_at: new Date(`${today}T10:00:00Z`) },
    ]);
  });

  it('of a deleted channel are dropped', async () => {
    await stats.writeFailures([failure('ido', 2)]);
    await stats.writeFailures([]);
    expect(await stats.listFailing('2026-01-01')).toEqual([]);
  });

  it('are deleted after 400 days, together with playing time', async () => {
    const [kept, old] = ['2025-10-17', '2025-10-16'];
    await stats.writePlays([play('ana', 60, { day: kept }), play('ana', 60, { day: old })]);
    await stats.writeFailures([failure('uno', 1, { day: kept }), failure('uno', 1, { day: old })]);
    await stats.forgetOld(today);
    const days = async (table: 'play' | 'channel_failure') =>
      (await database.db.selectFrom(table).select('day').execute()).map(({ day }) => day);
    expect([await days('play'), await days('channel_failure')]).toEqual([[kept], [kept]]);
  });
});

describe('the totals of accounts', () => {
  it('count accounts that may sign in now separately from all', async () => {
    const totals = createTotalsRepository(database.db);
    expect(await totals.countAccounts()).toEqual({ accounts: 2, activeAccounts: 2, awaitingApproval: 0 });
    const change = database.db.updateTable('account').where('id', '=', 'bea');
    await change.set({ expires_at: new Date('2020-01-01') }).execute();
    expect(await totals.countAccounts()).toMatchObject({ accounts: 2, activeAccounts: 1 });
    await change.set({ expires_at: null, is_active: false, awaits_approval: true }).execute();
    expect(await totals.countAccounts()).toEqual({ accounts: 2, activeAccounts: 1, awaitingApproval: 1 });
    expect(await totals.countCatalogue()).toEqual({ channels: 2, videos: 0, series: 0 });
  });

  it('map ids to user names, once each, without unknown ids', async () => {
    const totals = createTotalsRepository(database.db);
    expect(await totals.listUsernames(['ana', 'ana', 'nadie'])).toEqual(new Map([['ana', 'ana']]));
    expect(await totals.listUsernames([])).toEqual(new Map());
  });
});
