import { invite, revokeFakeInvitation } from './fake-invitations.ts';
import { confirmForAdmins, keepAct, requireOwnPassword } from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeRoutes } from './fake-server-caller.ts';
import type { FakeAccount, FakeInvitation, FakeMemory } from './fake-server-memory.ts';

type InvitationRoute = Extract<
  keyof FakeRoutes,
  `${string} /api/auth/invitation${string}` | `${string} /api/admin/users/:id/invitation`
>;

function admit(memory: FakeMemory, token: string): FakeInvitation & { account: FakeAccount } {
  const found = memory.invitations.find((each) => each.token === token);
  const account = memory.accounts.get(found?.username.toLowerCase() ?? '');
  if (found === undefined || account === undefined) throw new FakeRefusal('invitation.invalid');
  if (found.state === 'used') throw new FakeRefusal('invitation.used');
  if (found.state === 'revoked') throw new FakeRefusal('invitation.revoked');
  if (Date.parse(found.expiresAt) <= Date.now()) throw new FakeRefusal('invitation.expired');
  if (!account.isActive) throw new FakeRefusal('account.inactive');
  return Object.assign(found, { account });
}

export const invitationRoutes: Pick<FakeRoutes, InvitationRoute> = {
  'POST /api/admin/users/:id/invitation': ({ params: { id }, body: { currentPassword } }, caller) => {
    const account = caller.memory.accounts.get(id);
    if (account === personOf(caller)) throw new FakeRefusal('account.own_password');
    requireOwnPassword(caller, currentPassword);
    if (account === undefined) throw new FakeRefusal('account.not_found');
    keepAct(caller, 'user.invite', account.username);
    return invite(caller.memory, account.username);
  },
  'DELETE /api/admin/users/:id/invitation': ({ params: { id }, body }, caller) => {
    const account = caller.memory.accounts.get(id);
    if (account === undefined) throw new FakeRefusal('account.not_found');
    confirmForAdmins(caller, account, body.currentPassword);
    if (revokeFakeInvitation(caller.memory, account.username))
      keepAct(caller, 'user.invite_revoke', account.username);
    return { message: 'Invitación anulada.' };
  },
  'POST /api/auth/invitation': ({ body: { token } }, { memory }) => {
    const { username, expiresAt } = admit(memory, token);
    return { username, expiresAt };
  },
  'POST /api/auth/invitation/accept': ({ body: { token, password } }, { memory }) => {
    const found = admit(memory, token);
    if (password === 'contraseña') throw new FakeRefusal('account.password_weak');
    found.state = 'used';
    found.account.password = password;
    delete found.account.oneTimePassword;
    for (const [each, session] of memory.sessions) {
      if (session.username === found.username) memory.sessions.delete(each);
    }
    return { username: found.username };
  },
};
