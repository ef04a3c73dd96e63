import { activationMinutes } from '@butaca/contract';
import { requireOwnPassword, toFakeSessionUser } from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeRoutes } from './fake-server-caller.ts';
import { openFakeSession, type FakeActivation, type FakeMemory } from './fake-server-memory.ts';
import { requireFakeCode } from './fake-server-second-factor.ts';

type ActivationRoute = Extract<
  keyof FakeRoutes,
  `POST /api/auth/activation${string}` | `POST /api/activation/${string}`
>;

const hasExpired = ({ expiresAt }: FakeActivation): boolean => Date.parse(expiresAt) <= Date.now();

function requireOpen(memory: FakeMemory, typed: string): FakeActivation {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (memory.wrongCodesLeft === 0) throw new FakeRefusal('limit.activation');
  const found = memory.activations.find((each) => each.code === code);
  if (found === undefined) {
    memory.wrongCodesLeft -= 1;
    throw new FakeRefusal('activation.invalid');
  }
  if (found.state !== 'open') throw new FakeRefusal('activation.used');
  if (hasExpired(found)) throw new FakeRefusal('activation.expired');
  return found;
}

/** The fake server's API routes for codes with which televisions are let in. */
export const activationRoutes: Pick<FakeRoutes, ActivationRoute> = {
  'POST /api/auth/activation': (_request, { memory, deviceId }) => {
    const made = memory.activations.length;
    const code = `TELE${'ABCDEFGH'[made % 8] ?? ''}${2 + (made % 8)}`;
    const secret = `secreto-de-televisor-${made + 1}`;
    const expiresAt = new Date(Date.now() + activationMinutes * 60_000).toISOString();
    memory.activations.push({ code, secret, deviceId, expiresAt, state: 'open' });
    return { code, secret, expiresAt };
  },
  'POST /api/auth/activation/claim': ({ body: { secret } }, { memory, deviceId }) => {
    const found = memory.activations.find((each) => each.secret === secret && each.deviceId === deviceId);
    if (found === undefined) throw new FakeRefusal('activation.invalid');
    if (found.state === 'claimed') throw new FakeRefusal('activation.used');
    if (found.state === 'denied') throw new FakeRefusal('activation.denied');
    if (hasExpired(found)) throw new FakeRefusal('activation.expired');
    const account = memory.accounts.get(found.username?.toLowerCase() ?? '');
    if (found.state === 'open' || account === undefined) return { status: 'waiting' };
    found.state = 'claimed';
    return { token: openFakeSession(memory, account.username, deviceId), user: toFakeSessionUser(account) };
  },
  'POST /api/activation/read': ({ body: { code } }, caller) => {
    const { role, secondFactor } = personOf(caller);
    const {
      deviceName = 'Dispositivo',
      type = 'pc',
      isSameNetwork = true,
      expiresAt,
    } = requireOpen(caller.memory, code);
    return {
      deviceName,
      type,
      expiresAt,
      isSameNetwork,
      needsPassword: role === 'admin',
      needsSecondFactor: secondFactor?.since !== undefined,
    };
  },
  'POST /api/activation/decide': (
    { body: { code, isAllowed, currentPassword, secondFactorCode } },
    caller,
  ) => {
    const account = personOf(caller);
    const found = requireOpen(caller.memory, code);
    if (isAllowed) {
      if (account.role === 'admin' || currentPassword !== undefined)
        requireOwnPassword(caller, currentPassword);
      requireFakeCode(account, secondFactorCode);
    }
    found.state = isAllowed ? 'allowed' : 'denied';
    found.username = account.username;
    return {
      message: isAllowed ? 'Listo: el televisor ya está entrando.' : 'No se dejó entrar al televisor.',
    };
  },
};
