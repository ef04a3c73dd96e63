import { createVirtualClock, startFakeUpstream, type FakeUpstream, type VirtualClock } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SharedPermits } from '../../../platform/shared-store/shared-permits.ts';
import { startTestGateway, until, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

let upstream: FakeUpstream;
let test: TestGateway;
let clock: VirtualClock;
let failures: string[];
beforeEach(async () => {
  clock = createVirtualClock();
  failures = [];
  upstream = await startFakeUpstream();
  test = await startTestGateway({
    timing: { clock },
    onUpstreamFailure: (_itemKey, code) => failures.push(code),
  });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const master = [
  '#EXTM3U',
  '#EXT-X-STREAM-INF:BANDWIDTH=2600000',
  'alta.m3u8',
  '#EXT-X-STREAM-INF:BANDWIDTH=600000',
  'baja.m3u8',
].join('\n');
const media = [
  '#EXTM3U',
  '#EXT-X-TARGETDURATION:2',
  '#EXT-X-MEDIA-SEQUENCE:7',
  '#EXTINF:2,',
  '7.ts',
  '#EXTINF:2,',
  '8.ts',
].join('\n');

const issue = (streamKind: 'hls' | 'ts' = 'hls') =>
  test.address({ address: `${upstream.origin}/canal.m3u8`, streamKind });
const open = (address: string, left = new AbortController().signal) =>
  test.gateway.openPlaylists(new URL(address).pathname, left);
const asked = () => upstream.seen.map(({ path }) => path);

describe('the playlists with which a stream begins', () => {
  it('are the master playlist and that of its first rendition, as their addresses answer with them', async () => {
    upstream.answer('/canal.m3u8', { body: master });
    upstream.answer('/alta.m3u8', { body: media });
    const address = issue();
    const found = await open(address);
    expect(asked()).toEqual(['/canal.m3u8', '/alta.m3u8']);
    expect(found[0]?.url).toBe(new URL(address).pathname);
    expect(found[0]?.text).toContain(found[1]?.url);
    const answered = await Promise.all(
      found.map(async ({ url }) => (await test.fetch(new URL(url, address).href)).body.toString()),
    );
    expect(answered).toEqual(found.map(({ text }) => text));
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`alta|7\\.ts|${new URL(upstream.origin).port}`));
  });

  it('are none where several servers share the connections of providers, which are not asked then', async () => {
    upstream.answer('/canal.m3u8', { body: media });
    const permits: SharedPermits = {
      open: () => expect.unreachable('no number of connections is known'),
      want: () => undefined,
      countAll: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    };
    await using several = await startTestGateway({ timing: { clock }, permits });
    const address = several.address({ address: `${upstream.origin}/canal.m3u8`, streamKind: 'hls' });
    const found = several.gateway.openPlaylists(new URL(address).pathname, new AbortController().signal);
    expect([await found, asked()]).toEqual([[], []]);
    expect((await several.fetch(address)).status).toBe(200);
  });

  it('is the playlist alone where it names segments', async () => {
    upstream.answer('/canal.m3u8', { body: media });
    const [only, ...others] = await open(issue());
    expect(only?.text.match(/^\/api\/stream\/.+$/gm)).toHaveLength(2);
    expect(others).toEqual([]);
    expect(asked()).toEqual(['/canal.m3u8']);
  });

  it('are not requested for whoever may not receive the stream now', async () => {
    upstream.answer('/canal.m3u8', { body: media });
    test.grants.refusal = new AppError('stream.forbidden');
    expect(await open(issue())).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it('are none of a stream in another form, which is not requested', async () => {
    expect(await open(issue('ts'))).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it('leave the failure of a provider to the request of the player, and ask the provider once', async () => {
    upstream.answer('/canal.m3u8', { status: 404 });
    const address = issue();
    expect(await open(address)).toEqual([]);
    expect(failures).toEqual([]);
    const refused = await test.fetch(address);
    expect([refused.status, failures]).toEqual([502, ['upstream.gone']]);
    expect(asked()).toEqual(['/canal.m3u8']);
    await test.fetch(address);
    expect(asked()).toEqual(['/canal.m3u8', '/canal.m3u8']);
  });
});

describe('a provider that answers late', () => {
  it('delays the answer for half a second, and is asked once for both', async () => {
    let send: (() => void) | undefined;
    upstream.serve('/canal.m3u8', (_request, response) => {
      send = () => void response.end(media);
    });
    const address = issue();
    const opening = open(address);
    await until('the provider is asked', () => send !== undefined);
    clock.pass(500);
    expect(await opening).toEqual([]);
    const playing = test.fetch(address);
    await until('the player has asked', () => test.grants.checks === 2);
    send?.();
    expect((await playing).body.toString()).toContain('#EXTINF');
    expect(asked()).toEqual(['/canal.m3u8']);
  });

  it('is left when the client has left, and two seconds after an answer that no player followed', async () => {
    let closed = 0;
    upstream.serve('/canal.m3u8', (_request, response) => {
      response.once('close', () => {
        closed += 1;
      });
    });
    const client = new AbortController();
    const opening = open(issue(), client.signal);
    await until('the provider is asked', () => asked().length === 1);
    client.abort();
    expect(await opening).toEqual([]);
    await until('the first request is given up', () => closed === 1);
    const second = open(issue());
    await until('the provider is asked again', () => asked().length === 2);
    clock.pass(500);
    expect(await second).toEqual([]);
    clock.pass(2_000);
    await until('the second request is given up', () => closed === 2);
  });
});
