import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { sourceLookSchema, type SourceLook } from './source-look.ts';

/** All SQL on what the first bytes of streams showed. A stream's key is the hexadecimal SHA-256 of its address. */
export function createSourceLookRepository(db: Kysely<Database>) {
  const toHash = (key: string): Buffer => Buffer.from(key, 'hex');
  return {
    /** Finds the looks that were taken in a period. */
    async find(
      keys: readonly string[],
      { since, until }: { since: Date; until: Date },
    ): Promise<ReadonlyMap<string, SourceLook>> {
      if (keys.length === 0) return new Map();
      const rows = await db
        .selectFrom('source_look')
        .select(['address_hash', 'stream_kind', 'extension', 'codecs', 'has_end'])
        .where('address_hash', 'in', keys.map(toHash))
        .where('looked_at', '>=', since)
        .where('looked_at', '<=', until)
        .execute();
      const found = new Map<string, SourceLook>();
      for (const row of rows) {
        const { stream_kind: streamKind, extension, codecs, has_end: hasEnd } = row;
        // A stored row that no longer matches the schema counts as absent.
        const look = sourceLookSchema.safeParse({ streamKind, extension, codecs, hasEnd }).data;
        if (look !== undefined) found.set(row.address_hash.toString('hex'), look);
      }
      return found;
    },
    async save(key: string, lookedAt: Date, look: SourceLook): Promise<void> {
      const { streamKind, extension, codecs, hasEnd } = look;
      const values = {
        looked_at: lookedAt,
        stream_kind: streamKind,
        extension,
        codecs: codecs === null ? null : JSON.stringify(codecs),
        has_end: hasEnd,
      };
      await db
        .insertInto('source_look')
        .values({ address_hash: toHash(key), ...values })
        .onConflict((conflict) => conflict.column('address_hash').doUpdateSet(values))
        .execute();
    },
    async deleteBefore(moment: Date): Promise<void> {
      await db.deleteFrom('source_look').where('looked_at', '<', moment).execute();
    },
  };
}

export type SourceLookRepository = ReturnType<typeof createSourceLookRepository>;
