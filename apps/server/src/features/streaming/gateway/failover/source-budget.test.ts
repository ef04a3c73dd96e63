import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { createSourceBudget } from './source-budget.ts';

const many = Array.from({ length: 12 }, (_one, index) => `http://${index}.example/`);

it('allows eight sources of a channel in a minute, each as often as needed, until one has played', async () => {
  const clock = createVirtualClock();
  const budget = createSourceBudget(clock);
  const taken = (channelKey: `channel:${string}` = 'channel:1') =>
    many.filter((address) => budget.take(channelKey, address));
  expect(taken()).toEqual(many.slice(0, 8));
  expect(taken()).toEqual(many.slice(0, 8));
  expect(taken('channel:2')).toEqual(many.slice(0, 8));
  await clock.advance(60_000);
  expect(budget.take('channel:1', many[9] ?? '')).toBe(false);
  await clock.advance(1);
  expect(budget.take('channel:1', many[9] ?? '')).toBe(true);
  expect(taken()).toHaveLength(8);
  budget.renew('channel:1');
  expect(taken()).toEqual(many.slice(0, 8));
});
