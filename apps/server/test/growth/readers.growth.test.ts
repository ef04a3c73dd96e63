import { join } from 'node:path';
import { countReads, findGrowingReads } from '@butaca/testing';
import { expect, it } from 'vitest';
import { readersOfText } from './readers.ts';

it.each(readersOfText.map((reader) => [reader.name, reader] as const))(
  'the reader of %s reads at most 2.5 times as much for twice the text',
  async (_name, reader) => {
    expect(await findGrowingReads(reader)).toEqual([]);
  },
);

it.each(
  readersOfText
    .filter(({ name }) => /in the log$|^master/.test(name))
    .map((reader) => [reader.name, reader] as const),
)('the reader of %s searches only with linear expressions', async (_name, reader) => {
  const searched = new Map<string, { source: string; flags: string }>();
  for (const pattern of reader.patterns) {
    const text = pattern.parts.map((part) => String(part)).join('');
    await countReads(() => reader.parse(Buffer.from(text, 'latin1')), searched);
  }
  expect(searched.size).toBeGreaterThan(0);
  // The tools are no part of the server's project for the compiler, so their type is written here.
  const { judgeExpressions } = (await import(
    /* @vite-ignore */ join(import.meta.dirname, '../../../../tools/expressions.mjs')
  )) as {
    judgeExpressions: (expressions: { source: string; flags: string }[]) => Promise<Map<string, string>>;
  };
  const verdicts = await judgeExpressions([...searched.values()]);
  expect([...verdicts].filter(([, verdict]) => verdict !== 'safe')).toEqual([]);
});

it('the meter notices readers that read a text once for each of its lines or letters', async () => {
  const text = 'a b\n';
  const quadratic: ((text: string) => unknown)[] = [
    (long) => long.split('\n').map(() => long.toLowerCase()),
    (long) => long.split('\n').map(() => /c/.test(long)),
    (long) => long.split('\n').map((_line, _index, lines) => lines.includes('c')),
    (long) => long.replace(/\n/g, () => String(long.indexOf('c'))),
  ];
  for (const read of quadratic) {
    const count = (times: number) => countReads(async () => read(text.repeat(times)));
    expect((await count(2_000)) / (await count(1_000))).toBeGreaterThan(3.5);
  }
});

it('the meter counts one pass for readers that read a text once', async () => {
  const linear: ((text: string) => unknown)[] = [
    (long) => long.split('\n').map((line) => /^a (b)/.exec(line)),
    (long) => long.replace(/ /g, '-').trim(),
    (long) => long.split(/\s/).filter((word) => word === 'a'),
    (long) => [...long.matchAll(/a/g)].length,
  ];
  for (const read of linear) {
    const count = (times: number) => countReads(async () => read('a b\n'.repeat(times)));
    expect((await count(2_000)) / (await count(1_000))).toBeLessThan(2.2);
  }
});
