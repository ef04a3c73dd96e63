import { describe, expect, it } from 'vitest';
import { createSourceRunner } from './run-on-source.ts';

const source = {
  address: 'http://a.example/1.mkv',
  streamKind: 'file',
  userAgent: null,
  referrer: null,
} as const;
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
        return Promise.resolve({ address: `http://127.0.0.1:1/${opened}`, end });
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
    const all = Array.from({ length: 6 }, () =>
      runOnSource(source, { withinMs: longMs }, () => new Promise<void>((resolve) => letGo.push(resolve))),
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
});
