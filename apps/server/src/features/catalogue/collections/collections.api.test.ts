import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let viewer: Person;
let first: string;
let second: string;

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
  viewer = await test.viewer();
  const ids = await test.app.demoTargets.videos.addDemo(
    ['uno', 'dos'].map((slug) => ({ slug, title: slug, description: '', tipo: 'pelicula', genres: [] })),
  );
  first = ids.get('uno') ?? '';
  second = ids.get('dos') ?? '';
});
afterAll(() => test[Symbol.asyncDispose]());

const create = (name: string, person = admin, itemsModel: 'Video' | 'Serie' = 'Video') =>
  test.call('POST /api/collections', { body: { name, itemsModel } }, person);
const add = (id: string, items: string[], person = admin) =>
  test.call('PUT /api/collections/:id/items', { params: { id }, body: { items } }, person);
const list = async () => (await test.call('GET /api/collections', {}, viewer)).body;

it('a collection is created by administrators only, and its name is unique', async () => {
  const created = await create('  Clásicos  ');
  expect(created).toMatchObject({ status: 201, body: { name: 'Clásicos', itemsModel: 'Video', items: [] } });
  expect(await create('clasicos')).toMatchObject({
    status: 409,
    body: { error: 'Ya existe una colección con ese nombre.' },
  });
  expect((await create('Otra', viewer)).body.code).toBe('role.forbidden');
  expect((await create('   ')).status).toBe(400);
  expect((await create('x'.repeat(101))).status).toBe(400);
});

it('everybody adds titles to a collection; each is kept once, in the order of adding', async () => {
  const { body } = await create('De noche');
  expect((await add(body._id, [second], viewer)).body.items.map(({ title }) => title)).toEqual(['dos']);
  const again = await add(body._id, [first, second, first]);
  expect(again.body.items.map(({ title }) => title)).toEqual(['dos', 'uno']);
  expect((await list()).find(({ name }) => name === 'De noche')?.items).toHaveLength(2);
});

it('a collection holds a limited number of titles, and adding one again moves no other', async () => {
  const { body } = await create('Enorme');
  const ids = await test.app.demoTargets.videos.addDemo(
    Array.from({ length: 501 }, (_, index) => ({
      slug: `titulo-${index}`,
      title: `Título ${index}`,
      description: '',
      tipo: 'pelicula',
      genres: [],
    })),
  );
  const all = [...ids.values()];
  for (let from = 0; from < 500; from += 100) {
    expect((await add(body._id, all.slice(from, Math.min(from + 100, 500)))).status).toBe(200);
  }
  expect((await add(body._id, all.slice(500))).body.code).toBe('collection.full');
  expect((await add(body._id, all.slice(0, 1))).body.items).toHaveLength(500);
});

it('an addition to a collection with an unknown title adds nothing', async () => {
  const { body } = await create('Exacta');
  expect((await add(body._id, [first, 'nadie'])).body.code).toBe('video.not_found');
  expect((await list()).find(({ name }) => name === 'Exacta')?.items).toEqual([]);
  expect((await add('ninguna', [first])).body.code).toBe('collection.not_found');
  expect((await add(body._id, [])).status).toBe(400);
});

it('a collection keeps every title when several calls add at the same time', async () => {
  const { body } = await create('Juntos');
  await Promise.all([first, second, second].map((id) => add(body._id, [id])));
  expect((await list()).find(({ name }) => name === 'Juntos')?.items).toHaveLength(2);
});

it('only an administrator removes a title from a collection or deletes the collection', async () => {
  const { body } = await create('Pasajera');
  await add(body._id, [first, second]);
  const params = { id: body._id, itemId: first };
  expect((await test.call('DELETE /api/collections/:id/items/:itemId', { params }, viewer)).status).toBe(403);
  await test.call('DELETE /api/collections/:id/items/:itemId', { params }, admin);
  expect((await list()).find(({ name }) => name === 'Pasajera')?.items).toHaveLength(1);
  const gone = await test.call('DELETE /api/collections/:id', { params: { id: body._id } }, admin);
  expect(gone.body.message).toBe('Colección «Pasajera» eliminada.');
  expect((await test.call('DELETE /api/collections/:id', { params: { id: body._id } }, admin)).status).toBe(
    404,
  );
  expect((await test.call('GET /api/videos/:id', { params: { id: first } }, viewer)).status).toBe(200);
});

it('the audit log records once who added a title to a collection and removed it', async () => {
  const { body } = await create('Vigiladas');
  await add(body._id, [first]);
  await add(body._id, [first]);
  const remove = () =>
    test.call(
      'DELETE /api/collections/:id/items/:itemId',
      { params: { id: body._id, itemId: first } },
      admin,
    );
  await remove();
  expect((await remove()).status).toBe(200);
  const { entries } = (await test.call('GET /api/admin/audit', { query: { subjectId: body._id } }, admin))
    .body;
  expect(
    entries.map(({ action, subjectName, before, after }) => [action, subjectName, before ?? after]),
  ).toEqual([
    ['collection.remove_item', 'Vigiladas', { item: 'uno' }],
    ['collection.add_items', 'Vigiladas', { items: ['uno'] }],
    ['collection.create', 'Vigiladas', { itemsModel: 'Video' }],
  ]);
});

describe('what a viewer adds to a collection', () => {
  const undo = (id: string, person = admin) =>
    test.call('DELETE /api/admin/collection-additions/:id', { params: { id } }, person);
  const acts = async (subjectId: string) =>
    (await test.call('GET /api/admin/audit', { query: { subjectId } }, admin)).body.entries;
  const titlesIn = async (name: string) =>
    (await list()).find((collection) => collection.name === name)?.items.map(({ title }) => title);

  it('is in the audit log with the viewer’s name', async () => {
    const { body } = await create('De todos');
    await add(body._id, [first], viewer);
    const [act] = await acts(body._id);
    expect(act).toMatchObject({
      username: viewer.username,
      action: 'collection.add_items',
      subjectName: 'De todos',
      after: { items: ['uno'] },
    });
  });

  it('is taken out again by an administrator, without what was added before or since', async () => {
    const { body } = await create('Deshecha');
    await add(body._id, [first]);
    await add(body._id, [first, second], viewer);
    const [addition] = await acts(body._id);
    const id = addition?._id ?? '';
    expect((await undo(id, viewer)).body.code).toBe('role.forbidden');
    expect((await undo(id)).body.message).toBe('Se quitó 1 título de la colección «Deshecha».');
    expect(await titlesIn('Deshecha')).toEqual(['uno']);
    expect((await acts(body._id))[0]).toMatchObject({
      username: admin.username,
      action: 'collection.undo_addition',
      subjectName: 'Deshecha',
      before: { items: ['dos'] },
    });
    await add(body._id, [second], viewer);
    expect(await undo(id)).toMatchObject({ status: 404, body: { code: 'addition.not_found' } });
    expect(await titlesIn('Deshecha')).toEqual(['uno', 'dos']);
  });

  it('is refused while the settings leave additions to administrators', async () => {
    const { body } = await create('Cerrada');
    const allow = (viewersAddToCollections: boolean) =>
      test.call('PUT /api/admin/settings', { body: { viewersAddToCollections } }, admin);
    const isOpen = async (person: Person) =>
      (await test.call('GET /api/collections/additions', {}, person)).body.isOpen;
    expect(await isOpen(viewer)).toBe(true);
    await allow(false);
    expect([await isOpen(viewer), await isOpen(admin)]).toEqual([false, true]);
    expect(await add(body._id, [first], viewer)).toMatchObject({
      status: 403,
      body: {
        code: 'collection.closed',
        error: 'Ahora solo los administradores pueden agregar títulos a las colecciones.',
      },
    });
    expect((await add(body._id, [first])).status).toBe(200);
    await allow(true);
    expect((await add(body._id, [second], viewer)).status).toBe(200);
  });
});
