import { expect, it } from 'vitest';
import { findUnknownCommands, listTabledVariables } from './named-commands.mjs';

const scripts = ['bench', 'prove', 'backup'];

it('accepts commands that exist, with arguments of their own', () => {
  const text =
    '`npm run backup -- otra.bak`, npm run bench -- load --minutes 1, `npm run prove -- NOMBRE`, npm run prove -- all';
  expect(findUnknownCommands(text, scripts)).toEqual([]);
});

it('finds a script, a measurement and a proof that do not exist', () => {
  const text = 'npm run bench:live, `npm run bench -- lives`, «npm run prove -- load»';
  expect(findUnknownCommands(text, scripts)).toEqual([
    'npm run bench:live',
    'npm run bench -- lives',
    'npm run prove -- load',
  ]);
});

it('lists the variables of a table', () => {
  const text = '| variable | valor |\n|---|---|\n| `PORT` | 3000 |\n| `A_B`, `C` | `D` |\n`E` is no row';
  expect(listTabledVariables(text)).toEqual(['PORT', 'A_B', 'C']);
});
