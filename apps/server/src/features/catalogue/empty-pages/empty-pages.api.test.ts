import { cataloguePages, emptyPagesHeader } from '@butaca/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let viewer: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
  viewer = await test.viewer();
});
afterAll(() => test[Symbol.asyncDispose]());

const emptyPages = async () => (await test.call('GET /api/streams', {}, viewer)).headers[emptyPagesHeader];
/** A title of one chapter. */
const add = async (title: string, tipo: 'serie' | 'novela' | 'dorama', more: object) => {
  const chapters = [{ title: 'Uno', url: `https://vod.example/${title}.mp4` }];
  const body = { title, tipo, seasons: [{ seasonNumber: 1, chapters }], ...more };
  const answer = await test.call('POST /api/videos', { body }, admin);
  expect(answer.status).toBe(201);
};
const addToCollection = (id: string, item: string) =>
  test.call('PUT /api/collections/:id/items', { params: { id }, body: { items: [item] } }, admin);
/** A change of the catalogue is read in the background, so a later answer names the pages. */
const expectEmpty = (pages: readonly string[]) => expect.poll(emptyPages).toBe(pages.join(' '));
const without = (...filled: string[]) => cataloguePages.filter((page) => !filled.includes(page));

it('names every page of an empty catalogue, and no page on which something was added', async () => {
  await expectEmpty(cataloguePages);
  const film = await test.call(
    'POST /api/videos',
    { body: { title: 'Una', tipo: 'pelicula', url: 'https://vod.example/una.mp4' } },
    admin,
  );
  await expectEmpty(without('/peliculas'));
  await test.call(
    'POST /api/channels/admin',
    { body: { name: 'Canal Uno', url: 'https://tv.example/1.m3u8' } },
    admin,
  );
  await expectEmpty(without('/peliculas', '/live-tv'));
  const made = await test.call(
    'POST /api/collections',
    { body: { name: 'Noches', itemsModel: 'Video' } },
    admin,
  );
  await addToCollection(made.body._id, film.body._id);
  await expectEmpty(without('/peliculas', '/live-tv', '/colecciones'));
  await test.call('DELETE /api/collections/:id', { params: { id: made.body._id } }, admin);
  await test.call('DELETE /api/videos/:id', { params: { id: film.body._id } }, admin);
  await expectEmpty(without('/live-tv'));
});

it('counts children’s titles and animes on their pages, whatever kind they are', async () => {
  await add('Dibujos', 'serie', { subcategoria: 'ZONA KIDS' });
  await expectEmpty(without('/live-tv', '/series', '/kids'));
  await add('Espadas', 'serie', { subtipo: 'anime' });
  await expectEmpty(without('/live-tv', '/series', '/kids', '/animes'));
});

it('counts only what viewers see', async () => {
  await add('Guardada', 'novela', { active: false });
  await add('Visible', 'dorama', {});
  await expectEmpty(without('/live-tv', '/series', '/kids', '/animes', '/doramas'));
});

it('does not count a collection without a title', async () => {
  const filled = ['/live-tv', '/series', '/kids', '/animes', '/doramas'];
  const film = await test.call(
    'POST /api/videos',
    { body: { title: 'Sola', tipo: 'pelicula', url: 'https://vod.example/sola.mp4' } },
    admin,
  );
  const { body } = await test.call(
    'POST /api/collections',
    { body: { name: 'Tardes', itemsModel: 'Video' } },
    admin,
  );
  await expectEmpty(without(...filled, '/peliculas'));
  await addToCollection(body._id, film.body._id);
  await expectEmpty(without(...filled, '/peliculas', '/colecciones'));
  const params = { id: body._id, itemId: film.body._id };
  await test.call('DELETE /api/collections/:id/items/:itemId', { params }, admin);
  await expectEmpty(without(...filled, '/peliculas'));
  await addToCollection(body._id, film.body._id);
  await test.call('DELETE /api/videos/:id', { params: { id: film.body._id } }, admin);
  await expectEmpty(without(...filled));
});

it('does not count what the settings hide, until it is shown again', async () => {
  const filled = ['/series', '/kids', '/animes', '/doramas'];
  const hide = (hideAdults: boolean) => test.call('PUT /api/admin/settings', { body: { hideAdults } }, admin);
  const { channels } = (await test.call('GET /api/channels/list', { query: {} }, viewer)).body;
  for (const { _id: id } of channels)
    await test.call('PUT /api/channels/admin/:id', { params: { id }, body: { isAdult: true } }, admin);
  const film = await test.call(
    'POST /api/videos',
    { body: { title: 'Roja', tipo: 'pelicula', url: 'https://vod.example/roja.mp4', isAdult: true } },
    admin,
  );
  await add('Pasiones', 'novela', { isAdult: true });
  const { body } = await test.call(
    'POST /api/collections',
    { body: { name: 'Rojas', itemsModel: 'Video' } },
    admin,
  );
  await addToCollection(body._id, film.body._id);
  await expectEmpty(without(...filled, '/live-tv', '/peliculas', '/novelas', '/colecciones'));
  await hide(true);
  await expectEmpty(without(...filled));
  await hide(false);
  await expectEmpty(without(...filled, '/live-tv', '/peliculas', '/novelas', '/colecciones'));
});

it('is told to nobody without a session', async () => {
  const { headers } = await test.call('GET /api/videos/public/recently-added', {});
  expect(headers[emptyPagesHeader]).toBeUndefined();
});
