import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { mediaFactsSchema, type MediaFacts } from '../source/media-facts.ts';

/**
 * What the database knows of a file that ffprobe inspected. `facts` (codecs, tracks, duration) is absent when the file
 * could not be read at `probedAt`.
 */
export interface KnownFile {
  /** When the file of a film or chapter was inspected with ffprobe, or last found to be still in the catalogue. */
  probedAt: Date;
  facts: MediaFacts | undefined;
}

/**
 * All SQL on what ffprobe found out about files: facts (codecs, tracks, duration) and keyframes. A file's key is the
 * hexadecimal SHA-256 of its address.
 */
export function createFileFactsRepository(db: Kysely<Database>) {
  const toHash = (key: string): Buffer => Buffer.from(key, 'hex');
  return {
    async find(keys: readonly string[]): Promise<ReadonlyMap<string, KnownFile>> {
      if (keys.length === 0) return new Map();
      const rows = await db
        .selectFrom('media_file')
        .select(['address_hash', 'probed_at', 'facts'])
        .where('address_hash', 'in', keys.map(toHash))
        .execute();
      return new Map(
        rows.map((row) => [
          row.address_hash.toString('hex'),
          // When the facts (codecs, tracks, duration) stored of a file no longer match the schema, the file counts as
          // not inspected.
          { probedAt: row.probed_at, facts: mediaFactsSchema.safeParse(row.facts).data },
        ]),
      );
    },
    async save(key: string, file: KnownFile): Promise<void> {
      const values = {
        probed_at: file.probedAt,
        facts: file.facts === undefined ? null : JSON.stringify(file.facts),
        keyframes_ms: null,
      };
      await db
        .insertInto('media_file')
        .values({ address_hash: toHash(key), ...values })
        .onConflict((conflict) => conflict.column('address_hash').doUpdateSet(values))
        .execute();
    },
    /**
     * Writes into `probed_at` that inspected files were in the catalogue at `at`. Files whose `probed_at` is newer than
     * `notSince` are left out, to save writes; so are files that could not be read.
     */
    async noteListed(keys: readonly string[], at: Date, notSince: Date): Promise<void> {
      if (keys.length === 0) return;
      await db
        .updateTable('media_file')
        .set({ probed_at: at })
        .where('address_hash', 'in', keys.map(toHash))
        .where('facts', 'is not', null)
        .where('probed_at', '<', notSince)
        .execute();
    },
    async deleteNotedBefore(moment: Date): Promise<void> {
      await db.deleteFrom('media_file').where('probed_at', '<', moment).execute();
    },
    async findKeyframes(key: string): Promise<readonly number[] | undefined> {
      const row = await db
        .selectFrom('media_file')
        .select('keyframes_ms')
        .where('address_hash', '=', toHash(key))
        .executeTakeFirst();
      return row?.keyframes_ms ?? undefined;
    },
    async saveKeyframes(key: string, keyframesMs: readonly number[]): Promise<void> {
      await db
        .updateTable('media_file')
        .set({ keyframes_ms: [...keyframesMs] })
        .where('address_hash', '=', toHash(key))
        .execute();
    },
  };
}

export type FileFactsRepository = ReturnType<typeof createFileFactsRepository>;
