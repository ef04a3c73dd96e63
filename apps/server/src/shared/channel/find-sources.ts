import { readItemId, type ItemKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { StreamSource } from '../stream/stream-source.ts';
import { listPlayableSources } from './playable-sources.ts';
import { atMost } from '../../platform/at-most.ts';

const keptMax = 2_000;
/** How long an answer is kept, in ms: so soon does a change by an administrator take effect. */
const keptMs = 10_000;

/**
 * Creates the function that lists the sources of a channel that clients can play, in the order in which they are tried. Sources
 * that their list no longer has stand behind the others; those of removed providers are left out, and those behind the
 * fiftieth.
 *
 * @returns a function that returns an empty list for anything that is not a channel
 */
export function createFindSources(
  db: Kysely<Database>,
): (channelKey: ItemKey) => Promise<readonly StreamSource[]> {
  const kept = new LRUCache<string, Promise<readonly StreamSource[]>>({ ...atMost(keptMax), ttl: keptMs });

  async function find(channelId: string): Promise<readonly StreamSource[]> {
    return (await listPlayableSources(db, channelId)).map(({ source }) => source);
  }

  return (channelKey) => {
    const channelId = readItemId('channel', channelKey);
    if (channelId === undefined) return Promise.resolve([]);
    const known = kept.get(channelId);
    if (known !== undefined) return known;
    const found = find(channelId);
    kept.set(channelId, found);
    // A failure is not kept.
    found.catch(() => kept.delete(channelId));
    return found;
  };
}
