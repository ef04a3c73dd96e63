import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChild } from './child.mjs';
import { inRoot } from './paths.mjs';
import { countRun, readFileTimes, slowestFiles } from './test-count.mjs';

const testsByProject = {
  good: {
    'a.test.js': "test('one', () => {}); test('two', () => {}); test.skip('three', () => {});",
  },
  failing: { 'a.test.js': "test('one', () => {}); test('two', () => expect(1).toBe(2));" },
  unreadable: { 'a.test.js': "import './missing.js';", 'b.test.js': "test('one', () => {});" },
  hooked: { 'a.test.js': "beforeAll(() => { throw new Error('no'); }); test('one', () => {});" },
  unhandled: { 'a.test.js': "test('one', () => { void Promise.reject(new Error('late')); });" },
  crashing: { 'a.test.js': "test('one', () => { process.kill(process.pid, 'SIGKILL'); });" },
  empty: {},
};

/** A temporary folder for made-up test files, below the repository's root, so that the files can import Vitest. */
let folder: string;

beforeAll(() => {
  mkdirSync(inRoot('.cache'), { recursive: true });
  folder = mkdtempSync(inRoot('.cache', 'count-'));
  const projects = Object.entries(testsByProject).map(([name, tests]) => {
    mkdirSync(path.join(folder, name));
    for (const [file, text] of Object.entries(tests)) writeFileSync(path.join(folder, name, file), text);
    return { test: { name, root: `./${name}`, include: ['*.test.js'], globals: true } };
  });
  writeFileSync(
    path.join(folder, 'vitest.config.mjs'),
    `export default ${JSON.stringify({ test: { projects } })};`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const countOf = (project: string) => path.join(folder, `${project}.json`);

/** The runs of the made-up projects so far, by the project's name. */
const runs = new Map<string, ReturnType<typeof startRun>>();

/** Runs a made-up project, or returns the result of its earlier run. */
async function run(project: string) {
  const known = runs.get(project) ?? startRun(project);
  runs.set(project, known);
  return known;
}

async function startRun(project: string) {
  const file = countOf(project);
  const reporter = `--reporter=${inRoot('tools/count-reporter.mjs')}`;
  const args = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', project, reporter];
  const env = { ...process.env, BUTACA_TEST_COUNT: file };
  const { code } = await runChild(process.execPath, args, { cwd: folder, env });
  return countRun(file, [project], code);
}

describe('the count of a test run', { timeout: 30_000 }, () => {
  it('includes passed tests, but not skipped ones', async () => {
    expect(await run('good')).toEqual({ passed: 2, failed: 0, remarks: ['– good: 1 skipped'] });
  });

  it('names the tests that failed', async () => {
    expect(await run('failing')).toEqual({
      passed: 1,
      failed: 1,
      remarks: ['✗ a.test.js > two: expected 1 to be 2 // Object.is equality'],
    });
  });

  it('reports a failure for a file that cannot be read', async () => {
    expect(await run('unreadable')).toEqual({
      passed: 1,
      failed: 1,
      remarks: ['✗ a.test.js, outside any test'],
    });
  });

  it('reports a failure for a hook that throws', async () => {
    expect((await run('hooked')).failed).toBeGreaterThan(0);
  });

  it('reports a failure for an error that no test caught', async () => {
    expect(await run('unhandled')).toEqual({
      passed: 1,
      failed: 1,
      remarks: ['✗ unhandled/a.test.js, an error that no test caught: late'],
    });
  });

  it('reports a failure for a worker that dies', async () => {
    expect((await run('crashing')).failed).toBeGreaterThan(0);
  });

  it('reports a failure for a project without tests', async () => {
    expect(await run('empty')).toEqual({ passed: 0, failed: 1, remarks: ['✗ empty: no test ran'] });
  });

  it('reports a failure for a run without a result file, even with exit code 0', () => {
    const missing = path.join(folder, 'missing.json');
    expect(countRun(missing, ['good'], 0).failed).toBe(1);
  });

  it('reports a failure for a failing exit code without a failing test', () => {
    const file = path.join(folder, 'fine.json');
    writeFileSync(
      file,
      JSON.stringify({
        projects: { good: { passed: 3, failed: 0, skipped: 0 } },
        strayFailures: 0,
        failures: [],
      }),
    );
    expect(countRun(file, ['good'], 1)).toMatchObject({ passed: 3, failed: 1 });
  });
});

describe('the slowest test files', () => {
  const file = (name: string, milliseconds: number) => ({ project: 'good', file: name, milliseconds });

  it('are named with their seconds and project, the slowest first, and no more than asked for', () => {
    const files = [file('quick.test.ts', 40), file('slow.test.ts', 120_440), file('less.test.ts', 9_160)];
    expect(slowestFiles(files, 2)).toEqual([
      ' 120.4 s  good    slow.test.ts',
      '   9.2 s  good    less.test.ts',
    ]);
  });

  it('are those of the run, including the time of imports', { timeout: 30_000 }, async () => {
    await run('unreadable');
    const files = readFileTimes(countOf('unreadable'));
    expect(files.map((one) => `${one.project}/${one.file}`).toSorted()).toEqual([
      'unreadable/a.test.js',
      'unreadable/b.test.js',
    ]);
    expect(files.every(({ milliseconds }) => milliseconds > 0)).toBe(true);
  });

  it('are empty for a run that wrote no result', () => {
    expect(readFileTimes(countOf('missing'))).toEqual([]);
  });
});
