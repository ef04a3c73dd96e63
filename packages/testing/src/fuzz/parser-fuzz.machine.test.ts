import { expect, it } from 'vitest';
import type { FuzzedParser } from './fuzzed-parser.ts';
import { findExcesses } from './parser-growth.ts';

const largestBytes = 2_000_000;

/** Makes a parser of texts that end in a point, with the given changes. */
const parserOf = (changes: Partial<FuzzedParser>): FuzzedParser => ({
  name: 'texts',
  largestBytes,
  samples: [],
  tokens: [],
  patterns: [{ parts: ['', 'x', '.'] }],
  refusals: [SyntaxError],
  parse: async (bytes) => (bytes.at(-1) === 46 ? bytes.length : 0),
  ...changes,
});

/** Takes this processor time for the largest input, and accordingly less for shorter ones. */
function work(bytes: Buffer, largestMs: number, power: number): void {
  const from = process.cpuUsage();
  const microseconds = largestMs * 1_000 * (bytes.length / largestBytes) ** power;
  while (process.cpuUsage(from).user + process.cpuUsage(from).system < microseconds);
}

const workingParser = (largestMs: number, power: number): FuzzedParser =>
  parserOf({
    async parse(bytes) {
      work(bytes, largestMs, power);
      return bytes.at(-1) === 46 ? bytes.length : 0;
    },
  });

it('finds a quadratic parser that is slow only at the largest size', async () => {
  // At 400 KB, these are 2 ms.
  expect(await findExcesses(workingParser(60, 2), { noticeableMs: 55 })).toEqual([
    expect.stringMatching(/^took .* for twice as many: "" "x" "\."$/),
  ]);
});

it('finds nothing in a linear parser that is slow', async () => {
  expect(await findExcesses(workingParser(58, 1), { noticeableMs: 55 })).toEqual([]);
});

it('finds a quadratic parser below the limit at which the parser refuses its input', async () => {
  const parser = workingParser(2_500, 2);
  const limited = parserOf({
    patterns: [{ parts: ['', 'x', '.'], limit: '600,000 bytes' }],
    async parse(bytes) {
      if (bytes.length > 600_000) throw new SyntaxError('too long');
      return parser.parse(bytes);
    },
  });
  expect(await findExcesses(limited)).toEqual([expect.stringContaining('for twice as many')]);
});

it.each<[string, FuzzedParser['parse']]>([
  [
    'refuses',
    () => {
      throw new SyntaxError('x');
    },
  ],
  ['answers with nothing for', async () => 0],
  ['reads only the beginning of', async () => 1],
])('finds a parser that %s a valid document', async (_what, parse) => {
  expect(await findExcesses(parserOf({ parse }))).toEqual([
    expect.stringContaining('is not read to its end'),
  ]);
});

it('finds a limit that is not reached, and one that leaves nothing to read', async () => {
  const patterns = [{ parts: ['', 'x', '.'], limit: '3,000,000 bytes' }];
  expect(await findExcesses(parserOf({ patterns }))).toEqual([
    expect.stringContaining('not reach its limit'),
  ]);
  expect(await findExcesses(parserOf({ patterns, parse: async () => 0 }))).toEqual([
    expect.stringContaining('refused even when it is short'),
  ]);
});

it('finds a parser that takes much memory, also after another one took more and gave it back', async () => {
  const fill = (mebibytes: number): number => Buffer.alloc(mebibytes * 1_048_576, 1).length;
  fill(500);
  const greedy = parserOf({
    async parse(bytes) {
      if (bytes.length > largestBytes / 2) fill(300);
      return bytes.at(-1) === 46 ? bytes.length : 0;
    },
  });
  // The memory of the process is measured, from which the garbage collector may take a part meanwhile.
  expect(await findExcesses(greedy)).toEqual([expect.stringMatching(/took (?:2[5-9]|3\d)\d MiB of memory/)]);
});

it('reads no document that is longer than needed to exclude that a parser hangs, when it is quick', async () => {
  const lengths: number[] = [];
  const parser = parserOf({
    async parse(bytes) {
      lengths.push(bytes.length);
      return bytes.at(-1) === 46 ? bytes.length : 0;
    },
  });
  expect(await findExcesses(parser, { isQuick: true })).toEqual([]);
  expect(Math.max(...lengths)).toBe(400_000);
});

it('finds a parser that would hang at the largest size by a shorter document, when it is quick', async () => {
  // At 400 KB these are 6 ms, which says little; a document of 2 MB takes 150 ms.
  const parser = { ...workingParser(150, 2), largestBytes: 8_000_000 };
  expect(await findExcesses(parser, { isQuick: true })).toEqual([
    expect.stringMatching(/ms for 1000000 bytes, and .* for twice as many/),
  ]);
});

it('repeats tokens between the fixed parts of a pattern, where they may be refused', async () => {
  const seen = new Set<string>();
  const parser = parserOf({
    tokens: ['a', 'b'],
    patterns: [{ parts: ['<', 'x', '.'] }],
    async parse(bytes) {
      seen.add(bytes.toString('latin1', 0, 3));
      if (bytes.includes('a')) throw new SyntaxError('a');
      return bytes.at(-1) === 46 ? bytes.length : 0;
    },
  });
  expect(await findExcesses(parser)).toEqual([]);
  expect([...seen]).toEqual(['<xx', '<aa', '<bb']);
});
