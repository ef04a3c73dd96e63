import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('changedFields keeps only the fields in which two descriptions differ', () => {
  expect(changedFields({ a: 1, b: ['x'], c: null }, { a: 1, b: ['y'], c: undefined, d: true })).toEqual({
    before: { b: ['x'], d: null },
    after: { b: ['y'], d: true },
  });
});

it('changedFields returns nothing when nothing changed', () => {
  expect(changedFields({ a: ['x'] }, { a: ['x'], b: undefined })).toBeUndefined();
});
