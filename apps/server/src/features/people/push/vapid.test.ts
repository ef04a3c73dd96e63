import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { authorizePush, derivePushKey } from './vapid.ts';

const sealingKey = Buffer.alloc(32, 7);

it('the key follows from the sealing key alone', () => {
  const { publicKey } = derivePushKey(sealingKey);
  expect([publicKey.length, publicKey[0]]).toEqual([65, 4]);
  expect(derivePushKey(sealingKey).publicKey).toEqual(publicKey);
  expect(derivePushKey(Buffer.alloc(32, 8)).publicKey).not.toEqual(publicKey);
});

it('what is sent is signed for one push service and half a day', () => {
  const key = derivePushKey(sealingKey);
  const now = new Date('2026-11-30T12:00:00Z');
  const header = authorizePush(key, { audience: 'https://push.example', contact: 'https://tv.example', now });
  const [, token = '', named = ''] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(header) ?? [];
  expect(Buffer.from(named, 'base64url')).toEqual(key.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(read(claims)).toEqual({
    aud: 'https://push.example',
    exp: now.getTime() / 1_000 + 43_200,
    sub: 'https://tv.example',
  });
  const publicKey = createPublicKey(key.privateKey);
  const isSigned = (text: string) =>
    verify(
      'sha256',
      Buffer.from(text),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  expect([isSigned(`${head}.${claims}`), isSigned(`${head}.${claims}x`)]).toEqual([true, false]);
});
