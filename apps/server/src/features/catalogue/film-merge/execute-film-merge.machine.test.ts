import { fileURLToPath } from 'node:url';
import { bundleProcess, createTestDatabase, runKilledProcess } from '@butaca/db/testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { addPeople, contentOf } from '../../../../test/film-merge/film-merge-database.ts';
import {
  filmMergeTestActor as actor,
  filmMergeTestNeeds as needsOf,
} from '../../../../test/film-merge/film-merge-test-needs.ts';
import { executeFilmMerge } from './execute-film-merge.ts';
import { undoFilmMerge } from './undo-film-merge.ts';

it(
  'a film merge killed at any of its queries is done completely or not at all',
  { timeout: 180_000 },
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.close());
    const { db, connectionString } = database;
    await addPeople(db);
    await sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo, address, address_hash)
    select 'k' || n, 'Serie ' || n % 20 || ' 1x' || lpad((n / 20 + 1)::text, 2, '0'), 's', 's', 's', 'pelicula',
      'http://a.tv/' || n, sha256(n::text::bytea)
    from generate_series(0, 199) as n`.execute(db);
    await sql`
    insert into progress (account_id, video_id, last_time_seconds, progress, last_watched_at)
    select 'ana', id, 10, 0.1, now() from video`.execute(db);
    const before = await contentOf(db);
    const bundle = await bundleProcess(
      fileURLToPath(new URL('../../../../test/film-merge/film-merge-process.ts', import.meta.url)),
    );
    onTestFinished(() => bundle.remove());

    const all = (await runKilledProcess(bundle.script, null, connectionString)) ?? 0;
    expect(all).toBeGreaterThan(20);
    expect(await db.selectFrom('chapter').select('id').execute()).toHaveLength(200);
    await undoFilmMerge(db, actor);
    expect(await contentOf(db)).toEqual(before);

    // The points at which the test kills the process that merges films into series are chosen among its SQL queries,
    // without the last one, the commit: a process killed then may or may not have committed.
    const points = Array.from({ length: 20 }, (_, index) =>
      Math.max(1, Math.round(((index + 1) / 20) * (all - 1))),
    );
    for (const point of points) {
      expect(await runKilledProcess(bundle.script, point, connectionString)).toBeNull();
      expect(await contentOf(db), `killed at query ${point} of ${all}`).toEqual(before);
    }
    expect(await executeFilmMerge(needsOf(db), actor, {})).toMatchObject({
      totalProcessed: 200,
      seriesCreated: 20,
    });
  },
);
