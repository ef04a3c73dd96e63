/*
 * The key with which this installation signs what it sends to push services (VAPID, RFC 8292). Browsers subscribe with its
 * public half, so that nobody else can send to their subscriptions. It is derived from the installation's sealing key
 * (HKDF-SHA-256), as the key of sealed values is: it is there from the first start, stored nowhere, in no backup, and
 * replaced together with the sealing key.
 */
import { createECDH, createPrivateKey, hkdfSync, sign, type KeyObject } from 'node:crypto';

/** How long a signature is valid; RFC 8292 allows a day. */
const validSeconds = 12 * 3_600;

export interface PushKey {
  /** An uncompressed point of P-256, 65 bytes. */
  publicKey: Buffer;
  privateKey: KeyObject;
}

/** @param sealingKey - 32 random bytes */
export function derivePushKey(sealingKey: Uint8Array): PushKey {
  const pair = createECDH('prime256v1');
  // Of 2^32 derived numbers one is not below the order of the curve, and is no private key.
  for (let attempt = 1; ; attempt += 1) {
    const number = Buffer.from(hkdfSync('sha256', sealingKey, '', `butaca push key ${attempt}`, 32));
    try {
      pair.setPrivateKey(number);
    } catch {
      continue;
    }
    const publicKey = pair.getPublicKey();
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      d: number.toString('base64url'),
      x: publicKey.toString('base64url', 1, 33),
      y: publicKey.toString('base64url', 33),
    };
    return { publicKey, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
  }
}

/**
 * Returns the header `authorization` of a request to a push service.
 *
 * @param audience - the origin of the push service
 * @param contact - an `https:` or `mailto:` address at which the service's operator reaches the operator of this server
 */
export function authorizePush(
  { publicKey, privateKey }: PushKey,
  { audience, contact, now }: { audience: string; contact: string; now: Date },
): string {
  const expiresAt = Math.floor(now.getTime() / 1_000) + validSeconds;
  const claims = { aud: audience, exp: expiresAt, sub: contact };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}
