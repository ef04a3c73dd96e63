import { readItemKey, type ItemKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { bindCookies } from '../stream/list-cookies.ts';
import type { StreamSource } from '../stream/stream-source.ts';
import { orderVersions } from './order-versions.ts';
import { atMost } from '../../platform/at-most.ts';

const keptMax = 2_000;
/** How long an answer is kept, in ms: so soon does a change of the catalogue take effect. */
const keptMs = 10_000;
/** How many versions of a title are read at most. */
const versionsMax = 50;

const columns = [
  'address',
  'stream_kind',
  'user_agent',
  'referrer',
  'cookie',
  'origin',
  'languages',
  'quality',
] as const;

/**
 * Creates the function that lists the other versions of a film (`video:<id>`) or chapter (`chapter:<id>`), in the order in
 * which they take the place of the one with the given address. Versions that their list no longer has are left out, and so
 * are those of removed providers.
 *
 * @returns a function that returns an empty list for anything else, and for an address that is no version of the title
 */
export function createFindVersions(
  db: Kysely<Database>,
): (titleKey: ItemKey, chosenAddress: string) => Promise<readonly StreamSource[]> {
  const kept = new LRUCache<string, ReturnType<typeof list>>({ ...atMost(keptMax), ttl: keptMs });

  function list(kind: 'video' | 'chapter', id: string) {
    const further = db
      .selectFrom('video_version')
      .innerJoin('provider', 'provider.id', 'video_version.provider_id')
      .select(columns.map((name) => `video_version.${name}` as const))
      .select(['edition', 'position as place'])
      .where(kind === 'video' ? 'video_id' : 'chapter_id', '=', id)
      .$if(kind === 'video', (query) => query.where('chapter_id', 'is', null))
      .where('missing_since', 'is', null)
      .where('provider.removed_at', 'is', null);
    return db
      .selectFrom(ownOf(db, kind, id).unionAll(further).as('version'))
      .selectAll()
      .where('address', 'is not', null)
      .orderBy('place')
      .orderBy('address')
      .limit(versionsMax)
      .execute();
  }

  function find(titleKey: ItemKey): ReturnType<typeof list> {
    const known = kept.get(titleKey);
    if (known !== undefined) return known;
    const item = readItemKey(titleKey);
    if (item?.kind !== 'video' && item?.kind !== 'chapter') return Promise.resolve([]);
    const found = list(item.kind, item.id);
    kept.set(titleKey, found);
    // A failure is not kept.
    found.catch(() => kept.delete(titleKey));
    return found;
  }

  return async (titleKey, chosenAddress) => {
    const versions = await find(titleKey);
    const chosen = versions.find(({ address }) => address === chosenAddress);
    if (chosen === undefined) return [];
    const others = versions.filter((version) => version !== chosen);
    return orderVersions(chosen, others).flatMap(
      ({ address, stream_kind, user_agent, referrer, cookie, origin }) =>
        address === null || stream_kind === null
          ? []
          : {
              address,
              streamKind: stream_kind,
              userAgent: user_agent,
              referrer,
              cookies: bindCookies(cookie, address),
              origin,
            },
    );
  };
}

/** Selects the own address of a film or chapter as the first of its versions. */
function ownOf(db: Kysely<Database>, kind: 'video' | 'chapter', id: string) {
  const place = sql<number>`-1`.as('place');
  const noEdition = sql<string | null>`null`.as('edition');
  return kind === 'video'
    ? db
        .selectFrom('video')
        .select([...columns, 'edition', place])
        .where('id', '=', id)
    : db
        .selectFrom('chapter')
        .select([...columns, noEdition, place])
        .where('id', '=', id);
}
