import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConfinement, type Confinement } from './confinement.ts';
import { runProgram } from './run-program.ts';

const limits = { memoryBytes: 2 ** 28, cpuSeconds: 20, openFiles: 40, fileBytes: 1_000 };
const { signal } = new AbortController();
let folder: string;
let confinement: Confinement;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-run-'));
  confinement = await openConfinement('limits', {
    workDir: join(folder, 'work'),
    hiddenDir: folder,
    programPaths: [],
  });
});
afterAll(async () => {
  await confinement[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const run = (script: string, more: object = {}, until = signal) =>
  runProgram(
    confinement,
    { program: '/bin/sh', args: ['-c', script], limits, outputLimitBytes: 1_000, ...more },
    until,
  );

describe('a program that is run to its end', () => {
  it.each([
    ['what it wrote', 'echo hola', { code: 0, killedBy: null, output: 'hola\n' }],
    ['its exit code', 'echo algo; exit 3', { code: 3, killedBy: null, output: 'algo\n' }],
    [
      'nothing of its complaints',
      'echo http://proveedor.tv/clave >&2',
      { code: 0, killedBy: null, output: '' },
    ],
    ['an empty input', 'cat', { code: 0, killedBy: null, output: '' }],
    [
      'no exit code where it was killed',
      'kill -9 $$',
      { code: null, killedBy: 'SIGKILL' as const, output: '' },
    ],
  ])('gives %s', async (_what, script, end) => {
    expect(await run(script)).toEqual(end);
  });

  it('is killed when its output exceeds its limit', async () => {
    expect((await run("printf '%01000d' 0")).code).toBe(0);
    expect((await run("printf '%01001d' 0")).code).toBeNull();
    expect((await run('yes')).code).toBeNull();
  });

  it('hands its output on in pieces to onOutput, and keeps none of it', async () => {
    const pieces: Buffer[] = [];
    const onOutput = (piece: Buffer) => void pieces.push(piece);
    expect(await run('printf uno; printf dos', { onOutput })).toEqual({
      code: 0,
      killedBy: null,
      output: '',
    });
    expect(Buffer.concat(pieces).toString()).toBe('unodos');
  });

  it('reads its input, and may end before it has read all of it', async () => {
    const input = Buffer.alloc(1_000_000, 'a');
    expect(await run('wc -c | tr -d " "', { input })).toEqual({
      code: 0,
      killedBy: null,
      output: '1000000\n',
    });
    expect(await run('head -c 3', { input })).toEqual({ code: 0, killedBy: null, output: 'aaa' });
  });

  it('is not started when the signal is already aborted', async () => {
    const given: string[] = [];
    const onOutput = (piece: Buffer) => void given.push(String(piece));
    await expect(run('echo hola', { onOutput }, AbortSignal.abort(new Error('ido')))).rejects.toThrow('ido');
    expect(given).toEqual([]);
  });

  it('is killed when the signal aborts, also while a child holds its output open', async () => {
    const leaving = new AbortController();
    const onOutput = () => leaving.abort(new Error('ido'));
    await expect(run('echo hola; sleep 60 & wait', { onOutput }, leaving.signal)).rejects.toThrow('ido');
  });

  it('that does not exist fails, or has the exit code of a shell that did not find it', async () => {
    const { code } = await run('', { program: '/no/hay', args: [] });
    expect([126, 127]).toContain(code);
  });
});
