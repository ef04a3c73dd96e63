import { gzipSync } from 'node:zlib';
import { makeZip } from '@butaca/testing';
import { errorCatalogue, type ErrorCode } from '@butaca/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry, uploadList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({ UPLOAD_LIMIT_MB: '32' });
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

const preview = (fileName: string, content: string | Buffer) =>
  uploadList(test, admin, 'POST /api/admin/imports/preview', { content, fileName, form: { kind: 'mixed' } });
const channels = async () =>
  (await test.call('GET /api/channels/admin/list', { query: {} }, admin)).body.channels
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, section, url }) => [name, section, url]);

const la1 = 'http://p.example/live/u/p/1.ts';
const la2 = 'http://p.example/live/u/p/2.ts';
const m3u = `#EXTM3U\n${listEntry('La Una', la1, 'group-title="Noticias"')}${listEntry('La Dos', la2, 'group-title="Noticias"')}`;
const named = `Noticias,#genre#\nLa Una,${la1}\nLa Dos,${la2}\n`;
const encoded = (address: string): string => address.replace(':', '%3a');
const bouquet = `#NAME Noticias
#SERVICE 4097:0:1:0:0:0:0:0:0:0:${encoded(la1)}:La Una
#DESCRIPTION La Una
#SERVICE 1:0:19:2B66:3F3:1:C00000:0:0:0:
#DESCRIPTION De satélite
#SERVICE 1:0:19:2B67:3F3:1:C00000:0:0:0:
#SERVICE 4097:0:1:0:0:0:0:0:0:0:${encoded(la2)}:La Dos
`;
const wiseplay = JSON.stringify({
  name: 'Lista de Ana',
  groups: [
    {
      name: 'Noticias',
      stations: [
        { name: 'La Una', url: la1 },
        { name: 'La Dos', url: la2 },
      ],
    },
  ],
});
const track = (name: string, address: string): string =>
  `<track><location>${address}</location><title>${name}</title><album>Noticias</album></track>`;
const xspf = `<?xml version="1.0" encoding="UTF-8"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>${track('La Una', la1)}${track('La Dos', la2)}</trackList></playlist>`;
const pls = `[playlist]\nFile1=${la1}\nTitle1=La Una\nLength1=-1\nFile2=${la2}\nTitle2=La Dos\nLength2=-1\n`;

describe('a list of another form than M3U', () => {
  it.each([
    ['lista.m3u.gz', gzipSync(m3u)],
    ['lista.zip', makeZip([{ name: 'lista.m3u', content: m3u }])],
    ['lista.txt', named],
    ['userbouquet.noticias.tv', bouquet],
    ['lista.w3u', wiseplay],
    ['lista.json', wiseplay],
    ['lista.xspf', xspf],
    ['lista.pls', pls],
    // The name says nothing: the content does.
    ['lista.m3u', makeZip([{ name: 'lista.w3u', content: wiseplay }])],
    ['lista.m3u', gzipSync(xspf)],
    ['lista.m3u8', named],
  ])('is previewed and published: %s', async (fileName, content) => {
    const { status, body } = await preview(fileName, content);
    expect([status, body.status, body.added]).toEqual([200, 'preview', 2]);
    const published = await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: body._id }, body: {} },
      admin,
    );
    expect(published).toMatchObject({ status: 200, body: { status: 'done', added: 2 } });
    const section = fileName === 'lista.pls' ? 'General' : 'Noticias';
    expect(await channels()).toEqual([
      ['La Dos', section, la2],
      ['La Una', section, la1],
    ]);
  });

  it('is accepted by every upload', async () => {
    expect(await test.upload(admin, 'canales.m3u.gz', gzipSync(m3u))).toMatchObject({ status: 200 });
    expect(await channels()).toHaveLength(2);
    const film = '{"stations":[{"name":"El faro (2001)","url":"http://p.example/movie/u/p/3.mkv"}]}';
    const section = { content: film, fileName: 'cine.w3u', form: { section: 'movies' } };
    expect(await uploadList(test, admin, 'POST /api/m3u/bulk-upload', section)).toMatchObject({
      status: 200,
      body: { added: 1 },
    });
  });

  it('says once for all which services of a receiver have no address', async () => {
    const { body } = await preview('userbouquet.noticias.tv', bouquet);
    expect(body.errors).toEqual([
      {
        line: 4,
        reason:
          '2 servicios son de antena, cable o satélite, o archivos del receptor: no tienen dirección de Internet.',
      },
    ]);
  });

  const deep = `{"groups":${'[{"groups":'.repeat(1_000_000)}`;
  it.each<[string, string, string | Buffer, ErrorCode]>([
    ['is a bomb', 'a.gz', gzipSync(Buffer.alloc(40 * 1_048_576, '#')), 'list.packed_too_large'],
    ['is a zip without a list', 'a.zip', makeZip([{ name: 'a', content: 'x' }]), 'list.packed_without_list'],
    ['is damaged', 'a.zip', Buffer.from('504b0304', 'hex'), 'list.packed_unreadable'],
    ['is packed twice', 'a.gz', gzipSync(gzipSync(m3u)), 'list.packed_twice'],
    ['is packed as RAR', 'a.zip', Buffer.from('Rar!\u001a\u0007\u0000', 'latin1'), 'list.packed_other'],
    ['has groups without end', 'a.w3u', deep, 'list.too_deep'],
    ['breaks off', 'a.w3u', wiseplay.slice(0, -4), 'list.damaged'],
    ['has a document type', 'a.xspf', xspf.replace('?>', '?><!DOCTYPE playlist>'), 'list.damaged'],
    ['has only broadcasts', 'a.tv', '#NAME TDT\n#SERVICE 1:0:1:0:0:0:0:0:0:0:\n', 'list.receiver_only'],
    ['has no stations', 'a.w3u', '{"groups":[]}', 'list.no_entries'],
  ])('that %s is refused with a sentence, and changes nothing', async (_what, fileName, content, code) => {
    const { status, body } = await preview(fileName, content);
    expect([status, body.code, body.error]).toEqual([400, code, errorCatalogue[code].sentence]);
    expect(await channels()).toEqual([]);
    const { body: history } = await test.call('GET /api/admin/imports', undefined, admin);
    expect(history.imports[0]).toMatchObject({ status: 'failed', errorCode: code });
  });
});
