import { Readable } from 'node:stream';
import type { Database } from '@butaca/db';
import { defaultGuideLimits } from '@butaca/guide';
import { guideAddress } from '@butaca/xtream';
import type { Kysely } from 'kysely';
import { AppError } from '../../../../platform/http/app-error.ts';
import { readInstanceSecret, sealingKeyName } from '../../../../platform/instance-secret.ts';
import { openGuide, type GuideAccess } from '../../../../shared/guide/seal-guide.ts';
import type { FetchedList, ListRequest } from '../../../../shared/provider/fetch-list.ts';
import { openAccess } from '../../../../shared/provider/seal-access.ts';
import { GuideFailure } from './guide-failure.ts';
import type { GuideSourceRow } from './guide-sources.repository.ts';

/** A guide as it comes from its server, packed or not. */
export interface FetchedGuide extends FetchedList {
  /** The size that its server announces; 0 where it announces none. */
  expectedBytes: number;
}

/** Requests a guide through the address filter, as it comes. @returns `undefined` when it has not changed */
export type FetchGuide = (
  request: ListRequest & { keepsPacked: boolean },
) => Promise<FetchedGuide | undefined>;

/**
 * Opens the guide of the demo's channels, which this server makes.
 *
 * @param asked - `zone`: of its times, which name none · `knownTag`: the entity tag of the guide that was read before
 * @returns `undefined` when the guide has that tag
 */
export type OpenDemoGuide = (asked: {
  zone: string;
  knownTag: string | undefined;
}) => Promise<{ xml: string; tag: string } | undefined>;

/** How long a guide may take from the first byte to the last, and until the first one, in ms. */
const fetchWithinMs = 15 * 60_000;
const answerWithinMs = 2 * 60_000;

/**
 * Reads how the guide of a source at an address or of an account is requested.
 *
 * @throws GuideFailure `guide.unreadable_address`
 * @throws AppError `provider.no_address`, `provider.unreadable`
 */
async function readGuideAccess(db: Kysely<Database>, row: GuideSourceRow): Promise<GuideAccess> {
  const key = await readInstanceSecret(db, sealingKeyName);
  if (row.kind === 'address') {
    const access =
      row.sealed_access === null ? undefined : openGuide(key, { sourceId: row.id }, row.sealed_access);
    if (access === undefined) throw new GuideFailure('guide.unreadable_address');
    return access;
  }
  const provider = await db
    .selectFrom('provider')
    .select(['id', 'sealed_access'])
    .where('id', '=', row.provider_id ?? '')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (provider === undefined || provider.sealed_access === null) throw new AppError('provider.no_address');
  const access = openAccess(key, provider.id, provider.sealed_access);
  if (access === undefined) throw new AppError('provider.unreadable');
  if (access.account === undefined) throw new AppError('provider.no_address');
  const { address: base, account, userAgent, referrer } = access;
  return { address: guideAddress({ base, ...account }), userAgent, referrer };
}

/**
 * Requests the guide of a source.
 *
 * @param mayBeSame - whether its server may answer that it has not changed
 * @returns `undefined` for that answer
 * @throws GuideFailure `guide.unreadable_address`
 * @throws AppError `upstream.…`, `provider.…` when the guide cannot be had
 */
export async function openGuideAt(
  {
    db,
    fetchGuide,
    openDemoGuide,
  }: { db: Kysely<Database>; fetchGuide: FetchGuide; openDemoGuide: OpenDemoGuide },
  row: GuideSourceRow,
  { mayBeSame, signal }: { mayBeSame: boolean; signal: AbortSignal },
): Promise<FetchedGuide | undefined> {
  if (row.kind === 'demo') {
    const knownTag = mayBeSame ? (row.etag ?? undefined) : undefined;
    const made = await openDemoGuide({ zone: row.time_zone ?? 'UTC', knownTag });
    if (made === undefined) return undefined;
    const stream = Readable.from([Buffer.from(made.xml)]);
    return { stream, etag: made.tag, lastModified: null, expectedBytes: 0 };
  }
  return fetchGuide({
    ...(await readGuideAccess(db, row)),
    keepsPacked: true,
    ifNoneMatch: mayBeSame ? (row.etag ?? undefined) : undefined,
    ifModifiedSince: mayBeSame ? (row.last_modified ?? undefined) : undefined,
    limitBytes: defaultGuideLimits.packedBytes,
    answerWithinMs,
    withinMs: fetchWithinMs,
    signal,
  });
}
