/*
 * Fuzz test: gives mutated samples to every parser that reads bytes of a content provider (M3U, HLS, DASH, Matroska,
 * …). A parser may throw only its own error classes, and its output must not be much larger than its input. Inputs that
 * once failed are kept in `corpus/` and tried on every run.
 *
 * `npm test` tries some mutations of each sample, drawn with a fixed seed. `npm run fuzz:parsers -- --minutes N` draws
 * with new seeds for N minutes, also checks that twice the bytes take at most two and a half times as long, and writes
 * inputs that fail into the corpus.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzedParsers, type FuzzedParser } from './parsers.ts';

const minutes = Number(process.env['BUTACA_FUZZ_MINUTES'] ?? 0);
const quickRuns = 150;
const corpusDir = join(import.meta.dirname, 'corpus');
/** Upper limit for the size of a parser's output: so many characters or items per input byte, plus a constant. */
const growth = { perByte: 64, besides: 100_000 };

/** One mutation of a fuzz input. Positions are fractions of the input's length, so that a mutation fits any input. */
type Change =
  | { kind: 'flip'; at: number; bit: number }
  | { kind: 'insert'; at: number; token: string }
  | { kind: 'repeat'; from: number; to: number; times: number }
  | { kind: 'cut'; from: number; to: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const changesOf = ({ tokens }: FuzzedParser): fc.Arbitrary<Change[]> =>
  fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('flip' as const), at: place, bit: fc.integer({ min: 0, max: 7 }) }),
      fc.record({ kind: fc.constant('insert' as const), at: place, token: fc.constantFrom(...tokens) }),
      fc.record({
        kind: fc.constant('repeat' as const),
        from: place,
        to: place,
        times: fc.integer({ min: 2, max: 40 }),
      }),
      fc.record({ kind: fc.constant('cut' as const), from: place, to: place }),
    ),
    { minLength: 1, maxLength: 8 },
  );

const longestBytes = 200_000;

function change(bytes: Buffer, changes: readonly Change[]): Buffer {
  let changed = Buffer.from(bytes);
  for (const each of changes) {
    const index = (fraction: number): number => Math.floor(fraction * changed.length);
    if (each.kind === 'flip') {
      if (changed.length > 0) {
        const at = Math.min(index(each.at), changed.length - 1);
        changed[at] = (changed[at] ?? 0) ^ (1 << each.bit);
      }
    } else if (each.kind === 'insert') {
      const at = index(each.at);
      changed = Buffer.concat([
        changed.subarray(0, at),
        Buffer.from(each.token, 'latin1'),
        changed.subarray(at),
      ]);
    } else {
      const [from, to] = [index(Math.min(each.from, each.to)), index(Math.max(each.from, each.to))];
      const middle =
        each.kind === 'cut' ? [] : Array.from({ length: each.times }, () => changed.subarray(from, to));
      changed = Buffer.concat([changed.subarray(0, from), ...middle, changed.subarray(to)]);
    }
    changed = changed.subarray(0, longestBytes);
  }
  return changed;
}

/**
 * Describes what a parser did wrong with an input (too much output, or an error class that is not its own); `undefined`
 * when nothing was wrong.
 */
async function faultOf({ parse, refusals }: FuzzedParser, bytes: Buffer): Promise<string | undefined> {
  try {
    const made = await parse(bytes);
    const most = growth.besides + growth.perByte * bytes.length;
    return made > most ? `made ${made} of ${bytes.length} bytes` : undefined;
  } catch (error) {
    return refusals.some((kind) => error instanceof kind) ? undefined : `threw ${String(error)}`;
  }
}

const corpusOf = (name: string): string => join(corpusDir, name.replace(/\W+/g, '-').toLowerCase());

async function keep(name: string, bytes: Buffer): Promise<void> {
  const dir = corpusOf(name);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.bin`), bytes);
}

/**
 * Processor time in milliseconds that a parser takes for an input; unlike wall-clock time, other processes on the
 * machine change it little.
 */
async function costMsOf(parser: FuzzedParser, bytes: Buffer): Promise<number> {
  const from = process.cpuUsage();
  await faultOf(parser, bytes);
  return process.cpuUsage(from).user / 1_000;
}

/** Processor times below this are too noisy to compare, and too short to be a denial-of-service attack. */
const noticeableMs = 300;
/**
 * How many measurements in a row must find a parser too slow before it counts as a fault, because a garbage collection
 * can slow down a single one.
 */
const confirmations = 4;

/**
 * Looks for superlinear parsers: repeats a byte pattern, and reports when twice as many repetitions cost more than two
 * and a half times the processor time. Returns `undefined` when the cost is acceptable.
 */
async function slownessOf(parser: FuzzedParser, unit: Buffer): Promise<string | undefined> {
  if (unit.length === 0) return undefined;
  let said: string | undefined;
  for (let round = 0; round < confirmations; round++) {
    const twice = await costMsOf(parser, Buffer.alloc(longestBytes * 4, unit));
    if (twice < noticeableMs) return undefined;
    const once = await costMsOf(parser, Buffer.alloc(longestBytes * 2, unit));
    if (twice <= 2.5 * once) return undefined;
    said = `took ${Math.round(once)} ms, and ${Math.round(twice)} ms for twice the bytes`;
  }
  return said;
}

describe.each(fuzzedParsers.map((parser) => [parser.name, parser] as const))(
  'the parser of %s',
  (name, parser) => {
    it('reads its samples', async () => {
      for (const sample of parser.samples) expect(await parser.parse(sample)).toBeGreaterThan(0);
    });

    it('survives the inputs of its corpus of earlier failures', async () => {
      const dir = corpusOf(name);
      for (const file of existsSync(dir) ? await readdir(dir) : []) {
        expect(await faultOf(parser, await readFile(join(dir, file))), file).toBeUndefined();
      }
    });

    const seconds = (minutes * 60) / fuzzedParsers.length;
    it(
      'refuses changed samples only with its own errors, and its output stays in proportion',
      { timeout: 20_000 + seconds * 2_000 },
      async () => {
        await fc.assert(
          fc.asyncProperty(fc.constantFrom(...parser.samples), changesOf(parser), async (sample, changes) => {
            const bytes = change(sample, changes);
            const fault =
              (await faultOf(parser, bytes)) ??
              (minutes > 0 ? await slownessOf(parser, bytes.subarray(0, 2_000)) : undefined);
            if (fault !== undefined && minutes > 0) await keep(name, bytes);
            expect(fault, bytes.toString('base64').slice(0, 2_000)).toBeUndefined();
          }),
          minutes > 0
            ? { numRuns: 10_000_000, interruptAfterTimeLimit: seconds * 1_000, markInterruptAsFailure: false }
            : { numRuns: quickRuns, seed: 20_261_122 },
        );
      },
    );
  },
);
