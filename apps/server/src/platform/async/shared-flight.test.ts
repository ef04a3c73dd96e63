import { expect, it } from 'vitest';
import { createSharedFlights } from './shared-flight.ts';

/** A task that is settled from outside, and the signals that its runs got. */
function createTask() {
  const signals: AbortSignal[] = [];
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  return {
    signals,
    make(signal: AbortSignal): Promise<string> {
      signals.push(signal);
      return new Promise((settle, fail) => {
        [resolve, reject] = [settle, fail];
      });
    },
    resolve: (value: string) => resolve(value),
    reject: (error: Error) => reject(error),
  };
}

it('shares one run among callers with the same key, and runs anew afterwards', async () => {
  const task = createTask();
  const flights = createSharedFlights<string>();
  const { signal } = new AbortController();
  const both = Promise.all([flights.join('a', signal, task.make), flights.join('a', signal, task.make)]);
  task.resolve('uno');
  expect(await both).toEqual(['uno', 'uno']);
  const later = flights.join('a', signal, task.make);
  task.resolve('dos');
  expect(await later).toBe('dos');
  expect(task.signals).toHaveLength(2);
});

it('fails for all who wait, and keeps no failure', async () => {
  const task = createTask();
  const flights = createSharedFlights<string>();
  const { signal } = new AbortController();
  const both = Promise.allSettled([
    flights.join('a', signal, task.make),
    flights.join('a', signal, task.make),
  ]);
  task.reject(new Error('caída'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const later = flights.join('a', signal, task.make);
  task.resolve('vuelve');
  expect(await later).toBe('vuelve');
});

it('goes on when a caller leaves, and is cancelled when the last one does', async () => {
  const task = createTask();
  const flights = createSharedFlights<string>();
  const [first, second] = [new AbortController(), new AbortController()];
  const one = flights.join('a', first.signal, task.make);
  const other = flights.join('a', second.signal, task.make);
  first.abort(new Error('se va'));
  await expect(one).rejects.toThrow('se va');
  expect(task.signals[0]?.aborted).toBe(false);
  second.abort(new Error('se va también'));
  await expect(other).rejects.toThrow('se va también');
  expect(task.signals[0]?.aborted).toBe(true);
  const { signal } = new AbortController();
  const next = flights.join('a', signal, task.make);
  task.resolve('de nuevo');
  expect(await next).toBe('de nuevo');
});

it('starts nothing for a caller who has left already', async () => {
  const task = createTask();
  const signal = AbortSignal.abort(new Error('se fue'));
  await expect(createSharedFlights<string>().join('a', signal, task.make)).rejects.toThrow('se fue');
  expect(task.signals).toEqual([]);
});
