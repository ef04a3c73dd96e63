import { describe, expect, test } from 'vitest';
import { itemKeyOf, itemKinds, readItemId, readItemKey } from './item-key.ts';

describe('item keys', () => {
  test.each(itemKinds)('a key of a %s is read as it was made', (kind) => {
    expect(readItemKey(itemKeyOf(kind, 'a:b'))).toEqual({ kind, id: 'a:b' });
  });

  test('a text without a known kind is no key', () => {
    for (const text of ['', 'channel', ':1', 'film:1', ' channel:1'])
      expect(readItemKey(text)).toBeUndefined();
  });

  test('an id is read only of the kind that is asked for', () => {
    expect(readItemId('channel', 'channel:1')).toBe('1');
    expect(readItemId('video', 'channel:1')).toBeUndefined();
  });
});
