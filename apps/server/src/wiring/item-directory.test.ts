import { expect, it } from 'vitest';
import { createItemDirectory, type ItemOwner } from './item-directory.ts';

const viewer = { role: 'user', plan: 'gplay' } as const;

/** Creates a stub of the feature that owns all channels or all videos, and answers with their names and images. */
const ownerOf = (kind: 'channel' | 'video'): ItemOwner => ({
  titleOf: async (itemKey) => (itemKey.startsWith(`${kind}:`) ? `el ${itemKey}` : undefined),
  checkStream: (itemKey) => (itemKey.startsWith(`${kind}:`) ? Promise.resolve('allowed') : undefined),
  findImage: async (imageKind, id) => (imageKind === kind ? `imagen de ${id}` : undefined),
});

it('the item directory answers with the owner of an item kind once it is added', async () => {
  const items = createItemDirectory();
  expect(await items.titleOf('channel:1')).toBeUndefined();
  expect(items.checkStream('channel:1', viewer)).toBeUndefined();
  items.add(ownerOf('channel'));
  items.add(ownerOf('video'));
  expect(await items.titleOf('channel:1')).toBe('el channel:1');
  expect(await items.titleOf('video:2')).toBe('el video:2');
  expect(await items.checkStream('video:2', viewer)).toBe('allowed');
  expect(items.checkStream('trailer:2', viewer)).toBeUndefined();
  expect(await items.findImage('video', '2')).toBe('imagen de 2');
  expect(await items.findImage('backdrop', '2')).toBeUndefined();
});
