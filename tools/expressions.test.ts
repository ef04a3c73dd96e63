import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { composingFiles, expressionExceptions } from './expression-exceptions.mjs';
import {
  endJudges,
  findUnsafeExpressions,
  judgeExpressions,
  readExpressions,
  written,
} from './expressions.mjs';
import { inRoot } from './paths.mjs';

afterAll(endJudges);

describe('readExpressions', () => {
  it.each([
    ['a literal', 'const a = /a+$/gi;', '/a+$/gi'],
    ['a literal in JSX', 'const a = <p title={b.replace(/c/u, "")} />;', '/c/u'],
    ['a constructor', "new RegExp('a+$', 'i')", '/a+$/i'],
    ['a call without new', "globalThis.RegExp('\\\\d')", '/\\d/'],
    ['a raw template', 'RegExp(String.raw`\\d`)', '/\\d/'],
    ['a text that is searched for', "text.search('a+$')", '/a+$/'],
  ])('reads %s', (_what, text, expression) => {
    const found = readExpressions(text, 'a.tsx');
    expect([found.expressions.map(written), found.isComposing]).toEqual([[expression], false]);
  });

  it.each([
    ['division', 'const a = b / c / d;'],
    ['a comment', '// see /a+$/'],
    ['a text', "const a = '/a+$/';"],
  ])('reads none in %s', (_what, text) => {
    expect(readExpressions(text, 'a.ts')).toEqual({ expressions: [], isComposing: false });
  });

  it.each(['new RegExp(`a${b}`)', "new RegExp('a', flags)", 'RegExp(a.source)'])(
    'notices that %s is composed',
    (text) => {
      expect(readExpressions(text, 'a.ts')).toEqual({ expressions: [], isComposing: true });
    },
  );
});

describe('judgeExpressions', () => {
  it.each([
    ['a run of blanks at the end', String.raw`\s+$`, '', /polynomial/],
    ['words in a line', String.raw`^A:.*\bB\b.*\bC=`, 'm', /polynomial/],
    ['a scheme of any length', String.raw`\b(?!file:)([a-z][a-z0-9+.-]*:\/\/)[^\s]+`, 'gi', /polynomial/],
    ['a repeated repetition', '^(?:a+)+$', '', /exponential/],
    ['an expression that is none', '(', '', /unknown/],
    ['blanks from one place on', String.raw`\s*a`, 'y', /^safe$/],
    ['an anchored expression', String.raw`^\d+:\s*`, '', /^safe$/],
    ['a fixed text', 'a', 'g', /^safe$/],
  ])('judges %s', async (_what, source, flags, verdict) => {
    expect((await judgeExpressions([{ source, flags }])).get(written({ source, flags }))).toMatch(verdict);
  });
});

describe('findUnsafeExpressions', () => {
  let root: string;
  const file = 'apps/server/src/a.ts';
  const exception = { file, expression: String.raw`/\s+$/`, bound: '9 characters', test: 'a.test.ts' };

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'butaca-expressions-'));
    mkdirSync(path.join(root, 'packages'));
    mkdirSync(path.join(root, 'apps/server/src'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (text: string, name = file) => writeFileSync(path.join(root, name), text);
  const find = (options: Partial<Parameters<typeof findUnsafeExpressions>[1]> = {}) =>
    findUnsafeExpressions(root, { exceptions: [], composing: [], ...options });

  it('names the file and the expression, and leaves tests alone', async () => {
    write('a.replace(/\\s+$/, ""); a.replace(/b/, "");');
    write('a.replace(/\\s+$/, "");', 'apps/server/src/a.test.ts');
    expect(await find()).toEqual([expect.stringContaining(String.raw`${file}: /\s+$/ is not linear`)]);
  });

  it('accepts an exception, and names one that is needless', async () => {
    write('a.replace(/\\s+$/, "");');
    expect(await find({ exceptions: [exception] })).toEqual([]);
    write('a.trimEnd();');
    expect(await find({ exceptions: [exception] })).toEqual([expect.stringContaining('needs no exception')]);
  });

  it('names a file that composes an expression, unless a test judges what it composes', async () => {
    write('new RegExp(a);');
    expect(await find()).toEqual([expect.stringContaining(`${file} composes an expression`)]);
    expect(await find({ composing: [file] })).toEqual([]);
  });

  it('keeps verdicts, but not those of another judge', async () => {
    const cacheFile = path.join(root, 'cache.json');
    write('a.replace(/\\s+$/, "");');
    const first = await find({ cacheFile });
    expect(await find({ cacheFile })).toEqual(first);
    writeFileSync(cacheFile, JSON.stringify({ judge: 'other', verdicts: { [String.raw`/\s+$/`]: 'safe' } }));
    expect(await find({ cacheFile })).toEqual(first);
  });
});

describe('the list of exceptions', () => {
  /** What each composing file composes while it is loaded. */
  const composed = new Map<string, { source: string; flags: string }[]>();
  let verdicts: Map<string, string>;

  beforeAll(async () => {
    for (const file of composingFiles) composed.set(file, await load(file));
    // The verdicts of safe expressions are committed, as those of literals are: judging all of them takes half a minute.
    verdicts = await judgeExpressions(
      [...composed.values()].flat(),
      inRoot('tools/judged-compositions.json'),
    );
  }, 180_000);

  async function load(file: string) {
    const made: { source: string; flags: string }[] = [];
    vi.stubGlobal(
      'RegExp',
      new Proxy(RegExp, {
        construct(target, parts: [string, string?]) {
          const expression = new target(...parts);
          made.push(expression);
          return expression;
        },
      }),
    );
    // The query makes Vitest load the file again, even when another test of the worker has loaded it before.
    await import(/* @vite-ignore */ `${inRoot(file)}?composed`).finally(() => vi.unstubAllGlobals());
    return made;
  }

  it('names a limit and a test file for each', () => {
    for (const { bound, test } of expressionExceptions) {
      expect(bound).not.toBe('');
      expect(test).toMatch(/\.test\.tsx?$/);
    }
  });

  it.each(composingFiles)('%s composes only linear expressions while it is loaded', (file) => {
    const own = (composed.get(file) ?? []).map(written);
    expect(own).not.toEqual([]);
    expect(own.filter((expression) => verdicts.get(expression) !== 'safe')).toEqual([]);
  });
});
