import { planKeys, type PlanKey } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry, uploadList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
let viewer: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
  viewer = await test.viewer();
});
afterAll(() => test[Symbol.asyncDispose]());

const channels = (...names: string[]) =>
  `#EXTM3U\n${names.map((name) => listEntry(name, `https://tv.example/${encodeURIComponent(name)}.m3u8`)).join('')}`;
const films = (...names: string[]) =>
  `#EXTM3U\n${names.map((name) => listEntry(name, `https://vod.example/${encodeURIComponent(name)}.mp4`)).join('')}`;

/** The newest import, with who may open what it brought. */
async function newest() {
  const { body } = await test.call('GET /api/admin/imports', {}, admin);
  const id = body.imports[0]?._id ?? '';
  return (await test.call('GET /api/admin/imports/:id', { params: { id } }, admin)).body;
}

async function importChannels(...names: string[]) {
  const list = { content: channels(...names) };
  expect((await uploadList(test, admin, 'POST /api/channels/admin/process-m3u', list)).status).toBe(200);
  return newest();
}

const open = (id: string, person = admin) =>
  test.call('POST /api/admin/imports/:id/open', { params: { id } }, person);
const close = (id: string) => test.call('POST /api/admin/imports/:id/close', { params: { id } }, admin);
const access = async (id: string) =>
  (await test.call('GET /api/admin/imports/:id', { params: { id } }, admin)).body.access;
const openCounts = (plans: readonly { key: string; open: number }[] | undefined) =>
  Object.fromEntries((plans ?? []).map(({ key, open: count }) => [key, count]));
const all = (count: number) => Object.fromEntries(planKeys.map((key) => [key, count]));

async function lockedChannels(prefix: string): Promise<boolean[]> {
  const { body } = await test.call('GET /api/channels/list', { query: {} }, viewer);
  return body.channels.filter(({ name }) => name.startsWith(prefix)).map(({ locked }) => locked);
}

describe('the result of an import', () => {
  it('says which plans open the imported channels', async () => {
    const { access: found } = await importChannels('Dicho Uno', 'Dicho Dos');
    expect(found).toMatchObject({ items: 2, openable: 2, opened: 0 });
    expect(openCounts(found?.plans)).toEqual({ gplay: 0, estandar: 0, cinefilo: 0, sports: 2, premium: 2 });
  });

  it('says which plans open imported films and series, by upload to a section and from a preview', async () => {
    await uploadList(test, admin, 'POST /api/videos/upload-text', {
      content: films('Cuatro K'),
      form: { categoria: 'pelicula', subcategoria: 'CINE_4K' },
    });
    const ofFilms = (await newest()).access;
    expect(openCounts(ofFilms?.plans)).toEqual({ gplay: 0, estandar: 0, cinefilo: 1, sports: 0, premium: 1 });
    await uploadList(test, admin, 'POST /api/m3u/bulk-upload', {
      content: films('El campo S01E01', 'El campo S01E02'),
      form: { section: 'doramas' },
    });
    const ofDoramas = (await newest()).access;
    expect(ofDoramas).toMatchObject({ items: 1, openable: 1 });
    const { body: preview } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
      content: films('Abierta para todos'),
      form: { kind: 'videos', categoria: 'pelicula', subcategoria: 'POR_GENERO' },
    });
    expect(preview.access).toBeNull();
    const { body: published } = await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: preview._id }, body: {} },
      admin,
    );
    expect(published.access).toMatchObject({ items: 1, openable: 0 });
    expect(openCounts(published.access?.plans)).toEqual(all(1));
  });
});

describe('the plans that are chosen before an import', () => {
  const importFor = async (plans: string, ...names: string[]) => {
    const list = { content: channels(...names), form: { plans } };
    expect((await uploadList(test, admin, 'POST /api/channels/admin/process-m3u', list)).status).toBe(200);
    return newest();
  };

  it('open what it brings at once, and can be taken back', async () => {
    const { _id: id, access: found, options } = await importFor(planKeys.join(','), 'Para Todos');
    expect(options.plans).toEqual(planKeys);
    expect(found).toMatchObject({ items: 1, openable: 0, opened: 1 });
    expect(await lockedChannels('Para Todos')).toEqual([false]);
    await close(id);
    expect(await lockedChannels('Para Todos')).toEqual([true]);
  });

  it('may be some plans, which the others meet with a lock', async () => {
    const { _id: id, access: found } = await importFor('gplay,estandar', 'Para Algunos');
    expect(openCounts(found?.plans)).toEqual({ gplay: 1, estandar: 1, cinefilo: 0, sports: 0, premium: 0 });
    expect(found).toMatchObject({ openable: 0, opened: 1 });
    expect((await close(id)).body.changed).toBe(1);
    expect(openCounts((await access(id))?.plans)).toMatchObject({ gplay: 0, premium: 1 });
  });

  it('are told when a preview is published, in place of those of its form', async () => {
    const preview = async (form: Record<string, string>) =>
      (
        await uploadList(test, admin, 'POST /api/admin/imports/preview', {
          content: films('Vista antes'),
          form: { kind: 'videos', categoria: 'pelicula', subcategoria: 'CINE_4K', ...form },
        })
      ).body;
    const publish = async (id: string, plans: PlanKey[] | null | undefined) =>
      (await test.call('POST /api/admin/imports/:id/publish', { params: { id }, body: { plans } }, admin))
        .body;
    const first = await preview({ plans: 'premium' });
    expect(first.options.plans).toEqual(['premium']);
    const published = await publish(first._id, [...planKeys]);
    expect(published.options.plans).toEqual(planKeys);
    expect(openCounts(published.access?.plans)).toEqual(all(1));
    await test.call('POST /api/admin/imports/:id/undo', { params: { id: first._id } }, admin);
    const { _id: second } = await preview({ plans: 'gplay' });
    expect(openCounts((await publish(second, undefined)).access?.plans)).toMatchObject({
      gplay: 1,
      premium: 0,
    });
    await test.call('POST /api/admin/imports/:id/undo', { params: { id: second } }, admin);
    const { _id: third } = await preview({ plans: 'gplay' });
    const byRule = await publish(third, null);
    expect(byRule.options.plans).toBeNull();
    expect(openCounts(byRule.access?.plans)).toMatchObject({ gplay: 0, cinefilo: 1, premium: 1 });
  });

  it('are recorded in the audit log', async () => {
    const { _id: id } = await importFor('sports', 'Anotado');
    const { body } = await test.call('GET /api/admin/audit', { query: { action: 'import.run' } }, admin);
    expect(body.entries[0]).toMatchObject({ subjectId: id, after: { added: 1, plans: ['sports'] } });
  });

  it.each(['oro', 'gplay,oro', 'gplay premium'])('are refused where «%s» names no plans', async (plans) => {
    const list = { content: channels('Rechazado'), form: { plans } };
    const { status, body } = await uploadList(test, admin, 'POST /api/channels/admin/process-m3u', list);
    expect([status, body.code]).toEqual([400, 'input.invalid']);
  });

  it('are refused where a preview is published for nobody', async () => {
    const { status } = await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: 'nada' }, body: { plans: [] } },
      admin,
    );
    expect(status).toBe(400);
  });
});

describe('opening an import to all plans', () => {
  it('unlocks its channels for every plan at once, and is recorded', async () => {
    const { _id: id } = await importChannels('Abierto Uno', 'Abierto Dos');
    expect(await lockedChannels('Abierto')).toEqual([true, true]);
    const { status, body } = await open(id);
    expect([status, body]).toEqual([
      200,
      { message: 'Abierto a todos los planes: 2 elementos.', changed: 2 },
    ]);
    expect(await lockedChannels('Abierto')).toEqual([false, false]);
    expect(openCounts((await access(id))?.plans)).toEqual(all(2));
    const { body: audit } = await test.call(
      'GET /api/admin/audit',
      { query: { action: 'import.open' } },
      admin,
    );
    expect(audit.entries[0]).toMatchObject({ username: 'jefa', subjectId: id, after: { changed: 2 } });
  });

  it('opens the section of films and the list of doramas to the plans of which it opens titles', async () => {
    const seen = async (plan: PlanKey) => {
      const person = await test.viewer(plan);
      const { body: sections } = await test.call('GET /api/videos/main-sections', {}, person);
      const doramas = await test.call('GET /api/videos', { query: { tipo: 'dorama', genre: 'x' } }, person);
      return {
        closed: sections.filter(({ locked }) => locked).map(({ key }) => key),
        doramas: doramas.body.hasOpenTitle,
      };
    };
    await uploadList(test, admin, 'POST /api/m3u/bulk-upload', {
      content: films('La niebla S01E01'),
      form: { section: 'doramas' },
    });
    const { _id: doramas } = await newest();
    await uploadList(test, admin, 'POST /api/videos/upload-text', {
      content: films('Sesenta imágenes'),
      form: { categoria: 'pelicula', subcategoria: 'CINE_60FPS' },
    });
    const { _id: sixty } = await newest();
    const closed = ['CINE_2025', 'CINE_4K', 'CINE_60FPS'];
    expect(await seen('gplay')).toEqual({ closed, doramas: false });
    expect(await seen('estandar')).toEqual({ closed, doramas: true });
    expect(await seen('cinefilo')).toEqual({ closed: [], doramas: true });
    await open(doramas);
    await open(sixty);
    expect(await seen('gplay')).toEqual({ closed: ['CINE_2025', 'CINE_4K'], doramas: true });
    await close(doramas);
    await close(sixty);
    expect(await seen('gplay')).toEqual({ closed, doramas: false });
  });

  it('opens films and series of restricted sections, and counts a series once', async () => {
    await uploadList(test, admin, 'POST /api/m3u/bulk-upload', {
      content: films('La marea S01E01', 'La marea S01E02'),
      form: { section: 'doramas' },
    });
    const { _id: id } = await newest();
    expect((await open(id)).body.changed).toBe(1);
    const { body } = await test.call(
      'GET /api/videos',
      { query: { tipo: 'dorama', search: 'La marea' } },
      viewer,
    );
    expect(body.videos.map(({ locked }) => locked)).toEqual([false]);
  });

  it('leaves channels whose plans somebody chose in the editor', async () => {
    const { _id: id } = await importChannels('Elegido');
    const { body: listed } = await test.call(
      'GET /api/channels/admin/list',
      { query: { search: 'Elegido' } },
      admin,
    );
    const channel = listed.channels[0];
    await test.call(
      'PUT /api/channels/admin/:id',
      {
        params: { id: channel?._id ?? '' },
        body: { name: 'Elegido', url: channel?.url ?? '', requiresPlan: ['premium'] },
      },
      admin,
    );
    expect(await access(id)).toMatchObject({ items: 1, openable: 0 });
    expect((await open(id)).body.changed).toBe(0);
    expect(await lockedChannels('Elegido')).toEqual([true]);
  });

  it('can be taken back, and a second time changes nothing', async () => {
    const { _id: id } = await importChannels('Devuelto');
    await open(id);
    expect(await access(id)).toMatchObject({ openable: 0, opened: 1 });
    expect((await close(id)).body).toEqual({
      message: 'Vuelven a valer los planes de su sección: 1 elemento.',
      changed: 1,
    });
    expect(await lockedChannels('Devuelto')).toEqual([true]);
    expect((await close(id)).body.changed).toBe(0);
    expect(await access(id)).toMatchObject({ openable: 1, opened: 0 });
  });

  it('does not keep the import from being undone', async () => {
    const { _id: id } = await importChannels('Deshecho Uno', 'Deshecho Dos');
    await open(id);
    const { body } = await test.call('POST /api/admin/imports/:id/undo', { params: { id } }, admin);
    expect(body).toMatchObject({ removed: 2, kept: 0 });
    expect((await open(id)).body.code).toBe('import.not_openable');
  });

  it('is undone with its import for channels that were in the catalogue before', async () => {
    await importChannels('De antes');
    const { _id: id } = await importChannels('De antes', 'De ahora');
    await open(id);
    expect(await lockedChannels('De an')).toEqual([false]);
    await test.call('POST /api/admin/imports/:id/undo', { params: { id } }, admin);
    expect(await lockedChannels('De a')).toEqual([true]);
  });

  it('shows featured channels to visitors still', async () => {
    const { _id: id } = await importChannels('Público');
    const { body: listed } = await test.call(
      'GET /api/channels/admin/list',
      { query: { search: 'Público' } },
      admin,
    );
    const channel = listed.channels[0];
    await test.call(
      'PUT /api/channels/admin/:id',
      {
        params: { id: channel?._id ?? '' },
        body: { name: 'Público', url: channel?.url ?? '', isFeatured: true },
      },
      admin,
    );
    const seen = async () =>
      (await test.call('GET /api/channels/list', { query: { featured: 'true' } })).body.channels.map(
        ({ name }) => name,
      );
    expect(await seen()).toContain('Público');
    await open(id);
    expect(await seen()).toContain('Público');
  });

  it('is refused for an unknown import, a preview, and a viewer', async () => {
    const { body: preview } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
      content: channels('Solo vista'),
      form: { kind: 'channels' },
    });
    expect((await open(preview._id)).body.code).toBe('import.not_openable');
    expect((await open('nada')).body.code).toBe('import.not_found');
    expect((await open(preview._id, viewer)).status).toBe(403);
  });
});
