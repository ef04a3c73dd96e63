import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { convertImage } from './convert-image.ts';
import { drawTestImage } from '../../../../test/media/make-test-image.ts';
import { openImageCache, type ImageCache } from './image-cache.ts';

let dir: string;
let logged: string[];
let image: Buffer;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'butaca-cache-')), 'images');
  logged = [];
  image = await convertImage(await drawTestImage(40, 40).png().toBuffer(), 160);
});
afterEach(() => rm(join(dir, '..'), { recursive: true, force: true }));

/** The size in bytes of `count` cached test images, each of which takes one block on disk. */
const blocks = (count: number): number => count * 4_096;
const keyOf = (letter: string): string => letter.repeat(64);
const pathOf = (letter: string): string => join(dir, `${keyOf(letter)}.webp`);
const open = (maxBytes = blocks(100)): ImageCache =>
  openImageCache(dir, maxBytes, createLog('debug', { write: (line) => logged.push(line) }));

/**
 * Lists the files in the image cache folder. A cached image, whose key is one letter repeated in these tests, is listed
 * as that letter; every other file by its name.
 */
const onDisk = async (): Promise<string[]> =>
  (await readdir(dir)).map((name) => name.replace(/^(.)\1{63}\.webp$/, '$1')).toSorted();
const untilOnDisk = (names: string[]) => vi.waitFor(async () => expect(await onDisk()).toEqual(names));

async function fill(letters: string): Promise<void> {
  await using cache = open();
  for (const letter of letters) await cache.write(keyOf(letter), image);
}

/**
 * Sets the time of access of a cached image file, in minutes ago. Its time of modification is earlier, so that reading
 * the file does not make the file system update the time of access.
 */
async function setUsed(letter: string, minutes: number): Promise<void> {
  const usedAtMs = Date.now() - minutes * 60_000;
  await utimes(pathOf(letter), new Date(usedAtMs), new Date(usedAtMs - 3_600_000));
}

describe('a cached image', () => {
  it('is read back with the time at which it was made', async () => {
    await using cache = open();
    expect(await cache.read(keyOf('a'))).toBeUndefined();
    const before = Date.now();
    await cache.write(keyOf('a'), image);
    const found = await cache.read(keyOf('a'));
    expect(found?.bytes.equals(image)).toBe(true);
    expect(Math.abs((found?.madeAtMs ?? 0) - before)).toBeLessThan(5_000);
    expect(await onDisk()).toEqual(['a']);
  });

  it('is found after a restart', async () => {
    await fill('ab');
    await using cache = open();
    expect((await cache.read(keyOf('b')))?.bytes.equals(image)).toBe(true);
  });

  it('keeps the time at which it was made when it is read much later', async () => {
    await fill('a');
    const madeAt = new Date('2026-01-01T00:00:00Z');
    await utimes(pathOf('a'), madeAt, madeAt);
    await using cache = open();
    for (const _use of [1, 2]) {
      expect((await cache.read(keyOf('a')))?.madeAtMs).toBe(madeAt.getTime());
    }
  });

  it.each([
    ['is cut short', () => truncate(pathOf('a'), 30)],
    ['is empty', () => truncate(pathOf('a'), 0)],
    ['has zeros behind it', () => writeFile(pathOf('a'), Buffer.concat([image, Buffer.alloc(64)]))],
    ['is something else', () => writeFile(pathOf('a'), '<html>')],
  ])('whose file %s is not returned, and is removed', async (_what, spoil) => {
    await fill('a');
    await using cache = open();
    await spoil();
    expect(await cache.read(keyOf('a'))).toBeUndefined();
    expect(await onDisk()).toEqual([]);
    await cache.write(keyOf('a'), image);
    expect((await cache.read(keyOf('a')))?.bytes.equals(image)).toBe(true);
  });
});

describe('the size limit of the image cache', () => {
  it('is kept by evicting the least recently used image', async () => {
    await using cache = open(blocks(3));
    for (const letter of 'abc') await cache.write(keyOf(letter), image);
    await cache.read(keyOf('a'));
    await cache.write(keyOf('d'), image);
    await untilOnDisk(['a', 'c', 'd']);
    await cache.write(keyOf('e'), image);
    await untilOnDisk(['a', 'd', 'e']);
  });

  it('does not count an image twice that is written again', async () => {
    await using cache = open(blocks(2));
    for (const letter of 'abababab') await cache.write(keyOf(letter), image);
    await cache[Symbol.asyncDispose]();
    expect(await onDisk()).toEqual(['a', 'b']);
  });

  it('is kept after a restart by the order of use before it', async () => {
    await fill('abcd');
    await setUsed('a', 10);
    await setUsed('b', 40);
    await setUsed('c', 30);
    await setUsed('d', 20);
    await truncate(pathOf('b'), 0);
    await using cache = open(blocks(2));
    await untilOnDisk(['a', 'd']);
    expect(await cache.read(keyOf('b'))).toBeUndefined();
  });

  it('counts a read before a restart as a recent use', async () => {
    await fill('ab');
    await setUsed('a', 300);
    await setUsed('b', 200);
    {
      await using cache = open();
      await cache.read(keyOf('a'));
      expect(Date.now() - (await stat(pathOf('a'))).atimeMs).toBeLessThan(60_000);
    }
    await using cache = open(blocks(1));
    await untilOnDisk(['a']);
    expect(await cache.read(keyOf('a'))).toBeDefined();
  });
});

it('notes the use of an image whose last use lies ahead, because the clock was set back since', async () => {
  await fill('a');
  await setUsed('a', -300);
  await using cache = open();
  await vi.waitFor(async () => {
    await cache.read(keyOf('a'));
    expect(Math.abs(Date.now() - (await stat(pathOf('a'))).atimeMs)).toBeLessThan(60_000);
  });
});

describe('a file that a crash left unfinished', () => {
  it('is removed at the next start unless it may still be being written', async () => {
    await fill('a');
    await writeFile(join(dir, 'viejo.new'), 'a medias');
    await writeFile(join(dir, 'nuevo.new'), 'a medias');
    await writeFile(join(dir, 'futuro.new'), 'a medias');
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(dir, 'viejo.new'), longAgo, longAgo);
    const beforeTheClockWasSetBack = new Date(Date.now() + 3_600_000);
    await utimes(join(dir, 'futuro.new'), beforeTheClockWasSetBack, beforeTheClockWasSetBack);
    await writeFile(join(dir, 'LEEME'), 'de otro');
    await using _cache = open();
    await untilOnDisk(['LEEME', 'a', 'nuevo.new']);
  });
});

describe('the folder of the image cache', () => {
  it('makes reads and writes log their failure instead of throwing when it is a file', async () => {
    await writeFile(dir, 'un archivo en su lugar');
    await using cache = open();
    await cache.write(keyOf('a'), image);
    expect(await cache.read(keyOf('a'))).toBeUndefined();
    expect(logged.join('')).toContain('image not kept');
    expect(logged.join('')).toContain('image not read');
    expect(await readFile(dir, 'utf8')).toBe('un archivo en su lugar');
  });

  it('is created again after it was deleted', async () => {
    await fill('a');
    await using cache = open();
    await rm(dir, { recursive: true });
    expect(await cache.read(keyOf('a'))).toBeUndefined();
    await cache.write(keyOf('b'), image);
    expect(await cache.read(keyOf('b'))).toBeDefined();
  });
});
