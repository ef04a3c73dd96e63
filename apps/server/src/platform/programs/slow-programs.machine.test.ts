import { createFrozenClock } from '../../../test/frozen-clock.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { allowedConfinements } from '../../../test/programs/allowed-confinements.ts';
import { openConfinement, type ConfinementKind } from './confinement.ts';
import { isNoAnswer, tellsOfShortage } from './no-answer.ts';
import { createPrograms, type CheckTiming } from './programs.ts';
import { makeSlowProgram } from '../../../test/programs/slow-program.ts';

const ffprobe = process.env['BUTACA_FFPROBE'] ?? '/usr/bin/ffprobe';
const kinds = await allowedConfinements();
const strictest = kinds[0] ?? 'limits';
/** Short times: a program that hangs is found out at once, and the time limit doubles until one that runs fits in. */
const timing: CheckTiming = {
  answerWithinMs: 50,
  withinMs: 100,
  longestWithinMs: 10_000,
  pauseMs: 10,
  longestPauseMs: 100,
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'butaca-slow-programs-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function open(path: string, more: { kinds?: readonly ConfinementKind[]; timing?: CheckTiming } = {}) {
  const logged: string[] = [];
  const clock = createFrozenClock('2026-11-22T14:05:00Z');
  const workDir = join(root, crypto.randomUUID());
  const programs = createPrograms({
    names: { ffprobe: path },
    workDir,
    hiddenDir: workDir,
    log: createLog('warn', { write: (line) => logged.push(line) }),
    clock,
    timing,
    kinds,
    ...more,
  });
  const countChecks = (): number => logged.filter((line) => line.includes('checked again')).length;
  return { programs, clock, countChecks };
}

describe.skipIf(process.platform !== 'linux')('programs that do not answer in time', () => {
  it('are not known until they do, and keep the strictest confinement', async () => {
    await using slow = await makeSlowProgram(ffprobe);
    const { programs, clock, countChecks } = open(slow.path);
    await using _closed = programs;
    const began = clock.now();
    expect(await programs.open()).toBe('unknown');
    await expect.poll(countChecks).toBeGreaterThan(2);
    clock.pass(60_000);
    // A caller does not wait again for a machine that was late before.
    expect(await programs.open()).toBe('unknown');
    expect(programs.state()).toEqual({ found: 'unknown', since: began });
    await expect(programs.openListener()).rejects.toMatchObject({ code: 'server.unavailable' });
    await slow.wake();
    const found = await programs.whenKnown();
    expect(found?.confinement.kind).toBe(strictest);
    expect(found?.versions.ffprobe).toMatch(/^ffprobe version/);
    expect(programs.state()).toEqual({ found, since: clock.now() });
    expect(await programs.open()).toBe(found);
  });

  it('are killed with the processes that they have started, before they are tried again', async () => {
    await using slow = await makeSlowProgram(ffprobe);
    const { programs, countChecks } = open(slow.path, { timing: { ...timing, longestWithinMs: 200 } });
    expect(await programs.open()).toBe('unknown');
    for (let checks = 1; checks <= 5; checks += 1) {
      await expect.poll(countChecks).toBeGreaterThanOrEqual(checks);
      expect(await slow.countWaiting()).toBeLessThanOrEqual(1);
    }
    await programs[Symbol.asyncDispose]();
    await expect.poll(slow.countWaiting).toBe(0);
    expect(await programs.open()).toBeUndefined();
    expect(await programs.whenKnown()).toBeUndefined();
  });

  it('are ended when the server stops during the check', async () => {
    await using slow = await makeSlowProgram(ffprobe);
    const { programs } = open(slow.path, {
      timing: { ...timing, withinMs: 600_000, longestWithinMs: 600_000 },
    });
    const known = programs.whenKnown();
    await expect.poll(slow.countWaiting).toBe(1);
    await programs[Symbol.asyncDispose]();
    expect(await known).toBeUndefined();
    await expect.poll(slow.countWaiting).toBe(0);
  });

  it('are tried again after the system has killed one, as it does when it lacks memory', async () => {
    await using slow = await makeSlowProgram(ffprobe, 'kill -KILL $$');
    const { programs } = open(slow.path);
    await using _closed = programs;
    expect(await programs.open()).toBe('unknown');
    await slow.wake();
    expect((await programs.whenKnown())?.confinement.kind).toBe(strictest);
  });

  it('were started when the namespace was late: that is no refusal of namespaces', async () => {
    const late = openConfinement('namespace', {
      workDir: join(root, 'late'),
      hiddenDir: root,
      programPaths: [],
      openWithinMs: 1,
    });
    await expect(late).rejects.toSatisfy(isNoAnswer);
  });
});

describe.skipIf(process.platform === 'win32')('programs that fail', () => {
  const patientTiming: CheckTiming = {
    ...timing,
    answerWithinMs: 30_000,
    withinMs: 30_000,
    longestWithinMs: 30_000,
  };

  it.each(['exit 1', 'kill -SEGV $$'])('are refused for good when they end with «%s»', async (end) => {
    await using failing = await makeSlowProgram(ffprobe, end);
    const { programs, clock, countChecks } = open(failing.path, { timing: patientTiming });
    await using _closed = programs;
    expect(await programs.open()).toBeUndefined();
    expect(await programs.whenKnown()).toBeUndefined();
    expect(programs.state()).toEqual({ found: undefined, since: clock.now() });
    await failing.wake();
    expect(await programs.open()).toBeUndefined();
    expect(countChecks()).toBe(0);
  });

  it.runIf(kinds.includes('namespace'))(
    'in one confinement only are run in the next weaker one, which is a refusal and no delay',
    async () => {
      // The file is not visible inside of the namespace.
      await using failing = await makeSlowProgram(ffprobe, '[ -e /etc/passwd ] || exit 1');
      const { programs } = open(failing.path, { timing: patientTiming });
      await using _closed = programs;
      expect((await programs.whenKnown())?.confinement.kind).toBe(kinds[1]);
    },
  );
});

it.each([
  ['unshare: unshare failed: Operation not permitted', false],
  ['unshare: unshare failed: No space left on device', false],
  ['sh: 1: ip: not found', false],
  ['unshare: fork failed: Cannot allocate memory', true],
  ['unshare: unshare failed: Resource temporarily unavailable', true],
  ['sh: 0: Cannot fork', true],
])('«%s» tells of a lack of memory or processes: %s', (complaint, isShortage) => {
  expect(tellsOfShortage(complaint)).toBe(isShortage);
});
