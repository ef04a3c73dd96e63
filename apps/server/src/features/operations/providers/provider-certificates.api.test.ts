import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { X509Certificate } from 'node:crypto';
import { otherSelfSigned, selfSigned } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { createFindCertificates } from '../../../shared/provider/find-certificates.ts';

const fingerprintOf = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256;
const own = fingerprintOf(selfSigned);
const other = fingerprintOf(otherSelfSigned);
const password = 'clave-de-administracion';

let test: TestApp;
let admin: Person;

beforeAll(async () => {
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

/** Starts a provider's server with a self-signed certificate, and records the requests that it receives. */
async function startSecure(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer(selfSigned, (request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    asked,
    /** Presents another certificate from now on, and ends the connections that were made before. */
    renew() {
      server.setSecureContext(otherSelfSigned);
      server.closeAllConnections();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A provider whose list, streams and pictures are at one origin. */
async function startListServer() {
  const secure = await startSecure((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/get.php'))
      response.end(
        `#EXTM3U\n#EXTINF:-1 group-title="Noticias",Uno\n${secure.origin}/live/uno.m3u8\n` +
          `#EXTINF:-1 group-title="Noticias",Fuera\n${secure.origin}/fuera.ts\n`,
      );
    else if (path === '/live/uno.m3u8') {
      const segments = [1, 2, 3].map((n) => `#EXTINF:2,\n/live/${n}.ts`).join('\n');
      response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n${segments}\n`);
    } else if (path.endsWith('.ts')) response.end(Buffer.alloc(188 * 100, Buffer.from('G', 'latin1')));
    else response.writeHead(404).end();
  });
  return secure;
}

const find = async (id: string) =>
  (await test.call('GET /api/admin/providers', {}, admin)).body.providers.find(({ _id }) => _id === id);

const settled = (id: string) =>
  vi.waitFor(
    async () => {
      const provider = await find(id);
      if (provider === undefined || provider.state === 'refreshing') throw new Error('still refreshing');
      return provider;
    },
    { timeout: 20_000 },
  );

async function add(origin: string) {
  const { body } = await test.call(
    'POST /api/admin/providers',
    { body: { address: `${origin}/get.php?username=ana&password=s3cr3t0`, name: 'Mi proveedor' } },
    admin,
  );
  return settled(body._id);
}

const look = async (id: string) =>
  (await test.call('GET /api/admin/providers/:id/certificates', { params: { id } }, admin)).body.servers;

const change = (id: string, body: { origin: string; fingerprint: string | null; currentPassword?: string }) =>
  test.call('PUT /api/admin/providers/:id/certificates', { params: { id }, body }, admin);

const allow = (id: string, origin: string, fingerprint = own) =>
  change(id, { origin, fingerprint, currentPassword: password });

async function refresh(id: string) {
  await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
  return settled(id);
}

/** The catalogue version, of which all servers are notified. */
const readVersion = async () =>
  (await test.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;

const acts = async () => {
  const { body } = await test.call('GET /api/admin/audit', { query: {} }, admin);
  return body.entries.filter(({ action }) => action.startsWith('provider.certificate'));
};

describe('a provider whose certificate nobody has signed', () => {
  it('is sent nothing before an administrator has allowed the certificate with the own password', async () => {
    await using secure = await startListServer();
    const provider = await add(secure.origin);
    expect(provider).toMatchObject({ state: 'failed', errorCode: 'upstream.certificate' });
    expect(provider.error).toContain('«Certificados»');
    const tried = await test.call(
      'POST /api/admin/providers/:id/try',
      { params: { id: provider._id } },
      admin,
    );
    const tls = tried.body.stages.find(({ stage }) => stage === 'tls');
    expect(tls?.outcome).toBe('failed');
    expect(tls?.sentence).toContain(`Huella SHA-256: ${own}.`);
    expect(tls?.sentence).toContain('Titular: CN=proveedor.test; emisor: CN=proveedor.test; válido del');
    expect(await look(provider._id)).toEqual([
      {
        origin: secure.origin,
        state: 'refused',
        sentence: expect.stringContaining('lo ha firmado el propio servidor'),
        presented: {
          fingerprint: own,
          subject: 'CN=proveedor.test',
          issuer: 'CN=proveedor.test',
          validFrom: '2026-11-27T23:49:03.000Z',
          validTo: '2126-11-03T23:49:03.000Z',
        },
        allowed: null,
      },
    ]);
    const without = await change(provider._id, { origin: secure.origin, fingerprint: own });
    expect([without.status, without.body.code]).toEqual([400, 'input.invalid']);
    const wrong = { origin: secure.origin, fingerprint: own, currentPassword: 'otra clave' };
    expect((await change(provider._id, wrong)).body.code).toBe('account.password_wrong');
    expect((await allow(provider._id, secure.origin, other)).body.code).toBe('provider.certificate_changed');
    const unknown = await allow(provider._id, 'https://127.0.0.1:9');
    expect([unknown.status, unknown.body.code, unknown.body.error]).toEqual([
      409,
      'provider.server_unknown',
      'Ese servidor no es de este proveedor. No se ha permitido nada: recarga la lista.',
    ]);
    expect((await allow(provider._id, 'https://127.0.0.1:99999')).body.code).toBe('provider.server_unknown');
    expect((await refresh(provider._id)).errorCode).toBe('upstream.certificate');
    expect(secure.asked).toEqual([]);
    expect(await acts()).toEqual([]);
  });

  it('gives its list and streams once it is allowed, until it is refused again', async () => {
    await using secure = await startListServer();
    const { _id: id } = await add(secure.origin);
    const { status, body } = await allow(id, secure.origin);
    expect(status).toBe(200);
    expect(body.servers).toMatchObject([{ state: 'allowed', allowed: { fingerprint: own } }]);
    const { state, waitingImportId } = await refresh(id);
    expect(state).toBe('decision');
    await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: waitingImportId ?? '' }, body: { groups: [] } },
      admin,
    );
    const tried = await test.call('POST /api/admin/providers/:id/try', { params: { id } }, admin);
    expect(tried.body.stages.map(({ outcome }) => outcome)).toEqual(Array(5).fill('passed'));
    const { body: listed } = await test.call('GET /api/channels/list', { query: {} }, admin);
    const uno = listed.channels.find(({ name }) => name === 'Uno')?._id ?? '';
    const { body: opened } = await test.call('GET /api/channels/id/:id', { params: { id: uno } }, admin);
    const site = await test.origin();
    const playlist = new URL(site + opened.url);
    const lines = (await (await fetch(playlist)).text()).split('\n');
    const [first = '', second = ''] = lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => new URL(line, playlist).href);
    const media = await fetch(first);
    expect([media.status, (await media.arrayBuffer()).byteLength]).toEqual([200, 18_800]);
    expect(secure.asked).toContain('/live/1.ts');

    expect((await change(id, { origin: secure.origin, fingerprint: null })).body.servers).toMatchObject([
      { state: 'refused', allowed: null },
    ]);
    const before = secure.asked.length;
    expect((await refresh(id)).errorCode).toBe('upstream.certificate');
    expect((await fetch(second)).status).toBe(502);
    expect(secure.asked).toHaveLength(before);
    expect(await acts()).toMatchObject([
      { action: 'provider.certificate_refuse', before: { origin: secure.origin, fingerprint: own } },
      {
        action: 'provider.certificate_allow',
        subjectName: 'Mi proveedor',
        after: { origin: secure.origin, fingerprint: own, subject: 'CN=proveedor.test' },
      },
    ]);
  });

  it('is refused when its certificate has changed, with a sentence that has the old and the new one', async () => {
    await using secure = await startListServer();
    const { _id: id } = await add(secure.origin);
    await allow(id, secure.origin);
    expect((await refresh(id)).state).toBe('decision');
    const before = secure.asked.length;
    secure.renew();
    expect((await refresh(id)).errorCode).toBe('upstream.certificate');
    const [server] = await look(id);
    expect(server).toMatchObject({
      state: 'changed',
      presented: { fingerprint: other },
      allowed: { fingerprint: own },
    });
    expect(server?.sentence).toContain(`Permitiste ${own}; ahora presenta ${other}`);
    const tried = await test.call('POST /api/admin/providers/:id/try', { params: { id } }, admin);
    const tls = tried.body.stages.find(({ stage }) => stage === 'tls');
    expect(tls?.sentence).toContain(`Permitiste ${own}; ahora presenta ${other}`);
    expect(secure.asked).toHaveLength(before);
    await allow(id, secure.origin, other);
    expect((await refresh(id)).state).toBe('decision');
    expect((await acts())[0]).toMatchObject({ before: { fingerprint: own }, after: { fingerprint: other } });
  });

  it('that redirects to another server has that one verified as every server is', async () => {
    await using elsewhere = await startListServer();
    await using secure = await startSecure((_request, response) =>
      response.writeHead(302, { location: `${elsewhere.origin}/get.php` }).end(),
    );
    const { _id: id } = await add(secure.origin);
    await allow(id, secure.origin);
    expect((await refresh(id)).errorCode).toBe('upstream.certificate');
    expect(secure.asked).toEqual(['/get.php?username=ana&password=s3cr3t0']);
    expect(elsewhere.asked).toEqual([]);
  });

  it('may be one of a channel that was added by hand', async () => {
    await using secure = await startListServer();
    const url = `${secure.origin}/live/uno.m3u8`;
    const { status } = await test.call(
      'POST /api/channels/admin',
      { body: { name: 'A mano', url, requiresPlan: [] } },
      admin,
    );
    expect(status).toBe(201);
    expect((await look('manual')).map(({ origin, state }) => [origin, state])).toEqual([
      [secure.origin, 'refused'],
    ]);
    await allow('manual', secure.origin);
    await test.call('GET /api/admin/providers/:id/certificates', { params: { id: 'manual' } }, admin);
    const { body: listed } = await test.call('GET /api/channels/list', { query: {} }, admin);
    const { body: opened } = await test.call(
      'GET /api/channels/id/:id',
      { params: { id: listed.channels[0]?._id ?? '' } },
      admin,
    );
    expect((await fetch((await test.origin()) + opened.url)).status).toBe(200);
  });

  it('is accepted by every server as soon as one has allowed it, and not while it is removed', async () => {
    await using secure = await startListServer();
    const { _id: id } = await add(secure.origin);
    let version = await readVersion();
    const findCertificates = createFindCertificates(test.db, () => version);
    expect(await findCertificates(secure.origin)).toEqual([]);
    await allow(id, secure.origin);
    version = await readVersion();
    expect(await findCertificates(secure.origin)).toEqual([own]);
    expect(await findCertificates('https://127.0.0.1')).toEqual([]);
    await test.call('DELETE /api/admin/providers/:id', { params: { id } }, admin);
    version = await readVersion();
    expect(await findCertificates(secure.origin)).toEqual([]);
    expect((await allow(id, secure.origin)).body.code).toBe('provider.removed');
  });
});
