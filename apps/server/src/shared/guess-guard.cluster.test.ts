import { expect, it } from 'vitest';
import { useRedis } from '../../test/redis-stores.ts';
import { createGuessGuards } from './guess-guard.ts';

const stores = useRedis();
const startServer = async () =>
  createGuessGuards(await stores.open())('sign-in', { freeFailures: 5, delayMs: 30_000 });

it('two servers together admit five wrong guesses of 100 at once, and one in its turn', async () => {
  const guards = [await startServer(), await startServer()];
  const wrong = async (): Promise<never> => {
    throw new Error('wrong');
  };
  const guesses = Array.from({ length: 50 }, () =>
    guards.map((guard) => guard.run('ana', wrong, () => true).catch((error: Error) => error.message)),
  );
  const answers = await Promise.all(guesses.flat());
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(6);
  expect(answers.filter((answer) => answer === 'limit.login')).toHaveLength(94);
});
