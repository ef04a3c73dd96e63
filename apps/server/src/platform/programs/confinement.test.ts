import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { confinementKinds, openConfinement, unprivilegedUid, type Confinement } from './confinement.ts';
import { createPrograms } from './programs.ts';
import { runProgram } from './run-program.ts';

const limits = { memoryBytes: 2 ** 28, cpuSeconds: 20, openFiles: 40, fileBytes: 1_048_576 };
const isRoot = process.getuid?.() === 0;
const ffprobe = process.env['BUTACA_FFPROBE'] ?? '/usr/bin/ffprobe';

let folder: string;
let canary: Server;
let canaryHits = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-confinement-'));
  await mkdir(join(folder, 'backups'));
  await writeFile(join(folder, 'backups', 'secret'), 'clave');
  canary = createServer((_request, response) => {
    canaryHits += 1;
    response.end('canario');
  }).listen(0, '127.0.0.1');
  await once(canary, 'listening');
});
afterAll(async () => {
  canary.close();
  await rm(folder, { recursive: true, force: true });
});

/** The ways that this machine allows; a container may forbid namespaces. */
const kinds = await (async () => {
  const place = await mkdtemp(join(tmpdir(), 'butaca-confinement-'));
  const allowed: ReturnType<typeof confinementKinds> = [];
  for (const kind of confinementKinds()) {
    try {
      const tried = await openConfinement(kind, {
        workDir: join(place, 'work'),
        hiddenDir: place,
        programDirs: [],
      });
      await tried[Symbol.asyncDispose]();
      allowed.push(kind);
    } catch {
      // It is not among those that are tested here.
    }
  }
  await rm(place, { recursive: true, force: true });
  return allowed;
})();

describe.each(kinds)('a program confined by %s', (kind) => {
  let confinement: Confinement;
  let workDir: string;
  beforeAll(async () => {
    workDir = join(folder, kind);
    confinement = await openConfinement(kind, { workDir, hiddenDir: folder, programDirs: [] });
  });
  afterAll(() => confinement[Symbol.asyncDispose]());

  async function say(script: string, place = workDir): Promise<string> {
    const child = confinement.spawn({
      program: '/bin/sh',
      args: ['-c', script],
      folder: place,
      limits,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    return said.trim();
  }

  it('has nothing of the environment of the server', async () => {
    process.env['ADMIN_PASSWORD'] = 'clave-secreta';
    try {
      const names = (await say('env')).split('\n').map((line) => line.split('=')[0] ?? '');
      // The shell adds where it is.
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
    expect((await stat(join(workDir, 'large'))).size).toBe(limits.fileBytes);
    expect(await say('head -c 400000000 /dev/zero | tail -c 400000000 | wc -c')).toBe('0');
  });

  it.runIf(isRoot && kind !== 'limits')('is no root although the server is', async () => {
    expect(await say('id -u; id -g; id -G')).toBe(Array(3).fill(unprivilegedUid).join('\n'));
    expect(await say(`cat ${join(folder, 'backups', 'secret')} || cat /etc/shadow`)).toBe('');
  });

  it('writes into the folder that was made for it', async () => {
    const place = join(workDir, 'one', 'two');
    await confinement.makeFolder(place);
    expect(await say('echo hecho > file; pwd', place)).toContain('one/two');
    expect(await readFile(join(place, 'file'), 'utf8')).toBe('hecho\n');
  });

  it('is the process that signals reach', async () => {
    const child = confinement.spawn({
      program: '/bin/sleep',
      args: ['600'],
      limits,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    child.kill('SIGKILL');
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  });

  it.runIf(kind === 'namespace')('sees none of the files of the machine but programs', async () => {
    expect((await say('ls /')).split('\n')).not.toEqual(expect.arrayContaining(['home', 'root', 'var']));
    expect(await say('ls /proc /old')).toBe('/old:\n\n/proc:');
    expect(await say(`ls -a ${folder}`)).toBe('.\n..\nnamespace');
    expect(await say('cat ../backups/secret; cat /etc/passwd')).toBe('');
  });

  it.runIf(kind === 'namespace')('reaches nothing but the listener, not even this machine', async () => {
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
    const { port } = canary.address() as AddressInfo;
    await ask(`http://127.0.0.1:${port}/`);
    await ask(`http://127.0.0.1:${(own.address() as AddressInfo).port}/`);
    own.close();
    expect([canaryHits, hits > 0]).toEqual([0, true]);
    // Without the namespace, the same program reaches both.
    await promisify(execFile)(ffprobe, ['-v', 'quiet', `http://127.0.0.1:${port}/`]).catch(() => undefined);
    expect(canaryHits).toBeGreaterThan(0);
  });
});

describe('the programs of a machine', () => {
  const given = (more: Partial<Parameters<typeof createPrograms>[0]> = {}) => ({
    names: { ffprobe },
    workDir: join(folder, 'work'),
    hiddenDir: folder,
    log: createLog('silent'),
    ...more,
  });

  it('are none where one is missing', async () => {
    await using programs = createPrograms(given({ names: { ffprobe, other: '/no/hay' } }));
    expect(await programs.open()).toBeUndefined();
  });

  it('are confined in the strictest way that works', async () => {
    await using programs = createPrograms(given());
    expect((await programs.open())?.confinement.kind).toBe(kinds[0]);
  });

  it.runIf(kinds.includes('namespace'))('get a new namespace when theirs has gone', async () => {
    const logged: string[] = [];
    await using programs = createPrograms(
      given({ log: createLog('warn', { write: (line) => logged.push(line) }) }),
    );
    const first = await programs.open();
    await first?.confinement[Symbol.asyncDispose]();
    const second = await programs.open();
    expect(second?.confinement).not.toBe(first?.confinement);
    expect(second?.versions).toEqual(first?.versions);
    expect(logged.join('')).toContain('the namespace of the programs has gone');
  });
});
