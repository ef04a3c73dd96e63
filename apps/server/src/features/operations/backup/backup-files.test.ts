import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BackupError, type BackupFault } from '@butaca/db';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { createBackupFiles, readBackupFailure, stampOf, type BackupFiles } from './backup-files.ts';

const at = new Date('2026-11-21T17:35:27.987Z');

let dir: string;
let files: BackupFiles;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'butaca-backups-'));
  files = filesOf({ isShared: false });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const filesOf = ({ isShared }: { isShared: boolean }) =>
  createBackupFiles(dir, () => Promise.resolve('esta'), isShared);

const put = (name: string, text = '') => writeFile(join(dir, name), text);
const receive = (stream: Readable, isTruncated = false) =>
  files.receive({ stream, isTruncated: () => isTruncated }, (path) => files.add(path, 'upload', at));

describe('the file name of a backup', () => {
  it.each([
    ['manual', 'butaca-2026-11-21-173527.bak'],
    ['command', 'consola-2026-11-21-173527.bak'],
    ['migration', 'antes-de-migrar-2026-11-21-173527.bak'],
    ['restore', 'antes-de-restaurar-2026-11-21-173527.bak'],
    ['upgrade', 'antes-de-actualizar-2026-11-21-173527.bak'],
    ['upload', 'subida-2026-11-21-173527.bak'],
  ] as const)('with the origin %s says what the backup was made for, and when', async (origin, name) => {
    expect(stampOf(at)).toBe('2026-11-21-173527');
    expect(await files.newName(origin, at)).toBe(name);
    expect(await files.describe(name).catch((error: unknown) => error)).toMatchObject({
      code: 'backup.not_found',
    });
    await put(name);
    expect(await files.describe(name)).toMatchObject({ name, origin });
  });

  it('is unique among backups of the same second', async () => {
    await put('butaca-2026-11-21-173527.bak');
    expect(await files.newName('manual', at)).toBe('butaca-2026-11-21-173527-2.bak');
    await put('butaca-2026-11-21-173527-2.bak');
    expect(await files.newName('manual', at)).toBe('butaca-2026-11-21-173527-3.bak');
  });
});

describe('a finished backup', () => {
  it('gets a name of its own when servers finish several of the same second at once', async () => {
    const texts = ['uno', 'dos', 'tres', 'cuatro'];
    for (const text of texts) await put(`${text}.partial`, text);
    const names = await Promise.all(
      texts.map((text) => files.add(join(dir, `${text}.partial`), 'manual', at)),
    );
    const contents = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
    expect(contents).toEqual(texts);
    expect(await readdir(dir)).toHaveLength(texts.length);
  });

  it('never has the path of another one while it is written', () => {
    expect(files.newSpoolPath()).not.toBe(files.newSpoolPath());
  });
});

describe('the list of backups', () => {
  it('is empty when the folder does not exist', async () => {
    await rm(dir, { recursive: true });
    expect(await files.list()).toEqual([]);
  });

  it('has only backup files, and has no contents for an unreadable one', async () => {
    await put('butaca-1.bak', 'no es una copia');
    await put('de-otro-servidor.bak');
    await put('notas.txt');
    await put('butaca-2.bak.partial');
    await mkdir(join(dir, 'carpeta.bak'));
    const listed = await files.list();
    expect(listed.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'butaca-1.bak', origin: 'manual', sizeBytes: 15, contents: null },
      { name: 'de-otro-servidor.bak', origin: 'upload', sizeBytes: 0, contents: null },
    ]);
  });

  it('answers backup.not_found for a folder and for a missing file', async () => {
    await mkdir(join(dir, 'carpeta.bak'));
    for (const name of ['carpeta.bak', 'ninguna.bak']) {
      await expect(files.require(name)).rejects.toMatchObject({ code: 'backup.not_found' });
      await expect(files.describe(name)).rejects.toMatchObject({ code: 'backup.not_found' });
    }
  });
});

describe('an upload of a backup', () => {
  it.each([
    ['is none', () => receive(Readable.from([Buffer.from('hola')])), 'backup.foreign'],
    ['is empty', () => receive(Readable.from([])), 'backup.foreign'],
    ['is longer than the limit', () => receive(Readable.from([Buffer.from('hola')]), true), 'body.too_large'],
    [
      'breaks off',
      () =>
        receive(
          new Readable({
            read() {
              this.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
            },
          }),
        ),
      'upload.interrupted',
    ],
  ])('that %s is refused and leaves no file', async (_what, upload, code) => {
    await expect(upload()).rejects.toMatchObject({ code });
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('an unfinished backup file', () => {
  const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;
  const now = new Date();
  const longAgo = new Date(now.getTime() - 61 * 60_000);

  it('is removed when its process ended, is this one, or has written nothing for an hour', async () => {
    const left = [`a.${deadPid()}.partial`, `b.${process.pid}.partial`, `c.${process.ppid}.partial`];
    for (const name of left) await put(name);
    await utimes(join(dir, left[2] ?? ''), longAgo, longAgo);
    await files.clearUnfinished(now);
    expect(await readdir(dir)).toEqual([]);
  });

  it('is kept while another process writes it', async () => {
    await put(`a.${process.ppid}.partial`);
    await files.clearUnfinished(now);
    expect(await readdir(dir)).toEqual([`a.${process.ppid}.partial`]);
  });

  it('in a shared folder is kept for an hour: the same process id may be running on another machine', async () => {
    const left = [`a.${deadPid()}.partial`, `b.${process.pid}.partial`];
    for (const name of [...left, 'c.1.partial']) await put(name);
    await utimes(join(dir, 'c.1.partial'), longAgo, longAgo);
    await filesOf({ isShared: true }).clearUnfinished(now);
    expect(await readdir(dir)).toEqual(left);
  });

  it('is removed, and every other file is kept', async () => {
    for (const name of ['butaca-1.bak', 'notas.txt', 'a.partial.bak']) await put(name);
    await utimes(join(dir, 'butaca-1.bak'), longAgo, longAgo);
    await files.clearUnfinished(now);
    expect((await readdir(dir)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'a.partial.bak',
      'butaca-1.bak',
      'notas.txt',
    ]);
  });

  it('is looked for without a failure when the folder does not exist', async () => {
    await rm(dir, { recursive: true });
    await expect(files.clearUnfinished(now)).resolves.toBeUndefined();
  });
});

describe('readBackupFailure', () => {
  it.each<[BackupFault, string]>([
    ['foreign', 'backup.foreign'],
    ['damaged', 'backup.damaged'],
    ['version', 'backup.version'],
    ['unusable', 'backup.unusable'],
    ['busy', 'backup.running'],
  ])('reads the fault «%s» of a file as %s', (fault, code) => {
    expect(readBackupFailure(new BackupError(fault))).toMatchObject({ code });
  });

  it('reads a full disk as server.storage_full with a time to try again', () => {
    const error = Object.assign(new Error('full'), { code: 'ENOSPC' });
    expect(readBackupFailure(error)).toMatchObject({ code: 'server.storage_full', retryAfterSeconds: 60 });
  });

  it.each([
    Object.assign(new Error('closed'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }),
    new Error('Unexpected end of form'),
  ])('reads a broken connection as an interrupted upload: %s', (error) => {
    expect(readBackupFailure(error)).toMatchObject({ code: 'upload.interrupted' });
  });

  it.each([new AppError('backup.running'), new Error('odd'), 'odd'])(
    'returns any other failure unchanged: %s',
    (error) => {
      expect(readBackupFailure(error)).toBe(error);
    },
  );
});
