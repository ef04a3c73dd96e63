import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { backupNameSchema, type Backup, type BackupOrigin } from '@butaca/contract';
import { BackupError, nameFile, readBackupHeader, verifyBackup, type BackupHeader } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Upload } from '../../../platform/http/read-upload.ts';

/** Prefixes of the file names of backups, by what the backup was made for. */
const prefixes: Readonly<Record<BackupOrigin, string>> = {
  manual: 'butaca',
  command: 'consola',
  migration: 'antes-de-migrar',
  restore: 'antes-de-restaurar',
  upgrade: 'antes-de-actualizar',
  upload: 'subida',
};

/**
 * How long, in ms, a temporary backup file may stay without a write before the server removes it, even if a process
 * with the PID in its name is running. Verifying a large upload, during which nothing is written, takes minutes.
 */
const abandonedAfterMs = 3_600_000;

/** The time in the names of the backups that administrators make (`butaca-…`) or upload (`subida-…`), see {@link stampOf}. */
const handMadeName = /^(?:butaca|subida)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)(?:-\d{1,9})?\.bak$/;

/**
 * The backups that the server keeps in its folder `backups`, which only the owner of the server process can
 * read.
 *
 * @param findInstallation - returns the name of this installation, by which its own backups are recognised
 * @param isShared - whether servers of other machines, whose processes are not visible here, use the folder too
 */
export function createBackupFiles(
  dir: string,
  findInstallation: () => Promise<string | undefined>,
  isShared: boolean,
) {
  const pathOf = (name: string) => join(dir, name);

  async function isThere(name: string): Promise<boolean> {
    return stat(pathOf(name)).then(
      (found) => found.isFile(),
      () => false,
    );
  }

  /** Makes an unused file name for a backup, such as `butaca-2026-11-21-173527.bak`. */
  async function newName(origin: BackupOrigin, at: Date): Promise<string> {
    const base = `${prefixes[origin]}-${stampOf(at)}`;
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? `${base}.bak` : `${base}-${count}.bak`;
      if (!(await isThere(name))) return name;
    }
  }

  /**
   * Puts a finished backup file under an unused name in the backup folder; a backup that another process has just added
   * is never replaced.
   * @returns the name
   */
  async function add(path: string, origin: BackupOrigin, at: Date): Promise<string> {
    for (;;) {
      const name = await newName(origin, at);
      try {
        await nameFile(path, pathOf(name));
        return name;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
    }
  }

  /** A path for a file that is still being written, which no process of any machine has. */
  const newSpoolPath = (): string => pathOf(`${randomUUID()}.${process.pid}.partial`);

  return {
    pathOf,
    newName,
    newSpoolPath,
    add,

    /** Checks that a backup file exists. @returns its path @throws AppError `backup.not_found` */
    async require(name: string): Promise<string> {
      if (!(await isThere(name))) throw new AppError('backup.not_found');
      return pathOf(name);
    },

    async list(): Promise<Backup[]> {
      const names = await readdir(dir).catch(() => []);
      const installation = await findInstallation();
      const found = await Promise.all(
        names
          .filter((name) => backupNameSchema.safeParse(name).success)
          .map((name) => describe(dir, name, installation)),
      );
      const momentOf = (backup: Backup) => backup.contents?.createdAt ?? '';
      return found.flat().toSorted((a, b) => (momentOf(a) < momentOf(b) ? 1 : -1));
    },

    async describe(name: string): Promise<Backup> {
      const [backup] = await describe(dir, name, await findInstallation());
      if (backup === undefined) throw new AppError('backup.not_found');
      return backup;
    },

    /** When the backups that administrators made or uploaded were added, in ms since 1970, newest first. */
    async listHandMade(): Promise<number[]> {
      const names = await readdir(dir).catch(() => []);
      return names
        .flatMap((name) => {
          const [, day, hour, minute, second] = handMadeName.exec(name) ?? [];
          return day === undefined ? [] : [Date.parse(`${day}T${hour}:${minute}:${second}Z`)];
        })
        .toSorted((a, b) => b - a);
    },

    remove: (name: string) => rm(pathOf(name), { force: true }),

    /**
     * Receives a backup that an administrator uploads, and keeps the file once it is complete and verified.
     *
     * @param keep - called with the verified file; gives it its name
     * @returns the name of the backup
     * @throws AppError `backup.foreign`, `backup.damaged`, `backup.version`, `upload.interrupted`
     */
    async receive(
      upload: Pick<Upload, 'stream' | 'isTruncated'>,
      keep: (path: string) => Promise<string>,
    ): Promise<string> {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const spooled = newSpoolPath();
      try {
        await pipeline(upload.stream, createWriteStream(spooled, { mode: 0o600 }));
        if (upload.isTruncated()) throw new AppError('body.too_large');
        await verifyBackup(spooled);
        return await keep(spooled);
      } catch (error) {
        throw readBackupFailure(error);
      } finally {
        await rm(spooled, { force: true });
      }
    },

    /**
     * Removes from the backup folder the unfinished files (`….partial`) of processes that were killed; from a shared one
     * only those without a write for an hour, because the same process id may be running on another machine.
     */
    async clearUnfinished(at: Date): Promise<void> {
      const names = await readdir(dir).catch(() => []);
      for (const name of names.filter((each) => each.endsWith('.partial'))) {
        const { mtimeMs } = await stat(pathOf(name)).catch(() => ({ mtimeMs: Infinity }));
        const writer = Number(/\.(\d+)\.partial$/.exec(name)?.[1]);
        const isAbandoned = mtimeMs < at.getTime() - abandonedAfterMs;
        const isLeft = !isShared && (writer === process.pid || !isRunning(writer));
        if (isAbandoned || isLeft) await rm(pathOf(name), { force: true });
      }
    },
  };
}

/** Formats a time for the file names of backups, in UTC: `2026-11-21-173527`. */
export const stampOf = (at: Date): string =>
  at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

/** Converts the error of a refused backup file or a full disk to an error of the API. */
export function readBackupFailure(error: unknown): unknown {
  if (error instanceof BackupError) {
    return new AppError(error.fault === 'busy' ? 'backup.running' : `backup.${error.fault}`, {
      cause: error,
    });
  }
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') return new AppError('server.storage_full', { cause: error, retryAfterSeconds: 60 });
  const isInterrupted =
    code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || /unexpected end/i.test(error.message);
  return isInterrupted ? new AppError('upload.interrupted', { cause: error }) : error;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A signal tests whether a process is running; the error EPERM means that the process exists and belongs to another
    // user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Describes a backup file for the administrators' list of backups; returns an empty array for a file that was deleted
 * meanwhile.
 */
async function describe(dir: string, name: string, installation: string | undefined): Promise<Backup[]> {
  const path = join(dir, name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return [];
  const origin = (Object.keys(prefixes) as BackupOrigin[]).find((key) =>
    name.startsWith(`${prefixes[key]}-`),
  );
  const header = await readBackupHeader(path).catch(() => undefined);
  return [
    { name, origin: origin ?? 'upload', sizeBytes: found.size, contents: toContents(header, installation) },
  ];
}

function toContents(header: BackupHeader | undefined, installation: string | undefined): Backup['contents'] {
  if (header === undefined) return null;
  const rowsOf = (table: string) => header.tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    createdAt: header.createdAt,
    accounts: rowsOf('account'),
    channels: rowsOf('channel'),
    videos: rowsOf('video'),
    isOwn: installation !== undefined && header.installation === installation,
  };
}

export type BackupFiles = ReturnType<typeof createBackupFiles>;
