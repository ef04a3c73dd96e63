import { planHeader, type PlanKey } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

const ask = (plan: PlanKey, person: Person) =>
  test.call('POST /api/plans/request', { body: { plan } }, person);
const withdraw = (person: Person) => test.call('DELETE /api/plans/request', {}, person);
const own = async (person: Person) => (await test.call('GET /api/plans', {}, person)).body;
const list = async () => (await test.call('GET /api/admin/plan-requests', { query: {} }, admin)).body;
const requestOf = async ({ username }: Person) => {
  const found = (await list()).requests.find((request) => request.username === username);
  if (found === undefined) throw new Error(`${username} has no request`);
  return found;
};
const decide = (verb: 'grant' | 'reject' | 'reopen', id: string, person = admin) =>
  test.call(`POST /api/admin/plan-requests/:id/${verb}`, { params: { id } }, person);
const planOf = async (person: Person) => (await test.call('GET /api/auth/me', {}, person)).body.user.plan;

describe('a request for a plan', () => {
  it('is shown to its person and to the administrators', async () => {
    const person = await test.viewer();
    const { waiting: before } = await list();
    const { status, body } = await ask('premium', person);
    expect([status, body.request]).toMatchObject([201, { plan: 'premium', state: 'open' }]);
    expect((await own(person)).request).toMatchObject({ plan: 'premium', state: 'open' });
    expect((await list()).waiting).toBe(before + 1);
    expect(await requestOf(person)).toMatchObject({ currentPlan: 'gplay', plan: 'premium', state: 'open' });
  });

  it('is refused while another one is open, for the present plan, for a hidden plan, and for administrators', async () => {
    const person = await test.viewer();
    expect((await ask('gplay', person)).body).toMatchObject({ code: 'planrequest.current' });
    await ask('premium', person);
    expect((await ask('premium', person)).body).toMatchObject({
      code: 'planrequest.open',
      error: 'Ya pediste un plan. Espera la respuesta o retira tu petición para pedir otro.',
    });
    expect((await ask('sports', person)).body.code).toBe('planrequest.open');
    const hide = (isHidden: boolean) =>
      test.call('PUT /api/admin/plans', { body: { plans: [{ key: 'sports', isHidden }] } }, admin);
    await hide(true);
    expect((await ask('sports', await test.viewer())).body.code).toBe('planrequest.not_offered');
    await hide(false);
    expect((await ask('sports', admin)).body.code).toBe('planrequest.needless');
  });

  it('is only one, also when it is sent many times at once', async () => {
    const person = await test.viewer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('premium', person)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
  });

  it('can be withdrawn, and then another plan asked for', async () => {
    const person = await test.viewer();
    await ask('premium', person);
    expect((await withdraw(person)).status).toBe(200);
    expect((await withdraw(person)).body.code).toBe('planrequest.not_found');
    expect((await own(person)).request).toBeNull();
    expect((await ask('sports', person)).status).toBe(201);
  });

  it('is settled when an administrator gives the plan in the list of users', async () => {
    const person = await test.viewer();
    await ask('premium', person);
    const { userId } = await requestOf(person);
    await test.call(
      'PUT /api/admin/users/:id/plan',
      { params: { id: userId }, body: { plan: 'premium' } },
      admin,
    );
    expect((await list()).requests.map(({ username }) => username)).not.toContain(person.username);
    expect((await own(person)).request).toBeNull();
    expect((await ask('sports', person)).status).toBe(201);
  });
});

describe('a decision on a request', () => {
  it('that grants gives the plan at once, and can be taken back', async () => {
    const person = await test.viewer('estandar');
    await ask('premium', person);
    const { _id: id } = await requestOf(person);
    const { status, body } = await decide('grant', id);
    expect([status, body]).toMatchObject([
      200,
      { state: 'granted', currentPlan: 'premium', decidedBy: 'jefa' },
    ]);
    expect(await planOf(person)).toBe('premium');
    expect((await decide('grant', id)).body.code).toBe('planrequest.decided');
    expect((await decide('reopen', id)).body).toMatchObject({ state: 'open', currentPlan: 'estandar' });
    expect(await planOf(person)).toBe('estandar');
    expect((await decide('reopen', id)).body.code).toBe('planrequest.not_decided');
    const { body: audit } = await test.call(
      'GET /api/admin/audit',
      { query: { search: person.username } },
      admin,
    );
    expect(audit.entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.plan', 'plan_request.reopen']),
    );
  });

  it('that grants is named by the next answer to the person, a refusal included', async () => {
    const person = await test.viewer();
    const named = async () => {
      const ok = await test.call('GET /api/home', {}, person);
      const refused = await test.call('GET /api/admin/users', { query: {} }, person);
      return [ok, refused].map(({ status, headers }) => [status, headers[planHeader]]);
    };
    await ask('premium', person);
    expect(await named()).toEqual([
      [200, 'gplay'],
      [403, 'gplay'],
    ]);
    await decide('grant', (await requestOf(person))._id);
    expect(await named()).toEqual([
      [200, 'premium'],
      [403, 'premium'],
    ]);
  });

  it('that rejects is shown to the person, who may ask again', async () => {
    const person = await test.viewer();
    await ask('premium', person);
    const { _id: id } = await requestOf(person);
    expect((await decide('reject', id)).body).toMatchObject({ state: 'rejected', currentPlan: 'gplay' });
    expect((await own(person)).request).toMatchObject({ plan: 'premium', state: 'rejected' });
    expect((await ask('sports', person)).status).toBe(201);
    expect((await decide('reopen', id)).body.code).toBe('planrequest.not_found');
  });

  it('is not taken back when the plan was changed since', async () => {
    const person = await test.viewer();
    await ask('premium', person);
    const { _id: id, userId } = await requestOf(person);
    await decide('grant', id);
    await test.call(
      'PUT /api/admin/users/:id/plan',
      { params: { id: userId }, body: { plan: 'sports' } },
      admin,
    );
    expect((await decide('reopen', id)).body.code).toBe('resource.conflict');
    expect(await planOf(person)).toBe('sports');
  });

  it('is made by one of two administrators who decide at the same moment', async () => {
    const person = await test.viewer();
    await ask('premium', person);
    const { _id: id } = await requestOf(person);
    const answers = await Promise.all([decide('grant', id), decide('reject', id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const isGranted = answers[0].status === 200;
    expect(await planOf(person)).toBe(isGranted ? 'premium' : 'gplay');
  });

  it('loses against a person who withdraws first, and the plan stays', async () => {
    const person = await test.viewer();
    await ask('premium', person);
    const { _id: id } = await requestOf(person);
    const [granted, withdrawn] = await Promise.all([decide('grant', id), withdraw(person)]);
    expect([granted.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await planOf(person)).toBe(granted.status === 200 ? 'premium' : 'gplay');
  });

  it('is refused to viewers', async () => {
    const person = await test.viewer();
    await ask('premium', person);
    const { _id: id } = await requestOf(person);
    expect((await decide('grant', id, person)).status).toBe(403);
    expect(await planOf(person)).toBe('gplay');
  });
});
