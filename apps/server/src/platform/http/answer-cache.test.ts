import { describe, expect, it } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

function createTestCache(maxBytes = 1_000_000) {
  let version = 1;
  const made: string[] = [];
  const cache = createAnswerCache(() => version, maxBytes);
  const make =
    (name: string, text = name) =>
    async () => {
      made.push(name);
      return text;
    };
  const read = async (name: string, text = name) =>
    (await cache.once(name, make(name, text))).json.toString();
  return { cache, made, make, read, change: () => void (version += 1) };
}

describe('a cache of answers', () => {
  it('makes an answer once for simultaneous and later requests', async () => {
    const { made, read } = createTestCache();
    const all = await Promise.all([read('inicio'), read('inicio'), read('inicio')]);
    expect([...all, await read('inicio')]).toEqual(['inicio', 'inicio', 'inicio', 'inicio']);
    expect(made).toEqual(['inicio']);
  });

  it('keeps answers with different names apart', async () => {
    const { made, read } = createTestCache();
    expect([await read('gplay'), await read('premium')]).toEqual(['gplay', 'premium']);
    expect(made).toEqual(['gplay', 'premium']);
  });

  it('makes an answer anew after a change of the catalogue', async () => {
    const { read, change } = createTestCache();
    await read('inicio', 'antes');
    change();
    expect(await read('inicio', 'después')).toBe('después');
  });

  it('does not serve an answer made before a change to later requests', async () => {
    const { cache, read, change } = createTestCache();
    let finish = (_text: string): void => undefined;
    const early = cache.once('inicio', () => new Promise((resolve) => (finish = resolve)));
    change();
    finish('antes');
    expect((await early).json.toString()).toBe('antes');
    expect(await read('inicio', 'después')).toBe('después');
  });

  it('does not keep a failure', async () => {
    const { cache, read } = createTestCache();
    const failing = Promise.resolve(cache.once('inicio', () => Promise.reject(new Error('base caída'))));
    await expect(failing).rejects.toThrow('base caída');
    expect(await read('inicio')).toBe('inicio');
  });

  it('evicts the answer that was requested longest ago when it is full', async () => {
    const { made, read } = createTestCache(1_000);
    for (const name of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'b']) await read(name, name.repeat(50));
    expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
  });

  it('gives an answer to those who wait for it, although it was evicted meanwhile', async () => {
    const { cache, read } = createTestCache(1_000);
    let finish = (_text: string): void => undefined;
    const slow = cache.once('lento', () => new Promise((resolve) => (finish = resolve)));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await read(name, name.repeat(50));
    finish('lento');
    expect((await slow).json.toString()).toBe('lento');
  });

  it('answers with a text that is too large to be kept, and does not keep it', async () => {
    const { made, read } = createTestCache(1_000);
    const text = Array.from({ length: 2_000 }, (_, index) => index).join();
    expect([await read('todo', text), await read('todo', text)]).toEqual([text, text]);
    expect(made).toEqual(['todo', 'todo']);
  });
});

describe('a prepared answer', () => {
  it('has an etag of its content, and is compressed only when that makes it smaller', async () => {
    const { cache, make } = createTestCache();
    const short = await cache.once('a', make('a', 'hola'));
    const same = await cache.once('b', make('b', 'hola'));
    const long = await cache.once('c', make('c', 'hola'.repeat(1_000)));
    expect(short.etag).toBe(same.etag);
    expect(long.etag).not.toBe(short.etag);
    expect(long.etag).toMatch(/^"[\w-]{22}"$/);
    expect([short.gzipped, (long.gzipped?.length ?? 0) < 200]).toEqual([undefined, true]);
  });
});
