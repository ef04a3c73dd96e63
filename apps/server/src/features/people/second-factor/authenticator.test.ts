import { expect, it } from 'vitest';
import { describeSecret, findStep, newSecret } from './authenticator.ts';

/** The secret of RFC 6238's test vectors, and the last six digits of its SHA-1 codes by time in seconds. */
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1_000);

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('reads the code of RFC 6238 at second %d', (seconds, code) => {
  expect(findStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

it('accepts a code one step early or late, and none further away', () => {
  expect([29, 60, 89].map((seconds) => findStep(secret, '287082', at(seconds)))).toEqual([1, 1, 1]);
  expect(findStep(secret, '287082', at(90))).toBeUndefined();
  expect(findStep(secret, '287083', at(59))).toBeUndefined();
});

it('describes a secret for the app, with issuer and user name', () => {
  const described = describeSecret(secret, 'jefa');
  expect(described.secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(described.address).toBe(
    `otpauth://totp/Butaca:jefa?issuer=Butaca&secret=${described.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(newSecret()).toHaveLength(20);
});
