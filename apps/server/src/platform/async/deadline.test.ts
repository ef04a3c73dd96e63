import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadlineErrorCode } from '../clock.ts';
import { inResponsiveTime, inTime, withDeadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A test task that never ends by itself and rejects when its signal aborts, with the signal's reason. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });

describe('inTime', () => {
  it('gives the result of work that is in time, and leaves no timer behind', async () => {
    expect(await inTime(Promise.resolve('hecho'), 1_000, 'tarde')).toBe('hecho');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes on a failure that arrives in time', async () => {
    await expect(inTime(Promise.reject(new Error('falla')), 1_000, 'tarde')).rejects.toThrow('falla');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives the substitute when the time is up, and drops a later failure', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<string>((_resolve, reject) => (fail = reject));
    const result = inTime(work, 1_000, 'tarde');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toBe('tarde');
    fail(new Error('falla'));
    await vi.runAllTimersAsync();
  });
});

describe('inResponsiveTime', () => {
  it('gives the substitute when the time is up, and leaves no timer behind', async () => {
    const result = inResponsiveTime(new Promise<string>(() => undefined), 1_000, 'tarde');
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    // The second one is the turn in which sockets are read.
    await vi.advanceTimersByTimeAsync(2);
    expect(await result).toBe('tarde');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes on a failure that arrives in time', async () => {
    await expect(inResponsiveTime(Promise.reject(new Error('falla')), 1_000, 'tarde')).rejects.toThrow(
      'falla',
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not count the time in which the event loop is busy', async () => {
    vi.useRealTimers();
    const server = createServer((socket) => socket.on('data', (bytes) => socket.write(bytes)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('hola');
    const result = inResponsiveTime(once(socket, 'data').then(String), 200, 'tarde');
    const busyUntilMs = performance.now() + 400;
    while (performance.now() < busyUntilMs);
    expect(await result).toBe('hola');
    socket.destroy();
    server.close();
  });
});

describe('withDeadline', () => {
  it('gives the result and leaves neither a timer nor a listener behind', async () => {
    const outer = new AbortController();
    const removed = vi.spyOn(outer.signal, 'removeEventListener');
    expect(await withDeadline(outer.signal, 1_000, async () => 'hecho')).toBe('hecho');
    expect(vi.getTimerCount()).toBe(0);
    expect(removed).toHaveBeenCalledOnce();
  });

  it('aborts with its own error code when the time is up', async () => {
    const result = withDeadline(new AbortController().signal, 1_000, untilAborted);
    const refused = expect(result).rejects.toMatchObject({ code: deadlineErrorCode });
    await vi.advanceTimersByTimeAsync(1_000);
    await refused;
  });

  it.each([
    ['while the task runs', false],
    ['before the task starts', true],
  ])('aborts with the reason of the outer signal that aborts %s', async (_when, isBefore) => {
    const outer = new AbortController();
    if (isBefore) outer.abort(new Error('se fue'));
    const result = withDeadline(outer.signal, 1_000, untilAborted);
    outer.abort(new Error('se fue'));
    await expect(result).rejects.toThrow('se fue');
    expect(vi.getTimerCount()).toBe(0);
  });
});
