import { expect, it } from 'vitest';
import page from '../index.html?raw';

const parsed = new DOMParser().parseFromString(page, 'text/html');

it('index.html shows brand and poster outlines before any script, hidden from screen readers', () => {
  const shell = parsed.querySelector('#root > .shell');
  expect(shell?.getAttribute('aria-hidden')).toBe('true');
  expect(shell?.querySelector('.shell__head svg')).toBeTruthy();
  expect(shell?.querySelectorAll('.shell__posters i')).toHaveLength(10);
});

it('the inline shell of index.html has no inline script, event handler, animation or transition', () => {
  const scripts = [...parsed.querySelectorAll('script')].map(({ textContent }) => textContent);
  expect(scripts).toEqual(['', '', '']);
  expect(page).not.toMatch(/animation|transition|\son\w+=/);
});
