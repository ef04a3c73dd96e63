import { randomUUID } from 'node:crypto';
import { importReportsKept } from '@butaca/contract';
import { openDatabase } from '@butaca/db';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFound } from './deciding/found.ts';
import { openImportSession } from './import-slot.ts';
import { finishImport, writeReport } from './import-states.repository.ts';
import { createImportsRepository, type ImportsRepository } from './imports.repository.ts';
import { stagingDefinition } from './reading/staged-entry.ts';

const actor = { accountId: null, username: 'jefa' };
const counts = {
  entries: 3,
  added: 1,
  updated: 1,
  duplicates: 0,
  skipped: 1,
  channels: 0,
  movies: 2,
  series: 0,
  other_sources: 0,
  other_versions: 0,
};
const nothing = { counts, errors: [], errorCount: 0, groups: [] };

let database: TestDatabase;
let imports: ImportsRepository;
beforeAll(async () => {
  database = await createTestDatabase();
  imports = createImportsRepository(database.db);
});
afterAll(() => database.close());
beforeEach(() => database.db.deleteFrom('import').execute());

/** Begins an import of an M3U list in the test's database, as an administrator does; returns the import's id. */
async function begin(): Promise<string> {
  const id = randomUUID();
  await imports.create({
    id,
    kind: 'mixed',
    fileName: 'lista.m3u',
    sizeBytes: 10,
    providerId: 'file-x',
    actor,
  });
  return id;
}

const finish = (id: string, status: 'done' | 'preview') =>
  database.db.transaction().execute((trx) => finishImport(trx, id, status, nothing));
/** Begins an import of an M3U list in the test's database and ends it; returns the import's id. */
async function make(status: 'done' | 'preview'): Promise<string> {
  const id = await begin();
  await finish(id, status);
  return id;
}
const stateOf = async (id: string) => (await imports.find(id))?.status;

describe('a stored import', () => {
  it('begins as running, and ends with its counts', async () => {
    const id = await begin();
    expect([await imports.isRunning(), await stateOf(id)]).toEqual([true, 'running']);
    await imports.setOptions(id, { kind: 'section', section: 'animes' });
    await finish(id, 'done');
    expect(await imports.findSummary(id)).toMatchObject({
      kind: 'section',
      options: { section: 'animes' },
      status: 'done',
      phase: null,
      added: 1,
      entries: 3,
      has_report: true,
      error_code: null,
    });
    expect(await imports.isRunning()).toBe(false);
  });

  it('that has ended cannot end again', async () => {
    const id = await begin();
    await imports.fail(id, 'list.html');
    await expect(finish(id, 'done')).rejects.toMatchObject({ code: 'resource.conflict' });
    await imports.cancel(id);
    expect(await imports.findSummary(id)).toMatchObject({ status: 'failed', error_code: 'list.html' });
  });

  it('stores its progress while it runs, and learns then that it was cancelled', async () => {
    const id = await begin();
    const progress = { phase: 'reading', sizeBytes: 10, doneBytes: 5, entries: 2 } as const;
    expect(await imports.saveProgress(id, progress)).toBe(false);
    expect(await imports.find(id)).toMatchObject({ phase: 'reading', done_bytes: 5, entries: 2 });
    await imports.askToCancel(id);
    expect(await imports.saveProgress(id, progress)).toBe(true);
    await imports.cancel(id);
    expect(await imports.saveProgress(id, { ...progress, doneBytes: 9 })).toBe(false);
    expect(await imports.find(id)).toMatchObject({ status: 'cancelled', phase: null, done_bytes: 5 });
  });

  it('whose process died is failed as interrupted, without counts', async () => {
    const done = await make('done');
    const dead = await begin();
    await imports.failRunning(database.db);
    expect(await imports.find(dead)).toMatchObject({
      status: 'failed',
      error_code: 'import.interrupted',
      added: 0,
    });
    expect(await stateOf(done)).toBe('done');
  });

  it('whose process lives is not ended by others', async () => {
    const [alive, dead] = [await begin(), await begin()];
    await using connection = await openDatabase({ databaseUrl: database.connectionString, dataDir: '' });
    const session = await openImportSession(connection.openBulkSession, alive);
    await imports.failRunning(database.db);
    expect([await stateOf(alive), await stateOf(dead)]).toEqual(['running', 'failed']);
    await session[Symbol.asyncDispose]();
    await imports.failRunning(database.db);
    expect(await stateOf(alive)).toBe('failed');
  });
});

describe('the history of imports', () => {
  it('keeps the newest thousand, and of each provider the last one that was published', async () => {
    await sql`
      insert into import (id, kind, file_name, options, status, phase, provider_id, username, created_at)
      select 'viejo-' || n, 'mixed', 'lista.m3u', '{}'::jsonb, case when n % 2 = 0 then 'done' else 'failed' end, null, 'p', 'jefa',
        now() - make_interval(days => 10 + n)
      from generate_series(1, 10) as n
      union all
      select 'nuevo-' || n, 'mixed', 'lista.m3u', '{}'::jsonb, 'failed', null, 'q', 'jefa', now() - make_interval(mins => n)
      from generate_series(1, 999) as n`.execute(database.db);
    const waiting = await make('preview');
    await imports.prune(database.db);
    const { rows } = await sql<{ id: string }>`
      select id from import where id not like 'nuevo-%' order by id`.execute(database.db);
    expect(rows.map(({ id }) => id)).toEqual([waiting, 'viejo-2'].toSorted());
    const { total } = await imports.listPage({ offset: 0, limit: 1 });
    expect(total).toBe(1_001);
  });
});

describe('a stored preview of an import', () => {
  it('can be resumed once, and is a preview again after a conflict', async () => {
    const id = await begin();
    await finish(id, 'preview');
    expect(await imports.listPreviewIds()).toEqual(new Set([id]));
    expect([await imports.resume(id), await imports.resume(id)]).toEqual([true, false]);
    expect(await imports.listPreviewIds()).toEqual(new Set());
    await imports.backToPreview(id, 3);
    expect(await imports.find(id)).toMatchObject({ status: 'preview', entries: 3, has_report: true });
  });

  it('that was cancelled cannot be resumed', async () => {
    const id = await begin();
    await finish(id, 'preview');
    await imports.cancel(id);
    expect([await imports.resume(id), await stateOf(id)]).toEqual([false, 'cancelled']);
    await imports.backToPreview(id, 3);
    expect(await stateOf(id)).toBe('cancelled');
  });
});

describe('the stored report of an import', () => {
  /** Writes the report of an import of an M3U list whose entries, one for each given title, are all skipped. */
  async function report(
    id: string,
    titles: readonly string[],
    status: 'done' | 'preview' = 'done',
  ): Promise<void> {
    await database.db.transaction().execute(async (trx) => {
      await sql`create temporary table staged (${sql.raw(stagingDefinition)}) on commit drop`.execute(trx);
      for (const [index, title] of titles.entries()) {
        await sql`insert into staged (position, line, title, group_title, kind, reason, is_nameless, is_adult)
            values (${index + 1}, ${index * 2 + 2}, ${title}, 'Grupo', 'skipped', 'No se sabe.', false, false)`.execute(
          trx,
        );
      }
      await createFound.execute(trx);
      await writeReport(trx, id);
      await finishImport(trx, id, status, nothing);
    });
  }
  const titlesOf = async (id: string, page: Parameters<ImportsRepository['listRows']>[1]) =>
    (await imports.listRows(id, page)).map(({ title }) => title);

  it('makes a preview again of an import whose process died while publishing it, unless it was cancelled', async () => {
    const publishing = await begin();
    await report(publishing, ['Uno', 'Dos', 'Tres'], 'preview');
    for (const [askToCancel, status] of [
      [false, 'preview'],
      [true, 'failed'],
    ] as const) {
      await imports.resume(publishing);
      if (askToCancel) await imports.askToCancel(publishing);
      await imports.failRunning(database.db);
      expect(await imports.find(publishing)).toMatchObject({ status, has_report: !askToCancel });
    }
    expect(await titlesOf(publishing, { limit: 10 })).toEqual([]);
  });

  it('is read in the order of the list, by page, after a position, and by outcome', async () => {
    const id = await begin();
    await report(id, ['Uno', 'Dos', 'Tres']);
    expect(await titlesOf(id, { limit: 9 })).toEqual(['Uno', 'Dos', 'Tres']);
    expect(await titlesOf(id, { limit: 1, offset: 1 })).toEqual(['Dos']);
    expect(await titlesOf(id, { limit: 9, after: 2 })).toEqual(['Tres']);
    expect(await titlesOf(id, { limit: 9, outcome: 'added' })).toEqual([]);
    expect(await imports.listRows(id, { limit: 1 })).toMatchObject([
      {
        line: 2,
        group_title: 'Grupo',
        outcome: 'skipped',
        reason: 'No se sabe.',
        video_id: null,
        channel_id: null,
      },
    ]);
  });

  it('is counted as a whole and by outcome', async () => {
    const id = await begin();
    await report(id, ['Uno', 'Dos', 'Tres']);
    expect(await imports.countRows(id, undefined)).toBe(3);
    expect(await imports.countRows(id, 'skipped')).toBe(1);
    expect(await imports.countRows(id, 'duplicate')).toBe(0);
    expect(await imports.countRows(randomUUID(), undefined)).toBe(0);
  });

  it('is kept for the newest imports only, and older previews are cancelled', async () => {
    const oldest = await begin();
    await report(oldest, ['Uno']);
    const second = await make('preview');
    for (let count = 0; count < importReportsKept; count += 1) await make('done');
    expect(await imports.prune(database.db)).toEqual([second]);
    expect(await imports.find(oldest)).toMatchObject({ status: 'done', has_report: false, added: 1 });
    expect([await imports.countRows(oldest, undefined), await titlesOf(oldest, { limit: 9 })]).toEqual([
      0,
      [],
    ]);
    expect(await stateOf(second)).toBe('cancelled');
    expect(await imports.prune(database.db)).toEqual([]);
  });

  it('is still known when its rows cannot be removed, so that the next import removes them', async () => {
    const oldest = await begin();
    await report(oldest, ['Uno']);
    for (let count = 0; count < importReportsKept; count += 1) await make('done');
    await sql`create function refuse() returns trigger language plpgsql
      as 'begin raise exception ''no space left''; end'`.execute(database.db);
    await sql`create trigger refuse before delete on import_entry execute function refuse()`.execute(
      database.db,
    );
    await expect(imports.prune(database.db)).rejects.toThrow('no space left');
    await sql`drop trigger refuse on import_entry`.execute(database.db);
    expect(await imports.find(oldest)).toMatchObject({ has_report: true });
    await imports.prune(database.db);
    expect(await imports.countRows(oldest, undefined)).toBe(0);
    expect(await titlesOf(oldest, { limit: 9 })).toEqual([]);
  });
});

it('the history of imports is read newest first, in pages', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push(await make('done'));
  const page = await imports.listPage({ offset: 1, limit: 1 });
  expect([page.rows.map(({ id }) => id), page.total]).toEqual([[ids[1]], 3]);
  await imports.remove(ids[1] ?? '');
  expect((await imports.listPage({ offset: 0, limit: 9 })).rows.map(({ id }) => id)).toEqual([
    ids[2],
    ids[0],
  ]);
});
