import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personHeaders, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry, multipartOf, uploadList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

const unknownId = '01a20588-1c2b-73a4-b137-91cc16c95c19';
const uploads = [
  ['/api/channels/admin/process-m3u', {}, 'list.missing'],
  ['/api/videos/upload-text', { categoria: 'anime' }, 'list.missing_text'],
  ['/api/m3u/bulk-upload', { section: 'animes' }, 'list.missing_section'],
  ['/api/admin/imports/preview', { kind: 'mixed' }, 'list.missing_text'],
] as const;

const post = async (url: string, payload: Buffer | string, contentType: string) => {
  const headers = { ...personHeaders(admin), 'content-type': contentType };
  const response = await test.app.http.inject({ method: 'POST', url, headers, payload });
  return { status: response.statusCode, code: response.json<{ code: string }>().code };
};
/** Lists the uploaded M3U lists that the server keeps on disk; their folder is created with the first upload. */
const spooled = () => readdir(join(test.dataDir, 'uploads')).catch(() => []);
const countImports = async () => (await test.call('GET /api/admin/imports', undefined, admin)).body.total;
const preview = async (title: string) =>
  uploadList(test, admin, 'POST /api/admin/imports/preview', {
    content: listEntry(title, `http://a.tv/movie/u/p/${encodeURIComponent(title)}.mp4`),
    form: { kind: 'mixed' },
  });

describe('an upload of a list', () => {
  it.each(uploads)(
    'to %s under another field name is refused, and the answer says what is missing',
    async (url, form, code) => {
      const before = await countImports();
      const { body, contentType } = multipartOf('otro', { content: listEntry('Uno', 'http://a.tv/1'), form });
      expect(await post(url, body, contentType)).toEqual({ status: 400, code });
      expect(await countImports()).toBe(before);
      expect(await spooled()).toEqual([]);
    },
  );

  it.each(uploads)('to %s without a multipart form is refused with 415', async (url) => {
    expect(await post(url, '#EXTM3U', 'audio/x-mpegurl')).toEqual({ status: 415, code: 'body.wrong_type' });
  });
});

describe('an unknown import', () => {
  const routes = [
    'GET /api/admin/imports/:id',
    'GET /api/admin/imports/:id/rows',
    'GET /api/admin/imports/:id/report.csv',
    'GET /api/admin/imports/:id/events',
    'POST /api/admin/imports/:id/publish',
    'POST /api/admin/imports/:id/cancel',
    'POST /api/admin/imports/:id/undo',
  ] as const;

  it.each(routes)('is answered 404 by %s', async (route) => {
    const sent = { params: { id: unknownId }, ...(route.endsWith('publish') && { body: {} }) };
    expect(await test.call(route, sent as never, admin)).toMatchObject({
      status: 404,
      body: { code: 'import.not_found' },
    });
  });
});

describe('a preview of an import', () => {
  const publish = (id: string) =>
    test.call('POST /api/admin/imports/:id/publish', { params: { id }, body: {} }, admin);
  const cancel = (id: string) => test.call('POST /api/admin/imports/:id/cancel', { params: { id } }, admin);

  it('whose file is gone from the disk cannot be published, and the history says why', async () => {
    const { _id: id } = (await preview('La torre')).body;
    const folder = join(test.dataDir, 'uploads');
    const [kept = ''] = await readdir(folder);
    await rm(join(folder, kept));
    expect(await publish(id)).toMatchObject({ status: 409, body: { code: 'import.file_gone' } });
    const { body } = await test.call('GET /api/admin/imports/:id', { params: { id } }, admin);
    expect(body).toMatchObject({ status: 'failed', errorCode: 'import.file_gone', added: 0 });
    expect((await test.call('GET /api/videos', undefined, admin)).body.total).toBe(0);
  });

  it('is kept while the folder of its file is not there, as when a shared disk is not mounted', async () => {
    const { _id: id } = (await preview('El faro')).body;
    const folder = join(test.dataDir, 'uploads');
    await rename(folder, `${folder}-elsewhere`);
    expect(await publish(id)).toMatchObject({ status: 503, body: { code: 'server.unavailable' } });
    await rename(`${folder}-elsewhere`, folder);
    expect(await publish(id)).toMatchObject({ status: 200, body: { status: 'done', added: 1 } });
  });

  it('that was cancelled can neither be published nor cancelled again', async () => {
    const { _id: id } = (await preview('El puerto')).body;
    expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await publish(id)).toMatchObject({ status: 409, body: { code: 'import.not_preview' } });
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'import.finished' } });
    expect(await spooled()).toEqual([]);
  });
});
