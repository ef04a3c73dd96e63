import { describe, expect, it } from 'vitest';
import { createKeyedQueue, createSemaphore } from './semaphore.ts';

const refusal = () => new Error('lleno');

/** Creates tasks to run under the semaphore; the test decides when each of them ends. */
function createTasks() {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  return {
    begun,
    start: (name: string) => () =>
      new Promise<string>((resolve, reject) => {
        begun.push(name);
        ends.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure)));
      }),
    end: (name: string, failure?: Error) => ends.get(name)?.(failure),
  };
}

describe('a semaphore', () => {
  it('runs as many tasks as it allows, and the others in order of arrival', async () => {
    const { begun, start, end } = createTasks();
    const semaphore = createSemaphore({ running: 2 });
    const all = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(start(name)));
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(await all[1]).toBe('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await Promise.all([all[0], all[2]]);
    end('d');
    expect(await all[3]).toBe('d');
  });

  it('starts the next task when one fails', async () => {
    const { begun, start, end } = createTasks();
    const semaphore = createSemaphore({ running: 1 });
    const [first, second] = [semaphore.run(start('a')), semaphore.run(start('b'))];
    end('a', new Error('falla'));
    await expect(first).rejects.toThrow('falla');
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await second;
  });

  it('refuses a task when its queue is full', async () => {
    const { start, end } = createTasks();
    const semaphore = createSemaphore({ running: 1, waiting: 1, refusal });
    const running = semaphore.run(start('a'));
    const waiting = semaphore.run(start('b'));
    await expect(semaphore.run(start('c'))).rejects.toThrow('lleno');
    end('a');
    await running;
    end('b');
    await waiting;
  });

  it('when closed refuses waiting and new tasks, and lets running ones end', async () => {
    const { begun, start, end } = createTasks();
    const semaphore = createSemaphore({ running: 1, refusal });
    const running = semaphore.run(start('a'));
    const waiting = semaphore.run(start('b'));
    semaphore.close();
    await expect(waiting).rejects.toThrow('lleno');
    await expect(semaphore.run(start('c'))).rejects.toThrow('lleno');
    end('a');
    expect(await running).toBe('a');
    expect(begun).toEqual(['a']);
  });

  it('drops a waiting task whose signal aborts, and keeps the order of the others', async () => {
    const { begun, start, end } = createTasks();
    const leaving = new AbortController();
    const semaphore = createSemaphore({ running: 1, waiting: 2 });
    const running = semaphore.run(start('a'), leaving.signal);
    const left = semaphore.run(start('b'), leaving.signal);
    const next = semaphore.run(start('c'));
    leaving.abort(new Error('se fue'));
    await expect(left).rejects.toThrow('se fue');
    await expect(semaphore.run(start('d'), leaving.signal)).rejects.toThrow('se fue');
    end('a');
    expect(await running).toBe('a');
    expect(begun).toEqual(['a', 'c']);
    end('c');
    expect(await next).toBe('c');
  });
});

describe('a keyed queue', () => {
  it('runs tasks of one key in order, and tasks of different keys at the same time', async () => {
    const { begun, start, end } = createTasks();
    const queue = createKeyedQueue();
    const all = [queue.run('x', start('a')), queue.run('x', start('b')), queue.run('y', start('c'))];
    expect(begun).toEqual(['a', 'c']);
    end('a', new Error('falla'));
    await expect(all[0]).rejects.toThrow('falla');
    expect(begun).toEqual(['a', 'c', 'b']);
    for (const name of ['b', 'c']) end(name);
    expect(await Promise.all(all.slice(1))).toEqual(['b', 'c']);
  });
});
