/*
 * `npm test` tries some changes of each sample, drawn with a fixed seed, and documents of each pattern that are just
 * long enough to exclude that the parser hangs at the largest ones. `npm run prove -- fuzz-parsers --minutes N` reads the
 * largest documents too, draws with new seeds for N minutes, also compares the costs of each input's repetition, and
 * writes inputs that fail into the corpus. The corpus has inputs with which a parser once failed.
 */
import { join } from 'node:path';
import { findExcesses, fuzzSeconds, replayCorpus, tryChangedSamples } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { fuzzedParsers } from './parsers.ts';

const corpusDir = join(import.meta.dirname, 'corpus');
const seconds = fuzzSeconds(fuzzedParsers.length);

describe.each(fuzzedParsers.map((parser) => [parser.name, parser] as const))(
  'the parser of %s',
  { timeout: 60_000 + seconds * 2_000 },
  (_name, parser) => {
    it('reads its samples', async () => {
      for (const sample of parser.samples) expect(await parser.parse(Buffer.from(sample))).toBeGreaterThan(0);
    });

    it('survives the inputs of its corpus of earlier failures', async () => {
      expect(await replayCorpus(parser, { corpusDir, seconds })).toEqual([]);
    });

    it('needs at most 2.5 times the work for twice the bytes, and limited memory', async () => {
      expect(await findExcesses(parser, { isQuick: seconds === 0 })).toEqual([]);
    });

    it('refuses changed samples only with its own errors, and its output stays in proportion', async () => {
      await expect(tryChangedSamples(parser, { corpusDir, seconds })).resolves.toBeUndefined();
    });
  },
);
