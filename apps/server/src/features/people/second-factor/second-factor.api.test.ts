import { createVirtualClock } from '@butaca/testing';
import type { ErrorBody } from '@butaca/contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { hashRecoveryCode } from './recovery-code.ts';

const password = 'una clave larga y propia';
// The database's own clock decides when sessions end, so the test's clock starts at the present.
const clock = createVirtualClock(new Date().toISOString());
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({}, { clock });
});
afterAll(() => test[Symbol.asyncDispose]());

let admins = 0;
/** Creates another administrator and signs them in. */
async function newAdmin(app = test): Promise<Person & { id: string }> {
  admins += 1;
  const username = `jefa-${admins}`;
  const boss = await app.admin();
  const { body } = await app.call(
    'POST /api/admin/users',
    { body: { username, password, role: 'admin', currentPassword: boss.password } },
    boss,
  );
  return { ...(await app.login({ username, password })), id: body._id };
}

interface Phone {
  /** The code that the authenticator app shows at the clock's time; `steps` moves it by steps of 30 s. */
  code(steps?: number): string;
  recoveryCodes: string[];
}

const phoneOf = (secret: string, recoveryCodes: string[] = []): Phone => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    code: (steps = 0) => totp.generate({ timestamp: clock.now().getTime() + steps * 30_000 }),
    recoveryCodes,
  };
};

async function begin(person: Person, app = test): Promise<Phone> {
  const { status, body } = await app.call(
    'POST /api/auth/second-factor',
    { body: { currentPassword: password } },
    person,
  );
  expect(status).toBe(200);
  return phoneOf(body.secret);
}

/** Turns a person's second factor on, and lets the clock pass on to a step whose code has not been used. */
async function turnOn(person: Person, app = test): Promise<Phone> {
  const phone = await begin(person, app);
  const { status, body } = await app.call(
    'PUT /api/auth/second-factor',
    { body: { code: phone.code() } },
    person,
  );
  expect(status).toBe(200);
  clock.pass(60_000);
  return { ...phone, recoveryCodes: body.recoveryCodes };
}

async function signIn(
  person: Pick<Person, 'username'>,
  code?: string,
  { app = test, word = password, deviceId = newDeviceId(), remoteAddress = '203.0.113.1' } = {},
) {
  const response = await app.app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers: { 'x-device-id': deviceId },
    payload: { username: person.username, password: word, ...(code !== undefined && { code }) },
  });
  const { token = '', code: fault } = response.json<Partial<ErrorBody> & { token?: string }>();
  return { status: response.statusCode, code: fault, token, deviceId };
}

const statusOf = async (person: Pick<Person, 'token' | 'deviceId'>) =>
  (await test.call('GET /api/auth/me', undefined, person)).status;
const read = async (person: Person) =>
  (await test.call('GET /api/auth/second-factor', undefined, person)).body;
const actsOn = async (person: Person) => {
  const { body } = await test.call(
    'GET /api/admin/audit',
    { query: { search: person.username } },
    await test.admin(),
  );
  return body.entries
    .filter(({ subjectName }) => subjectName === person.username)
    .map(({ action, username }) => [action, username]);
};

describe('turning the second factor on', () => {
  it('takes the password and a code, ends the other sessions, and is audited', async () => {
    const person = await newAdmin();
    const elsewhere = await test.login(person);
    expect(await read(person)).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
    const phone = await turnOn(person);
    expect(new Set(phone.recoveryCodes).size).toBe(10);
    expect(await read(person)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect([await statusOf(person), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect(await actsOn(person)).toContainEqual(['user.second_factor_on', person.username]);
  });

  it('stores neither the secret nor a recovery code readably', async () => {
    const person = await newAdmin();
    const { body } = await test.call(
      'POST /api/auth/second-factor',
      { body: { currentPassword: password } },
      person,
    );
    expect(body.address).toContain(`secret=${body.secret}`);
    const secret = Buffer.from(Secret.fromBase32(body.secret).bytes);
    const { sealed_secret: sealed } = await test.db
      .selectFrom('second_factor')
      .select('sealed_secret')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(sealed.includes(secret)).toBe(false);
    expect(test.logged.join('')).not.toContain(body.secret);
  });

  it('changes nothing for sign-ins before a code has confirmed it', async () => {
    const person = await newAdmin();
    await begin(person);
    expect((await signIn(person)).status).toBe(200);
    const wrong = await test.call('PUT /api/auth/second-factor', { body: { code: '000000' } }, person);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'verification.code_wrong']);
    expect((await signIn(person)).status).toBe(200);
  });

  it.each([
    ['a wrong password', 'ninguna de las mías', 400, 'account.password_wrong'],
    ['no password', '', 400, 'input.invalid'],
  ])('is refused with %s', async (_what, currentPassword, status, code) => {
    const person = await newAdmin();
    const answer = await test.call('POST /api/auth/second-factor', { body: { currentPassword } }, person);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('is refused when it is on already, was not begun, or is for a viewer', async () => {
    const person = await newAdmin();
    const confirm = (code: string, by: Person = person) =>
      test.call('PUT /api/auth/second-factor', { body: { code } }, by);
    expect((await confirm('000000')).body.code).toBe('verification.not_begun');
    const phone = await turnOn(person);
    expect((await confirm(phone.code())).body.code).toBe('verification.on');
    const again = await test.call(
      'POST /api/auth/second-factor',
      { body: { currentPassword: password } },
      person,
    );
    expect([again.status, again.body.code]).toEqual([409, 'verification.on']);
    expect((await confirm('000000', await test.viewer())).status).toBe(403);
  });
});

describe('signing in with a second factor', () => {
  it('opens nothing with the password alone, and asks for the code only after the right password', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const before = await test.db.selectFrom('device').select('device_id').execute();
    const refused = await signIn(person);
    expect(refused).toMatchObject({ status: 401, code: 'credentials.code_required', token: '' });
    expect(await test.db.selectFrom('device').select('device_id').execute()).toEqual(before);
    expect(await signIn(person, undefined, { word: 'otra clave' })).toMatchObject({
      code: 'credentials.invalid',
    });
    expect(await signIn(person, phone.code(), { word: 'otra clave' })).toMatchObject({
      code: 'credentials.invalid',
    });
    const admitted = await signIn(person, phone.code());
    expect([admitted.status, await statusOf(admitted)]).toEqual([200, 200]);
  });

  it('accepts the step before and after, and each step once, in any order', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const early = phone.code(-1);
    expect((await signIn(person, phone.code(2))).code).toBe('credentials.code_wrong');
    expect((await signIn(person, phone.code(-2))).code).toBe('credentials.code_wrong');
    expect((await signIn(person, ` ${early.slice(0, 3)} ${early.slice(3)} `)).status).toBe(200);
    expect((await signIn(person, early)).code).toBe('credentials.code_wrong');
    expect((await signIn(person, phone.code(1))).status).toBe(200);
    expect((await signIn(person, phone.code())).status).toBe(200);
    for (const steps of [-1, 0, 1]) {
      expect((await signIn(person, phone.code(steps))).code).toBe('credentials.code_wrong');
    }
  });

  it('accepts codes after the clock was set back an hour, and none again that was used before', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const used = phone.code();
    expect((await signIn(person, used)).status).toBe(200);
    clock.setBack(3_600_000);
    const later = phone.code();
    expect((await signIn(person, later)).status).toBe(200);
    expect((await signIn(person, later)).code).toBe('credentials.code_wrong');
    clock.setBack(-3_600_000);
    expect((await signIn(person, used)).code).toBe('credentials.code_wrong');
    expect((await signIn(person, phone.code(1))).status).toBe(200);
  });

  it('remembers the newest 100 codes that were used', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const first = phone.code();
    const usedSteps = () =>
      test.db
        .selectFrom('second_factor')
        .select((select) => select.fn<number>('cardinality', ['used_steps']).as('count'))
        .where('account_id', '=', person.id)
        .executeTakeFirstOrThrow();
    expect((await signIn(person, first)).status).toBe(200);
    const many = Array.from({ length: 98 }, (_, step) => step);
    await test.db
      .updateTable('second_factor')
      .set({ used_steps: sql`${many}::integer[] || used_steps` })
      .where('account_id', '=', person.id)
      .execute();
    expect((await signIn(person, phone.code(1))).status).toBe(200);
    expect((await usedSteps()).count).toBe(100);
    expect((await signIn(person, first)).code).toBe('credentials.code_wrong');
  });

  it('admits one of many simultaneous sign-ins with the same code', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const code = phone.code();
    const answers = await Promise.all([1, 2, 3].map(() => signIn(person, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  it('admits each recovery code once, however it is typed', async () => {
    const person = await newAdmin();
    const { recoveryCodes } = await turnOn(person);
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(person, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await signIn(person, first)).code).toBe('credentials.code_wrong');
    const admitted = await Promise.all([1, 2, 3].map(() => signIn(person, second)));
    expect(admitted.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await read(person)).toMatchObject({ isOn: true, recoveryCodesLeft: 8 });
  });

  it('gives recovery codes of 120 random bits: 24 of 32 digits, in groups that can be read aloud', async () => {
    const { recoveryCodes } = await turnOn(await newAdmin());
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){5}$/);
  });

  it('admits a shorter recovery code that was given out earlier', async () => {
    const person = await newAdmin();
    await turnOn(person);
    const earlier = 'abcd-efgh-ijkm-npqr';
    await test.db
      .insertInto('recovery_code')
      .values({ account_id: person.id, code_hash: hashRecoveryCode(person.id, earlier) })
      .execute();
    expect((await signIn(person, earlier)).status).toBe(200);
    expect((await signIn(person, earlier)).code).toBe('credentials.code_wrong');
  });

  it('does not accept a recovery code of somebody else', async () => {
    const [one, other] = [await newAdmin(), await newAdmin()];
    const { recoveryCodes } = await turnOn(one);
    await turnOn(other);
    expect((await signIn(other, recoveryCodes[0])).code).toBe('credentials.code_wrong');
  });

  it('uses up no one-time password while the code is missing or wrong', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const { body } = await test.call(
      'POST /api/admin/users/:id/password',
      { params: { id: person.id }, body: { currentPassword: (await test.admin()).password } },
      await test.admin(),
    );
    const word = body.oneTimePassword;
    expect((await signIn(person, undefined, { word })).code).toBe('credentials.code_required');
    expect((await signIn(person, '000000', { word })).code).toBe('credentials.code_wrong');
    expect((await signIn(person, phone.code(), { word })).status).toBe(200);
  });

  it('slows the guessing of codes after five wrong ones, from any address and device', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const guess = (address: number, code: string) =>
      signIn(person, code, { remoteAddress: `203.0.113.${address}`, deviceId: person.deviceId });
    const codes: (string | undefined)[] = [];
    for (let address = 1; address <= 8; address += 1) codes.push((await guess(address, '000000')).code);
    expect(codes.filter((code) => code === 'credentials.code_wrong')).toHaveLength(6);
    expect(codes.filter((code) => code === 'limit.login')).toHaveLength(2);
    expect((await guess(9, phone.code())).code).toBe('limit.login');
  });

  it('keeps nobody out of a device of theirs, nor with a recovery code, by wrong codes from elsewhere', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const guess = (address: number) => signIn(person, '000000', { remoteAddress: `203.0.113.${address}` });
    const codes: (string | undefined)[] = [];
    for (let address = 1; address <= 8; address += 1) codes.push((await guess(address)).code);
    expect(codes.at(-1)).toBe('limit.login');
    const own = { remoteAddress: '203.0.113.9', deviceId: person.deviceId };
    expect((await signIn(person, phone.code(), own)).status).toBe(200);
    expect((await signIn(person, phone.recoveryCodes[0], { remoteAddress: '203.0.113.10' })).status).toBe(
      200,
    );
    // A code that was used is refused as a wrong one, however often it is tried.
    for (let time = 1; time <= 7; time += 1) {
      const again = await signIn(person, phone.recoveryCodes[0], { remoteAddress: `203.0.113.${10 + time}` });
      expect(again.code).toBe('credentials.code_wrong');
    }
    expect((await signIn(person, phone.code(), { remoteAddress: '203.0.113.30' })).code).toBe('limit.login');
  });

  it('counts sign-ins with a code against the attempts of a minute', async () => {
    await using limited = await startTestApp({ LOGIN_ATTEMPTS_PER_MINUTE: '4' }, { clock });
    const person = await newAdmin(limited);
    await turnOn(person, limited);
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 5; time += 1) {
      codes.push((await signIn(person, '000000', { app: limited })).code);
    }
    expect(codes.at(-1)).toBe('limit.login');
  });

  it('still asks for the code after the account has become a viewer’s', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    await test.call(
      'PUT /api/admin/users/:id/role',
      {
        params: { id: person.id },
        body: { role: 'user', currentPassword: (await test.admin()).password },
      },
      await test.admin(),
    );
    expect((await signIn(person)).code).toBe('credentials.code_required');
    expect((await signIn(person, phone.code())).status).toBe(200);
  });
});

describe('turning the second factor off', () => {
  const turnOff = (person: Person, currentPassword: string, code: string) =>
    test.call('DELETE /api/auth/second-factor', { body: { currentPassword, code } }, person);

  it('takes the password and an unused code, is audited, and then the password suffices', async () => {
    const person = await newAdmin();
    const phone = await turnOn(person);
    const wrongs = [
      await turnOff(person, 'otra clave', phone.code()),
      await turnOff(person, password, '000000'),
    ];
    expect(wrongs.map(({ body }) => body.code)).toEqual([
      'account.password_wrong',
      'verification.code_wrong',
    ]);
    const { status, body } = await turnOff(person, password, phone.code());
    expect([status, body.message]).toEqual([200, 'Verificación en dos pasos desactivada.']);
    expect((await signIn(person)).status).toBe(200);
    expect((await turnOff(person, password, phone.code())).body.code).toBe('verification.off');
    expect(await actsOn(person)).toContainEqual(['user.second_factor_off', person.username]);
  });

  it('is possible with a recovery code', async () => {
    const person = await newAdmin();
    const { recoveryCodes } = await turnOn(person);
    expect((await turnOff(person, password, recoveryCodes[3] ?? '')).status).toBe(200);
  });

  it('is done by another administrator without a code, but not for oneself', async () => {
    const [person, other] = [await newAdmin(), await newAdmin()];
    await turnOn(person);
    const listed = async () => {
      const { body } = await test.call('GET /api/admin/users', { query: { search: person.username } }, other);
      return body.users.map(({ hasSecondFactor }) => hasSecondFactor);
    };
    const end = (by: Person, id = person.id) =>
      test.call(
        'DELETE /api/admin/users/:id/second-factor',
        { params: { id }, body: { currentPassword: password } },
        by,
      );
    expect(await listed()).toEqual([true]);
    expect((await end(person)).body.code).toBe('account.own_second_factor');
    expect((await end(other, '01a20588-1c2b-73a4-b137-91cc16c95c19')).body.code).toBe('account.not_found');
    const { status, body } = await end(other);
    expect([status, body.hasSecondFactor]).toEqual([200, false]);
    expect(await listed()).toEqual([false]);
    expect((await end(other)).body.code).toBe('verification.off');
    expect((await signIn(person)).status).toBe(200);
    expect(await actsOn(person)).toContainEqual(['user.second_factor_off', other.username]);
  });

  it('is done by the operator’s reset of an administrator, which is audited', async () => {
    const person = await newAdmin();
    await turnOn(person);
    const reset = await test.app.accounts.resetAdmin(person.username);
    expect(reset?.hadSecondFactor).toBe(true);
    expect((await signIn(person, undefined, { word: reset?.password ?? '' })).status).toBe(200);
    expect(await actsOn(person)).toContainEqual(['user.second_factor_off', 'operador']);
    expect((await test.app.accounts.resetAdmin(person.username))?.hadSecondFactor).toBe(false);
  });
});
