import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemKeyOf, itemKinds, readItemId, readItemKey } from './item-key.ts';

describe('item keys', () => {
  test.each(itemKinds)('the key of a %s is read back as it was made', (kind) => {
    expect(readItemKey(itemKeyOf(kind, 'a:b'))).toEqual({ kind, id: 'a:b' });
  });

  test('a text without a known kind is no key', () => {
    for (const text of ['', 'channel', ':1', 'film:1', ' channel:1'])
      expect(readItemKey(text)).toBeUndefined();
  });

  test('an id is read only for the requested kind', () => {
    expect(readItemId('channel', 'channel:1')).toBe('1');
    expect(readItemId('video', 'channel:1')).toBeUndefined();
  });

  test('any id is read back unchanged, and only for its own kind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...itemKinds), fc.string(), (kind, id) => {
        const key = itemKeyOf(kind, id);
        expect(readItemKey(key)).toEqual({ kind, id });
        for (const other of itemKinds) expect(readItemId(other, key)).toBe(other === kind ? id : undefined);
      }),
    );
  });

  test.each(['Channel:1', 'channels:1', 'channel', 'constructor:1', ' video:1', 'video :1'])(
    '«%s» is no key of any kind',
    (text) => {
      expect(readItemKey(text)).toBeUndefined();
      for (const kind of itemKinds) expect(readItemId(kind, text)).toBeUndefined();
    },
  );
});
