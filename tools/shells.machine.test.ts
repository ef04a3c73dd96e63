import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCounted, tellsOfFailure } from './counted-run.mjs';
import { isInstalled } from './shells.mjs';

const run = async (script: string, timeoutMs?: number) => {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const options = timeoutMs === undefined ? { print } : { print, timeoutMs };
  return { counts: await runCounted(process.execPath, ['-e', script], options), printed: () => printed };
};

describe('runCounted', () => {
  it('counts by the last line, and prints the others', async () => {
    const { counts, printed } = await run(
      `console.log('uno\\n9 passed, 9 failed\\ndos\\n3 passed, 0 failed')`,
    );
    expect(counts).toEqual({ passed: 3, failed: 0 });
    expect(printed()).toBe('uno\n9 passed, 9 failed\ndos\n');
  });

  it.each([
    ['prints no count', `console.log('3 passed')`, { passed: 0, failed: 1 }],
    [
      'fails without a failed test',
      `console.log('3 passed, 0 failed'); process.exitCode = 1`,
      { passed: 3, failed: 1 },
    ],
    ['counts failures', `console.log('3 passed, 2 failed'); process.exitCode = 1`, { passed: 3, failed: 2 }],
  ])('a program that %s', async (_what, script, counts) => {
    expect((await run(script)).counts).toEqual(counts);
  });

  it('ends a program that takes too long, and what it has started', async () => {
    const script = `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log(child.pid); setInterval(() => {}, 1000)`;
    const { counts, printed } = await run(script, 1_500);
    expect(counts).toEqual({ passed: 0, failed: 1 });
    // The standard output of the grandchild is the same pipe, so that the run ends only when the grandchild has ended.
    expect(Number(printed())).toBeGreaterThan(0);
  });
});

it('tellsOfFailure finds the lines of failed tests', () => {
  const printed = [
    '✗ a.test.ts > one: no',
    '✓ two',
    'ok 1 - three',
    'not ok 2 - four',
    '    not ok 1 - five',
  ];
  expect(printed.filter(tellsOfFailure)).toEqual([printed[0], printed[3], printed[4]]);
});

it('isInstalled finds programs in the folders of the search path only', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-shells-'));
  try {
    writeFileSync(path.join(folder, 'butaca-runs'), '');
    chmodSync(path.join(folder, 'butaca-runs'), 0o755);
    writeFileSync(path.join(folder, 'butaca-does-not-run'), '');
    chmodSync(path.join(folder, 'butaca-does-not-run'), 0o644);
    const searchPath = ['', folder].join(path.delimiter);
    expect(isInstalled('butaca-runs', searchPath)).toBe(true);
    expect(isInstalled('butaca-does-not-run', searchPath)).toBe(false);
    expect(isInstalled('butaca-runs', '')).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
