import { readItemKey, type ItemKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { hashAddress } from '@butaca/m3u';
import { accountOfAddress } from '@butaca/xtream';
import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../platform/at-most.ts';

/** How many connections the provider of a stream allows at once. */
export interface Budget {
  /** Names the provider, whose connections are counted together. */
  providerKey: string;
  connections: number;
}

/** What a stream is known by: what is played, or only its address where nothing is played yet. */
interface BudgetQuery {
  address: string;
  /** The chapter that is played of a series, the archive where a past programme of a channel is played, else the item. */
  itemKey: ItemKey | undefined;
  /**
   * The source that is played: of a channel and its archive by default its first one, of a film or chapter its own
   * address, of anything else what has the address.
   */
  sourceAddress?: string | undefined;
}

const keptMax = 10_000;
/** How long an answer is kept, in ms: so soon does a change by an administrator take effect. */
const keptMs = 10_000;

/**
 * Creates the function that finds the budget of a stream's provider, which is asked before each request to a provider.
 *
 * @returns a function that returns `undefined` for a stream without a provider, and for a provider whose number of
 *   connections is not known
 */
export function createFindBudget(db: Kysely<Database>): (query: BudgetQuery) => Promise<Budget | undefined> {
  const kept = new LRUCache<string, { budget: Promise<Budget | undefined> }>({
    ...atMost(keptMax),
    ttl: keptMs,
  });

  async function find(query: BudgetQuery): Promise<Budget | undefined> {
    const account = accountOfAddress(query.sourceAddress ?? query.address);
    const row = await db
      .selectFrom('provider')
      .innerJoin(
        account === undefined ? ownersOf(db, query) : ownAccount(db, account),
        'owner.provider_id',
        'provider.id',
      )
      .select(['provider.id', 'provider.max_connections'])
      .where('provider.max_connections', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    const connections = row?.max_connections ?? undefined;
    return row === undefined || connections === undefined ? undefined : { providerKey: row.id, connections };
  }

  return ({ address, itemKey, sourceAddress }) => {
    const account = accountOfAddress(sourceAddress ?? address);
    const key = [account ?? itemKey ?? '', sourceAddress ?? (itemKey === undefined ? address : '')].join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known.budget;
    const budget = find({ address, itemKey, sourceAddress });
    kept.set(key, { budget });
    // A failure is not kept.
    budget.catch(() => kept.delete(key));
    return budget;
  };
}

/** Selects the provider whose Xtream account an address names. */
const ownAccount = (db: Kysely<Database>, id: string) =>
  db.selectFrom('provider').select('id as provider_id').where('id', '=', id).as('owner');

/** Selects the providers of what is played, or of what has an address. */
function ownersOf(db: Kysely<Database>, { address, itemKey, sourceAddress }: BudgetQuery) {
  const item = itemKey === undefined ? undefined : readItemKey(itemKey);
  const addressHash = Buffer.from(hashAddress(sourceAddress ?? address), 'hex');
  const sources = db.selectFrom('channel_source').select('provider_id');
  const videos = db.selectFrom('video').select('provider_id');
  const chapters = db.selectFrom('chapter').select('provider_id');
  // An archive has the id of its channel.
  if (item?.kind === 'channel' || item?.kind === 'archive') {
    const ofChannel = sources.where('channel_id', '=', item.id);
    if (sourceAddress === undefined) return ofChannel.orderBy('position').limit(1).as('owner');
    return ofChannel
      .orderBy((select) => select('address_hash', '=', addressHash), 'desc')
      .orderBy('position')
      .limit(1)
      .as('owner');
  }
  const versions = db.selectFrom('video_version').select('provider_id');
  if (item?.kind === 'video' || item?.kind === 'chapter') {
    const own = ownOf(db, item.kind, item.id);
    if (sourceAddress === undefined) return own.as('owner');
    const version = db
      .selectFrom('video_version')
      .select([sql<string | null>`provider_id`.as('provider_id'), sql<number>`0`.as('place')])
      .where(item.kind === 'video' ? 'video_id' : 'chapter_id', '=', item.id)
      .where('address_hash', '=', addressHash);
    return db
      .selectFrom(version.unionAll(own).as('any'))
      .select('provider_id')
      .orderBy('place')
      .limit(1)
      .as('owner');
  }
  return videos
    .where('address_hash', '=', addressHash)
    .unionAll(chapters.where('address_hash', '=', addressHash))
    .unionAll(sources.where('address_hash', '=', addressHash))
    .unionAll(versions.where('address_hash', '=', addressHash))
    .as('owner');
}

/** Selects the provider of the own address of a film or chapter. */
function ownOf(db: Kysely<Database>, kind: 'video' | 'chapter', id: string) {
  const place = sql<number>`1`.as('place');
  return kind === 'video'
    ? db
        .selectFrom('video')
        .select(['provider_id', place])
        .where('id', '=', id)
        .where('address', 'is not', null)
    : db.selectFrom('chapter').select(['provider_id', place]).where('id', '=', id);
}
