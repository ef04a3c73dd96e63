import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { startProvider, type Provider } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { allowedConfinements } from '../../../test/programs/allowed-confinements.ts';
import { openConfinement, unprivilegedUid, type Confinement } from './confinement.ts';
import { createPrograms, type ConfinedPrograms, type Programs } from './programs.ts';
import { runProgram } from './run-program.ts';

const limits = { memoryBytes: 2 ** 28, cpuSeconds: 20, openFiles: 40, fileBytes: 1_048_576 };
const isRoot = process.getuid?.() === 0;
const ffprobe = process.env['BUTACA_FFPROBE'] ?? '/usr/bin/ffprobe';

let folder: string;
let canary: Provider;
let canaryHits = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-confinement-'));
  await mkdir(join(folder, 'backups'));
  await writeFile(join(folder, 'backups', 'secret'), 'clave');
  canary = await startProvider((_request, response) => {
    canaryHits += 1;
    response.end('canario');
  });
});
afterAll(async () => {
  await canary[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const kinds = await allowedConfinements();

describe.each(kinds)('a program confined by %s', (kind) => {
  let confinement: Confinement;
  let workDir: string;
  let ownDir: string;
  beforeAll(async () => {
    workDir = join(folder, kind);
    ownDir = join(workDir, 'session', 'own');
    confinement = await openConfinement(kind, { workDir, hiddenDir: folder, programPaths: [] });
    await confinement.makeFolder(ownDir);
  });
  afterAll(() => confinement[Symbol.asyncDispose]());

  async function say(script: string, runDir = ownDir): Promise<string> {
    const child = confinement.spawn({
      program: '/bin/sh',
      args: ['-c', script],
      folder: runDir,
      limits,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    return said.trim();
  }

  it('gets no environment variables of the server', async () => {
    process.env['ADMIN_PASSWORD'] = 'clave-secreta';
    try {
      const names = (await say('env')).split('\n').map((line) => line.split('=')[0] ?? '');
      // The test's shell itself adds variables for its working folder to the otherwise empty environment.
      expect(new Set(names.filter((name) => !/^(?:OLD)?PWD$|^_$/.test(name)))).toEqual(
        new Set(['LANG', 'PATH']),
      );
    } finally {
      delete process.env['ADMIN_PASSWORD'];
    }
  });

  it('has limits of memory, CPU time, open files and output', async () => {
    expect((await say('ulimit -d; ulimit -t; ulimit -n; ulimit -f; ulimit -c')).split('\n')).toEqual([
      String(limits.memoryBytes / 1_024),
      String(limits.cpuSeconds),
      String(limits.openFiles),
      String(limits.fileBytes / 512),
      '0',
    ]);
    await say('head -c 3000000 /dev/zero > large');
    expect((await stat(join(ownDir, 'large'))).size).toBe(limits.fileBytes);
    expect(await say('head -c 400000000 /dev/zero | tail -c 400000000 | wc -c')).toBe('0');
  });

  it.runIf(isRoot && kind !== 'limits')('does not run as root when the server does', async () => {
    expect(await say('id -u; id -g; id -G')).toBe(Array(3).fill(unprivilegedUid).join('\n'));
    expect(await say(`cat ${join(folder, 'backups', 'secret')} || cat /etc/shadow`)).toBe('');
  });

  it('can write into the folder that was made for it', async () => {
    const madeDir = join(workDir, 'one', 'two');
    await confinement.makeFolder(madeDir);
    expect(await say('echo hecho > file; pwd', madeDir)).toContain('one/two');
    expect(await readFile(join(madeDir, 'file'), 'utf8')).toBe('hecho\n');
  });

  it('cannot trick the server with a link, a pipe or a folder in place of a file', async () => {
    const secret = join(folder, 'backups', 'secret');
    await say(`ln -s ${secret} link; mkfifo pipe; mkdir folder; echo hecho > file`);
    for (const name of ['link', 'pipe', 'folder'])
      await expect(confinement.openFile(join(ownDir, name))).rejects.toThrow();
    await using file = await confinement.openFile(join(ownDir, 'file'));
    expect(await file.readFile('utf8')).toBe('hecho\n');
    await say('ln -s /etc made');
    await expect(confinement.makeFolder(join(ownDir, 'made'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it.runIf(isRoot && kind !== 'limits')('owns only its own folder, and cannot list others', async () => {
    const other = join(workDir, 'another', 'own');
    await confinement.makeFolder(other);
    expect(await say(`ls ${workDir}; ls ${join(workDir, 'session')}`)).toBe('');
    await say(`mv ${ownDir} ${ownDir}-away; mv ${join(workDir, 'session')} ${join(workDir, 'away')}`);
    expect((await stat(ownDir)).uid).toBe(unprivilegedUid);
    expect([(await stat(workDir)).uid, (await stat(join(workDir, 'session'))).uid]).toEqual([0, 0]);
  });

  it('receives the signals sent to it', async () => {
    const child = confinement.spawn({
      program: '/bin/sleep',
      args: ['600'],
      limits,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    child.kill('SIGKILL');
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  });

  it.runIf(kind === 'namespace')(
    'has nothing of its folder but its own file, and cannot change it',
    async () => {
      const programsDir = join(folder, 'programs');
      await mkdir(programsDir);
      await writeFile(join(programsDir, 'program'), '#!/bin/sh\nls -a ${0%/*}; echo changed > $0\n', {
        mode: 0o755,
      });
      await writeFile(join(programsDir, '.env'), 'CLAVE=secreta');
      if (isRoot) await chown(join(programsDir, 'program'), unprivilegedUid, unprivilegedUid);
      const needs = { workDir: join(folder, 'work'), hiddenDir: folder };
      const program = join(programsDir, 'program');
      await using own = await openConfinement(kind, {
        ...needs,
        hiddenDir: workDir,
        programPaths: [program],
      });
      const run = { program, args: [], limits, outputLimitBytes: 1_000 };
      expect((await runProgram(own, run, AbortSignal.timeout(5_000))).output).toBe('.\n..\nprogram\n');
      expect(await readFile(program, 'utf8')).toContain('#!/bin/sh');
    },
  );

  it.runIf(process.platform === 'linux')(
    'shares its folder with a program that may use a device',
    async () => {
      const hardware = await confinement.withDevices(['/dev/full']);
      const look = ['-c', 'test -c /dev/full && echo device; ls /dev; cat shared'];
      const run = (own: Confinement) => {
        const child = own.spawn({
          program: '/bin/sh',
          args: look,
          folder: ownDir,
          limits,
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        return text(child.stdout as Readable);
      };
      await say('echo hecho > shared');
      expect(await run(hardware)).toMatch(/^device\n[^]*hecho\n/);
      if (kind === 'namespace') {
        expect(await run(confinement)).toMatch(/^(?:null|shm|urandom|zero|\n)+hecho\n$/);
        expect(hardware.listener).toBe(confinement.listener);
      }
      await hardware[Symbol.asyncDispose]();
      expect([hardware.isEnded(), confinement.isEnded()]).toEqual([kind === 'namespace', false]);
    },
  );

  it.runIf(isRoot && kind === 'namespace')('gets the group of a device, but not that of root', async () => {
    const device = join(folder, 'device');
    await writeFile(device, '');
    await chown(device, 0, 4_242);
    const groupsWith = async (path: string) => {
      await using hardware = await confinement.withDevices([path]);
      const run = { program: '/usr/bin/id', args: ['-G'], limits, outputLimitBytes: 1_000 };
      return (await runProgram(hardware, run, AbortSignal.timeout(10_000))).output.trim();
    };
    expect(await groupsWith(device)).toBe(`${unprivilegedUid} 4242`);
    expect(await groupsWith('/dev/null')).toBe(String(unprivilegedUid));
  });

  it.runIf(kind === 'namespace')('leaves nothing behind when a device has gone', async () => {
    const needs = { workDir: join(folder, 'without-device'), hiddenDir: folder, programPaths: [] };
    await using own = await openConfinement(kind, needs);
    const countShells = async () =>
      (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).split(' ').length;
    const before = await countShells();
    await expect(own.withDevices(['/dev/no-such-device'])).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await countShells()).toBe(before);
  });

  it.runIf(kind === 'namespace')('ends with the one that it was made of', async () => {
    const needs = { workDir: join(folder, 'ending'), hiddenDir: folder, programPaths: [] };
    const own = await openConfinement(kind, needs);
    const hardware = await own.withDevices(['/dev/full']);
    await own[Symbol.asyncDispose]();
    await hardware.ended;
    expect(hardware.isEnded()).toBe(true);
  });

  it.runIf(kind === 'namespace')('sees no files of the machine except programs', async () => {
    expect((await say('ls /')).split('\n')).not.toEqual(expect.arrayContaining(['home', 'root', 'var']));
    expect(await say('ls /proc /old')).toBe('/old:\n\n/proc:');
    expect(await say(`ls -a ${folder}`)).toBe('.\n..\nnamespace');
    expect(await say('cat ../../../backups/secret; cat /etc/passwd')).toBe('');
  });

  it.runIf(kind === 'namespace')('can connect only to the listener, not even to this machine', async () => {
    const { listener } = confinement;
    if (listener === undefined) throw new Error('a namespace has a listener');
    let hits = 0;
    const own = createServer((_request, response) => {
      hits += 1;
      response.end('nada');
    }).listen(listener);
    await once(own, 'listening');
    const ask = (address: string) =>
      runProgram(
        confinement,
        { program: ffprobe, args: ['-v', 'quiet', address], limits, outputLimitBytes: 10_000 },
        AbortSignal.timeout(10_000),
      );
    const { port } = canary;
    await ask(`http://127.0.0.1:${port}/`);
    await ask(`http://127.0.0.1:${(own.address() as AddressInfo).port}/`);
    own.close();
    expect([canaryHits, hits > 0]).toEqual([0, true]);
    // As a control, the test runs ffprobe outside the sandbox: there ffprobe does reach the server (`canary`) that it
    // could not reach from inside.
    await promisify(execFile)(ffprobe, ['-v', 'quiet', `http://127.0.0.1:${port}/`]).catch(() => undefined);
    expect(canaryHits).toBeGreaterThan(0);
  });
});

describe('the set of programs', () => {
  const given = (more: Partial<Parameters<typeof createPrograms>[0]> = {}) => ({
    names: { ffprobe },
    workDir: join(folder, 'work'),
    hiddenDir: folder,
    log: createLog('silent'),
    ...more,
  });
  async function openNow(programs: Programs<string>): Promise<ConfinedPrograms<string> | undefined> {
    const found = await programs.open();
    return found === 'unknown' ? undefined : found;
  }

  it('is undefined when one of them is missing', async () => {
    await using programs = createPrograms(given({ names: { ffprobe, other: '/no/hay' } }));
    expect(await programs.open()).toBeUndefined();
  });

  it('uses the strictest confinement that works', async () => {
    await using programs = createPrograms(given());
    expect((await openNow(programs))?.confinement.kind).toBe(kinds[0]);
  });

  it.runIf(kinds.includes('namespace'))(
    'never falls back to a weaker confinement after its namespace has ended',
    async () => {
      await using programs = createPrograms(given());
      const first = await openNow(programs);
      const path = process.env['PATH'];
      process.env['PATH'] = '';
      try {
        await first?.confinement[Symbol.asyncDispose]();
        await expect.poll(() => first?.confinement.isEnded()).toBe(true);
        expect(() =>
          first?.confinement.spawn({ program: '/bin/true', args: [], limits, stdio: 'ignore' }),
        ).toThrow('has gone');
      } finally {
        process.env['PATH'] = path;
      }
      expect((await openNow(programs))?.confinement.kind).toBe('namespace');
    },
  );

  it.runIf(kinds.includes('namespace'))('gets a new namespace when the first one has ended', async () => {
    const logged: string[] = [];
    await using programs = createPrograms(
      given({ log: createLog('warn', { write: (line) => logged.push(line) }) }),
    );
    const first = await openNow(programs);
    await first?.confinement[Symbol.asyncDispose]();
    const second = await openNow(programs);
    expect(second?.confinement).not.toBe(first?.confinement);
    expect(second?.versions).toEqual(first?.versions);
    expect(logged.join('')).toContain('the namespace of the programs has gone');
  });
});
