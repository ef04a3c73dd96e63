import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import { createOutputWaiters } from './output-waiters.ts';

const longMs = 60_000;
const { signal: never } = new AbortController();

describe('a wait for output that ffmpeg has not written yet', () => {
  it('ends for all waiters of the same key once the output is written', async () => {
    const waiters = createOutputWaiters<string, string>(longMs);
    const waiting = [waiters.wait('a', never), waiters.wait('a', never), waiters.wait('b', never)];
    waiters.settle((key) => key === 'a', 'a-1.ts');
    waiters.settle(() => true, 'b-1.ts');
    expect(await Promise.all(waiting)).toEqual(['a-1.ts', 'a-1.ts', 'b-1.ts']);
  });

  it('fails with the reason why the output will not be written', async () => {
    const waiters = createOutputWaiters<string, string>(longMs);
    const waiting = waiters.wait('a', never);
    waiters.settle(() => true, new AppError('server.storage_full'));
    await expect(waiting).rejects.toMatchObject({ code: 'server.storage_full' });
  });

  it('fails with upstream.timeout when it takes too long', async () => {
    const waiters = createOutputWaiters<string, string>(1);
    await expect(waiters.wait('a', never)).rejects.toMatchObject({ code: 'upstream.timeout' });
  });

  it.each(['before', 'while'])('fails when the player leaves %s waiting', async (when) => {
    const waiters = createOutputWaiters<string, string>(longMs);
    const player = new AbortController();
    if (when === 'before') player.abort();
    const waiting = waiters.wait('a', player.signal);
    player.abort();
    waiters.settle(() => true, 'a-1.ts');
    await expect(waiting).rejects.toMatchObject({ code: 'server.unavailable' });
  });

  it('ignores output that was written before the wait began', async () => {
    const waiters = createOutputWaiters<string, string>(longMs);
    waiters.settle(() => true, 'a-0.ts');
    const waiting = waiters.wait('a', never);
    waiters.settle(() => true, 'a-1.ts');
    waiters.settle(() => true, 'a-2.ts');
    expect(await waiting).toBe('a-1.ts');
  });
});
