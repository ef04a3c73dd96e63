import { describe, expect, it } from 'vitest';
import { createLazy, createSingleFlight } from './single-flight.ts';

/** Creates a task that counts how often it was run, and that ends when the test resolves or rejects it. */
function createTask() {
  const ends: { resolve(value: string): void; reject(error: Error): void }[] = [];
  return {
    ends,
    run: () => new Promise<string>((resolve, reject) => ends.push({ resolve, reject })),
  };
}

describe('a single flight', () => {
  it('shares one run among simultaneous callers with the same key', async () => {
    const task = createTask();
    const flights = createSingleFlight<string>();
    const [one, same, other] = ['a', 'a', 'b'].map((key) => flights.run(key, task.run));
    expect(task.ends).toHaveLength(2);
    task.ends[0]?.resolve('primero');
    task.ends[1]?.resolve('segundo');
    expect(await Promise.all([one, same, other])).toEqual(['primero', 'primero', 'segundo']);
  });

  it.each(['success', 'failure'])('starts a new run after a %s', async (end) => {
    const task = createTask();
    const flights = createSingleFlight<string>();
    const both = [flights.run('a', task.run), flights.run('a', task.run)];
    if (end === 'success') task.ends[0]?.resolve('listo');
    else task.ends[0]?.reject(new Error('falla'));
    const outcomes = await Promise.allSettled(both);
    expect(new Set(outcomes.map(({ status }) => status)).size).toBe(1);
    void flights.run('a', task.run);
    expect(task.ends).toHaveLength(2);
  });

  it('settles when all its runs have ended, including failed ones', async () => {
    const task = createTask();
    const flights = createSingleFlight<string>();
    const failed = expect(flights.run('a', task.run)).rejects.toThrow('falla');
    const settled = flights.settled();
    task.ends[0]?.reject(new Error('falla'));
    await settled;
    await failed;
  });
});

describe('a lazy value', () => {
  it('is made at its first use, once for all callers, and kept', async () => {
    const task = createTask();
    const lazy = createLazy(task.run);
    expect(lazy.peek()).toBeUndefined();
    const both = [lazy.get(), lazy.get()];
    task.ends[0]?.resolve('listo');
    expect(await Promise.all(both)).toEqual(['listo', 'listo']);
    expect(await lazy.get()).toBe('listo');
    expect(await lazy.peek()).toBe('listo');
    expect(task.ends).toHaveLength(1);
  });

  it('is made anew after a failure, and after it was forgotten', async () => {
    const task = createTask();
    const lazy = createLazy(task.run);
    const failed = lazy.get();
    task.ends[0]?.reject(new Error('falla'));
    await expect(failed).rejects.toThrow('falla');
    const made = lazy.get();
    task.ends[1]?.resolve('primero');
    expect(await made).toBe('primero');
    lazy.forget();
    const again = lazy.get();
    task.ends[2]?.resolve('segundo');
    expect(await again).toBe('segundo');
  });

  it('keeps an attempt begun after forget() when the earlier attempt fails', async () => {
    const task = createTask();
    const lazy = createLazy(task.run);
    const failed = expect(lazy.get()).rejects.toThrow('falla');
    lazy.forget();
    const again = lazy.get();
    task.ends[0]?.reject(new Error('falla'));
    await failed;
    task.ends[1]?.resolve('listo');
    expect(await again).toBe('listo');
    expect(await lazy.get()).toBe('listo');
    expect(task.ends).toHaveLength(2);
  });
});
