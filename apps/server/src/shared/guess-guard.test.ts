import { describe, expect, it } from 'vitest';
import { createGuessGuard } from './guess-guard.ts';
import { createGuessRecord } from './guess-record.ts';

const knownDevice = async () => true;
const right = async () => 'right';
const wrong = async (): Promise<never> => {
  throw new Error('wrong');
};

async function guessed(times: number) {
  let nowMs = 1_000;
  const guard = createGuessGuard(createGuessRecord(20, 15 * 60_000, () => nowMs));
  const run = (account: string, attempt: () => Promise<string>, isKnownDevice?: () => Promise<boolean>) =>
    guard
      .run(account, attempt, (error) => error instanceof Error && error.message === 'wrong', isKnownDevice)
      .catch((error: Error) => error.message);
  for (let time = 0; time < times; time++) await run('ana', wrong, knownDevice);
  return { guard, run, pass: (ms: number) => void (nowMs += ms) };
}

describe('an account whose password is guessed from many addresses', () => {
  it('admits 20 failures from strangers, then one attempt every half minute', async () => {
    const { guard, run, pass } = await guessed(19);
    expect(await run('ana', wrong)).toBe('wrong');
    expect(await run('ana', right)).toBe('right');
    await expect(guard.run('ana', right, () => false)).rejects.toMatchObject({
      code: 'limit.login',
      retryAfterSeconds: 30,
    });
    pass(30_000);
    expect(await run('ana', right)).toBe('right');
    expect(await run('ana', right)).toBe('limit.login');
  });

  it('counts neither right attempts nor errors that are no wrong guess', async () => {
    const { run } = await guessed(19);
    const broken = async (): Promise<never> => {
      throw new Error('broken');
    };
    for (let time = 0; time < 3; time++) {
      expect(await run('ana', right)).toBe('right');
      expect(await run('ana', broken)).toBe('broken');
    }
  });

  it('admits 20 wrong guesses of 200 at once, and one in its turn', async () => {
    const { run } = await guessed(0);
    const answers = await Promise.all(Array.from({ length: 200 }, () => run('ana', wrong)));
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(21);
  });

  it('still admits its known devices at once, and other accounts are unaffected', async () => {
    const { run } = await guessed(500);
    expect(await run('ana', right)).toBe('right');
    expect(await run('ana', right)).toBe('limit.login');
    expect(await run('ana', right, knownDevice)).toBe('right');
    expect(await run('ana', right, knownDevice)).toBe('right');
    expect(await run('luis', right)).toBe('right');
  });

  it('admits everybody again when the failures are 15 minutes old', async () => {
    const { run, pass } = await guessed(25);
    pass(15 * 60_000 + 1);
    expect(await run('ana', right)).toBe('right');
    expect(await run('ana', right)).toBe('right');
  });
});
