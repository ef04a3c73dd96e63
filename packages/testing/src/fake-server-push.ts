import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';

type PushRoute = Extract<keyof FakeRoutes, `${string} /api/push${string}`>;

/** The public key of the fake server: a point of P-256. */
const publicKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

function readState({ memory, deviceId }: FakeCaller) {
  const { kinds = [], endpoint = null } = memory.push.get(deviceId) ?? {};
  return { publicKey, kinds, endpoint };
}

/** The routes of notices for closed pages; the fake server sends none. */
export const pushRoutes: Pick<FakeRoutes, PushRoute> = {
  'GET /api/push': (_request, caller) => {
    personOf(caller);
    return readState(caller);
  },
  'PUT /api/push': ({ body: { subscription, kinds } }, caller) => {
    personOf(caller);
    const { endpoint, keys } = subscription;
    if (!keys.p256dh.startsWith('B')) throw new FakeRefusal('push.subscription_invalid');
    caller.memory.push.set(caller.deviceId, { endpoint, auth: keys.auth, kinds });
    return readState(caller);
  },
  'DELETE /api/push': (_request, caller) => {
    personOf(caller);
    caller.memory.push.delete(caller.deviceId);
    return { message: 'Este dispositivo ya no recibe avisos.' };
  },
  'POST /api/push/renewals': ({ body: { previous, subscription } }, { memory }) => {
    const known = [...memory.push.values()].find(
      ({ endpoint, auth }) => endpoint === previous.endpoint && auth === previous.auth,
    );
    if (known === undefined) throw new FakeRefusal('push.not_found');
    Object.assign(known, { endpoint: subscription.endpoint, auth: subscription.keys.auth });
    return { message: 'Avisos renovados.' };
  },
};
