import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let boss: Person;
let bossId: string;
beforeAll(async () => {
  test = await startTestApp();
  boss = await test.admin();
  bossId = await idOf('jefa');
});
afterAll(() => test[Symbol.asyncDispose]());

async function idOf(username: string): Promise<string> {
  const { body } = await test.call('GET /api/admin/users', { query: { search: username } }, boss);
  return body.users.find((user) => user.username === username)?._id ?? '';
}

const demote = (id: string, by: Person) =>
  test.call(
    'PUT /api/admin/users/:id/role',
    { params: { id }, body: { role: 'user', currentPassword: by.password } },
    by,
  );
const setStatus = (id: string, body: { isActive: boolean; expiresAt?: string | null }, by = boss) =>
  test.call(
    'PUT /api/admin/users/:id/status',
    { params: { id }, body: { ...body, currentPassword: by.password } },
    by,
  );
const later = '2035-01-01T00:00:00.000Z';

let people = 0;
/** Creates a second administrator for the test, without an expiry date. */
async function appoint(): Promise<Person & { id: string }> {
  people += 1;
  const credentials = { username: `otra-${people}`, password: 'una clave larga y propia' };
  const { body } = await test.call(
    'POST /api/admin/users',
    { body: { ...credentials, role: 'admin', currentPassword: boss.password } },
    boss,
  );
  return { ...(await test.login(credentials)), id: body._id };
}

describe('the last administrator, through the API', () => {
  it.each([
    ['deactivated', () => setStatus(bossId, { isActive: false })],
    ['given a date', () => setStatus(bossId, { isActive: true, expiresAt: later })],
    ['demoted', () => demote(bossId, boss)],
  ])('cannot be %s', async (_how, act) => {
    const { status, body } = await act();
    expect([status, body.code]).toEqual([409, 'account.last_admin']);
    const { body: mine } = await test.call('GET /api/admin/users', { query: { search: 'jefa' } }, boss);
    expect(mine.users[0]).toMatchObject({ role: 'admin', isActive: true, expiresAt: null });
    const { body: audit } = await test.call('GET /api/admin/audit', { query: { subjectId: bossId } }, boss);
    expect(audit.entries).toEqual([]);
  });

  it('is the one without an end date, even when another one has an end date', async () => {
    const other = await appoint();
    expect((await setStatus(other.id, { isActive: true, expiresAt: later })).status).toBe(200);
    expect((await demote(bossId, boss)).body.code).toBe('account.last_admin');
    expect((await setStatus(bossId, { isActive: true, expiresAt: later })).body.code).toBe(
      'account.last_admin',
    );
    expect((await setStatus(other.id, { isActive: true, expiresAt: null })).status).toBe(200);
    expect((await setStatus(bossId, { isActive: true, expiresAt: later })).status).toBe(200);
    expect((await setStatus(bossId, { isActive: true, expiresAt: null })).status).toBe(200);
    expect((await demote(other.id, boss)).status).toBe(200);
  });
});

describe('two administrators', () => {
  let other: Person & { id: string };
  beforeEach(async () => {
    other = await appoint();
  });

  const acts: [string, (id: string, by: Person) => Promise<{ status: number }>][] = [
    ['demote', demote],
    ['deactivate', (id, by) => setStatus(id, { isActive: false }, by)],
    ['give a date to', (id, by) => setStatus(id, { isActive: true, expiresAt: later }, by)],
  ];
  it.each(acts)('who %s each other at the same moment always leave one administrator', async (_how, act) => {
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all([act(bossId, other), act(other.id, boss)]);
      const statuses = answers.map(({ status }) => status);
      // Two administrators demote or deactivate each other at the same time. The slower request may be refused with 401
      // or 403, because the faster one has already ended its session or its role.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
      const winner = statuses[0] === 200 ? other : boss;
      const loserId = winner === other ? bossId : other.id;
      await setStatus(loserId, { isActive: true, expiresAt: null }, winner);
      await test.call(
        'PUT /api/admin/users/:id/role',
        { params: { id: loserId }, body: { role: 'admin', currentPassword: winner.password } },
        winner,
      );
      if (winner === other) Object.assign(boss, await test.login(boss));
      else Object.assign(other, await test.login(other));
    }
    expect((await demote(other.id, boss)).status).toBe(200);
  });
});
