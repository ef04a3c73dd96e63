import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('the colours that themes are measured against equal those of the design tokens', () => {
  const tokens = read('../packages/ui/src/theme/tokens.css');
  const code = read('../apps/web/src/features/watch/enrichment/readable-theme.ts');
  const colours = [...code.matchAll(/'([a-z]+-\d)': '(#[0-9a-f]{6})'/g)];
  expect(colours.length).toBeGreaterThan(3);
  for (const [, name, colour] of colours) expect(tokens).toContain(`--${name}: ${colour};`);
});
