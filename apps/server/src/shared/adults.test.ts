import { describe, expect, it } from 'vitest';
import { decideMark } from './adults.ts';

describe('the mark of what an administrator saves', () => {
  const plain = { isAdult: false, groups: ['Drama'] };

  it('is what the editor sent, once it differs', () => {
    expect(decideMark(true, ['Drama'], plain)).toEqual({ isAdult: true, isEdited: true });
    const marked = { isAdult: true, groups: ['Adultos'] };
    expect(decideMark(false, ['Adultos'], marked)).toEqual({ isAdult: false, isEdited: true });
  });

  it('follows a group that newly says it, of a new title too', () => {
    expect(decideMark(undefined, ['Adultos'])).toEqual({ isAdult: true, isEdited: false });
    expect(decideMark(false, ['Drama', 'Adultos'], plain)).toEqual({ isAdult: true, isEdited: false });
  });

  it('stays as it is when only something else changes', () => {
    const unmarked = { isAdult: false, groups: ['Adultos'] };
    expect(decideMark(false, ['Adultos', 'Drama'], unmarked).isAdult).toBe(false);
    expect(decideMark(undefined, ['Drama'], { isAdult: true, groups: ['Adultos'] }).isAdult).toBe(true);
  });
});
