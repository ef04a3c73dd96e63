import { expect, it } from 'vitest';
import { createBatch } from './batch.ts';

/** A batch that doubles numbers, whose runs end when the test says so. */
function doubling(size?: number) {
  const runs: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const double = createBatch(
    (items: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        runs.push({ items, end: () => resolve(items.map((item) => item * 2)), fail: reject });
      }),
    size,
  );
  return { double, runs };
}

it('items that come during a run share the next one, and each gets its own result', async () => {
  const { double, runs } = doubling();
  const first = double(1);
  const others = [double(2), double(3)];
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  runs[0]?.end();
  expect(await first).toBe(2);
  expect(runs[1]?.items).toEqual([2, 3]);
  runs[1]?.end();
  expect(await Promise.all(others)).toEqual([4, 6]);
});

it('a run has no more items than its size', async () => {
  const { double, runs } = doubling(2);
  const results = Promise.all([1, 2, 3, 4, 5].map(double));
  for (const count of [1, 2, 3]) {
    await expect.poll(() => runs.length).toBe(count);
    runs.at(-1)?.end();
  }
  expect(await results).toEqual([2, 4, 6, 8, 10]);
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3], [4, 5]]);
});

it('a failed run rejects for its items, and the next one begins', async () => {
  const { double, runs } = doubling();
  const first = double(1);
  const second = double(2);
  runs[0]?.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  runs[1]?.end();
  expect(await second).toBe(4);
});
