import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

type Limit = { key: 'gplay' | 'sports' | 'premium'; maxStreams: number };
const put = (plans: Limit[], person = admin) =>
  test.call('PUT /api/admin/plans', { body: { plans } }, person);
const current = async () =>
  Object.fromEntries(
    (await test.call('GET /api/admin/plans', {}, admin)).body.map(({ key, maxStreams }) => [key, maxStreams]),
  );

describe('the limits of the plans', () => {
  it('are listed from the lowest plan to the highest, with how many users have each', async () => {
    const limits = [
      ['gplay', 1],
      ['estandar', 2],
      ['cinefilo', 2],
      ['sports', 2],
      ['premium', 4],
    ];
    const read = async () => (await test.call('GET /api/admin/plans', {}, admin)).body;
    const before = await read();
    expect(before.map(({ key, maxStreams }) => [key, maxStreams])).toEqual(limits);
    await test.viewer('cinefilo');
    await test.viewer('cinefilo');
    const added = (await read()).map(({ key, users }, index) => [key, users - (before[index]?.users ?? 0)]);
    expect(added).toEqual(limits.map(([key]) => [key, key === 'cinefilo' ? 2 : 0]));
  });

  it('take effect at once for people who are signed in, and each change is recorded', async () => {
    const person = await test.viewer('sports');
    const allowed = async () => (await test.call('GET /api/streams', {}, person)).body.maxStreams;
    expect(await allowed()).toBe(2);
    const { status, body } = await put([
      { key: 'sports', maxStreams: 7 },
      { key: 'premium', maxStreams: 4 },
    ]);
    expect([status, body.find(({ key }) => key === 'sports')]).toEqual([
      200,
      { key: 'sports', maxStreams: 7, users: 1, name: '', price: '', isHidden: false, position: 3 },
    ]);
    expect(await allowed()).toBe(7);
    const { body: audit } = await test.call('GET /api/admin/audit', { query: { action: 'plan' } }, admin);
    expect(audit.entries).toMatchObject([
      {
        username: 'jefa',
        action: 'plan.update',
        subjectId: 'sports',
        subjectName: 'Sports',
        before: { maxStreams: 2 },
        after: { maxStreams: 7 },
      },
    ]);
  });

  it.each([
    [[{ key: 'gplay', maxStreams: 0 }]],
    [[{ key: 'gplay', maxStreams: 21 }]],
    [[{ key: 'gplay', maxStreams: 1.5 }]],
    [[{ key: 'gplay', maxStreams: '2' }]],
    [[{ key: 'oro', maxStreams: 2 }]],
    [
      [
        { key: 'gplay', maxStreams: 2 },
        { key: 'gplay', maxStreams: 3 },
      ],
    ],
    [[]],
    [
      [
        { key: 'premium', maxStreams: 9 },
        { key: 'gplay', maxStreams: -1 },
      ],
    ],
  ])('stay unchanged when an invalid change is sent: %j', async (plans) => {
    const before = await current();
    const { status, body } = await put(plans as Limit[]);
    expect([status, body.code]).toEqual([400, 'input.invalid']);
    expect(await current()).toEqual(before);
  });

  it('cannot be changed by a viewer', async () => {
    const before = await current();
    const { status } = await put([{ key: 'gplay', maxStreams: 20 }], await test.viewer());
    expect(status).toBe(403);
    expect(await current()).toEqual(before);
  });
});
