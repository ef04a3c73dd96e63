import { expect, it } from 'vitest';
import { writeEmptyPages } from './empty-page.ts';

it('the header names the empty pages, and is never empty', () => {
  expect(writeEmptyPages(['/kids', '/novelas'])).toBe('/kids /novelas');
  expect(writeEmptyPages([])).toBe('none');
});
