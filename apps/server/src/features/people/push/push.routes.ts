import { isIP } from 'node:net';
import {
  getPush,
  pushDevicesMost,
  pushKinds,
  removePush,
  renewPush,
  setPush,
  type PushState,
  type PushSubscriptionKeys,
} from '@butaca/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { isUsableKey } from './encrypt-notice.ts';
import type { GivenSubscription, PushRepository } from './push.repository.ts';
import type { PushKey } from './vapid.ts';

/** The longest address that is kept, in bytes; characters beyond ASCII become longer when they are encoded. */
const endpointMaxBytes = 2_000;

export function servePush(
  serve: ServeEndpoint<Pick<Session, 'accountId' | 'sessionKey'>>,
  { repository, key, clock }: { repository: PushRepository; key: PushKey; clock: Clock },
): void {
  async function readState(session: Pick<Session, 'sessionKey'>): Promise<PushState> {
    const row = await repository.find(tokenHashOf(session));
    const isValid = row?.public_key.equals(key.publicKey) === true;
    return {
      publicKey: key.publicKey.toString('base64url'),
      kinds: pushKinds.filter((kind) => row?.kinds.includes(kind)),
      endpoint: isValid ? row.endpoint : null,
    };
  }

  serve(getPush, async (_request, { session }) => readState(session));

  serve(setPush, async ({ body: { subscription, kinds } }, { session }) => {
    const given = readSubscription(subscription, key);
    const subscriber = { tokenHash: tokenHashOf(session), accountId: session.accountId };
    const outcome = await repository.set(subscriber, given, {
      kinds,
      now: clock.now(),
      most: pushDevicesMost,
    });
    if (outcome === 'too_many') throw new AppError('push.too_many');
    if (outcome === 'ended') throw new AppError('session.expired');
    return readState(session);
  });

  serve(removePush, async (_request, { session }) => {
    await repository.remove(tokenHashOf(session));
    return { message: 'Este dispositivo ya no recibe avisos.' };
  });

  serve(renewPush, async ({ body: { previous, subscription } }) => {
    const given = readSubscription(subscription, key);
    const former = {
      endpoint: readEndpoint(previous.endpoint),
      auth: Buffer.from(previous.auth, 'base64url'),
    };
    if (!(await repository.renew(former, given))) throw new AppError('push.not_found');
    return { message: 'Avisos renovados.' };
  });
}

const tokenHashOf = ({ sessionKey }: Pick<Session, 'sessionKey'>): Buffer =>
  Buffer.from(sessionKey, 'base64url');

/** @throws AppError `push.subscription_invalid` */
function readSubscription(
  { endpoint, keys }: PushSubscriptionKeys,
  { publicKey }: PushKey,
): GivenSubscription {
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  if (!isUsableKey(p256dh)) throw new AppError('push.subscription_invalid');
  return { endpoint: readEndpoint(endpoint), p256dh, auth: Buffer.from(keys.auth, 'base64url'), publicKey };
}

/**
 * Reads the address of a push service as it is kept. Push services have names; which address a name has is tested whenever
 * a connection is made.
 *
 * @throws AppError `push.subscription_invalid`
 */
function readEndpoint(endpoint: string): string {
  if (!URL.canParse(endpoint)) throw new AppError('push.subscription_invalid');
  const { href, protocol, hostname, username, password } = new URL(endpoint);
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  if (protocol !== 'https:' || isAddress || username + password !== '' || href.length > endpointMaxBytes)
    throw new AppError('push.subscription_invalid');
  return href;
}
