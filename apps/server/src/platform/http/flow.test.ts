import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendEvents } from './flow.ts';

/**
 * Creates a source of events for a streamed answer: the test supplies each event, and `isLeft` tells whether the server
 * has stopped reading.
 */
function createSource() {
  const asked: ((result: IteratorResult<number>) => void)[] = [];
  const source = {
    isLeft: false,
    next: () => new Promise<IteratorResult<number>>((resolve) => asked.push(resolve)),
    async return(): Promise<IteratorResult<number>> {
      source.isLeft = true;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => source,
  };
  const give = async (result: IteratorResult<number>): Promise<void> => {
    await vi.waitUntil(() => asked.length > 0);
    asked.shift()?.(result);
  };
  return {
    source,
    isAsked: () => vi.waitUntil(() => asked.length > 0),
    say: (value: number) => give({ done: false, value }),
    finish: () => give({ done: true, value: undefined }),
  };
}

async function answer(source: AsyncIterable<number>, isStillAllowed = async () => true): Promise<string> {
  const app = Fastify();
  app.get('/', (_request, reply) => sendEvents(reply, source, JSON.stringify, isStillAllowed));
  return (await app.inject('/')).body;
}

describe('an answer of events', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('lasts until its source ends', async () => {
    const { source, say, finish } = createSource();
    const body = answer(source);
    await say(1);
    await say(2);
    await finish();
    expect(await body).toBe('data: 1\n\ndata: 2\n\n');
  });

  it('has a comment line after every five seconds of silence, which keeps the connection open', async () => {
    const { source, isAsked, say, finish } = createSource();
    const body = answer(source);
    await isAsked();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await say(1);
    await finish();
    expect(await body).toBe(':\n\n:\n\ndata: 1\n\n');
  });

  it('loses no event that comes after a silence', async () => {
    const { source, isAsked, say, finish } = createSource();
    const body = answer(source);
    for (const value of [1, 2]) {
      await isAsked();
      await vi.advanceTimersByTimeAsync(5_000);
      await say(value);
    }
    await finish();
    expect(await body).toBe(':\n\ndata: 1\n\n:\n\ndata: 2\n\n');
  });

  it('ends during a silence when its reader loses the right to it, and closes its source', async () => {
    const { source, isAsked, say } = createSource();
    let isAllowed = true;
    const body = answer(source, async () => isAllowed);
    await say(1);
    await isAsked();
    isAllowed = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await body).toBe('data: 1\n\n');
    expect(source.isLeft).toBe(true);
  });
});
