import assert from 'node:assert/strict';

/**
 * Prints how long something took beside the time that it may take. Only with `BUTACA_JUDGE_TIMES=true`, which is for a quiet
 * machine, does a longer time fail the test: how long things take on a busy machine says nothing about the shell.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} what
 * @param {number} ms
 * @param {number} limitMs
 */
export function judgeTime(t, what, ms, limitMs) {
  t.diagnostic(`${what}: ${Math.round(ms)} ms (at most ${limitMs} ms)`);
  if (process.env['BUTACA_JUDGE_TIMES'] === 'true') assert.ok(ms <= limitMs, `${what}: ${ms} ms`);
}
