/*
 * A fuzz test for parsers of bytes that come from content providers: it gives them changed samples and repeated byte
 * patterns. A parser may throw only its own error classes, its output must stay in proportion to its input, and twice
 * the bytes may cost at most two and a half times as much, within a limit of memory. Inputs that once failed are kept
 * in a corpus and tried on every run.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeBytes, drawChanges } from './parser-fuzz-changes.ts';

/** A parser to test. */
export interface FuzzedParser {
  name: string;
  /** Valid or nearly valid inputs of the parser, from which the fuzz test makes others. */
  samples: readonly Uint8Array[];
  /**
   * Fragments of the file format that the parser reads (keywords, separators, box names), which the fuzz test inserts
   * at random positions, and of which it makes long repetitions.
   */
  tokens: readonly string[];
  /**
   * Parses an input.
   * @returns the size of the parser's output, in characters or items
   */
  parse(bytes: Buffer): Promise<number>;
  /** The error classes that the parser may throw. */
  refusals: readonly (new (...args: never[]) => Error)[];
}

/** How long inputs are drawn, and where inputs that fail are kept. */
export interface FuzzOptions {
  /** The path of the folder that has a folder of earlier failures for each parser. */
  corpusDir: string;
  /** 0 tries some changes, drawn with a fixed seed; more draws with new seeds, and writes failures to the corpus. */
  seconds: number;
}

/** How long each of a number of parsers is fuzzed, in seconds, by `npm run fuzz:parsers`; 0 in `npm test`. */
export const fuzzSeconds = (parsers: number): number =>
  (Number(process.env['BUTACA_FUZZ_MINUTES'] ?? 0) * 60) / parsers;

const quickRuns = 150;
const quickSeed = 20_261_122;
/** The sizes in bytes of the repeated patterns whose costs are compared with patterns half as long. */
const patternBytes = { quick: 400_000, long: 800_000 };
/** The length in bytes to which a changed sample is cut. */
const changedBytes = 200_000;
/** Upper limit for the size of a parser's output: so many characters or items per input byte, plus a constant. */
const growth = { perByte: 64, besides: 100_000 };
/** By how much the memory of the process may grow, in MiB, while a parser reads a pattern. */
const memoryMiB = 256;

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

/** Processor times below this are too noisy to compare, and too short to be a denial-of-service attack. */
const noticeableMs = 300;
/**
 * How many measurements in a row must find a parser too slow before it counts as a fault, because a garbage collection
 * can slow down a single one.
 */
const confirmations = 4;

/**
 * Looks for superlinear parsers: repeats a byte pattern, and reports when twice as many repetitions cost more than two
 * and a half times the processor time (which other processes on the machine change little, unlike wall-clock time), or
 * when a repetition makes the largest size that the process has had grow too much. @returns `undefined` when the cost
 * is acceptable
 */
async function excessOf(
  parser: FuzzedParser,
  unit: Uint8Array,
  longBytes: number,
): Promise<string | undefined> {
  if (unit.length === 0) return undefined;
  const largestMiB = (): number => process.resourceUsage().maxRSS / 1_024;
  async function costMsOf(length: number): Promise<number> {
    const from = process.cpuUsage();
    await faultOf(parser, Buffer.alloc(length, unit));
    return process.cpuUsage(from).user / 1_000;
  }
  let found: string | undefined;
  const beforeMiB = largestMiB();
  for (let round = 0; round < confirmations; round += 1) {
    const twice = await costMsOf(longBytes);
    const grownMiB = Math.round(largestMiB() - beforeMiB);
    if (grownMiB > memoryMiB) return `took ${grownMiB} MiB of memory`;
    if (twice < noticeableMs) return undefined;
    const once = await costMsOf(longBytes / 2);
    if (twice <= 2.5 * once) return undefined;
    found = `took ${Math.round(once)} ms, and ${Math.round(twice)} ms for twice the bytes`;
  }
  return found;
}

const corpusOf = (corpusDir: string, name: string): string =>
  join(corpusDir, name.replace(/\W+/g, '-').toLowerCase());

/** Tries the inputs that once failed. @returns the faults that they still show, with their file names */
export async function replayCorpus(parser: FuzzedParser, corpusDir: string): Promise<string[]> {
  const dir = corpusOf(corpusDir, parser.name);
  const faults: string[] = [];
  for (const file of existsSync(dir) ? await readdir(dir) : []) {
    const bytes = await readFile(join(dir, file));
    const fault =
      (await faultOf(parser, bytes)) ??
      (await excessOf(parser, bytes.subarray(0, unitBytes), patternBytes.quick));
    if (fault !== undefined) faults.push(`${file}: ${fault}`);
  }
  return faults;
}

/** The length to which an input is cut before it is repeated as a pattern. */
const unitBytes = 2_000;

/**
 * Repeats each sample and each token of a parser, and pairs of tokens, to 400 KB.
 *
 * @returns the patterns that cost too much time or memory
 */
export async function findExcesses(parser: FuzzedParser): Promise<string[]> {
  const tokens = parser.tokens.map((token) => Buffer.from(token, 'latin1'));
  const pairs = tokens.flatMap((token, index) => {
    const next = tokens[(index + 1) % tokens.length] ?? token;
    return [token, Buffer.concat([token, next])];
  });
  const faults: string[] = [];
  for (const unit of [...parser.samples, ...pairs]) {
    const fault = await excessOf(parser, unit, patternBytes.quick);
    if (fault !== undefined)
      faults.push(`${JSON.stringify(Buffer.from(unit).toString('latin1', 0, 80))}: ${fault}`);
  }
  return faults;
}

/**
 * Gives changed samples to a parser, for the given time or a fixed number of times.
 *
 * @throws Error with the shortest input found that makes the parser fail
 */
export async function tryChangedSamples(parser: FuzzedParser, options: FuzzOptions): Promise<void> {
  const { default: fc } = await import('fast-check');
  const { corpusDir, seconds } = options;
  const isLong = seconds > 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...parser.samples),
      drawChanges(fc, parser.tokens),
      async (sample, changes) => {
        const bytes = changeBytes(sample, changes, changedBytes);
        const fault =
          (await faultOf(parser, bytes)) ??
          (isLong ? await excessOf(parser, bytes.subarray(0, unitBytes), patternBytes.long) : undefined);
        if (fault === undefined) return;
        if (isLong) await keep(corpusOf(corpusDir, parser.name), bytes);
        throw new Error(`${fault}: ${bytes.toString('base64').slice(0, 2_000)}`);
      },
    ),
    isLong
      ? { numRuns: 10_000_000, interruptAfterTimeLimit: seconds * 1_000, markInterruptAsFailure: false }
      : { numRuns: quickRuns, seed: quickSeed },
  );
}

async function keep(dir: string, bytes: Buffer): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, `${hash('sha256', bytes, 'hex').slice(0, 16)}.bin`), bytes);
}
