import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';

/** Counts what the database holds now, which the backups page shows beside the contents of each backup. */
export async function countContents(
  db: Kysely<Database>,
): Promise<{ accounts: number; channels: number; videos: number }> {
  const [accounts, channels, videos] = await Promise.all(
    (['account', 'channel', 'video'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return { accounts: accounts?.count ?? 0, channels: channels?.count ?? 0, videos: videos?.count ?? 0 };
}
