/*
 * A fuzz test for parsers of bytes that come from content providers: it gives them changed samples and repeated byte
 * patterns. A parser may throw only its own error classes, its output must stay in proportion to its input, and at the
 * largest size that the product accepts, twice the bytes may cost at most two and a half times as much, within a limit
 * of memory. Inputs that once failed are kept in a corpus and tried on every run.
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
  /**
   * The most bytes that the product gives to the parser at once, or a part of them where it reads any number piece by
   * piece.
   */
  largestBytes: number;
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
/** The size in bytes of the repeated patterns that are tried first, and by how much the next ones are longer. */
const patternBytes = { first: 400_000, factor: 5 };
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

/** Processor times below this, in ms, are too short to be a denial-of-service attack. */
const noticeableMs = 300;
/**
 * A parser that, if it is quadratic, would take this processor time in ms or more at the largest size, is judged by a
 * smaller one.
 */
const hangMs = 2_000;
/** Times below this, in ms, say little about their ratio: a larger size decides, unless there is none. */
const legibleMs = 20;
/**
 * How often a parser that seems too slow is measured. The shortest times count, because a garbage collection or another
 * process can only lengthen a time.
 */
const confirmations = 3;

/**
 * Looks for superlinear parsers: repeats a byte pattern up to the largest size that the product accepts, and reports when
 * twice as many repetitions cost more than two and a half times the processor time (which other processes on the machine
 * change little, unlike wall-clock time), or when a repetition makes the largest size that the process has had grow too
 * much. A size is skipped, with all larger ones, when even a quadratic parser would be quick at the largest one.
 *
 * @returns `undefined` when the cost is acceptable
 */
async function excessOf(parser: FuzzedParser, unit: Uint8Array): Promise<string | undefined> {
  if (unit.length === 0) return undefined;
  const largestMiB = (): number => process.resourceUsage().maxRSS / 1_024;
  async function costMsOf(length: number): Promise<number> {
    const bytes = Buffer.alloc(length, unit);
    const from = process.cpuUsage();
    await faultOf(parser, bytes);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  }
  const { largestBytes } = parser;
  for (let length = Math.min(patternBytes.first, largestBytes); ; length *= patternBytes.factor) {
    length = Math.min(length, largestBytes);
    const beforeMiB = largestMiB();
    let twice = await costMsOf(length);
    const grownMiB = Math.round(largestMiB() - beforeMiB);
    if (grownMiB > memoryMiB) return `took ${grownMiB} MiB of memory for ${length} bytes`;
    const projectedMs = twice * (largestBytes / length) ** 2;
    if (projectedMs < noticeableMs) return undefined;
    const tooLongMs = length < largestBytes ? hangMs : noticeableMs;
    if (projectedMs < tooLongMs || (length < largestBytes && twice < legibleMs)) continue;
    let once = await costMsOf(length / 2);
    for (let round = 1; round < confirmations && twice > 2.5 * once; round += 1) {
      twice = Math.min(twice, await costMsOf(length));
      once = Math.min(once, await costMsOf(length / 2));
    }
    if (twice > 2.5 * once && twice * (largestBytes / length) ** 2 >= tooLongMs)
      return `took ${Math.round(once)} ms for ${length / 2} bytes, and ${Math.round(twice)} ms for twice as many`;
    if (length === largestBytes) return undefined;
  }
}

const corpusOf = (corpusDir: string, name: string): string =>
  join(corpusDir, name.replace(/\W+/g, '-').toLowerCase());

/** Tries the inputs that once failed. @returns the faults that they still show, with their file names */
export async function replayCorpus(parser: FuzzedParser, corpusDir: string): Promise<string[]> {
  const dir = corpusOf(corpusDir, parser.name);
  const faults: string[] = [];
  for (const file of existsSync(dir) ? await readdir(dir) : []) {
    const bytes = await readFile(join(dir, file));
    const fault = (await faultOf(parser, bytes)) ?? (await excessOf(parser, bytes.subarray(0, unitBytes)));
    if (fault !== undefined) faults.push(`${file}: ${fault}`);
  }
  return faults;
}

/** The length to which an input is cut before it is repeated as a pattern. */
const unitBytes = 2_000;
/** How many patterns that cost too much are reported of a parser. */
const enoughFaults = 3;

/**
 * Repeats each sample and each token of a parser, and pairs of tokens, up to the largest size of its inputs.
 *
 * @returns the first patterns that cost too much time or memory
 */
export async function findExcesses(parser: FuzzedParser): Promise<string[]> {
  const tokens = parser.tokens.map((token) => Buffer.from(token, 'latin1'));
  const pairs = tokens.flatMap((token, index) => {
    const next = tokens[(index + 1) % tokens.length] ?? token;
    return [token, Buffer.concat([token, next])];
  });
  const faults: string[] = [];
  for (const unit of [...parser.samples, ...pairs]) {
    const fault = await excessOf(parser, unit);
    if (fault !== undefined)
      faults.push(`${JSON.stringify(Buffer.from(unit).toString('latin1', 0, 80))}: ${fault}`);
    // Each further pattern of a slow parser would take long, and tell no more.
    if (faults.length === enoughFaults) break;
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
          (isLong ? await excessOf(parser, bytes.subarray(0, unitBytes)) : undefined);
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
