import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSourceRunner } from './run-on-source.ts';

const sourceOf = (host: string) =>
  ({ address: `http://${host}/1.mkv`, streamKind: 'file', userAgent: null, referrer: null }) as const;
const source = sourceOf('a.example');
const longMs = 60_000;

/** Creates a runner of programs such as ffprobe, and counts the local addresses that it keeps open for them. */
function openRunner() {
  const closing = new AbortController();
  let open = 0;
  let opened = 0;
  const runOnSource = createSourceRunner(
    {
      openLoopback() {
        open += 1;
        opened += 1;
        const end = () => {
          open -= 1;
        };
        return Promise.resolve({
          address: `http://127.0.0.1:1/${opened}`,
          end,
          noteViewer: () => undefined,
          isSilent: () => false,
        });
      },
    },
    closing.signal,
  );
  return { closing, runOnSource, countOpen: () => open, countOpened: () => opened };
}

/** Waits until a signal aborts, and then fails as a program that was killed does. */
const killed = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('killed')));
  });

describe('a program that reads a source', () => {
  it('gets a loopback address, which ends with the program', async () => {
    const { runOnSource, countOpen } = openRunner();
    const input = await runOnSource(source, { withinMs: longMs }, (given) => {
      expect(countOpen()).toBe(1);
      return Promise.resolve(given);
    });
    expect(input).toEqual({ address: 'http://127.0.0.1:1/1', streamKind: 'file' });
    expect(countOpen()).toBe(0);
  });

  it('passes its failure on, and its loopback address ends too', async () => {
    const { runOnSource, countOpen } = openRunner();
    await expect(
      runOnSource(source, { withinMs: longMs }, () => Promise.reject(new Error('no ffprobe'))),
    ).rejects.toThrow('no ffprobe');
    expect(countOpen()).toBe(0);
  });

  it('gives no result when its time is up', async () => {
    const { runOnSource, countOpen } = openRunner();
    expect(await runOnSource(source, { withinMs: 1 }, (_input, signal) => killed(signal))).toBeUndefined();
    expect(countOpen()).toBe(0);
  });

  it('gives no result when the server closes, and none starts after that', async () => {
    const { closing, runOnSource, countOpen, countOpened } = openRunner();
    const running = runOnSource(source, { withinMs: longMs }, (_input, signal) => {
      const failed = killed(signal);
      closing.abort();
      return failed;
    });
    expect(await running).toBeUndefined();
    expect(await runOnSource(source, { withinMs: longMs }, () => Promise.resolve('facts'))).toBeUndefined();
    expect([countOpen(), countOpened()]).toEqual([0, 1]);
  });

  it('waits while four others run', async () => {
    const { runOnSource, countOpened } = openRunner();
    const letGo: (() => void)[] = [];
    const all = Array.from({ length: 6 }, (_, number) =>
      runOnSource(
        sourceOf(`${number}.example`),
        { withinMs: longMs },
        () => new Promise<void>((resolve) => letGo.push(resolve)),
      ),
    );
    await expect.poll(() => letGo.length).toBe(4);
    expect(countOpened()).toBe(4);
    for (let next = 0; next < 6; next += 1) {
      await expect.poll(() => letGo.length).toBeGreaterThan(next);
      letGo[next]?.();
    }
    await Promise.all(all);
    expect(countOpened()).toBe(6);
  });

  it('does not wait for the programs that read the files of another host, however many there are', async () => {
    const { closing, runOnSource } = openRunner();
    const silent = Array.from({ length: 12 }, () =>
      runOnSource(source, { withinMs: longMs }, (_input, signal) => killed(signal)),
    );
    const other = sourceOf('b.example');
    expect(await runOnSource(other, { withinMs: longMs }, () => Promise.resolve('facts'))).toBe('facts');
    closing.abort();
    expect(await Promise.all(silent)).toEqual(silent.map(() => undefined));
  });

  it('says that the server is busy when its time is up because it had to wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { runOnSource, countOpen } = openRunner();
    const run = (host: string, withinMs: number) =>
      runOnSource(sourceOf(host), { withinMs }, (_input, signal) => killed(signal)).catch(
        (error: unknown) => error,
      );
    const earlier = [run('a.example', longMs), run('b.example', longMs), run('c.example', longMs)];
    // The fourth ends after ten seconds and makes way for the first of those that wait, which has five seconds left.
    const first = run('d.example', 10_000);
    const waiting = [run('e.example', 10_000), run('f.example', 10_000)];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await first).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5_000);
    const busy = { code: 'conversion.busy', retryAfterSeconds: 5 };
    expect(await Promise.all(waiting)).toMatchObject([busy, busy]);
    await vi.advanceTimersByTimeAsync(longMs);
    expect(await Promise.all(earlier)).toEqual([undefined, undefined, undefined]);
    expect(countOpen()).toBe(0);
  });
});
