import type { AccountRow } from '@butaca/db';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccountsRepository, insertAccount, type NewAccount } from './accounts.repository.ts';
import { createAccountAdministration, type AccountAdministration } from './administer-accounts.ts';

const actor = { accountId: null, username: 'jefa' };
let database: TestDatabase;
let repository: ReturnType<typeof createAccountsRepository>;
let administration: AccountAdministration;
/**
 * Records, in order, what the administration of accounts did to the sessions of an account: `end` in the transaction,
 * `settle` after its commit, or `forget` (remove them from the cache).
 */
let asked: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  repository = createAccountsRepository(database.db);
  const sessions: Parameters<typeof createAccountAdministration>[1] = {
    async endWithin(_trx, accountId) {
      asked.push(`end ${accountId}`);
      return () => void asked.push(`settle ${accountId}`);
    },
    forgetAccount: (accountId) => void asked.push(`forget ${accountId}`),
  };
  administration = createAccountAdministration(database.db, sessions, { remove: async () => false });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('account').execute();
  await database.db.deleteFrom('audit_entry').execute();
  asked = [];
});

const add = (id: string, more: Partial<NewAccount> & { createdAt?: string } = {}): Promise<AccountRow> => {
  const { createdAt = '2026-01-01', ...account } = more;
  return database.db.transaction().execute(async (trx) => {
    await insertAccount(trx, {
      id,
      username: id,
      passwordHash: 'antigua',
      role: 'user',
      plan: 'gplay',
      isActive: true,
      isDemo: false,
      ...account,
    });
    return trx
      .updateTable('account')
      .set({ created_at: new Date(createdAt) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
};
const acts = async () =>
  (await database.db.selectFrom('audit_entry').selectAll().orderBy('at').execute()).map(
    ({ action, subject_id, before, after }) => ({ action, subject_id, before, after }),
  );

/** An act whose caller has given their password where it takes one. */
const admitted = () => undefined;

describe('the password reset by the operator', () => {
  it('chooses the oldest administrator when no name is given', async () => {
    await add('nueva', { role: 'admin', createdAt: '2026-03-01' });
    await add('vieja', { role: 'admin', createdAt: '2026-02-01' });
    await add('ana', { createdAt: '2025-01-01' });
    expect((await administration.resetAdmin(undefined, 'nueva clave', actor))?.row.username).toBe('vieja');
    expect(asked).toEqual(['end vieja', 'settle vieja']);
  });

  it('chooses an administrator of the demo only when there is no other, or by name', async () => {
    await add('demo-admin', { role: 'admin', isDemo: true, createdAt: '2025-01-01' });
    expect((await administration.resetAdmin(undefined, 'x', actor))?.row.username).toBe('demo-admin');
    await add('jefa', { role: 'admin' });
    expect((await administration.resetAdmin(undefined, 'x', actor))?.row.username).toBe('jefa');
    expect((await administration.resetAdmin('Demo-Admin', 'x', actor))?.row.username).toBe('demo-admin');
  });

  it('activates the account, removes its end, and requires a new password', async () => {
    await add('jefa', { role: 'admin', isActive: false, expiresAt: new Date('2026-02-01') });
    expect(await administration.resetAdmin('JEFA', 'nueva clave', actor)).toMatchObject({
      row: {
        is_active: true,
        expires_at: null,
        password_hash: 'nueva clave',
        has_one_time_password: true,
        one_time_password_used_at: null,
      },
      hadSecondFactor: false,
    });
    expect(await acts()).toEqual([
      {
        action: 'user.password',
        subject_id: 'jefa',
        before: { isActive: false, expiresAt: '2026-02-01T00:00:00.000Z' },
        after: { isActive: true, expiresAt: null },
      },
    ]);
  });

  it('changes no account when the name is not an administrator’s', async () => {
    await add('ana');
    expect(await administration.resetAdmin('ana', 'x', actor)).toBeUndefined();
    expect(await administration.resetAdmin(undefined, 'x', actor)).toBeUndefined();
    expect([(await repository.find('ana'))?.password_hash, await acts(), asked]).toEqual(['antigua', [], []]);
  });
});

describe('a change by an administrator', () => {
  it('is stored, and recorded with the values before and after', async () => {
    await add('ana');
    expect((await administration.setPlan('ana', 'premium', actor)).plan).toBe('premium');
    expect(await acts()).toEqual([
      { action: 'user.plan', subject_id: 'ana', before: { plan: 'gplay' }, after: { plan: 'premium' } },
    ]);
    expect(asked).toEqual(['forget ana']);
  });

  it('without effect is not recorded, and leaves the account unchanged', async () => {
    await add('jefa', { role: 'admin' });
    const before = await add('ana', { role: 'admin' });
    expect(await administration.setPlan('ana', 'gplay', actor)).toEqual(before);
    expect(await administration.setRole('ana', 'admin', actor, admitted)).toEqual(before);
    expect(
      await administration.setStatus('ana', { isActive: true, expiresAt: null }, actor, admitted),
    ).toEqual(before);
    expect(await acts()).toEqual([]);
  });

  it.each([
    ['plan', () => administration.setPlan('nadie', 'premium', actor)],
    ['role', () => administration.setRole('nadie', 'admin', actor, admitted)],
    [
      'status',
      () => administration.setStatus('nadie', { isActive: true, expiresAt: undefined }, actor, admitted),
    ],
    ['password', () => administration.resetPassword('nadie', 'x', actor)],
  ])('of the %s of an unknown account is refused', async (_what, change) => {
    await expect(change()).rejects.toMatchObject({ code: 'account.not_found' });
    expect([await acts(), asked]).toEqual([[], []]);
  });

  it.each([
    [true, 'user.approve'],
    [false, 'user.status'],
  ])(
    'that decides on a registration (%s) is recorded as %s, and ends the waiting',
    async (isActive, action) => {
      await add('ana', { isActive: false, awaitsApproval: true });
      const row = await administration.setStatus('ana', { isActive, expiresAt: undefined }, actor, admitted);
      expect([row.is_active, row.awaits_approval]).toEqual([isActive, false]);
      expect((await acts()).map((act) => act.action)).toEqual([action]);
    },
  );

  it('to the end date only leaves a registration waiting', async () => {
    await add('ana', { isActive: false, awaitsApproval: true });
    const expiresAt = new Date('2030-01-01');
    const row = await administration.setStatus('ana', { isActive: undefined, expiresAt }, actor, admitted);
    expect([row.is_active, row.awaits_approval, row.expires_at]).toEqual([false, true, expiresAt]);
  });

  it('ends the sessions of an account that it deactivates, and none when it activates one', async () => {
    await add('ana');
    await administration.setStatus('ana', { isActive: false, expiresAt: undefined }, actor, admitted);
    expect(asked).toEqual(['end ana', 'settle ana']);
    asked = [];
    await administration.setStatus('ana', { isActive: true, expiresAt: undefined }, actor, admitted);
    expect(asked).toEqual(['forget ana']);
  });

  it('never removes the last administrator, even when the demo has another one', async () => {
    await add('jefa', { role: 'admin' });
    await add('demo-admin', { role: 'admin', isDemo: true });
    await expect(administration.setRole('jefa', 'user', actor, admitted)).rejects.toMatchObject({
      code: 'account.last_admin',
    });
    expect((await administration.setRole('demo-admin', 'user', actor, admitted)).role).toBe('user');
    expect((await repository.find('jefa'))?.role).toBe('admin');
  });
});

describe('the list of users', () => {
  const names = async (filter: object, page = 1, limit = 10) => {
    const { rows, total } = await repository.listPage(page, limit, {
      search: '',
      awaiting: false,
      ...filter,
    });
    return [rows.map(({ username }) => username), total];
  };
  beforeEach(async () => {
    await add('ana_1');
    await add('anab1', { plan: 'premium', expiresAt: new Date('2020-01-01') });
    await add('Zoe%', { isActive: false, awaitsApproval: true });
    await add('jefa', { role: 'admin', expiresAt: new Date('2100-01-01') });
  });

  it.each([
    [{}, ['ana_1', 'anab1', 'jefa', 'Zoe%']],
    [{ search: 'AN' }, ['ana_1', 'anab1']],
    [{ search: 'a_1' }, ['ana_1']],
    [{ search: '%' }, ['Zoe%']],
    [{ search: '\\' }, []],
    [{ search: 'ＺＯＥ' }, ['Zoe%']],
    [{ role: 'admin' }, ['jefa']],
    [{ plan: 'premium' }, ['anab1']],
    [{ status: 'active' }, ['ana_1', 'jefa']],
    [{ status: 'inactive' }, ['anab1', 'Zoe%']],
    [{ awaiting: true }, ['Zoe%']],
    [{ search: 'an', status: 'active' }, ['ana_1']],
  ])('filtered by %j is %j', async (filter, found) => {
    expect(await names(filter)).toEqual([found, found.length]);
  });

  it('comes in pages, with the total', async () => {
    expect(await names({}, 1, 3)).toEqual([['ana_1', 'anab1', 'jefa'], 4]);
    expect(await names({}, 2, 3)).toEqual([['Zoe%'], 4]);
    expect(await names({}, 3, 3)).toEqual([[], 4]);
  });
});

describe('the accounts of the demo', () => {
  it('are removed together, except the remover’s own, which becomes an ordinary account', async () => {
    await add('ana');
    await add('demo-admin', { role: 'admin', isDemo: true });
    await add('demo-ana', { isDemo: true });
    expect([await repository.hasAdmin(), await repository.countDemo()]).toEqual([false, 2]);
    expect(await repository.removeDemo({ accountId: 'demo-admin', username: 'demo-admin' })).toEqual([
      'demo-ana',
    ]);
    expect([await repository.hasAdmin(), await repository.countDemo(), await repository.countAll()]).toEqual([
      true,
      0,
      2,
    ]);
    expect((await acts()).map(({ action }) => action)).toEqual(['demo.remove']);
  });

  it('are removed without an audit entry when no person asked for it', async () => {
    await add('demo-ana', { isDemo: true });
    expect(await repository.removeDemo(undefined)).toEqual(['demo-ana']);
    expect(await acts()).toEqual([]);
  });
});

it('a user name is unique regardless of spelling', async () => {
  await add('Lucía');
  await expect(add('LUCÍA')).rejects.toMatchObject({ code: 'account.username_taken' });
  expect((await repository.findByUsername('lucíA'))?.username).toBe('Lucía');
  expect([await repository.nameOf('Lucía'), await repository.nameOf('nadie')]).toEqual(['Lucía', undefined]);
});
