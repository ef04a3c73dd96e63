import { planKeys, type PlanKey } from '@butaca/contract';
import { newDeviceId, personHeaders, type Person, type TestApp } from './test-app.ts';

/**
 * How the server must classify the caller of an endpoint: `nobody` sends no session token or a malformed one, `refused`
 * a token that is unknown or no longer valid, `before own password` is signed in with a one-time password.
 */
export type Standing = 'nobody' | 'refused' | 'viewer' | 'administrator' | 'before own password';

/** The kinds of callers with which a test calls every endpoint, in the order in which `createActors` creates them. */
export const actorNames = [
  'a visitor',
  'a visitor with a device',
  'a malformed token',
  'an unknown token',
  'a token without its device',
  'a token with a malformed device',
  'a token on another device',
  "a token on another person's device",
  'who has signed out',
  'who has signed out of all devices on another',
  'a session that its person has ended from another device',
  'a session that ended when its person ended all others',
  'a session that a later login on its device has ended',
  'a device that an administrator has deactivated',
  'an account that is not active',
  'an account whose day has passed',
  'a session from before an administrator set the password',
  'who has signed in with a one-time password',
  'a session from before its person changed the password',
  'who has just changed the password',
  ...planKeys.map((plan) => `a viewer with ${plan}` as const),
  'a viewer whose plan was lowered',
  'an administrator',
  'a viewer who was made an administrator',
  'an administrator who was made a viewer',
  "an administrator's token on another device",
] as const;
export type ActorName = (typeof actorNames)[number];

export interface Actor {
  name: ActorName;
  standing: Standing;
  headers: Record<string, string>;
}

/**
 * Creates one caller of each kind in `actorNames` on a test server: the request headers to send, and how the server
 * must classify the caller.
 */
export async function createActors(test: TestApp): Promise<Actor[]> {
  const admin = await test.admin();
  const idOf = async ({ username }: Pick<Person, 'username'>): Promise<string> => {
    const { body } = await test.call('GET /api/admin/users', { query: { search: username } }, admin);
    return body.users.find((account) => account.username === username)?._id ?? '';
  };
  const actors: Actor[] = [];
  const add = (standing: Standing, name: ActorName, headers: Record<string, string>): void => {
    actors.push({ name, standing, headers });
  };
  const device = newDeviceId();

  add('nobody', 'a visitor', {});
  add('nobody', 'a visitor with a device', { 'x-device-id': device });
  add('nobody', 'a malformed token', { authorization: 'Bearer <>', 'x-device-id': device });
  add('refused', 'an unknown token', { authorization: `Bearer ${'a'.repeat(43)}`, 'x-device-id': device });

  const elsewhere = await test.viewer();
  add('refused', 'a token without its device', { authorization: `Bearer ${elsewhere.token}` });
  add('refused', 'a token with a malformed device', {
    authorization: `Bearer ${elsewhere.token}`,
    'x-device-id': '../../etc',
  });
  add('refused', 'a token on another device', personHeaders({ ...elsewhere, deviceId: newDeviceId() }));
  add(
    'refused',
    "a token on another person's device",
    personHeaders({ ...elsewhere, deviceId: admin.deviceId }),
  );

  const signedOut = await test.viewer();
  await test.call('POST /api/auth/logout', { body: {} }, signedOut);
  add('refused', 'who has signed out', personHeaders(signedOut));

  const everywhere = await test.viewer();
  const second = await test.login(everywhere);
  await test.call('POST /api/auth/logout', { body: { allDevices: true } }, second);
  add('refused', 'who has signed out of all devices on another', personHeaders(everywhere));

  const single = await test.viewer();
  const own = { params: { deviceId: single.deviceId } };
  await test.call('DELETE /api/devices/:deviceId', own, await test.login(single));
  add('refused', 'a session that its person has ended from another device', personHeaders(single));

  const other = await test.viewer();
  await test.call('DELETE /api/devices/others', undefined, await test.login(other));
  add('refused', 'a session that ended when its person ended all others', personHeaders(other));

  const replaced = await test.viewer();
  await test.login(replaced, replaced.deviceId);
  add('refused', 'a session that a later login on its device has ended', personHeaders(replaced));

  const lost = await test.viewer();
  const lostAt = { userId: await idOf(lost), deviceId: lost.deviceId };
  await test.call('DELETE /api/devices/admin/:userId/:deviceId', { params: lostAt }, admin);
  add('refused', 'a device that an administrator has deactivated', personHeaders(lost));

  const inactive = await test.viewer();
  await test.call(
    'PUT /api/admin/users/:id/status',
    { params: { id: await idOf(inactive) }, body: { isActive: false } },
    admin,
  );
  add('refused', 'an account that is not active', personHeaders(inactive));

  const ended = await test.viewer();
  await test.call(
    'PUT /api/admin/users/:id/status',
    { params: { id: await idOf(ended) }, body: { expiresAt: '2020-01-01T00:00:00.000Z' } },
    admin,
  );
  add('refused', 'an account whose day has passed', personHeaders(ended));

  const reset = await test.viewer();
  const { body: given } = await test.call(
    'POST /api/admin/users/:id/password',
    { params: { id: await idOf(reset) }, body: { currentPassword: admin.password } },
    admin,
  );
  add('refused', 'a session from before an administrator set the password', personHeaders(reset));
  const newcomer = await test.login({ username: reset.username, password: given.oneTimePassword });
  add('before own password', 'who has signed in with a one-time password', personHeaders(newcomer));

  const changed = await test.viewer();
  const changer = await test.login(changed);
  await test.call(
    'PUT /api/auth/password',
    { body: { currentPassword: changed.password, newPassword: 'otra clave larga y propia' } },
    changer,
  );
  add('refused', 'a session from before its person changed the password', personHeaders(changed));
  add('viewer', 'who has just changed the password', personHeaders(changer));

  for (const plan of planKeys) add('viewer', `a viewer with ${plan}`, personHeaders(await test.viewer(plan)));

  const lowered = await test.viewer('premium');
  await setPlan(test, admin, await idOf(lowered), 'gplay');
  add('viewer', 'a viewer whose plan was lowered', personHeaders(lowered));

  add('administrator', 'an administrator', personHeaders(admin));
  const promoted = await test.viewer();
  await setRole(test, admin, await idOf(promoted), 'admin');
  const asAdmin = await test.login(promoted);
  add('administrator', 'a viewer who was made an administrator', personHeaders(asAdmin));

  const demoted = await test.viewer();
  const demotedId = await idOf(demoted);
  await setRole(test, admin, demotedId, 'admin');
  const before = await test.login(demoted);
  await setRole(test, admin, demotedId, 'user');
  add('viewer', 'an administrator who was made a viewer', personHeaders(before));

  const adminElsewhere = { ...asAdmin, deviceId: newDeviceId() };
  add('refused', "an administrator's token on another device", personHeaders(adminElsewhere));
  return actors;
}

const setPlan = (test: TestApp, admin: Person, id: string, plan: PlanKey) =>
  test.call('PUT /api/admin/users/:id/plan', { params: { id }, body: { plan } }, admin);

const setRole = (test: TestApp, admin: Person, id: string, role: 'admin' | 'user') =>
  test.call(
    'PUT /api/admin/users/:id/role',
    { params: { id }, body: { role, currentPassword: admin.password } },
    admin,
  );
