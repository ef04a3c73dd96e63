import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-10-20T12:00:00Z');
const ago = (ms: number) => relativeTime(new Date(now - ms).toISOString(), now);

it.each([
  [-5_000, 'Ahora mismo'],
  [0, 'Ahora mismo'],
  [59_999, 'Ahora mismo'],
  [60_000, 'Hace 1 min'],
  [59 * 60_000 + 59_999, 'Hace 59 min'],
  [3_600_000, 'Hace 1h'],
  [24 * 3_600_000 - 1, 'Hace 23h'],
  [24 * 3_600_000, 'Hace 1 día'],
  [48 * 3_600_000, 'Hace 2 días'],
  [7 * 86_400_000 - 1, 'Hace 6 días'],
  [7 * 86_400_000, '13 oct 2026'],
])('the relative time of a moment %i ms ago is «%s»', (ms, text) => {
  expect(ago(ms)).toBe(text);
});
