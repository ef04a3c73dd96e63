import { expect, it } from 'vitest';
import { withoutMixtures } from '../apps/web/mixed-colours.ts';

const tokens = ':root {\n  --ink-1: #f3f5fa; /* text */\n  --line: rgb(0 0 0 / 0.1);\n}';

it.each([
  ['a: color-mix(in oklab, var(--ink-1) 14%, transparent)', 'a: rgb(243 245 250 / 14%)'],
  ['a: color-mix(in oklab, var(--line) 14%, transparent)', undefined],
  ['a: color-mix(in oklab, var(--tint) 14%, var(--ink-1))', undefined],
])('%s', (css, replaced) => {
  expect(withoutMixtures(css, tokens)).toBe(replaced ?? css);
});
