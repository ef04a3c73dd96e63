import type { ChannelPatch } from '@butaca/contract';
import type { ChannelSourceRow, Database } from '@butaca/db';
import { describeAddress, isInternal } from '@butaca/m3u';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { AppError } from '../../platform/http/app-error.ts';
import { refuseDuplicate } from '../../platform/http/refuse-duplicate.ts';

export type SourceRow = ChannelSourceRow;

/** One address of a channel as it is written; `id` names the source that it replaces. */
export interface SourceDraft {
  id?: string | undefined;
  url: string;
  /** Left out: the present value stays. */
  userAgent?: string | null | undefined;
  referrer?: string | null | undefined;
}

/** The addresses of a channel in the order in which they are tried. */
export const listSources = (db: Kysely<Database>, channelId: string): Promise<SourceRow[]> =>
  db
    .selectFrom('channel_source')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('position')
    .execute();

/**
 * The addresses that a channel is to have: those that were sent, else the present ones with the changes to the first.
 *
 * @returns `undefined` where nothing was sent of them
 */
export function sentSources(
  { sources, url, userAgent, referrer }: ChannelPatch,
  known: readonly SourceRow[],
): SourceDraft[] | undefined {
  if (sources !== undefined) return sources.map(({ _id, ...source }) => ({ ...source, id: _id }));
  if (url === undefined && userAgent === undefined && referrer === undefined) return undefined;
  const [first, ...others] = known.map(({ id, address }): SourceDraft => ({ id, url: address }));
  return [{ ...first, url: url ?? first?.url ?? '', userAgent, referrer }, ...others];
}

/**
 * Writes the addresses of a channel in the order of the list, and deletes the others. All are deleted and inserted again under
 * their keys, because the unique index holds at every moment and two sources may have exchanged their addresses.
 *
 * @param options - `mayBeInternal`: media of this server can be named anew, not only kept
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
    if (isInternal(draft.url) && !mayBeInternal && !addresses.has(draft.url)) {
      const message = 'Debe ser una dirección completa.';
      throw new AppError('input.invalid', { details: [{ path: `sources.${position}.url`, message }] });
    }
    const before = taken.has(draft.id ?? '') ? undefined : known.get(draft.id ?? '');
    if (before !== undefined) taken.add(before.id);
    const { userAgent, referrer } = draft;
    return {
      created_at: before?.created_at ?? new Date(),
      // The provider key of an import is kept while the address is the same.
      ...(before?.address === draft.url ? before : describeAddress(draft.url)),
      id: before?.id ?? newId(),
      channel_id: channelId,
      position,
      user_agent: (userAgent === undefined ? before?.user_agent : userAgent) || null,
      referrer: (referrer === undefined ? before?.referrer : referrer) || null,
    };
  });
  await trx.deleteFrom('channel_source').where('channel_id', '=', channelId).execute();
  await refuseDuplicate('channel_source_address_hash_key', 'channel.duplicate', () =>
    trx.insertInto('channel_source').values(rows).execute(),
  );
}
