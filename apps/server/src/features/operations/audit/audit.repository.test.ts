import { recordAct, type Act } from '@butaca/db';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuditRepository, type AuditFilter, type AuditRepository } from './audit.repository.ts';

let database: TestDatabase;
let audit: AuditRepository;
beforeAll(async () => {
  database = await createTestDatabase();
  audit = createAuditRepository(database.db);
  const acts: [username: string, act: Act][] = [
    ['jefa', { action: 'import.undo', subjectId: 'uno', subjectName: 'lista 100%.m3u' }],
    ['jefa', { action: 'import.publish', subjectId: 'dos', subjectName: 'lista_a.m3u', after: { added: 2 } }],
    ['otra', { action: 'importer.start', subjectName: 'lista-b.m3u' }],
    [
      'Ángela',
      { action: 'account.status', subjectId: 'uno', subjectName: 'Beto', before: { isActive: true } },
    ],
  ];
  for (const [username, act] of acts) await recordAct(database.db, { accountId: null, username }, act);
});
afterAll(() => database.close());

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

const actions = async (filter: AuditFilter) =>
  (await audit.listPage(filter, { offset: 0, limit: 100 })).rows.map(({ action }) => action);

describe('the audit log', () => {
  it('is read newest first, in pages', async () => {
    const all = ['account.status', 'importer.start', 'import.publish', 'import.undo'];
    expect(await actions({})).toEqual(all);
    const second = await audit.listPage({}, { offset: 3, limit: 3 });
    expect([second.rows.map(({ action }) => action), second.total]).toEqual([['import.undo'], 4]);
    expect(await audit.listPage({}, { offset: 99, limit: 3 })).toEqual({ rows: [], total: 4 });
  });

  it.each<[string, AuditFilter, string[]]>([
    ['one action', { action: 'import.undo' }, ['import.undo']],
    [
      'all actions of a noun, and none of a noun that begins with it',
      { action: 'import' },
      ['import.publish', 'import.undo'],
    ],
    ['an action that nobody did', { action: 'plan.update' }, []],
    ['a noun that is a pattern', { action: 'impor_' }, []],
    [
      'a noun of nothing',
      { action: '' },
      ['account.status', 'importer.start', 'import.publish', 'import.undo'],
    ],
    ['what was done to one subject', { subjectId: 'uno' }, ['account.status', 'import.undo']],
    ['one action on one subject', { subjectId: 'uno', action: 'account' }, ['account.status']],
    ['who did it, in any case', { search: 'JEF' }, ['import.publish', 'import.undo']],
    ['what it was done to', { search: 'beto' }, ['account.status']],
    ['a percent sign as itself', { search: '%' }, ['import.undo']],
    ['an underscore as itself', { search: 'a_a' }, ['import.publish']],
    ['a backslash as itself', { search: '\\' }, []],
  ])('is searched for %s', async (_what, filter, expected) => {
    expect(await actions(filter)).toEqual(expected);
    expect((await audit.listPage(filter, { offset: 0, limit: 1 })).total).toBe(expected.length);
  });
});

it('acts of more than two years ago are deleted', async () => {
  await database.db.deleteFrom('audit_entry').execute();
  const now = new Date('2026-11-29T12:00:00Z');
  for (const [id, days] of [
    ['old', 731],
    ['kept', 729],
  ] as const)
    await database.db
      .insertInto('audit_entry')
      .values({
        id,
        action: 'import.run',
        subject_id: id,
        subject_name: id,
        username: 'jefa',
        at: daysBefore(now, days),
      })
      .execute();
  const repository = createAuditRepository(database.db);
  expect([await repository.deleteOld(now), await repository.deleteOld(now)]).toEqual([1, 0]);
  const left = await database.db.selectFrom('audit_entry').select('id').execute();
  expect(left).toEqual([{ id: 'kept' }]);
});
