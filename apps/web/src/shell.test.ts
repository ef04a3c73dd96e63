import { expect, it } from 'vitest';
import page from '../index.html?raw';

const parsed = new DOMParser().parseFromString(page, 'text/html');

it('the page has something to look at before any code: brand and page, silent, inside what the application replaces', () => {
  const shell = parsed.querySelector('#root > .shell');
  expect(shell?.getAttribute('aria-hidden')).toBe('true');
  expect(shell?.querySelector('.shell__head svg')).toBeTruthy();
  expect(shell?.querySelectorAll('.shell__posters i')).toHaveLength(10);
});

it('the shell runs nothing and moves nothing', () => {
  const scripts = [...parsed.querySelectorAll('script')].map(({ textContent }) => textContent);
  expect(scripts).toEqual(['']);
  expect(page).not.toMatch(/animation|transition|\son\w+=/);
});
