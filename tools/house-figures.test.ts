import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countFigures, findHouseFaults, lowerBaseline } from './house-figures.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'butaca-house-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, text: string) {
  mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}

/**
 * The body of a made-up function; with it the whole function has `lineCount` lines, its first and last line included.
 */
const body = (lineCount: number) => `{\n${'  a(); // ñ\n'.repeat(lineCount - 2)}}`;

describe('countFigures', () => {
  it('finds folders that import each other, including by types', async () => {
    write('apps/web/src/a/one.ts', `import type { B } from '../b/two.ts';`);
    write('apps/web/src/b/two.ts', `const a = import('../a/one.ts');`);
    write('apps/web/src/c/three.ts', `import '../a/one.ts';`);
    write('apps/web/src/c/three.test.ts', `import '../d/four.ts';`);
    write('apps/web/src/d/four.ts', `import '../c/three.ts';`);
    expect((await countFigures(root)).mutualFolders).toEqual(['apps/web/src/a ↔ apps/web/src/b']);
  });

  it('counts a folder and its subfolder as two folders', async () => {
    write('packages/ui/src/index.ts', `export * from './inner/a.ts';`);
    write('packages/ui/src/inner/a.ts', `import { b } from '../b.ts';`);
    expect((await countFigures(root)).mutualFolders).toEqual(['packages/ui/src ↔ packages/ui/src/inner']);
  });

  it('finds long functions of every form, the longest first', async () => {
    write(
      'apps/web/src/form.tsx',
      `// ñ\n\nexport function Form() ${body(101)}\nexport function Fits() ${body(100)}\n`,
    );
    write(
      'apps/web/src/store.ts',
      `const createStore = (): X => ${body(151)};\nclass A { b() ${body(102)} }\n`,
    );
    write('apps/web/src/store.test.ts', `function run() ${body(200)}`);
    write('apps/web/test/open.ts', `function open() ${body(200)}`);
    const { longFunctions, veryLongFunctions } = await countFigures(root);
    expect(longFunctions).toEqual([
      'apps/web/src/store.ts:1 createStore has 151 lines',
      'apps/web/src/store.ts:152 b has 102 lines',
      'apps/web/src/form.tsx:3 Form has 101 lines',
    ]);
    expect(veryLongFunctions).toEqual(['apps/web/src/store.ts:1 createStore has 151 lines']);
  });

  it('finds folders with too many product files of their own', async () => {
    for (let index = 0; index < 26; index += 1) {
      write(`apps/web/src/full/${index}.ts`, '');
      write(`apps/web/src/fits/${index}.test.ts`, '');
      write(`apps/web/src/fits/${index}.css`, '');
      write(`apps/web/src/fits/inner/${Math.min(index, 24)}.ts`, '');
    }
    expect((await countFigures(root)).fullFolders).toEqual(['apps/web/src/full has 26 product files']);
  });

  it('returns the share of test lines in whole percent, rounded down', async () => {
    write('apps/web/src/a.ts', 'a();\n// free\n\nb();\n');
    write('apps/web/src/a.test.ts', 'a();\n');
    expect((await countFigures(root)).testPercent).toBe(33);
  });
});

describe('the baseline of the figures', () => {
  const accepted = {
    mutualFolders: 0,
    longFunctions: 1,
    veryLongFunctions: 0,
    fullFolders: 0,
    longSubjects: 0,
    testPercent: 50,
  };

  it('accepts figures equal to it', async () => {
    write('apps/web/src/a.ts', `function a() ${body(110)}`);
    write('apps/web/src/a.test.ts', `function a() ${body(110)}`);
    expect(await findHouseFaults(root, accepted)).toEqual([]);
  });

  it('refuses figures that are worse', async () => {
    write('apps/web/src/a.ts', `function a() ${body(110)}\nfunction b() ${body(110)}`);
    write('apps/web/src/a.test.ts', `function a() ${body(110)}`);
    expect(await findHouseFaults(root, accepted)).toEqual([
      'functions over 100 lines: 2, 1 are accepted:\n' +
        '  apps/web/src/a.ts:1 a has 110 lines\n  apps/web/src/a.ts:111 b has 110 lines',
      'share of test lines: 33 %, at least 50 % are accepted',
    ]);
  });

  it('requires better figures to be recorded', async () => {
    write('apps/web/src/a.test.ts', 'a();\n');
    expect(await findHouseFaults(root, accepted)).toEqual([
      'functions over 100 lines: only 0 of 1 are left. Run `npm run house -- --lower`',
      'share of test lines: 100 % now. Run `npm run house -- --lower`',
    ]);
  });

  it('is only ever lowered', () => {
    const figures = {
      mutualFolders: ['a', 'b'],
      longFunctions: [],
      veryLongFunctions: [],
      fullFolders: [],
      longSubjects: [],
      testPercent: 40,
    };
    expect(lowerBaseline(figures, accepted)).toEqual({ ...accepted, longFunctions: 0 });
  });
});
