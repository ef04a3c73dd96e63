import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BackupError } from './backup-error.ts';
import {
  decodeFrames,
  encodeFrame,
  encodeJson,
  frameLimitBytes,
  readHeader,
  readSignature,
  readTableEnd,
  trailerLength,
  trailerOf,
  type Frame,
} from './backup-format.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function framesOf(bytes: Buffer, size = 65_536): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of decodeFrames(inPieces(bytes, size))) frames.push(frame);
  return frames;
}

const faultOf = (read: () => unknown): string => {
  try {
    read();
    return 'none';
  } catch (error) {
    return error instanceof BackupError ? error.fault : String(error);
  }
};

describe('the frames of a backup', () => {
  it('are read back as they were written, however the file is cut into chunks', async () => {
    const frame = fc.tuple(fc.constantFrom('H', 'D', 'E', 'Z'), fc.uint8Array({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(frame, { maxLength: 8 }),
        fc.integer({ min: 1, max: 30 }),
        async (given, size) => {
          const bytes = Buffer.concat(given.map(([kind, payload]) => encodeFrame(kind, payload)));
          const read = await framesOf(bytes, size);
          expect(read.map(({ kind, payload }) => [kind, [...payload]])).toEqual(
            given.map(([kind, payload]) => [kind, [...payload]]),
          );
        },
      ),
    );
  });

  it('may hold a megabyte, and a frame that claims more is refused before it is read', async () => {
    const longest = encodeFrame('D', Buffer.alloc(frameLimitBytes));
    expect((await framesOf(longest))[0]?.payload).toHaveLength(frameLimitBytes);
    const head = encodeFrame('D', Buffer.alloc(frameLimitBytes + 1)).subarray(0, 5);
    await expect(framesOf(head)).rejects.toMatchObject({ fault: 'damaged' });
  });

  it.each([1, 4, 5, 7])('are refused when only the first %d bytes of a frame are there', async (length) => {
    const bytes = encodeFrame('H', Buffer.from('hola')).subarray(0, length);
    await expect(framesOf(bytes)).rejects.toMatchObject({ fault: 'damaged' });
  });
});

describe('the header of a backup', () => {
  const header = {
    format: 1,
    createdAt: '2026-11-21T10:00:00.000Z',
    migrations: ['0001_initial'],
    tables: [{ name: 'plan', columns: ['key', 'max_streams'], rows: 5 }],
  };
  const read = (change: object) => () => readHeader(encodeJson({ ...header, ...change }));

  it('is read back as it was written, with or without the name of an installation', () => {
    expect(read({})()).toEqual({ ...header, installation: undefined });
    expect(read({ installation: 'abc' })()).toEqual({ ...header, installation: 'abc' });
  });

  it('is read without its unknown fields', () => {
    expect(read({ extra: 1 })()).not.toHaveProperty('extra');
  });

  it('of a later format is reported as another version, not as damage', () => {
    expect(faultOf(read({ format: 2, tables: 'otra cosa' }))).toBe('version');
  });

  it.each([
    [{ createdAt: 1 }],
    [{ createdAt: undefined }],
    [{ migrations: '0001_initial' }],
    [{ migrations: [1] }],
    [{ tables: {} }],
    [{ tables: [null] }],
    [{ tables: ['plan'] }],
    [{ tables: [{ name: 'plan', columns: ['key'] }] }],
    [{ tables: [{ name: 7, columns: ['key'], rows: 1 }] }],
    [{ tables: [{ name: 'plan', columns: [null], rows: 1 }] }],
    [{ tables: [{ name: 'plan', columns: ['key'], rows: '1' }] }],
    [{ installation: 7 }],
    [{ installation: null }],
  ])('is reported as damaged with %o', (change) => {
    expect(faultOf(read(change))).toBe('damaged');
  });
});

describe('the content of a frame', () => {
  const readers = { readHeader, readTableEnd, readSignature };

  it.each(['null', '7', '"texto"', '[]', '{}', '{', 'no', '\u0000'])(
    'is reported as damaged by every reader when it is %j',
    (text) => {
      for (const read of Object.values(readers))
        expect(faultOf(() => read(Buffer.from(text)))).toBe('damaged');
    },
  );

  it('at the end of a table holds its row count and checksum', () => {
    expect(readTableEnd(encodeJson({ rows: 3, sha256: 'ab' }))).toEqual({ rows: 3, sha256: 'ab' });
    expect(faultOf(() => readTableEnd(encodeJson({ rows: '3', sha256: 'ab' })))).toBe('damaged');
    expect(faultOf(() => readTableEnd(encodeJson({ rows: 3 })))).toBe('damaged');
  });

  it('at the end of a backup is a signature, or nothing in old backups', () => {
    expect(readSignature(encodeJson({ installation: 'a', mac: 'b' }))).toEqual({
      installation: 'a',
      mac: 'b',
    });
    expect(readSignature(Buffer.alloc(0))).toBeUndefined();
    expect(faultOf(() => readSignature(encodeJson({ installation: 'a' })))).toBe('damaged');
    expect(faultOf(() => readSignature(encodeJson({ mac: 'b' })))).toBe('damaged');
  });

  it('is followed by a last line of fixed length', () => {
    expect(trailerOf('a'.repeat(64))).toHaveLength(trailerLength);
  });
});
