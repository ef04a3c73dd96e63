import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** Tasks that end when they are told to. */
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

describe('turns', () => {
  it('let as many run as are allowed, the others in the order they came', async () => {
    const { begun, start, end } = createTasks();
    const turns = createTurns({ running: 2, waiting: 10 });
    const all = ['a', 'b', 'c', 'd'].map((name) => turns.run(start(name)));
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(await all[1]).toBe('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await Promise.all([all[0], all[2]]);
    end('d');
    expect(await all[3]).toBe('d');
  });

  it('pass to the next one when a task fails', async () => {
    const { begun, start, end } = createTasks();
    const turns = createTurns({ running: 1, waiting: 1 });
    const [first, second] = [turns.run(start('a')), turns.run(start('b'))];
    end('a', new Error('falla'));
    await expect(first).rejects.toThrow('falla');
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await second;
  });

  it('refuse whoever comes when the line is full', async () => {
    const { start, end } = createTasks();
    const turns = createTurns({ running: 1, waiting: 1 });
    const running = turns.run(start('a'));
    const waiting = turns.run(start('b'));
    await expect(turns.run(start('c'))).rejects.toMatchObject({
      code: 'server.unavailable',
      retryAfterSeconds: 5,
    });
    end('a');
    await running;
    end('b');
    await waiting;
  });

  it('that are closed refuse those who wait and those who come, and let end what runs', async () => {
    const { begun, start, end } = createTasks();
    const turns = createTurns({ running: 1, waiting: 5 });
    const running = turns.run(start('a'));
    const waiting = turns.run(start('b'));
    turns.close();
    await expect(waiting).rejects.toMatchObject({ code: 'server.unavailable' });
    await expect(turns.run(start('c'))).rejects.toMatchObject({ code: 'server.unavailable' });
    end('a');
    expect(await running).toBe('a');
    expect(begun).toEqual(['a']);
  });
});
