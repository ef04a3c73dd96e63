import type { GuideSource } from '@butaca/contract';
import { createVirtualClock, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from './test-app.ts';

/** A server with some channels, and a fake server of guides; both on the same virtual clock. */
export interface GuideTest extends AsyncDisposable {
  app: TestApp;
  admin: Person;
  clock: ReturnType<typeof createVirtualClock>;
  upstream: FakeUpstream;
  /** The instant that is so many minutes after the clock's start, or after the hour at which `beginHour` was called last. */
  at(minutes: number): Date;
  /** Makes the present hour the one from which `at` counts. */
  beginHour(): void;
  /** Imports channels by name, with the attributes of their entries. @returns their ids by name */
  addChannels(entries: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  /** Adds the guide that the fake server answers at a path, and waits until it is read or refused. */
  addSource(path: string, more?: object): Promise<GuideSource>;
  /** Waits until no refresh of a source is due. */
  settled(id: string): Promise<GuideSource>;
  /** Asks for a refresh and waits for its end. */
  refresh(id: string): Promise<GuideSource>;
}

/** The instant at which the clock of the tests of guides starts. */
const guideStart = '2026-11-30T12:00:00.000Z';

export async function startGuideTest(
  env: Record<string, string> = {},
  more: Pick<NonNullable<Parameters<typeof startTestApp>[1]>, 'connectToPushServices'> = {},
): Promise<GuideTest> {
  const clock = createVirtualClock(guideStart);
  let hourMs = Date.parse(guideStart);
  const app = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8', ...env }, { clock, ...more });
  const upstream = await startFakeUpstream();
  const admin = await app.admin();

  async function settled(id: string): Promise<GuideSource> {
    return vi.waitFor(
      async () => {
        const { body } = await app.call('GET /api/admin/guide/sources', {}, admin);
        const source = body.sources.find(({ _id }) => _id === id);
        if (source === undefined || source.state === 'refreshing') throw new Error('still refreshing');
        return source;
      },
      { timeout: 20_000 },
    );
  }

  return {
    app,
    admin,
    clock,
    upstream,
    settled,
    at: (minutes) => new Date(hourMs + minutes * 60_000),
    beginHour() {
      hourMs = Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000;
    },
    async addChannels(entries) {
      const list = Object.entries(entries).map(
        ([name, attributes]) =>
          `#EXTINF:-1 ${attributes},${name}\nhttp://tv.example/${encodeURIComponent(name)}.m3u8`,
      );
      const { status } = await app.upload(admin, 'canales.m3u', `#EXTM3U\n${list.join('\n')}\n`);
      if (status !== 200) throw new Error(`the channels were not imported: ${status}`);
      const { body } = await app.call('GET /api/channels/list', { query: {} }, admin);
      return Object.fromEntries(body.channels.map(({ name, _id }) => [name, _id]));
    },
    async addSource(path, more = {}) {
      const { status, body } = await app.call(
        'POST /api/admin/guide/sources',
        { body: { address: upstream.origin + path, ...more } },
        admin,
      );
      if (status !== 201) throw new Error(`the source was refused: ${JSON.stringify(body)}`);
      return settled(body._id);
    },
    async refresh(id) {
      const { status } = await app.call(
        'POST /api/admin/guide/sources/:id/refresh',
        { params: { id } },
        admin,
      );
      if (status !== 200) throw new Error(`the refresh was refused: ${status}`);
      return settled(id);
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}
