import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { openValue, sealValue } from './sealed-value.ts';

const key = randomBytes(32);
const secret = Buffer.from('un secreto');

it('opens a sealed value with the same key for the same owner', () => {
  expect(openValue(key, 'de ana', sealValue(key, 'de ana', secret))).toEqual(secret);
});

it('seals the same value differently each time, and never contains it', () => {
  const sealed = sealValue(key, 'de ana', secret);
  expect(sealValue(key, 'de ana', secret)).not.toEqual(sealed);
  expect(sealed.includes(secret)).toBe(false);
});

it('opens no value of another key, of another owner, or with any byte changed', () => {
  const sealed = sealValue(key, 'de ana', secret);
  expect(openValue(randomBytes(32), 'de ana', sealed)).toBeUndefined();
  expect(openValue(key, 'de eva', sealed)).toBeUndefined();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openValue(key, 'de ana', changed)).toBeUndefined();
  }
  expect(openValue(key, 'de ana', Buffer.alloc(0))).toBeUndefined();
});
