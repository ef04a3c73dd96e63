import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let premium: Person;
beforeAll(async () => {
  test = await startTestApp({}, { isDemo: true });
  const accounts = await test.app.demo.accounts();
  const account = accounts?.find(({ username }) => username === 'demo-premium');
  premium = await test.login({ username: 'demo-premium', password: account?.password ?? '' });
});
afterAll(() => test[Symbol.asyncDispose]());

const channels = async (person = premium) =>
  (await test.call('GET /api/channels/list', {}, person)).body.channels;
const fetchPath = (url: string) => test.app.http.inject({ url });

describe('the demo', () => {
  it('has titles that its premium account has begun to watch', async () => {
    const { body } = await test.call('GET /api/videos/user/continue-watching', undefined, premium);
    expect(body.map(({ title, watchProgress }) => [title, watchProgress.lastChapter])).toEqual([
      ['Frecuencia muerta', 2],
      ['Ronin Eléctrico', 3],
      ['El hombre mosca', null],
      ['Bajo el hielo', 1],
      ['Sangre de agave', 2],
    ]);
    expect(body.every(({ watchProgress: { progress } }) => progress > 0 && progress < 1)).toBe(true);
  });

  it('seeds an empty database with channels in several sections', async () => {
    const list = await channels();
    expect(list.length).toBeGreaterThanOrEqual(10);
    expect(new Set(list.map(({ section }) => section)).size).toBeGreaterThan(4);
    expect(list.filter(({ isFeatured }) => isFeatured).length).toBeGreaterThan(2);
  });

  it('gives each account its own password, in a file that only its owner can read', async () => {
    const accounts = (await test.app.demo.accounts()) ?? [];
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(accounts.length);
    expect(accounts.map(({ plan, role }) => `${role} ${plan}`)).toEqual([
      'admin premium',
      'user gplay',
      'user estandar',
      'user cinefilo',
      'user sports',
      'user premium',
    ]);
    const { mode } = await stat(join(test.dataDir, 'demo-accounts.json'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('plays every channel as live HLS through the gateway, down to its segments', async () => {
    for (const channel of await channels()) {
      const { status, body } = await test.call(
        'GET /api/channels/id/:id',
        { params: { id: channel._id } },
        premium,
      );
      if (channel.locked) {
        expect([channel.name, status]).toEqual([channel.name, 403]);
        continue;
      }
      expect([channel.name, status, body.streamKind]).toEqual([channel.name, 200, 'hls']);
      const master = await fetchPath(body.url);
      expect(master.statusCode).toBe(200);
      expect(master.body).not.toContain('internal:');
      const [rendition = ''] = master.body.split('\n').filter((line) => line.startsWith('/api/stream/'));
      const media = await fetchPath(rendition);
      expect(media.body).toContain('#EXT-X-MEDIA-SEQUENCE:');
      expect(media.body).not.toContain('#EXT-X-ENDLIST');
      const segments = media.body.split('\n').filter((line) => line.startsWith('/api/stream/'));
      expect(segments).toHaveLength(6);
      const segment = await fetchPath(segments[0] ?? '');
      expect(segment.headers['content-type']).toBe('video/mp2t');
      expect(segment.rawPayload[0]).toBe(0x47);
    }
  });

  it('has logos, posters, backdrops and stills whose images exist', async () => {
    const { body } = await test.call('GET /api/videos', { query: { limit: '100' } }, premium);
    const logos = (await channels()).map(({ logo }) => logo);
    const images = body.videos.flatMap(({ thumbnail, backdrop }) => [thumbnail, backdrop ?? thumbnail]);
    expect(body.videos.length).toBeGreaterThan(40);
    for (const path of new Set([...logos, ...images])) {
      const response = await fetchPath(path?.replace(/\d+\?/, '160?') ?? '');
      expect([path, response.statusCode, response.headers['content-type']]).toEqual([
        path,
        200,
        'image/webp',
      ]);
    }
  });

  it('has a guide in which every channel shows something now and next', async () => {
    const account = (await test.app.demo.accounts())?.find(({ role }) => role === 'admin');
    const admin = await test.login({ username: account?.username ?? '', password: account?.password ?? '' });
    const source = (await test.call('GET /api/admin/guide/sources', {}, admin)).body.sources[0];
    expect(source).toMatchObject({ kind: 'demo', state: 'refreshing', place: 1 });
    // A change of a source wakes the job that reads the guides that are due.
    await test.call(
      'PUT /api/admin/guide/sources/:id',
      { params: { id: source?._id ?? '' }, body: { name: 'Guía' } },
      admin,
    );
    const shown = async () => (await test.call('GET /api/guide/now', {}, premium)).body.channels;
    await expect.poll(async () => (await shown()).length).toBe((await channels()).length);
    expect((await shown()).filter(({ now, next }) => now === null || next === null)).toEqual([]);
  });

  it('plays programmes of a channel with an archive from their start', async () => {
    const { body: present } = await test.call('GET /api/guide/now', {}, premium);
    const cenit = (await channels()).find(({ name }) => name === 'Cénit 24')?._id ?? '';
    const programme = present.channels.find(({ channelId }) => channelId === cenit)?.now;
    expect(programme?.canPlayFromStart).toBe(true);
    const { status, body } = await test.call(
      'GET /api/channels/id/:id/archive/:start',
      { params: { id: cenit, start: programme?.startsAt ?? '' } },
      premium,
    );
    expect([status, body.beginsAt]).toEqual([200, programme?.startsAt]);
    const linesOf = async (url = '') =>
      (await fetchPath(url)).body.split('\n').filter((line) => line.startsWith('/api/stream/'));
    const [rendition] = await linesOf(body.url);
    const [segment] = await linesOf(rendition);
    expect((await fetchPath(segment ?? '')).rawPayload[0]).toBe(0x47);
    expect((await fetchPath(rendition ?? '')).body).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  });

  it('is not seeded twice', async () => {
    const before = await channels();
    await test.app.demo.ensureSeeded(test.app.demoTargets);
    expect(await channels()).toEqual(before);
  });

  it('is removed with one call that keeps the calling administrator, and does not come back', async () => {
    const account = (await test.app.demo.accounts())?.find(({ role }) => role === 'admin');
    const admin = await test.login({ username: account?.username ?? '', password: account?.password ?? '' });
    const { body: there } = await test.call('GET /api/admin/demo', undefined, admin);
    expect(there).toMatchObject({ isPresent: true, accounts: 6 });
    const { status } = await test.call('DELETE /api/admin/demo', undefined, admin);
    expect(status).toBe(200);
    expect(await channels(admin)).toEqual([]);
    expect((await test.call('GET /api/admin/guide/sources', {}, admin)).body.sources).toEqual([]);
    const { entries } = (await test.call('GET /api/admin/audit', {}, admin)).body;
    expect(entries[0]).toMatchObject({ action: 'demo.remove', username: 'demo-admin' });
    expect((await test.call('GET /api/auth/me', undefined, premium)).status).toBe(401);
    expect(await test.app.demo.ensureSeeded(test.app.demoTargets)).toBeUndefined();
    expect(await channels(admin)).toEqual([]);
  });
});

describe('a database that is not empty', () => {
  it('gets no demo when it holds only accounts', async () => {
    await using own = await startTestApp();
    expect(await own.app.demo.ensureSeeded(own.app.demoTargets)).toBeUndefined();
    expect(await own.app.demoTargets.accounts.countDemoAccounts()).toBe(0);
  });

  it('ignores the demo note of another database in the same folder', async () => {
    await using other = await startTestApp({}, { isDemo: true });
    await using own = await startTestApp({ DATA_DIR: other.dataDir });
    expect(await other.app.demo.accounts()).toHaveLength(6);
    expect(await own.app.demo.accounts()).toBeUndefined();
  });

  it('gets no demo when it holds a channel', async () => {
    await using own = await startTestApp();
    await own.call(
      'POST /api/channels/admin',
      { body: { name: 'Propio', url: 'https://p.example/1.m3u8' } },
      await own.admin(),
    );
    expect(await own.app.demo.ensureSeeded(own.app.demoTargets)).toBeUndefined();
    expect(await own.app.demoTargets.channels.countAll()).toBe(1);
  });
});
