import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeFacts } from './write-sets.ts';
import { insertVideo } from './write-video.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Stores a film, and completes it with what a provider says. @returns what is stored then */
async function complete(stored: {
  description: string;
  backdrop: string | null;
  sources: Record<string, string> | null;
}) {
  const { db } = database;
  const id = await db.transaction().execute((trx) =>
    insertVideo(trx, {
      title: 'Matrix',
      tipo: 'pelicula',
      genres: [],
      description: stored.description,
      backdrop: stored.backdrop,
    }),
  );
  await db
    .updateTable('video')
    .set({ fact_sources: stored.sources === null ? null : JSON.stringify(stored.sources) })
    .where('id', '=', id)
    .execute();
  await completeFacts(sql`
    select ${id}::text as id, null::text as thumbnail, null::integer as release_year, 'Del proveedor.' as description,
      'matrix del proveedor.' as search_text, 'https://proveedor.example/fondo.jpg' as backdrop, null::real as rating,
      null::text[] as cast_names, null::text as director, null::integer as duration_seconds,
      null::text as trailer_address`).execute(db);
  return db
    .selectFrom('video')
    .select(['description', 'backdrop', 'search_text', 'fact_sources'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

describe('what a provider says', () => {
  const backdrop = 'https://proveedor.example/fondo.jpg';
  const found = 'https://image.tmdb.org/t/p/w1280/fondo.jpg';

  it('fills in what is empty', async () => {
    expect(await complete({ description: '', backdrop: null, sources: null })).toMatchObject({
      description: 'Del proveedor.',
      search_text: 'matrix del proveedor.',
      backdrop,
    });
  });

  it('stays as it was when the provider says something else later', async () => {
    const stored = { description: 'Antes.', backdrop: 'https://proveedor.example/antes.jpg' };
    expect(await complete({ ...stored, sources: null })).toMatchObject(stored);
  });

  it('replaces what a source of facts has said, which is then no longer noted', async () => {
    const sources = { description: 'tmdb', backdrop: 'tmdb', rating: 'tmdb' };
    expect(await complete({ description: 'De TMDB.', backdrop: found, sources })).toMatchObject({
      description: 'Del proveedor.',
      backdrop,
      fact_sources: { rating: 'tmdb' },
    });
  });

  it('never replaces what an administrator has written or emptied', async () => {
    const sources = { description: 'hand', backdrop: 'hand' };
    expect(await complete({ description: 'A mano.', backdrop: null, sources })).toMatchObject({
      description: 'A mano.',
      backdrop: null,
      fact_sources: sources,
    });
  });
});
