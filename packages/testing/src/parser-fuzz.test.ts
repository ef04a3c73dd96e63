import { expect, it } from 'vitest';
import { findExcesses } from './parser-fuzz.ts';

const largestBytes = 2_000_000;

/** Makes a parser that takes this processor time for its largest input, and accordingly less for shorter ones. */
const parserOf = (largestMs: number, power: number) => ({
  name: 'one that only takes time',
  largestBytes,
  samples: [Buffer.from('x')],
  tokens: [],
  refusals: [],
  async parse(bytes: Buffer) {
    const from = process.cpuUsage();
    const microseconds = largestMs * 1_000 * (bytes.length / largestBytes) ** power;
    while (process.cpuUsage(from).user + process.cpuUsage(from).system < microseconds);
    return 0;
  },
});

it('finds a quadratic parser that is slow only at the largest size', async () => {
  // At 400 KB, these are 13 ms.
  expect(await findExcesses(parserOf(320, 2))).toEqual([
    expect.stringMatching(/^"x": took .* for twice as many$/),
  ]);
});

it('finds nothing in a linear parser that is slow', async () => {
  expect(await findExcesses(parserOf(310, 1))).toEqual([]);
});
