import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('the inline shell of index.html uses only colours of the design tokens', () => {
  const tokens = read('../packages/ui/src/theme/tokens.css');
  const colours = new Set(read('../apps/web/index.html').match(/#[0-9a-f]{6}\b/gi));
  expect(colours.size).toBeGreaterThan(2);
  for (const colour of colours) expect(tokens).toContain(colour);
});
