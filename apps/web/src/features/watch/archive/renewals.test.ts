import { expect, it } from 'vitest';
import { createRenewals } from './renewals.ts';

it('asks for the rest of a recording while it gets further, and gives up where it breaks off at once', () => {
  const renewals = createRenewals();
  const admitted = [0, 30, 60, 61, 62].map((seconds) => renewals.admit(seconds * 1_000));
  expect(admitted).toEqual([true, true, true, true, false]);
  renewals.forget();
  expect(renewals.admit(62_000)).toBe(true);
});
