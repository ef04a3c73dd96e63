/*
 * A fuzz test for parsers of bytes that come from content providers: it gives them changed samples. A parser may throw
 * only its own error classes, and its output must stay in proportion to its input. Inputs that once failed are kept in
 * a corpus and tried on every run.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judge, type FuzzedParser, type Pattern } from './fuzzed-parser.ts';
import { createMemoryMeter } from './memory-peak.ts';
import { changeBytes, drawChanges } from './parser-fuzz-changes.ts';
import { bytesOf, excessOf, repeatWithin } from './parser-growth.ts';

/** How thorough a fuzz test is, and where inputs that fail are kept. */
export interface FuzzOptions {
  /** The path of the folder that has a folder of earlier failures for each parser. */
  corpusDir: string;
  /** 0 tries some changes, drawn with a fixed seed; more draws with new seeds, and writes failures to the corpus. */
  seconds: number;
}

/** How long each of a number of parsers is fuzzed, in seconds, by `npm run prove -- fuzz-parsers`; 0 in `npm test`. */
export const fuzzSeconds = (parsers: number): number =>
  (Number(process.env['BUTACA_FUZZ_MINUTES'] ?? 0) * 60) / parsers;

const quickRuns = 150;
const quickSeed = 20_261_122;
/** The length in bytes to which a changed sample is cut. */
const changedBytes = 200_000;
/** The length to which an input is cut before it is repeated. */
const unitBytes = 2_000;

const corpusOf = (corpusDir: string, name: string): string =>
  join(corpusDir, name.replace(/\W+/g, '-').replace(/^-|-$/g, '').toLowerCase());

/**
 * Tries the inputs that once failed. A file `….json` has the parts of a pattern, and its limit; any other file is an
 * input, which is also repeated between the fixed parts of each pattern of the parser.
 *
 * @returns the faults that they still show, with their file names
 */
export async function replayCorpus(
  parser: FuzzedParser,
  { corpusDir, seconds }: FuzzOptions,
): Promise<string[]> {
  const dir = corpusOf(corpusDir, parser.name);
  const files = existsSync(dir) ? await readdir(dir) : [];
  const memory = await createMemoryMeter();
  const faults: string[] = [];
  for (const file of files) {
    const bytes = await readFile(join(dir, file));
    const isPattern = file.endsWith('.json');
    const patterns = isPattern
      ? [JSON.parse(bytes.toString()) as Pattern]
      : [undefined, ...parser.patterns].map((pattern) => repeatWithin(pattern, bytes.subarray(0, unitBytes)));
    const found = isPattern ? undefined : (await judge(parser, bytes)).fault;
    if (found !== undefined) faults.push(`${file}: ${found}`);
    for (const pattern of patterns) {
      const fault = await excessOf(parser, pattern, { memory, isQuick: seconds === 0 });
      if (fault !== undefined) faults.push(`${file}: ${fault}`);
    }
  }
  return faults;
}

/**
 * Gives changed samples to a parser, for the given time or a fixed number of times. Over a given time, changed parts of
 * its patterns are given to it too, and are repeated within a pattern.
 *
 * @throws Error with the shortest input found that makes the parser fail
 */
export async function tryChangedSamples(parser: FuzzedParser, options: FuzzOptions): Promise<void> {
  const { default: fc } = await import('fast-check');
  const { corpusDir, seconds } = options;
  const isLong = seconds > 0;
  const memory = await createMemoryMeter();
  const units = parser.patterns.map(({ parts }) => bytesOf(parts[1]));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...parser.samples, ...(isLong ? units : [])),
      drawChanges(fc, parser.tokens),
      fc.constantFrom(...parser.patterns),
      async (sample, changes, pattern) => {
        const bytes = changeBytes(sample, changes, changedBytes);
        const repeated = repeatWithin(pattern, bytes.subarray(0, unitBytes));
        const fault =
          (await judge(parser, bytes)).fault ??
          (isLong ? await excessOf(parser, repeated, { memory }) : undefined);
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
