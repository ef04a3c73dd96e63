import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const tokens = readFileSync(new URL('../packages/ui/src/theme/tokens.css', import.meta.url), 'utf8');
const colourOf = (token: string): number[] => {
  const [, hex = ''] = new RegExp(`${token}: #([0-9a-f]{6})`).exec(tokens) ?? [];
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
};
/** The relative luminance of a colour. @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (colour: number[]): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** The share of white with which the token `--fill-1` lightens a ground. */
const light = 0.1;
const grounds = [...tokens.matchAll(/--drawn-\d+(?=:)/g)].map(([token]) => token);

it('there are as many grounds for the drawings of missing pictures as the drawings use', () => {
  const code = readFileSync(new URL('../packages/ui/src/browse/drawn-tile.tsx', import.meta.url), 'utf8');
  expect(code).toContain(`drawnGrounds = ${grounds.length};`);
});

it.each(grounds)(
  'letters are readable on the ground %s of a drawing, also where light falls on it',
  (token) => {
    const lit = colourOf(token).map((part) => part + (1 - part) * light);
    const contrast = (luminance(colourOf('--ink-1')) + 0.05) / (luminance(lit) + 0.05);
    expect(contrast).toBeGreaterThanOrEqual(4.5);
  },
);
