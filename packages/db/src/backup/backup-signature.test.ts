import fc from 'fast-check';
import { expect, it } from 'vitest';
import { installationOf, judgeSignature, signDigest } from './backup-signature.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
const [ours, theirs] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const content = Buffer.alloc(32, 3);

it('an installation recognises its own signature of a backup, and no other', () => {
  fc.assert(
    fc.property(key, key, digest, digest, (own, other, signed, changed) => {
      fc.pre(Buffer.compare(own, other) !== 0 && Buffer.compare(signed, changed) !== 0);
      expect(judgeSignature(own, signed, signDigest(own, signed))).toBe('own');
      expect(judgeSignature(own, changed, signDigest(own, signed))).toBe('changed');
      expect(judgeSignature(own, signed, signDigest(other, signed))).toBe('another');
    }),
  );
});

it('an unsigned backup counts as one of another installation', () => {
  expect(judgeSignature(ours, content, undefined)).toBe('another');
});

it.each([
  ['is made up', '0'.repeat(64)],
  ['is empty', ''],
  ['is cut', signDigest(ours, content).mac.slice(1)],
  ['is too long', `${signDigest(ours, content).mac}0`],
  ['is in capitals', signDigest(ours, content).mac.toUpperCase()],
  ['has other characters', 'ñ'.repeat(32)],
  ['was made by somebody else', signDigest(theirs, content).mac],
])('a signature in the installation’s own name is invalid when it %s', (_what, mac) => {
  expect(judgeSignature(ours, content, { installation: installationOf(ours), mac })).toBe('changed');
});

it('the name of an installation is 16 digits that do not reveal its secret', () => {
  expect(installationOf(ours)).toMatch(/^[0-9a-f]{16}$/);
  expect(installationOf(ours)).not.toBe(installationOf(theirs));
  expect(ours.toString('hex')).not.toContain(installationOf(ours));
});
