import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { fetchKeyframeIndex } from './find-keyframes.ts';
import { readKeyframeIndex } from './keyframe-index.ts';
import {
  makeTestMedia,
  openTestConverter,
  type TestMedia,
} from '../../../../../test/media/make-test-media.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { probeFacts, probeKeyframes } from '../inspection/probe.ts';

let films: TestMedia;
beforeAll(async () => {
  films = await makeTestMedia();
  converter = await openTestConverter(films.folder);
});
afterAll(() => films[Symbol.asyncDispose]());

let converter: Converter;
const { signal } = new AbortController();

const inputOf = (file: string) => ({ address: `${films.origin}/${file}`, streamKind: 'file' as const });

const knownFacts = new Map<string, MediaFacts | undefined>();

/** Finds the keyframes in the index of a test film, or in the given bytes instead of the film's own. */
async function findKeyframes(file: string, given?: Buffer) {
  const facts = knownFacts.get(file) ?? (await probeFacts(converter, inputOf(file), signal));
  knownFacts.set(file, facts);
  if (facts === undefined) throw new Error(`${file} cannot be read`);
  const handle = await open(join(films.folder, file));
  const reads: number[] = [];
  const readPart = async (_source: object, { fromByte, length }: { fromByte: number; length: number }) => {
    reads.push(length);
    const bytes = new Uint8Array(length);
    if (given === undefined) {
      const { bytesRead } = await handle.read(bytes, 0, length, fromByte);
      return bytes.subarray(0, bytesRead);
    }
    const part = given.subarray(fromByte, fromByte + length);
    bytes.set(part);
    return bytes.subarray(0, part.length);
  };
  try {
    const source = { address: '', streamKind: 'file', userAgent: null, referrer: null } as const;
    const index = await fetchKeyframeIndex({ readPart }, source, facts, signal);
    const keyframes = index && readKeyframeIndex(index);
    return { keyframes, facts, reads };
  } finally {
    await handle.close();
  }
}

describe('the keyframe index', () => {
  it.each(['film.mkv', 'plain.mkv', 'aac.mkv', 'film.mp4', 'ac3.mp4', 'fast.mp4', 'hevc.mp4', 'late.mp4'])(
    'of %s names the same keyframes as its packets, and takes at most three requests',
    async (file) => {
      const { keyframes, facts, reads } = await findKeyframes(file);
      const input = {
        ...inputOf(file),
        streamIndex: facts.video?.index ?? -1,
        endSeconds: facts.endSeconds ?? 0,
      };
      expect(keyframes).toEqual(await probeKeyframes(converter, input, signal));
      expect(keyframes?.length).toBeGreaterThan(1);
      expect(reads.length).toBeLessThanOrEqual(3);
    },
  );

  it.each(['film.avi', 'film.ts', 'parts.mp4'])('of %s is not found: the file has none', async (file) => {
    expect((await findKeyframes(file)).keyframes).toBeUndefined();
  });

  it.each(['film.mkv', 'ac3.mp4'])('of a corrupted %s never makes the reader throw or hang', async (file) => {
    const handle = await open(join(films.folder, file));
    const whole = await handle.readFile();
    await handle.close();
    // The test corrupts bytes among the first and last 4,000 of the file, which hold the keyframe index and the
    // identifiers of its elements.
    const fault = fc.record({ isNearEnd: fc.boolean(), near: fc.nat(3_999), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 20, maxLength: 20 }), async (faults) => {
        const broken = Buffer.from(whole);
        for (const { isNearEnd, near, byte } of faults)
          broken[isNearEnd ? whole.length - 1 - near : near] = byte;
        const { keyframes = [] } = await findKeyframes(file, broken);
        const sorted = [...new Set(keyframes)].toSorted((one, other) => one - other);
        expect(keyframes).toEqual(sorted);
        expect(Math.max(0, ...keyframes.map(Math.abs))).toBeLessThan(400_000_000);
      }),
      { numRuns: 60 },
    );
  });

  it('of a file that is cut off is not found', async () => {
    expect((await findKeyframes('plain.mkv', Buffer.alloc(0))).keyframes).toBeUndefined();
    expect((await findKeyframes('ac3.mp4', Buffer.alloc(3))).keyframes).toBeUndefined();
  });
});
