import { expect, it } from 'vitest';
import { useRedis } from '../../test/redis-stores.ts';
import type { SharedStore } from '../platform/shared-store/shared-store.ts';
import { createGuessGuards } from './guess-guard.ts';

const stores = useRedis();

/** Guesses wrong a hundred times at once at two servers. @returns how many guesses were tried */
async function guessAtOnce(servers: SharedStore[]): Promise<number> {
  const guards = servers.map((store) =>
    createGuessGuards(store)('sign-in', { freeFailures: 5, delayMs: 30_000 }),
  );
  const wrong = async (): Promise<never> => {
    throw new Error('wrong');
  };
  const guesses = Array.from({ length: 50 }, () =>
    guards.map((guard) => guard.run('ana', wrong, () => true).catch((error: Error) => error.message)),
  );
  const answers = await Promise.all(guesses.flat());
  const tried = answers.filter((answer) => answer === 'wrong');
  expect(answers.filter((answer) => answer === 'limit.login')).toHaveLength(100 - tried.length);
  return tried.length;
}

it('two servers together admit five wrong guesses of 100 at once, and one in its turn', async () => {
  expect(await guessAtOnce([await stores.open(), await stores.open()])).toBe(6);
});

it('two servers together try no more guesses while the Redis does not answer in time', async () => {
  const servers = [await stores.open(), await stores.open()];
  await expect.poll(() => servers.map((store) => store.serverCount())).toEqual([2, 2]);
  stores.redis().freeze();
  expect(await guessAtOnce(servers).finally(() => stores.redis().thaw())).toBeLessThanOrEqual(6);
});
