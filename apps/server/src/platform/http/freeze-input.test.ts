import { describe, expect, test } from 'vitest';
import { freezeInput } from './freeze-input.ts';

describe('freezeInput', () => {
  test('freezes objects and arrays at every depth', () => {
    const input = freezeInput({ query: { page: 1 }, body: { seasons: [{ chapters: [{ title: 'Uno' }] }] } });
    expect(() => Object.assign(input.query, { page: 2 })).toThrow(TypeError);
    expect(() => input.body.seasons[0]?.chapters.push({ title: 'Dos' })).toThrow(TypeError);
    expect(input.query.page).toBe(1);
  });

  test('leaves values of other kinds as they are', () => {
    const at = new Date(0);
    const can = new Set(['hls']);
    expect(freezeInput({ at, can, name: null })).toEqual({ at, can, name: null });
    expect(Object.isFrozen(can)).toBe(false);
  });
});
