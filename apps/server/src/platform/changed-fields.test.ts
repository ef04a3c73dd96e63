import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('keeps of two descriptions what they differ in', () => {
  expect(changedFields({ a: 1, b: ['x'], c: null }, { a: 1, b: ['y'], c: undefined, d: true })).toEqual({
    before: { b: ['x'], d: null },
    after: { b: ['y'], d: true },
  });
});

it('says nothing where nothing changed', () => {
  expect(changedFields({ a: ['x'] }, { a: ['x'], b: undefined })).toBeUndefined();
});
