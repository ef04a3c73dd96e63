/*
 * Streams and images are requested by item, and the features that own items (channels, videos) themselves depend on
 * streams and images. The item directory breaks this dependency cycle: it is created before all of them, and each
 * feature that owns items is added to it when the feature is created.
 */
import type { ItemKey, Viewer } from '@butaca/contract';
import type { ImageSource } from '../features/streaming/images/index.ts';
import type { StreamVerdict } from '../shared/stream/stream-grant.ts';

/** A feature that owns items of some kinds (channels, or videos); it returns `undefined` for items of other kinds. */
export interface ItemOwner extends ImageSource {
  /** Returns the name of the channel or video that an item key (`channel:<id>` or the like) names. */
  titleOf(itemKey: ItemKey): Promise<string | undefined>;
  /** Whether a person may still receive the channel or video that an item key (`channel:<id>` or the like) names. */
  checkStream(itemKey: ItemKey, viewer: Viewer): Promise<StreamVerdict> | undefined;
}

/** Forwards each question about an item to the feature that owns it: channels or videos. */
export interface ItemDirectory extends ItemOwner {
  add(owner: ItemOwner): void;
}

export function createItemDirectory(): ItemDirectory {
  const owners: ItemOwner[] = [];

  async function findFirst<T>(ask: (owner: ItemOwner) => Promise<T | undefined>): Promise<T | undefined> {
    for (const owner of owners) {
      const found = await ask(owner);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return {
    add: (owner) => void owners.push(owner),
    titleOf: (itemKey) => findFirst((owner) => owner.titleOf(itemKey)),
    findImage: (kind, id) => findFirst((owner) => owner.findImage(kind, id)),
    checkStream(itemKey, viewer) {
      for (const owner of owners) {
        const verdict = owner.checkStream(itemKey, viewer);
        if (verdict !== undefined) return verdict;
      }
      return undefined;
    },
  };
}
