import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countLines, findOversized } from './size.mjs';

describe('countLines', () => {
  it.each([
    ['blank lines are free', 'a\n\n  \nb\n', 2],
    ['comment lines are free', '// x\na // y\n/* z */\n', 1],
    ['a comment over several lines is free', '/**\n * x\n */\na\n', 1],
    ['code behind the end of a comment counts', '/* x\n*/ a\n', 1],
    ['a comment in JSX is free', '{/* x */}\n<p />\n', 1],
    ['an address is no comment', "const a = 'https://x';\n", 1],
  ])('%s', (_, text, expected) => {
    expect(countLines(text)).toBe(expected);
  });
});

describe('findOversized', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'butaca-size-'));
    mkdirSync(path.join(root, 'apps'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(name: string, lineCount: number, head = '') {
    writeFileSync(path.join(root, 'apps', name), `${head}\n${'a();\n'.repeat(lineCount)}`);
  }

  it('accepts files up to the limit', () => {
    write('a.ts', 400);
    write('a.test.ts', 800);
    expect(findOversized(root, {})).toEqual([]);
  });

  it('names files beyond the limit', () => {
    write('a.ts', 401);
    write('a.test.ts', 801);
    expect(findOversized(root, {})).toEqual([
      'apps/a.test.ts has 801 lines, 800 are allowed',
      'apps/a.ts has 401 lines, 400 are allowed',
    ]);
  });

  it('accepts an exemption with a reason, and no exemption without one', () => {
    write('a.ts', 401, '// size-exempt: one table of codes that nobody reads twice');
    write('b.ts', 401, '// size-exempt: long');
    expect(findOversized(root, {})).toEqual(['apps/b.ts is exempt without a reason']);
  });

  it('allows a file of the baseline its present size, but no growth', () => {
    write('same.ts', 500);
    write('grown.ts', 501);
    write('shrunk.ts', 499);
    write('fits.ts', 400);
    const names = ['same', 'grown', 'shrunk', 'fits', 'gone'];
    expect(findOversized(root, Object.fromEntries(names.map((name) => [`apps/${name}.ts`, 500])))).toEqual([
      'apps/fits.ts fits now: take it out of tools/size-baseline.json',
      'apps/grown.ts has grown from 500 to 501 lines',
      'apps/shrunk.ts has shrunk to 499 lines: lower it in tools/size-baseline.json',
      'apps/gone.ts is gone: take it out of tools/size-baseline.json',
    ]);
  });
});
