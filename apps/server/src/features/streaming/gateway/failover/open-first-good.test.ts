import { createVirtualClock, type VirtualClock } from '@butaca/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { NotBesideError, openFirstGood, type SourceAttempt } from './open-first-good.ts';

interface Pending {
  name: string;
  attempt: SourceAttempt;
  answer(): void;
  fail(error: Error): void;
}

let clock: VirtualClock;
let opened: Pending[];
let dropped: string[];
beforeEach(() => {
  clock = createVirtualClock();
  opened = [];
  dropped = [];
});

/** Opens sources of these names; the test answers for each. */
const openAll = (names: readonly string[], signal = new AbortController().signal) =>
  openFirstGood({
    candidates: names.map((address) => ({ address })),
    hedgeMs: 1_200,
    clock,
    signal,
    open: ({ address }, attempt) =>
      new Promise<string>((resolve, reject) => {
        opened.push({ name: address, attempt, answer: () => resolve(address), fail: reject });
      }),
    drop: (late) => dropped.push(late),
  });
const names = () => opened.map(({ name }) => name);

describe('opening the sources of a channel', () => {
  it('opens no further one after fifteen seconds, and then tells the first failure', async () => {
    const result = openAll(['a', 'b', 'c']);
    const failed = expect(result).rejects.toThrow('of a');
    opened[0]?.fail(new Error('of a'));
    await clock.settle();
    // The provider allows no other connection beside the second one.
    await clock.advance(1_200);
    opened[2]?.fail(new NotBesideError('one connection'));
    await clock.advance(13_799);
    expect(opened[1]?.attempt.signal.aborted).toBe(false);
    await clock.advance(1);
    await failed;
    expect(opened[1]?.attempt.signal.aborted).toBe(true);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('follows one that fails by the next at once, and tells the first failure when all fail', async () => {
    const result = openAll(['a', 'b']);
    const failed = expect(result).rejects.toThrow('of a');
    opened[0]?.fail(new Error('of a'));
    await clock.settle();
    expect(names()).toEqual(['a', 'b']);
    opened[1]?.fail(new Error('of b'));
    await failed;
  });

  it('opens the next beside one that takes long; the first answer wins, and the other is dropped', async () => {
    const result = openAll(['a', 'b', 'c']);
    await clock.advance(1_199);
    expect(names()).toEqual(['a']);
    await clock.advance(1);
    expect(names()).toEqual(['a', 'b']);
    expect(opened[1]?.attempt.beside).toEqual(['a']);
    opened[1]?.answer();
    expect(await result).toBe('b');
    expect(opened[0]?.attempt.signal.aborted).toBe(true);
    expect(opened[1]?.attempt.signal.aborted).toBe(false);
    opened[0]?.answer();
    await clock.settle();
    expect(dropped).toEqual(['a']);
    await clock.advance(5_000);
    expect(names()).toEqual(['a', 'b']);
  });

  it('opens one that may not be beside another when the other has failed', async () => {
    const result = openAll(['a', 'b']);
    await clock.advance(1_200);
    opened[1]?.fail(new NotBesideError('no room'));
    await clock.advance(5_000);
    expect(names()).toEqual(['a', 'b']);
    opened[0]?.fail(new Error('of a'));
    await clock.settle();
    expect(names()).toEqual(['a', 'b', 'b']);
    expect(opened[2]?.attempt.beside).toEqual([]);
    opened[2]?.answer();
    expect(await result).toBe('b');
  });

  it('opens the one after it beside the first instead, and that one again when another has failed', async () => {
    const result = openAll(['a', 'b', 'c', 'd']);
    await clock.advance(1_200);
    opened[1]?.fail(new NotBesideError('no room'));
    await clock.settle();
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(opened[2]?.attempt.beside).toEqual(['a']);
    opened[0]?.fail(new Error('of a'));
    await clock.settle();
    expect(names()).toEqual(['a', 'b', 'c', 'b']);
    expect(opened[3]?.attempt.beside).toEqual(['c']);
    opened[2]?.answer();
    expect(await result).toBe('c');
  });

  it('stops when nobody needs the channel any more', async () => {
    const left = new AbortController();
    const result = openAll(['a', 'b'], left.signal);
    const failed = expect(result).rejects.toThrow('left');
    left.abort(new Error('left'));
    await failed;
    expect(opened[0]?.attempt.signal.aborted).toBe(true);
    await clock.advance(5_000);
    expect(names()).toEqual(['a']);
  });
});
