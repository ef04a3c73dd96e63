import {
  currentPasswordMissing,
  planKeys,
  planNames,
  type Account,
  type AuditAction,
  type SessionUser,
} from '@butaca/contract';
import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { findFakeInvitation, invite, revokeFakeInvitation } from './fake-invitations.ts';
import type { FakeAccount, FakeDevice, FakeMemory } from './fake-server-memory.ts';

type AccountRoute =
  | Exclude<
      Extract<keyof FakeRoutes, `${string} /api/${'admin/users' | 'devices/admin' | 'admin/plans'}${string}`>,
      `${string}/${'second-factor' | 'invitation' | 'openings'}`
    >
  | 'PUT /api/auth/password'
  | 'GET /api/admin/audit';

/** What a client learns and stores about the signed-in person, made from the fake server's account. */
export function toFakeSessionUser({ username, role, plan, oneTimePassword }: FakeAccount): SessionUser {
  return { username, role, plan, ...(oneTimePassword !== undefined && { mustChangePassword: true }) };
}

/** Makes a device with a session for the fake server; by default a computer that was used recently. */
export function makeFakeDevice(
  given: Partial<FakeDevice> & { username: string; deviceId: string },
): FakeDevice {
  return {
    userAgent: 'Mozilla/5.0',
    type: 'pc',
    browser: 'Chrome',
    isActive: true,
    lastSeen: new Date().toISOString(),
    ip: '190.210.44.18',
    ...given,
  };
}

/** Finds an account of the fake server by its id, which in the fake server is the user name. */
export function findAccount(memory: FakeMemory, id: string): FakeAccount {
  const found = memory.accounts.get(id);
  if (found === undefined) throw new FakeRefusal('account.not_found');
  return found;
}

const isStanding = ({ isActive, expiresAt = null }: FakeAccount): boolean =>
  isActive && (expiresAt === null || Date.parse(expiresAt) > Date.now());

/** Shows an account of the fake server as the administrators' list does. */
export function viewFakeAccount(account: FakeAccount, memory: FakeMemory): Account {
  const { username, role, plan, isActive, expiresAt = null, awaitsApproval = false } = account;
  const own = memory.devices.filter((device) => device.username === username);
  return {
    _id: username.toLowerCase(),
    username,
    role,
    plan,
    isActive,
    expiresAt,
    awaitsApproval,
    hasSecondFactor: account.secondFactor?.since !== undefined,
    invitedUntil: findFakeInvitation(memory, username)?.expiresAt ?? null,
    createdAt: '2026-09-01T12:00:00.000Z',
    devices: { active: own.filter((device) => device.isActive).length, total: own.length },
  };
}

/** Adds an entry to the fake server's audit log, and returns its id. */
export function keepAct(
  caller: FakeCaller,
  action: AuditAction,
  subjectName: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): string {
  const { audit } = caller.memory;
  const id = String(audit.length + 1);
  audit.unshift({
    _id: id,
    at: new Date().toISOString(),
    username: personOf(caller).username,
    action,
    subjectId: subjectName.toLowerCase(),
    subjectName,
    before: change.before ?? null,
    after: change.after ?? null,
  });
  return id;
}

/** Refuses a change that would leave the fake server without an administrator. */
function keepFakeAdmin(caller: FakeCaller, id: string, changed: Partial<FakeAccount>): void {
  const account = findAccount(caller.memory, id);
  const next = { ...account, ...changed };
  const standing = (each: FakeAccount) => each.role === 'admin' && each.isActive && !each.expiresAt;
  const others = [...caller.memory.accounts.values()].filter((other) => other !== account);
  if (standing(account) && !standing(next) && !others.some(standing)) {
    throw new FakeRefusal('account.last_admin');
  }
}

function change(caller: FakeCaller, id: string, changed: Partial<FakeAccount>): Account {
  const account = findAccount(caller.memory, id);
  Object.assign(account, changed);
  return viewFakeAccount(account, caller.memory);
}

/** Ends the sessions of a user of the fake server, except the caller's own if `keepsOwn`. */
export function endSessions({ memory, token }: FakeCaller, username: string, keepsOwn: boolean): void {
  for (const [each, session] of memory.sessions) {
    if (session.username === username && !(keepsOwn && each === token)) memory.sessions.delete(each);
  }
}

/** Verifies the caller's own password, as the server does before acts that concern administrators. */
export function requireOwnPassword(caller: FakeCaller, currentPassword: string | undefined): void {
  if (currentPassword === undefined) {
    const details = [{ path: 'currentPassword', message: currentPasswordMissing }];
    throw new FakeRefusal('input.invalid', { details });
  }
  if (currentPassword !== personOf(caller).password) throw new FakeRefusal('account.password_wrong');
}

/** Verifies the caller's own password if it was sent, and requires it for acts on an administrator. */
export function confirmForAdmins(
  caller: FakeCaller,
  { role }: Pick<FakeAccount, 'role'>,
  currentPassword: string | undefined,
): void {
  if (role === 'admin' || currentPassword !== undefined) requireOwnPassword(caller, currentPassword);
}

function makeOneTime(account: FakeAccount): string {
  const last = Number(/^unica-.*-(\d+)$/.exec(account.password)?.[1] ?? 0);
  account.password = `unica-${account.username}-${last + 1}`;
  account.oneTimePassword = 'fresh';
  return account.password;
}

/** The fake server's API routes for users, their devices, plans, and the audit log. */
export const accountRoutes: Pick<FakeRoutes, AccountRoute> = {
  'PUT /api/auth/password': ({ body: { currentPassword, newPassword } }, caller) => {
    const account = personOf(caller);
    const isFresh = account.oneTimePassword === 'used' && caller.memory.areLoginsFresh;
    if (currentPassword === undefined && !isFresh) throw new FakeRefusal('account.password_required');
    if (currentPassword !== undefined && currentPassword !== account.password)
      throw new FakeRefusal('account.password_wrong');
    if (newPassword === account.password) throw new FakeRefusal('account.password_same');
    if (newPassword === 'contraseña') throw new FakeRefusal('account.password_weak');
    account.password = newPassword;
    revokeFakeInvitation(caller.memory, account.username);
    delete account.oneTimePassword;
    endSessions(caller, account.username, true);
    return { message: 'Contraseña cambiada.' };
  },

  'GET /api/admin/users': (
    { query: { page, limit, search = '', role, plan, status, awaiting } },
    { memory },
  ) => {
    if (search === 'avería') throw new FakeRefusal('server.unavailable');
    const found = [...memory.accounts.values()]
      .filter((account) => account.username.toLowerCase().includes(search.toLowerCase()))
      .filter((account) => role === undefined || account.role === role)
      .filter((account) => plan === undefined || account.plan === plan)
      .filter((account) => status === undefined || isStanding(account) === (status === 'active'))
      .filter((account) => !awaiting || account.awaitsApproval === true)
      .toSorted((a, b) => (a.username.toLowerCase() < b.username.toLowerCase() ? -1 : 1));
    return {
      users: found.slice((page - 1) * limit, page * limit).map((account) => viewFakeAccount(account, memory)),
      page,
      totalPages: Math.ceil(found.length / limit),
      total: found.length,
    };
  },
  'POST /api/admin/users': ({ body }, caller) => {
    const { username, password, role, expiresAt = null } = body;
    const { accounts, settings } = caller.memory;
    const { plan = settings.newAccountPlan } = body;
    if (role === 'admin') requireOwnPassword(caller, body.currentPassword);
    if (accounts.has(username.toLowerCase())) throw new FakeRefusal('account.username_taken');
    if (password === 'contraseña') throw new FakeRefusal('account.password_weak');
    const account: FakeAccount = {
      username,
      password: password ?? '',
      role,
      plan,
      isActive: true,
      expiresAt,
    };
    accounts.set(username.toLowerCase(), account);
    keepAct(caller, 'user.create', username, { after: { role, plan } });
    const oneTime =
      password === undefined
        ? { oneTimePassword: makeOneTime(account), invitation: invite(caller.memory, username) }
        : {};
    return { ...viewFakeAccount(account, caller.memory), ...oneTime };
  },
  'PUT /api/admin/users/:id/plan': ({ params: { id }, body: { plan } }, caller) => {
    const before = { plan: findAccount(caller.memory, id).plan };
    const account = change(caller, id, { plan });
    keepAct(caller, 'user.plan', account.username, { before, after: { plan } });
    return account;
  },
  'PUT /api/admin/users/:id/status': (
    { params: { id }, body: { isActive, expiresAt, currentPassword } },
    caller,
  ) => {
    const changed = {
      ...(isActive !== undefined && { isActive, awaitsApproval: false }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    keepFakeAdmin(caller, id, changed);
    confirmForAdmins(caller, findAccount(caller.memory, id), currentPassword);
    const before = { isActive: findAccount(caller.memory, id).isActive };
    if (isActive === false) revokeFakeInvitation(caller.memory, findAccount(caller.memory, id).username);
    const account = change(caller, id, changed);
    keepAct(caller, 'user.status', account.username, { before, after: { isActive: account.isActive } });
    return account;
  },
  'PUT /api/admin/users/:id/role': ({ params: { id }, body: { role, currentPassword } }, caller) => {
    if (role === 'admin') requireOwnPassword(caller, currentPassword);
    keepFakeAdmin(caller, id, { role });
    confirmForAdmins(caller, findAccount(caller.memory, id), currentPassword);
    const before = { role: findAccount(caller.memory, id).role };
    if (role === 'admin') revokeFakeInvitation(caller.memory, findAccount(caller.memory, id).username);
    const account = change(caller, id, { role });
    keepAct(caller, 'user.role', account.username, { before, after: { role } });
    return account;
  },
  'POST /api/admin/users/:id/password': ({ params: { id }, body: { currentPassword } }, caller) => {
    if (caller.memory.accounts.get(id) === personOf(caller)) throw new FakeRefusal('account.own_password');
    requireOwnPassword(caller, currentPassword);
    const account = findAccount(caller.memory, id);
    endSessions(caller, account.username, false);
    revokeFakeInvitation(caller.memory, account.username);
    keepAct(caller, 'user.password', account.username);
    return { oneTimePassword: makeOneTime(account) };
  },

  'GET /api/devices/admin/:userId': ({ params: { userId }, query: { includeInactive } }, { memory }) => {
    const { username } = findAccount(memory, userId);
    const own = memory.devices.filter((device) => device.username === username);
    const active = own.filter((device) => device.isActive);
    return { devices: includeInactive ? own : active, total: own.length, active: active.length };
  },
  'DELETE /api/devices/admin/:userId/:deviceId': ({ params: { userId, deviceId }, body }, caller) => {
    const { username, ...account } = findAccount(caller.memory, userId);
    confirmForAdmins(caller, account, body.currentPassword);
    const device = caller.memory.devices.find(
      (each) => each.username === username && each.deviceId === deviceId,
    );
    if (device === undefined) throw new FakeRefusal('device.not_found');
    device.isActive = false;
    keepAct(caller, 'device.deactivate', username, { before: { deviceId } });
    return { message: 'Dispositivo desactivado correctamente.' };
  },
  'DELETE /api/devices/admin/:userId/devices': ({ params: { userId }, body }, caller) => {
    const { username, ...account } = findAccount(caller.memory, userId);
    confirmForAdmins(caller, account, body.currentPassword);
    for (const device of caller.memory.devices) {
      if (device.username === username) device.isActive = false;
    }
    keepAct(caller, 'device.deactivate_all', username);
    return { message: 'Todos los dispositivos han sido desactivados.' };
  },

  'GET /api/admin/plans': (_request, { memory }) => viewPlans(memory),
  'PUT /api/admin/plans': ({ body: { plans } }, caller) => {
    const { planStreams, planOffers } = caller.memory;
    for (const { key, maxStreams, ...given } of plans) {
      const known: Record<string, unknown> = { maxStreams: planStreams[key], ...planOffers[key] };
      const after = Object.fromEntries(
        Object.entries({ maxStreams, ...given }).filter(
          ([field, value]) => value !== undefined && value !== known[field],
        ),
      );
      const fields = Object.keys(after);
      if (fields.length === 0) continue;
      const before = Object.fromEntries(fields.map((field) => [field, known[field]]));
      const { maxStreams: streams = planStreams[key], ...offer } = after;
      planStreams[key] = Number(streams);
      Object.assign(planOffers[key], offer);
      keepAct(caller, 'plan.update', planNames[key], { before, after });
    }
    return viewPlans(caller.memory);
  },

  'GET /api/admin/audit': ({ query: { page, limit, action = '', search = '' } }, { memory }) => {
    if (search === 'avería') throw new FakeRefusal('server.unavailable');
    const wanted = search.toLowerCase();
    const found = memory.audit
      .filter((entry) => action === '' || `${entry.action}.`.startsWith(`${action}.`))
      .filter((entry) => `${entry.username} ${entry.subjectName}`.toLowerCase().includes(wanted));
    return {
      entries: found.slice((page - 1) * limit, page * limit),
      page,
      totalPages: Math.ceil(found.length / limit),
      total: found.length,
    };
  },
};

/** All subscription plans of the fake server, each with the name that the product gives it. */
export const listFakePlans = (memory: FakeMemory) =>
  planKeys.map((key) => ({
    key,
    productName: planNames[key],
    maxStreams: memory.planStreams[key],
    ...memory.planOffers[key],
    users: [...memory.accounts.values()].filter(({ plan }) => plan === key).length,
  }));

const viewPlans = (memory: FakeMemory) =>
  listFakePlans(memory).map(({ productName: _productName, ...shown }) => shown);
