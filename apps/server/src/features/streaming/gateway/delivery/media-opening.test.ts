import { disguisedLists } from '@butaca/testing';
import { describe, expect, it, vi } from 'vitest';
import { createOpeningCheck, isTagged, type OpeningPlace } from './media-opening.ts';

const beginning: OpeningPlace = { isBeginning: true, mayBeShort: false };
const middle: OpeningPlace = { isBeginning: false, mayBeShort: false };
const lists = disguisedLists(['http://127.0.0.2:8080', 'http://[::1]:8080']);

/** The first bytes of a packet of MPEG-TS, of files in MP4, Matroska, AVI, Ogg, FLAC, MPEG-PS, and of frames of MP3. */
const media = {
  ts: '474000100000b00d0001c100000001f0002ab104b2',
  mp4: '0000001c6674797069736f6d0000020069736f6d69736f32',
  mkv: '1a45dfa301000000000000234286810142f7810142f28104',
  avi: '5249464624f40000415649204c495354140100006864726c',
  ogg: '4f676753000200000000000000000b3cef2200000000',
  flac: '664c614300000022100010000000',
  mpg: '000001ba44000400040100000303f8',
  mp3: 'fffb90640000000000000000000000000000000000',
} as const;

/**
 * Passes a body through the check in chunks.
 *
 * @returns the bytes that were passed on; `undefined` for a list
 */
function pass(body: Buffer, chunkBytes: number, place: OpeningPlace): Buffer | undefined {
  const check = createOpeningCheck(place);
  const passed: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const bytes = check.pass(body.subarray(at, at + chunkBytes));
    if (bytes === undefined) return undefined;
    passed.push(bytes);
  }
  const rest = check.rest();
  return rest === undefined ? undefined : Buffer.concat([...passed, rest]);
}

/** The bytes that are passed on before a connection breaks off. */
function passBroken(body: Buffer, place: OpeningPlace): Buffer {
  return createOpeningCheck(place).pass(body) ?? Buffer.alloc(0);
}

const isWide = (body: Buffer): boolean => body.includes(0) && !isTagged(body);

/** A list with more text behind it, so that it is longer than what is looked at. */
const lengthened = (body: Buffer): Buffer =>
  Buffer.concat([body, Buffer.alloc(4_000, ' ñ#', isWide(body) ? 'utf16le' : 'utf8')]);

describe('a list of addresses', () => {
  it.each(lists)('is refused as $name, in chunks of any size', ({ body }) => {
    for (const size of [1, 2, 7, 64, 1_000, body.length]) {
      expect(pass(body, size, beginning)).toBeUndefined();
      expect(pass(lengthened(body), size, beginning)).toBeUndefined();
    }
  });

  it.each(lists)('does not reach a client as $name in pieces', ({ name, body }) => {
    for (let end = 1; end <= Math.min(body.length, 400); end += 1) {
      const piece = passBroken(body.subarray(0, end), beginning);
      // Of a body behind a tag nothing but tags is passed on.
      if (!isTagged(body)) expect([name, end, piece.length]).toEqual([name, end, 0]);
      else expect(piece.includes('http')).toBe(false);
    }
  });

  it.each(lists.filter(({ name, body }) => !/control|tag/.test(name) && body.length > 32))(
    'is refused as $name from any offset of the file',
    ({ body }) => {
      // Of a byte order mark alone nothing is passed on, so that no player asks for what follows its first half.
      for (let at = 2; at < 40; at += 1) expect(pass(body.subarray(at), 50, middle)).toBeUndefined();
    },
  );

  it('is refused behind more blanks than any media begin with', () => {
    expect(pass(Buffer.alloc(40_000, ' '), 1_000, beginning)).toBeUndefined();
  });
});

describe('media', () => {
  it.each(Object.entries(media))('%s pass unchanged in chunks of any size', (_name, hex) => {
    const body = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(5_000, 'ab')]);
    for (const size of [1, 3, 16, 1_000, body.length]) {
      expect(pass(body, size, beginning)?.equals(body)).toBe(true);
      expect(pass(body, size, middle)?.equals(body)).toBe(true);
    }
  });

  it('pass behind ID3 tags of any length, of which nothing is held back', () => {
    const head = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0x10, 0x7f, 0x7f, 0x7f, 0x7f]);
    const check = createOpeningCheck(beginning);
    expect(check.pass(head)?.length).toBe(10);
    for (let megabytes = 0; megabytes < 255; megabytes += 1) {
      expect(check.pass(Buffer.alloc(1_048_576, 'a'))?.length).toBe(1_048_576);
      expect(check.isPassed()).toBe(false);
    }
    // The last bytes of the tag, and its footer of ten bytes.
    expect(check.pass(Buffer.alloc(1_048_575 + 10, 'a'))?.length).toBe(1_048_575 + 10);
    expect(check.pass(Buffer.from(media.mp3, 'hex'))?.length).toBe(21);
    expect(check.isPassed()).toBe(true);
  });

  it('pass as the few bytes that a player has asked for, or the last ones of a file', () => {
    const asked = { ...beginning, mayBeShort: true };
    for (const start of ['G@', 'ID', 'Og', 'fLaC', 'RIFF']) {
      expect(pass(Buffer.from(start, 'latin1'), 9, asked)?.toString('latin1')).toBe(start);
      expect(pass(Buffer.from(start, 'latin1'), 9, beginning)).toBeUndefined();
    }
    expect(pass(Buffer.from('<M'), 9, asked)).toBeUndefined();
    expect(pass(Buffer.from('<'), 9, { ...middle, mayBeShort: true })?.length).toBe(1);
    expect(pass(Buffer.alloc(16, 'a'), 9, asked)).toBeUndefined();
  });

  it('pass as the padding of a disc, which is all ones', () => {
    const padding = Buffer.alloc(2_000, 0xff);
    for (const size of [1, 2, 2_000]) {
      expect(pass(padding, size, beginning)?.equals(padding)).toBe(true);
      expect(pass(padding, size, middle)?.equals(padding)).toBe(true);
    }
  });

  it('without a byte pass, and so does a tag alone that a player has asked for', () => {
    expect(pass(Buffer.alloc(0), 1, beginning)?.length).toBe(0);
    const tag = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\0\u0010', 'latin1'), Buffer.alloc(16)]);
    expect(pass(tag, 1, { ...beginning, mayBeShort: true })?.length).toBe(26);
    expect(pass(tag, 1, beginning)).toBeUndefined();
  });
});

it('copies at most 2.5 times the bytes for twice the blanks, however small their chunks are', () => {
  const copiedFor = (blanks: number): number => {
    const concat = vi.spyOn(Buffer, 'concat');
    const check = createOpeningCheck({ isBeginning: true, mayBeShort: false });
    for (let index = 0; index < blanks; index += 1) check.pass(Buffer.from(' '));
    const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
    concat.mockRestore();
    return copied;
  };
  const half = copiedFor(8_000);
  expect(half).toBeGreaterThan(8_000 / 2);
  expect(copiedFor(16_000)).toBeLessThanOrEqual(2.5 * half);
});
