import { describe, expect, it } from 'vitest';
import { createGuessGuard } from './guess-guard.ts';
import { createGuessRecord } from './guess-record.ts';

const stranger = async () => false;
const knownDevice = async () => true;

async function guessed(times: number) {
  let nowMs = 1_000;
  const guard = createGuessGuard(createGuessRecord(20, 15 * 60_000, () => nowMs));
  for (let time = 0; time < times; time++) await guard.noteFailure('ana');
  return { guard, pass: (ms: number) => void (nowMs += ms) };
}

describe('an account whose password is guessed from many addresses', () => {
  it('admits 20 failures from strangers, then one attempt every half minute', async () => {
    const { guard, pass } = await guessed(19);
    await guard.admit('ana', stranger);
    await guard.noteFailure('ana');
    await guard.admit('ana', stranger);
    await expect(guard.admit('ana', stranger)).rejects.toMatchObject({
      code: 'limit.login',
      retryAfterSeconds: 30,
    });
    pass(30_000);
    await guard.admit('ana', stranger);
    await expect(guard.admit('ana', stranger)).rejects.toMatchObject({ code: 'limit.login' });
  });

  it('still admits its known devices at once, and other accounts are unaffected', async () => {
    const { guard } = await guessed(500);
    await guard.admit('ana', stranger);
    await guard.admit('ana', knownDevice);
    await guard.admit('ana', knownDevice);
    await guard.admit('luis', stranger);
  });

  it('admits everybody again when the failures are 15 minutes old', async () => {
    const { guard, pass } = await guessed(25);
    pass(15 * 60_000 + 1);
    await guard.admit('ana', stranger);
    await guard.admit('ana', stranger);
  });
});
