import { createVirtualClock } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';

function createTestBreaker() {
  const clock = createVirtualClock('2026-11-21T20:00:00Z');
  const breaker = createBreaker(clock, { failures: 3, pauseMs: 60_000 });
  return {
    breaker,
    pass: clock.pass,
    setBack: clock.setBack,
    fail: (times: number) => {
      for (let time = 0; time < times; time += 1) breaker.admit()?.fail();
    },
  };
}

describe('a circuit breaker', () => {
  it('permits every call while fewer calls in a row have failed than its limit', () => {
    const { breaker, fail } = createTestBreaker();
    fail(2);
    expect(breaker.admit()).toBeDefined();
    expect(breaker.admit()).toBeDefined();
  });

  it('refuses calls from the failure that reaches the limit until the pause has passed', () => {
    const { breaker, fail, pass } = createTestBreaker();
    fail(3);
    expect(breaker.admit()).toBeUndefined();
    pass(59_999);
    expect(breaker.admit()).toBeUndefined();
    pass(1);
    expect(breaker.admit()).toBeDefined();
  });

  it('ends its pause in time when the clock of the machine is set back', () => {
    const { breaker, fail, pass, setBack } = createTestBreaker();
    fail(3);
    setBack(3_600_000);
    pass(60_000);
    expect(breaker.admit()).toBeDefined();
  });

  it('counts failures anew after a call that succeeded', () => {
    const { breaker, fail } = createTestBreaker();
    fail(2);
    breaker.admit()?.succeed();
    fail(2);
    expect(breaker.admit()).toBeDefined();
  });

  it('permits one probe after a pause, and refuses other calls while the probe is under way', () => {
    const { breaker, fail, pass } = createTestBreaker();
    fail(3);
    pass(60_000);
    const probe = breaker.admit();
    expect(probe).toBeDefined();
    expect(breaker.admit()).toBeUndefined();
    probe?.succeed();
    expect(breaker.admit()).toBeDefined();
    expect(breaker.admit()).toBeDefined();
  });

  it('pauses once more when the probe fails too', () => {
    const { breaker, fail, pass } = createTestBreaker();
    fail(3);
    pass(60_000);
    const probe = breaker.admit();
    pass(30_000);
    probe?.fail();
    pass(59_999);
    expect(breaker.admit()).toBeUndefined();
    pass(1);
    expect(breaker.admit()).toBeDefined();
  });

  it('leaves the probe to the next caller when the first one did not make its call', () => {
    const { breaker, fail, pass } = createTestBreaker();
    fail(3);
    pass(60_000);
    breaker.admit()?.giveBack();
    expect(breaker.admit()).toBeDefined();
    expect(breaker.admit()).toBeUndefined();
  });

  it('keeps a pause unchanged when a call admitted before the limit is given back', () => {
    const { breaker, fail } = createTestBreaker();
    fail(2);
    const early = breaker.admit();
    fail(1);
    early?.giveBack();
    expect(breaker.admit()).toBeUndefined();
  });

  it('permits a new probe when the last one never reported its result', () => {
    const { breaker, fail, pass } = createTestBreaker();
    fail(3);
    pass(60_000);
    expect(breaker.admit()).toBeDefined();
    pass(60_000);
    expect(breaker.admit()).toBeDefined();
  });
});
