import type { ChannelPatch } from '@butaca/contract';
import { builtInProviders, type ChannelSourceRow, type Database } from '@butaca/db';
import { describeAddress, hasInvalidHost, isInternal } from '@butaca/m3u';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { changedTags, type SentTags } from '../source-tags.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { refuseDuplicate } from '../../platform/http/refuse-duplicate.ts';
import { systemClock } from '../../platform/clock.ts';

export type SourceRow = ChannelSourceRow;

/** One source (stream address) of a channel that is to be written; `id` is the id of the source that it replaces. */
export interface SourceDraft extends Pick<SentTags, 'languages' | 'quality'> {
  id?: string | undefined;
  url: string;
  /**
   * The headers for requests of a channel's stream address; `undefined` keeps the present value, except of a cookie
   * whose address changes.
   */
  userAgent?: string | null | undefined;
  referrer?: string | null | undefined;
  cookie?: string | null | undefined;
  origin?: string | null | undefined;
}

/** Lists the sources (stream addresses) of a channel in the order in which players try them. */
export const listSources = (db: Kysely<Database>, channelId: string): Promise<SourceRow[]> =>
  db
    .selectFrom('channel_source')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('position')
    .execute();

/**
 * Returns the sources (stream addresses) that a channel shall have after an edit: those that the administrator sent,
 * else the present ones with the sent changes to the first.
 *
 * @returns `undefined` when the request contains no change of sources
 */
export function sentSources(
  { sources, url, userAgent, referrer, cookie, origin }: ChannelPatch,
  known: readonly SourceRow[],
): SourceDraft[] | undefined {
  if (sources !== undefined) return sources.map(({ _id, ...source }) => ({ ...source, id: _id }));
  const sent = { userAgent, referrer, cookie, origin };
  if (url === undefined && Object.values(sent).every((value) => value === undefined)) return undefined;
  const [first, ...others] = known.map(({ id, address }): SourceDraft => ({ id, url: address }));
  return [{ ...first, url: url ?? first?.url ?? '', ...sent }, ...others];
}

/**
 * Writes the sources (stream addresses) of a channel in the given order, and deletes all others. All sources are
 * deleted and inserted again with their ids, because the unique index is checked after each row, and two sources may
 * have exchanged their addresses.
 *
 * @param options - `mayBeInternal` allows new addresses of this server's own media; new ones of accounts are never written here
 * @throws AppError `channel.duplicate`, `input.invalid`
 */
export async function writeSources(
  trx: Transaction<Database>,
  channelId: string,
  drafts: readonly SourceDraft[],
  { mayBeInternal = false } = {},
): Promise<void> {
  const known = new Map((await listSources(trx, channelId)).map((source) => [source.id, source]));
  const addresses = new Set([...known.values()].map(({ address }) => address));
  const taken = new Set<string>();
  const rows = drafts.map((draft, position) => {
    const isOurs = hasInvalidHost(draft.url) || (isInternal(draft.url) && !mayBeInternal);
    if (isOurs && !addresses.has(draft.url)) {
      const message = 'Debe ser una dirección completa.';
      throw new AppError('input.invalid', { details: [{ path: `sources.${position}.url`, message }] });
    }
    const before = taken.has(draft.id ?? '') ? undefined : known.get(draft.id ?? '');
    if (before !== undefined) taken.add(before.id);
    const { userAgent, referrer, cookie, origin, languages, quality } = draft;
    const tags = before && {
      languages: before.languages,
      quality: before.quality,
      edited_tags: before.edited_tags,
    };
    const isSameAddress = before?.address === draft.url;
    return {
      created_at: before?.created_at ?? systemClock.now(),
      // The provider key (the provider's own id of a stream) that an import stored with a stream address is kept while
      // the address is unchanged.
      // A source with an address that was typed in no longer belongs to the list that brought it.
      ...(isSameAddress ? before : { ...describeAddress(draft.url), provider_id: ownerOf(draft.url) }),
      ...tags,
      ...changedTags({ languages, quality }, before),
      id: before?.id ?? newId(),
      channel_id: channelId,
      position,
      user_agent: (userAgent === undefined ? before?.user_agent : userAgent) || null,
      referrer: (referrer === undefined ? before?.referrer : referrer) || null,
      // A cookie belongs to the server of the address with which it was imported or typed.
      cookie: (cookie === undefined && isSameAddress ? before.cookie : cookie) || null,
      origin: (origin === undefined ? before?.origin : origin) || null,
    };
  });
  await trx.deleteFrom('channel_source').where('channel_id', '=', channelId).execute();
  await refuseDuplicate('channel_source_address_hash_key', 'channel.duplicate', () =>
    trx.insertInto('channel_source').values(rows).execute(),
  );
}

const ownerOf = (address: string): string =>
  isInternal(address) ? builtInProviders.demo : builtInProviders.manual;

/**
 * Describes the archive of a channel that plays this server's own media, as lists do, in the form that these media understand.
 *
 * @param days - for how many days the archive keeps what the channel has shown
 */
export async function writeInternalArchive(
  trx: Kysely<Database>,
  channelId: string,
  days: number,
): Promise<void> {
  await trx
    .updateTable('channel_source')
    .set({ catchup: 'append', catchup_source: '?utc={utc}&utcend={utcend}', catchup_days: days })
    .where('channel_id', '=', channelId)
    .execute();
}
