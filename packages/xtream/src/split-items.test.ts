import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ItemsUnreadableError, splitItems } from './split-items.ts';

/** Cuts a text into chunks of some bytes each, so that items and characters are split. */
async function* inChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  await Promise.resolve();
}

async function read(text: string, size = 7): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const items of splitItems(inChunks(text, size))) found.push(...items);
  return found;
}

describe('the items of an answer', () => {
  it('are those that JSON.parse finds, wherever the chunks end', async () => {
    const item = fc.dictionary(fc.string(), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(item), fc.integer({ min: 1, max: 40 }), async (items, size) => {
        const text = JSON.stringify(items);
        expect(await read(text, size)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('are read from an object of items, after a byte order mark, and without what is none', async () => {
    expect(await read('\ufeff {"0":{"a":1},"5":{"b":[2,{}]}} \n')).toEqual([{ a: 1 }, { b: [2, {}] }]);
    expect(await read('[1,"x",null,{"a":1},[{"b":2}]]')).toEqual([{ a: 1 }]);
    expect(await read('[{"a":tal},{"b":2}]')).toEqual([{ b: 2 }]);
  });

  it('are passed over when they are longer than any real one', async () => {
    const long = JSON.stringify([{ plot: 'x'.repeat(300_000) }, { a: 1 }]);
    expect(await read(long, 65_536)).toEqual([{ a: 1 }]);
    expect(await read(long, 1_000_000)).toEqual([{ a: 1 }]);
  });

  it.each([
    ['', 'an empty answer'],
    ['<!doctype html><h1>Caducada</h1>', 'a page'],
    ['[{"a":1},', 'one that is cut off'],
    ['null', 'no array'],
    ['[{"a":1}]]', 'a bracket too many'],
    ['[{"a":1}][]', 'two values'],
  ])('cannot be read from %j: %s', async (text) => {
    await expect(read(text)).rejects.toBeInstanceOf(ItemsUnreadableError);
  });
});
