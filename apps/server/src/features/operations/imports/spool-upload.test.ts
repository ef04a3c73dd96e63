import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { spoolUpload } from '../../../platform/http/spool-upload.ts';
import { clearPreviews, clearSpool, keepForPreview, previewPath } from './spool-upload.ts';

let root: string;
let dir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'butaca-uploads-'));
  dir = join(root, 'uploads');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Receives an upload of the test; returns the path of its file, and the byte counts that `onBytes` was called with. */
async function receive(
  stream: Readable,
  { isTruncated = false, signal = new AbortController().signal } = {},
) {
  const told: number[] = [];
  const upload = { stream, isTruncated: () => isTruncated };
  const path = await spoolUpload(upload, dir, { signal, onBytes: (bytes) => told.push(bytes) });
  return { path, told };
}

const parts = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));
const failing = (error: Error) =>
  new Readable({
    read() {
      this.destroy(error);
    },
  });
const coded = (code: string) => Object.assign(new Error('failed'), { code });

describe('an uploaded list', () => {
  it('is complete on the disk, readable by its owner only, before it is read', async () => {
    const { path, told } = await receive(parts('#EXTM3U\n', '#EXTINF'));
    expect(await readFile(path, 'utf8')).toBe('#EXTM3U\n#EXTINF');
    expect(told).toEqual([8, 15]);
    expect([(await stat(path)).mode & 0o777, (await stat(dir)).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('that is uploaded twice at the same time is stored as two files', async () => {
    const both = await Promise.all([receive(parts('a')), receive(parts('b'))]);
    expect(await Promise.all(both.map(({ path }) => readFile(path, 'utf8')))).toEqual(['a', 'b']);
  });

  it.each([
    ['breaks off', coded('ECONNRESET'), 'upload.interrupted'],
    ['closes too early', coded('ERR_STREAM_PREMATURE_CLOSE'), 'upload.interrupted'],
    ['ends in the middle of its form', new Error('Unexpected end of form'), 'upload.interrupted'],
    ['is longer than the parser takes', coded('FST_REQ_FILE_TOO_LARGE'), 'body.too_large'],
    ['finds the disk full', coded('ENOSPC'), 'server.storage_full'],
    ['was cancelled', new AppError('import.cancelled'), 'import.cancelled'],
  ])('that %s is refused with its own error and leaves no file', async (_what, error, code) => {
    await expect(receive(failing(error))).rejects.toMatchObject({ code });
    expect(await readdir(dir)).toEqual([]);
  });

  it('that fails unexpectedly passes its failure on unchanged', async () => {
    const error = new RangeError('odd');
    await expect(receive(failing(error))).rejects.toBe(error);
  });

  it('that was cut at the limit is refused', async () => {
    await expect(receive(parts('a'), { isTruncated: true })).rejects.toMatchObject({
      code: 'body.too_large',
    });
    expect(await readdir(dir)).toEqual([]);
  });

  it('is deleted when its import was cancelled meanwhile', async () => {
    const stopped = new AbortController();
    stopped.abort();
    await expect(receive(parts('a'), { signal: stopped.signal })).rejects.toThrow();
    expect(await readdir(dir)).toEqual([]);
  });

  it('is kept under the id of its preview', async () => {
    const { path } = await receive(parts('lista'));
    await keepForPreview(path, dir, 'uno');
    expect(await readdir(dir)).toEqual(['preview-uno.m3u']);
    expect(await readFile(previewPath(dir, 'uno'), 'utf8')).toBe('lista');
  });
});

describe('the folder of uploads', () => {
  it('loses at a start the files of dead processes and old previews, and keeps all others', async () => {
    await mkdir(dir);
    const [living, gone] = [randomUUID(), randomUUID()];
    const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
    const kept = [
      `${process.ppid}-${randomUUID()}.m3u`,
      `preview-${living}.m3u`,
      'mis-listas.m3u',
      '12-x.m3u',
    ];
    const left = [
      `${deadPid}-${randomUUID()}.m3u`,
      `${process.pid}-${randomUUID()}.m3u`,
      `preview-${gone}.m3u`,
      `preview-${living}.m3u.${randomUUID()}.partial`,
    ];
    const long = new Date(Date.now() - 2 * 3_600_000);
    for (const name of [...kept, ...left]) {
      await writeFile(join(dir, name), '');
      await utimes(join(dir, name), long, long);
    }
    // Another server may be about to commit this preview.
    const fresh = `preview-${randomUUID()}.m3u`;
    await writeFile(join(dir, fresh), '');
    await clearSpool(dir);
    await clearPreviews(dir, new Set([living]));
    expect(new Set(await readdir(dir))).toEqual(new Set([...kept, fresh]));
  });

  it('may be missing when it is cleared', async () => {
    await expect(clearSpool(dir)).resolves.toBeUndefined();
    await expect(clearPreviews(dir, new Set())).resolves.toBeUndefined();
  });
});
