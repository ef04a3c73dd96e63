import { createVirtualClock, startFakeListProvider, type FakeListProvider } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let fake: FakeListProvider;
const many = ['Uno', 'Dos', 'Tres', 'Cuatro'];

const clock = createVirtualClock(new Date().toISOString());

beforeAll(async () => {
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8', UPLOAD_LIMIT_MB: '1' }, { clock });
  admin = await test.admin();
});
beforeEach(async () => {
  await test.clearCatalogue();
  fake = await startFakeListProvider(many);
});
afterEach(() => fake[Symbol.asyncDispose]());
afterAll(() => test[Symbol.asyncDispose]());

const list = async () => (await test.call('GET /api/admin/providers', {}, admin)).body.providers;
const find = async (id: string) => (await list()).find(({ _id }) => _id === id);

/** Waits until the refresh of a provider is over. @returns the provider */
async function settled(id: string) {
  return vi.waitFor(
    async () => {
      const provider = await find(id);
      if (provider === undefined || provider.state === 'refreshing') throw new Error('still refreshing');
      return provider;
    },
    { timeout: 20_000 },
  );
}

async function add(more: object = {}) {
  const { status, body } = await test.call(
    'POST /api/admin/providers',
    { body: { address: fake.address, name: 'Mi proveedor', ...more } },
    admin,
  );
  expect(status).toBe(201);
  return settled(body._id);
}

const publish = (importId: string, groups: object[] = []) =>
  test.call(
    'POST /api/admin/imports/:id/publish',
    { params: { id: importId }, body: { groups } as never },
    admin,
  );

async function addPublished(more: object = {}) {
  const { _id, waitingImportId } = await add(more);
  expect((await publish(waitingImportId ?? '')).status).toBe(200);
  return _id;
}

async function requestRefresh(id: string) {
  const { status } = await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
  expect(status).toBe(200);
}

async function refresh(id: string) {
  await requestRefresh(id);
  return settled(id);
}

/** The lines of the log that tell of broken connections. */
const listBreaks = () => test.logged.filter((line) => line.includes('the connection of a list broke'));

/** Refreshes a list of which the first two tries break, and lets the two seconds pass for which the third try waits. */
async function refreshInThreeTries(id: string) {
  await requestRefresh(id);
  await expect.poll(listBreaks).toHaveLength(2);
  await clock.advance(2_000);
  return settled(id);
}

/** Makes a provider due, as time does, and runs what is due. */
async function refreshDue(id: string) {
  await sql`update provider set next_refresh_at = ${clock.now()}, tried_at = null where id = ${id}`.execute(
    test.db,
  );
  await test.call('PUT /api/admin/providers/:id', { params: { id }, body: {} }, admin);
  return vi.waitFor(
    async () => {
      const provider = await find(id);
      if (provider === undefined || provider.triedAt === null) throw new Error('not tried yet');
      return provider;
    },
    { timeout: 20_000 },
  );
}

const channelNames = async () => {
  const { body } = await test.call('GET /api/channels/list', { query: {} }, admin);
  return body.channels.map(({ name }) => name).toSorted();
};
const sorted = (names: readonly string[]) => names.toSorted();

describe('a new provider', () => {
  it('has its list fetched, and nothing is published before somebody has seen the preview', async () => {
    const provider = await add();
    expect(provider).toMatchObject({ state: 'decision', kind: 'm3u', refreshHours: 24, error: null });
    expect(provider.waitingReason).toContain('Nada se publica antes de que la apruebes');
    expect(await channelNames()).toEqual([]);
    const { body } = await test.call(
      'GET /api/admin/imports/:id',
      { params: { id: provider.waitingImportId ?? '' } },
      admin,
    );
    expect(body).toMatchObject({ status: 'preview', fileName: 'Mi proveedor', added: 4 });
    expect(body.groups.map(({ group }) => group)).toEqual(['Noticias']);
    await publish(body._id);
    expect(await channelNames()).toEqual(sorted(many));
    expect(await find(provider._id)).toMatchObject({
      state: 'idle',
      items: { sources: 4, hidden: 0 },
      change: 'Cambios: 4 añadidos.',
      lastImportId: body._id,
    });
  });

  it('is open to all plans unless somebody decides otherwise, and so are its channels of later lists', async () => {
    const viewer = await test.viewer('gplay');
    const seen = async () => (await test.call('GET /api/channels/list', { query: {} }, viewer)).body.channels;
    const openNames = async () => (await seen()).filter(({ locked }) => !locked).map(({ name }) => name);
    const { _id: id, waitingImportId } = await add();
    await publish(waitingImportId ?? '');
    expect(sorted(await openNames())).toEqual(sorted(many));
    const { body: listed } = await test.call('GET /api/channels/admin/list', { query: {} }, admin);
    const emptied = listed.channels.find(({ name }) => name === 'Uno');
    const body = { name: 'Uno', url: emptied?.url ?? '', requiresPlan: [] };
    await test.call('PUT /api/channels/admin/:id', { params: { id: emptied?._id ?? '' }, body }, admin);
    fake.names = [...many, 'Cinco'];
    await refresh(id);
    expect(sorted(await openNames())).toEqual(sorted(['Dos', 'Tres', 'Cuatro', 'Cinco']));
    const { lastImportId } = (await find(id)) ?? {};
    await test.call('POST /api/admin/imports/:id/close', { params: { id: lastImportId ?? '' } }, admin);
    fake.names = [...many, 'Cinco', 'Seis'];
    await refresh(id);
    expect(await openNames()).not.toContain('Seis');
  });

  it('never tells its credentials to a page, nor stores them readably, nor logs them', async () => {
    const id = await addPublished({ userAgent: 'Caja/1.0' });
    const importId = (await find(id))?.lastImportId ?? '';
    const viewer = await test.viewer('premium');
    const { body: channels } = await test.call('GET /api/channels/list', { query: {} }, viewer);
    const channelId = channels.channels[0]?._id ?? '';
    const sent = JSON.stringify([
      await list(),
      (await test.call('GET /api/admin/audit', { query: {} }, admin)).body,
      (await test.call('GET /api/admin/imports', { query: {} }, admin)).body,
      (await test.call('GET /api/admin/imports/:id', { params: { id: importId } }, admin)).body,
      (await test.call('GET /api/admin/imports/:id/rows', { params: { id: importId }, query: {} }, admin))
        .body,
      channels,
      (await test.call('GET /api/channels/id/:id', { params: { id: channelId }, query: {} }, viewer)).body,
      (await test.call('POST /api/admin/providers/:id/try', { params: { id } }, admin)).body,
    ]);
    expect(fake.entryOf('Uno')).toContain('/live/ana/s3cr3t0/Uno.m3u8');
    expect(channelId).not.toBe('');
    expect(sent).not.toMatch(/s3cr3t0|username=ana/);
    const { rows: stored } = await sql<{ row: string }>`select provider::text as row from provider`.execute(
      test.db,
    );
    expect(JSON.stringify(stored)).not.toContain('s3cr3t0');
    expect(test.logged.join('')).not.toContain('s3cr3t0');
    expect((await find(id))?.address).toBe(`${fake.upstream.origin}/get.php?…`);
    expect(fake.upstream.seen[0]?.headers['user-agent']).toBe('Caja/1.0');
  });

  it('keeps what was chosen for everything alike at each refresh', async () => {
    fake.names = ['Cosa 1', 'Cosa 2', 'Uno'];
    const { _id: id, waitingImportId } = await add();
    const params = { id: waitingImportId ?? '' };
    const body = { entries: [{ position: 1, tipo: 'pelicula' as const, isForAlike: true }] };
    await test.call('PUT /api/admin/imports/:id/choices', { params, body }, admin);
    await publish(params.id);
    fake.names.push('Cosa 3', 'Dos');
    await refresh(id);
    expect(await channelNames()).toEqual(['Dos', 'Uno']);
    const { videos } = (await test.call('GET /api/videos', { query: { limit: '10' } }, admin)).body;
    expect(videos.map(({ title }) => title).toSorted()).toEqual(['Cosa 1', 'Cosa 2', 'Cosa 3']);
  });

  it('keeps what was chosen for its groups at each refresh', async () => {
    const { _id, waitingImportId } = await add();
    await publish(waitingImportId ?? '', [
      { group: 'Noticias', isIncluded: true, tipo: 'canal', section: 'Informativos' },
    ]);
    fake.names.push('Cinco');
    await refresh(_id);
    const { body } = await test.call('GET /api/channels/list', { query: { section: 'Informativos' } }, admin);
    expect(body.channels.map(({ name }) => name)).toContain('Cinco');
  });
});

describe('a refresh', () => {
  it('publishes what the list has now, as an import with a report that can be undone', async () => {
    const id = await addPublished();
    fake.names.push('Cinco');
    fake.names.shift();
    const provider = await refresh(id);
    expect(provider).toMatchObject({ state: 'idle', change: 'Cambios: 1 añadido, 1 oculto.', error: null });
    expect(await channelNames()).toEqual(sorted(['Dos', 'Tres', 'Cuatro', 'Cinco']));
    await test.call(
      'POST /api/admin/imports/:id/undo',
      { params: { id: provider.lastImportId ?? '' } },
      admin,
    );
    expect(await channelNames()).toEqual(sorted(many));
    expect(await find(id)).toMatchObject({ change: expect.stringContaining('Se deshizo una importación') });
    await refreshDue(id);
    const waiting = await refresh(id);
    expect(waiting).toMatchObject({
      state: 'decision',
      waitingReason: expect.stringContaining('Se deshizo una importación de esta lista'),
    });
    expect(await channelNames()).toEqual(sorted(many));
    await publish(waiting.waitingImportId ?? '');
    expect(await channelNames()).toEqual(sorted(['Dos', 'Tres', 'Cuatro', 'Cinco']));
    fake.names.push('Seis');
    expect(await refresh(id)).toMatchObject({ state: 'idle', change: 'Cambios: 1 añadido.' });
  });

  it('asks only for a list that has changed', async () => {
    const id = await addPublished();
    await refresh(id);
    const imports = async () => (await test.call('GET /api/admin/imports', { query: {} }, admin)).body.total;
    const before = fake.upstream.seen.length;
    const importsBefore = await imports();
    expect(await refreshDue(id)).toMatchObject({ state: 'idle', change: 'Sin cambios.' });
    expect(fake.upstream.seen.slice(before).map(({ headers }) => headers['if-none-match'])).toEqual([
      expect.stringMatching(/^"/),
    ]);
    expect(await imports()).toBe(importsBefore);
  });

  it('changes nothing for the same list of a server without entity tags', async () => {
    fake.manner = 'plain';
    const id = await addPublished();
    await refresh(id);
    expect(await refreshDue(id)).toMatchObject({ state: 'idle', change: 'Sin cambios.' });
  });

  it.each(['gzip', 'zip'] as const)('unpacks a list that comes as %s', async (manner) => {
    fake.manner = manner;
    await addPublished();
    expect(await channelNames()).toEqual(sorted(many));
  });

  it('hides what the list lacks, keeps edits and favourites of it, and shows it again when the list has it', async () => {
    const id = await addPublished();
    const all = (await test.call('GET /api/channels/list', { query: {} }, admin)).body.channels;
    const channelId = all.find(({ name }) => name === 'Uno')?._id ?? '';
    const edit = { name: 'El Uno', requiresPlan: ['premium' as const] };
    await test.call('PUT /api/channels/admin/:id', { params: { id: channelId }, body: edit }, admin);
    const viewer = await test.viewer('premium');
    const favourite = { params: { itemType: 'channel' as const, id: channelId } };
    await test.call('PUT /api/favourites/:itemType/:id', favourite, viewer);
    fake.names = ['Dos', 'Tres', 'Cuatro'];
    await refresh(id);
    expect(await channelNames()).toEqual(sorted(['Dos', 'Tres', 'Cuatro']));
    fake.names = [...many];
    expect(await refresh(id)).toMatchObject({ change: 'Cambios: 1 recuperado.', items: { hidden: 0 } });
    expect(await channelNames()).toEqual(sorted(['El Uno', 'Dos', 'Tres', 'Cuatro']));
    const { body } = await test.call('GET /api/favourites', {}, viewer);
    expect(body.channels.map(({ name }) => name)).toEqual(['El Uno']);
    const row = await test.db
      .selectFrom('channel')
      .selectAll()
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ requires_plan: ['premium'], active: true, missing_since: null });
  });

  it.each([
    ['html', 'list.html', 'página web en lugar de la lista'],
    ['empty', 'list.no_entries', 'lista vacía'],
    ['unauthorized', 'upstream.unauthorized', 'no acepta la cuenta'],
    ['gone', 'upstream.gone', 'ya no hay ninguna lista'],
    ['busy', 'upstream.busy', 'pide esperar'],
    ['dies', 'upstream.unreachable', 'no responde'],
    ['bomb', 'body.too_large', 'supera el tamaño'],
  ] as const)('that gets %s changes nothing and says %s', async (manner, errorCode, sentence) => {
    const id = await addPublished();
    fake.manner = manner;
    const provider = await (manner === 'dies' ? refreshInThreeTries(id) : refresh(id));
    expect(provider).toMatchObject({ state: 'failed', errorCode, items: { hidden: 0 } });
    expect(provider.error).toContain(sentence);
    expect(await channelNames()).toEqual(sorted(many));
    const { body } = await test.call('GET /api/admin/imports', { query: {} }, admin);
    expect(body.imports.map(({ status }) => status)).toEqual(['done']);
    fake.manner = 'tagged';
    expect(await refresh(id)).toMatchObject({ state: 'idle', error: null });
  });

  it('whose connection breaks twice fetches the list again, and the log names why', async () => {
    const id = await addPublished();
    fake.names.push('Cinco');
    fake.breaks = 2;
    const before = fake.upstream.seen.length;
    const connectionsBefore = fake.upstream.countConnections();
    expect(await refreshInThreeTries(id)).toMatchObject({ state: 'idle', change: 'Cambios: 1 añadido.' });
    expect(fake.upstream.seen.length - before).toBe(3);
    expect(fake.upstream.countConnections() - connectionsBefore).toBeGreaterThanOrEqual(2);
    const told = listBreaks();
    expect(told.map((line) => (JSON.parse(line) as { code: string }).code)).toEqual([
      'UND_ERR_SOCKET',
      'UND_ERR_SOCKET',
    ]);
    expect(told.join('')).not.toContain('s3cr3t0');
  });

  it('that fails the first time is repeated by itself', async () => {
    fake.manner = 'unauthorized';
    const { _id, state, nextRefreshAt } = await add();
    expect([state, nextRefreshAt !== null]).toEqual(['failed', true]);
    fake.manner = 'tagged';
    expect(await refreshDue(_id)).toMatchObject({ state: 'decision', error: null });
  });

  it('waits as long as a busy provider asks', async () => {
    const id = await addPublished();
    fake.manner = 'busy';
    fake.retryAfterSeconds = 7_200;
    const { triedAt, nextRefreshAt } = await refresh(id);
    expect(Date.parse(nextRefreshAt ?? '') - Date.parse(triedAt ?? '')).toBe(7_200_000);
  });

  it('of a list with less than half of its entries waits for somebody, who may approve it', async () => {
    const id = await addPublished();
    await refresh(id);
    fake.names = ['Uno'];
    const provider = await refresh(id);
    expect(provider).toMatchObject({
      state: 'decision',
      waitingReason: expect.stringContaining(
        'menos de la mitad de entradas que la última vez: 1 (antes, 4).',
      ),
    });
    expect(await channelNames()).toEqual(sorted(many));
    expect((await publish(provider.waitingImportId ?? '')).status).toBe(200);
    expect(await channelNames()).toEqual(['Uno']);
    expect(await find(id)).toMatchObject({ state: 'idle', items: { sources: 4, hidden: 3 } });
    // The list that the server had before the approved one is not the same list as last time.
    fake.names = [...many];
    await refreshDue(id);
    expect(await channelNames()).toEqual(sorted(many));
  });

  it('of a list whose channels would become chapters beside others waits for somebody', async () => {
    const serveNumbers = (last: number) =>
      fake.upstream.answer('/series.m3u', {
        body: `#EXTM3U\n${Array.from(
          { length: last },
          (_, index) =>
            `#EXTINF:-1 group-title="SERIES",Los Simpson ${index + 1}\n${fake.upstream.origin}/uno/dos/${index + 1}\n`,
        ).join('')}`,
      });
    serveNumbers(2);
    const id = await addPublished({ address: `${fake.upstream.origin}/series.m3u` });
    const before = await channelNames();
    expect(before).toHaveLength(2);
    serveNumbers(3);
    expect(await refresh(id)).toMatchObject({
      state: 'decision',
      waitingReason: expect.stringContaining(
        'De los 2 canales de la lista, 2 pasarían a ser películas o capítulos.',
      ),
    });
    expect(await channelNames()).toEqual(before);
  });

  it('of a shrunken list shows the forms of its entries, of which rules are made', async () => {
    const id = await addPublished();
    fake.names = ['Uno (1999)'];
    const { waitingImportId } = await refresh(id);
    const params = { id: waitingImportId ?? '' };
    const { body } = await test.call('GET /api/admin/imports/:id/rows', { params, query: {} }, admin);
    expect(body.rows).toMatchObject([{ position: 1, reading: { form: expect.stringContaining('… (') } }]);
    const chosen = { entries: [{ position: 1, tipo: 'pelicula' as const, isForAlike: true }] };
    const choosing = await test.call('PUT /api/admin/imports/:id/choices', { params, body: chosen }, admin);
    expect(choosing).toMatchObject({ status: 200, body: { status: 'preview', movies: 1 } });
  });

  it('of a shrunken list may be discarded, and the next good list ends the waiting by itself', async () => {
    const id = await addPublished();
    fake.names = ['Uno'];
    const { waitingImportId } = await refresh(id);
    await test.call('POST /api/admin/imports/:id/cancel', { params: { id: waitingImportId ?? '' } }, admin);
    expect(await find(id)).toMatchObject({ state: 'idle', waitingImportId: null });
    expect((await refresh(id)).state).toBe('decision');
    fake.names = [...many, 'Cinco'];
    expect(await refresh(id)).toMatchObject({ state: 'idle', waitingImportId: null });
    expect(await channelNames()).toEqual(sorted([...many, 'Cinco']));
  });

  it('is refused while another one of the provider runs', async () => {
    const id = await addPublished();
    fake.manner = 'slow';
    const before = fake.upstream.seen.length;
    await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
    await vi.waitFor(() => expect(fake.upstream.seen.length).toBe(before + 1));
    const { status, body } = await test.call(
      'POST /api/admin/providers/:id/refresh',
      { params: { id } },
      admin,
    );
    expect([status, body.code]).toEqual([409, 'provider.refreshing']);
    fake.finish();
    expect(await settled(id)).toMatchObject({ state: 'idle', error: null });
    expect(fake.upstream.seen.length).toBe(before + 1);
  });
});

describe('a provider whose list comes slowly', () => {
  it('holds up neither an upload nor the list of another provider', async () => {
    const slow = await addPublished();
    await using other = await startFakeListProvider(['Otro']);
    fake.manner = 'slow';
    const before = fake.upstream.seen.length;
    await requestRefresh(slow);
    await vi.waitFor(() => expect(fake.upstream.seen.length).toBe(before + 1));

    expect(await test.upload(admin, 'otra.m3u', fake.entryOf('Otra'))).toMatchObject({ status: 200 });
    const added = await add({ address: other.address, name: 'Otro proveedor' });
    expect(added).toMatchObject({ state: 'decision', error: null });
    expect((await publish(added.waitingImportId ?? '')).status).toBe(200);
    expect(await find(slow)).toMatchObject({ state: 'refreshing', isQueued: false });

    fake.names = [...many, 'Cinco'];
    fake.manner = 'tagged';
    fake.finish();
    expect(await settled(slow)).toMatchObject({ state: 'idle', error: null });
    expect(await channelNames()).toEqual(sorted([...many, 'Otra', 'Otro']));
  });
});

describe('a provider that is added while what is missing is being deleted', () => {
  it('has its list fetched at once', async () => {
    const params = { id: await addPublished() };
    const waiting = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_locks
          where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
          test.db,
        );
        expect(rows[0]?.count).toBe(count);
      }, 10_000);
    // Both the deletion and the answers read chapters, so they wait for as long as the test writes there.
    const answers = await test.db.transaction().execute(async (trx) => {
      await sql`lock table chapter in access exclusive mode`.execute(trx);
      const changed = test.call('PUT /api/admin/providers/:id', { params, body: {} }, admin);
      await waiting(2);
      const added = test.call('POST /api/admin/providers', { body: { address: fake.address } }, admin);
      await waiting(3);
      return [changed, added] as const;
    });
    const { body } = await answers[1];
    expect((await answers[0]).status).toBe(200);
    expect(await settled(body._id)).toMatchObject({ error: null });
  });
});

describe('a provider that is removed', () => {
  it.each(['silent', 'slow'] as const)(
    'while its %s server sends the list is not waited for',
    async (manner) => {
      fake.names = ['Uno', 'Dos'];
      fake.manner = manner;
      const before = fake.upstream.seen.length;
      const { body } = await test.call(
        'POST /api/admin/providers',
        { body: { address: fake.address } },
        admin,
      );
      await vi.waitFor(() => expect(fake.upstream.seen.length).toBe(before + 1));
      const removed = await test.call('DELETE /api/admin/providers/:id', { params: { id: body._id } }, admin);
      expect(removed.status).toBe(200);
      expect(await find(body._id)).toMatchObject({ state: 'removed', errorCode: null });
      expect(await fake.upstream.seen.at(-1)?.ended).toBe('cut');
      expect((await test.upload(admin, 'otra.m3u', fake.entryOf('Otra'))).status).toBe(200);
      fake.manner = 'tagged';
      await test.call('POST /api/admin/providers/:id/restore', { params: { id: body._id } }, admin);
      expect(await settled(body._id)).toMatchObject({ state: 'decision', error: null });
    },
  );
});

describe('a paused provider', () => {
  it('is refreshed when somebody asks, and not by itself', async () => {
    const id = await addPublished();
    await test.call('PUT /api/admin/providers/:id', { params: { id }, body: { isPaused: true } }, admin);
    expect(await find(id)).toMatchObject({ isPaused: true, nextRefreshAt: null });
    const other = await startFakeListProvider(['Ajeno']);
    const { body } = await test.call(
      'POST /api/admin/providers',
      { body: { address: other.address } },
      admin,
    );
    await settled(body._id);
    await sql`update provider set next_refresh_at = now() - interval '1 hour'`.execute(test.db);
    const before = fake.upstream.seen.length;
    await refresh(body._id);
    expect(fake.upstream.seen.length).toBe(before);
    await refresh(id);
    expect(fake.upstream.seen.length).toBe(before + 1);
    await other[Symbol.asyncDispose]();
  });
});

describe('the address of a provider', () => {
  it('that came with a backup of another installation is asked for again', async () => {
    const id = await addPublished();
    await sql`update provider set sealed_access = decode(repeat('01', 60), 'hex') where id = ${id}`.execute(
      test.db,
    );
    expect(await refresh(id)).toMatchObject({ state: 'failed', errorCode: 'provider.unreadable' });
    const change = (body: object) =>
      test.call('PUT /api/admin/providers/:id', { params: { id }, body }, admin);
    expect((await change({ userAgent: 'Caja/1.0' })).body.code).toBe('provider.unreadable');
    expect((await change({ address: fake.address })).status).toBe(200);
    expect(await refresh(id)).toMatchObject({ state: 'idle', error: null });
  });

  it('that is changed while its list is being sent is requested afterwards, and the former list is forgotten', async () => {
    const id = await addPublished();
    fake.manner = 'slow';
    const before = fake.upstream.seen.length;
    await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
    await vi.waitFor(() => expect(fake.upstream.seen.length).toBe(before + 1));
    fake.manner = 'tagged';
    const body = { address: `${fake.address}&lista=nueva` };
    expect((await test.call('PUT /api/admin/providers/:id', { params: { id }, body }, admin)).status).toBe(
      200,
    );
    fake.finish();
    expect(await settled(id)).toMatchObject({ state: 'idle', error: null });
    expect(fake.upstream.seen.slice(before + 1).map(({ path }) => path.endsWith('&lista=nueva'))).toEqual([
      true,
    ]);
  });

  it('is refused when it has a port that no address can have', async () => {
    const { status, body } = await test.call(
      'POST /api/admin/providers',
      { body: { address: 'http://tv.ejemplo:99999/lista.m3u' } },
      admin,
    );
    expect([status, body.details?.[0]?.path]).toEqual([400, 'address']);
  });

  it('is tried stage by stage', async () => {
    const id = await addPublished();
    const stagesOf = async () => {
      const { body } = await test.call('POST /api/admin/providers/:id/try', { params: { id } }, admin);
      return body.stages.map(({ stage, outcome }) => `${stage} ${outcome}`);
    };
    expect(await stagesOf()).toEqual([
      'dns passed',
      'tcp passed',
      'tls skipped',
      'answer passed',
      'media failed',
    ]);
    fake.upstream.serve('/live/', (_request, response) => void response.end('#EXTM3U\n'));
    expect(await stagesOf()).toContain('media passed');
    fake.manner = 'html';
    expect(await stagesOf()).toEqual([
      'dns passed',
      'tcp passed',
      'tls skipped',
      'answer failed',
      'media skipped',
    ]);
    const gone = fake.upstream.origin.replace(/:\d+$/, ':1');
    await test.call(
      'PUT /api/admin/providers/:id',
      { params: { id }, body: { address: `${gone}/lista.m3u` } },
      admin,
    );
    expect(await stagesOf()).toEqual([
      'dns passed',
      'tcp failed',
      'tls skipped',
      'answer skipped',
      'media skipped',
    ]);
    await test.call(
      'PUT /api/admin/providers/:id',
      { params: { id }, body: { address: 'http://10.0.0.1/lista.m3u' } },
      admin,
    );
    expect(await stagesOf()).toContain('dns failed');
  });
});
