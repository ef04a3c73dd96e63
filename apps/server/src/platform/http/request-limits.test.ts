import { createVirtualClock } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { createLimits, type CallLimit, type FailureLimit } from './request-limits.ts';

const limits = createLimits();
const rule = (
  most: number,
  code: 'limit.login' | 'limit.requests' | 'limit.activation' = 'limit.requests',
) => ({
  name: 'test',
  most,
  code,
});

/**
 * Counts calls of one key (a session or an address) until a call is refused; returns how many calls were admitted, and
 * the refusal.
 */
async function exhaust(limit: CallLimit, key: string, atMost = 100) {
  for (let admitted = 0; admitted < atMost; admitted += 1) {
    try {
      await limit.count(key);
    } catch (refusal) {
      return { admitted, refusal };
    }
  }
  return { admitted: atMost, refusal: undefined };
}

describe('a rate limit', () => {
  it('refuses the first call beyond it with its own code and a time to wait', async () => {
    const { admitted, refusal } = await exhaust(limits.perMinute(rule(3, 'limit.login')), 'ana');
    expect(admitted).toBe(3);
    expect(refusal).toMatchObject({ code: 'limit.login', status: 429 });
    const { retryAfterSeconds } = refusal as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it('counts each key separately', async () => {
    const limit = limits.perMinute(rule(2));
    await exhaust(limit, 'ana');
    expect((await exhaust(limit, 'luis')).admitted).toBe(2);
    expect((await exhaust(limit, 'ana')).admitted).toBe(0);
  });

  it('of 0 admits every call', async () => {
    expect((await exhaust(limits.perMinute(rule(0)), 'ana')).admitted).toBe(100);
    expect((await exhaust(limits.perDay(rule(0)), 'ana')).admitted).toBe(100);
  });

  it('admits no more than its number of simultaneous calls', async () => {
    const limit = limits.perDay(rule(5));
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => limit.count('ana')));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('names no longer wait than its span when the clock of the machine is set back', async () => {
    const clock = createVirtualClock();
    const limit = createLimits(undefined, clock).perMinute(rule(1, 'limit.login'));
    await exhaust(limit, 'ana');
    clock.setBack(3_600_000);
    const { admitted, refusal } = await exhaust(limit, 'ana');
    expect(admitted).toBe(0);
    expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBe(60);
  });

  it.each([
    ['minute', 'perMinute', 60],
    ['day', 'perDay', 86_400],
  ] as const)('admits calls again after a %s', async (_span, create, seconds) => {
    const clock = createVirtualClock();
    const limit = createLimits(undefined, clock)[create](rule(1));
    await exhaust(limit, 'ana');
    clock.pass((seconds - 1) * 1_000);
    expect((await exhaust(limit, 'ana')).admitted).toBe(0);
    clock.pass(2_000);
    expect((await exhaust(limit, 'ana')).admitted).toBe(1);
  });
});

describe('a limit on failures', () => {
  const fail = async (): Promise<never> => {
    throw new Error('wrong');
  };
  const attempts = (limit: FailureLimit, count: number, attempt: () => Promise<void>) =>
    Promise.allSettled(Array.from({ length: count }, () => limit.run('ana', attempt, () => true)));
  const codesOf = (all: PromiseSettledResult<void>[]) =>
    all.map((each) =>
      each.status === 'rejected' ? ((each.reason as { code?: string }).code ?? 'wrong') : 'right',
    );

  it('counts no right attempt, and after its failures refuses right attempts too', async () => {
    const limit = limits.failuresPerMinute(rule(2, 'limit.activation'));
    const right = async (): Promise<void> => undefined;
    for (let done = 0; done < 10; done += 1) await limit.run('ana', right, () => true);
    expect(codesOf(await attempts(limit, 2, fail))).toEqual(['wrong', 'wrong']);
    expect(codesOf(await attempts(limit, 1, right))).toEqual(['limit.activation']);
    await limit.run('luis', right, () => true);
  });

  it('counts no error that is no failure', async () => {
    const limit = limits.failuresPerMinute(rule(1, 'limit.activation'));
    for (let done = 0; done < 3; done += 1) {
      await expect(limit.run('ana', fail, () => false)).rejects.toThrow('wrong');
    }
  });

  it('counts no right attempts, also when more of them than may fail begin at once', async () => {
    const limit = limits.failuresPerMinute(rule(5, 'limit.activation'));
    const right = () => new Promise<void>((resolve) => setImmediate(resolve));
    const codes = codesOf(await attempts(limit, 10, right));
    expect(codes.filter((code) => code === 'right')).toHaveLength(5);
    expect(codesOf(await attempts(limit, 1, right))).toEqual(['right']);
  });

  it('lets no more attempts begin at once than may fail', async () => {
    const limit = limits.failuresPerMinute(rule(5, 'limit.activation'));
    let begun = 0;
    await attempts(limit, 40, async () => {
      begun += 1;
      await fail();
    });
    expect(begun).toBe(5);
  });

  it('takes no attempt back from a minute that began after it', async () => {
    const clock = createVirtualClock();
    const limit = createLimits(undefined, clock).failuresPerMinute(rule(2, 'limit.activation'));
    let succeed = (): void => undefined;
    const right = limit.run(
      'ana',
      () => new Promise<void>((resolve) => (succeed = resolve)),
      () => true,
    );
    await clock.settle();
    clock.pass(61_000);
    expect(codesOf(await attempts(limit, 2, fail))).toEqual(['wrong', 'wrong']);
    succeed();
    await right;
    expect(codesOf(await attempts(limit, 1, fail))).toEqual(['limit.activation']);
  });
});
