import {
  createMemoryNetwork,
  createVirtualClock,
  startFakeUpstream,
  type FakeUpstream,
} from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
/** Where the streams of an account are, with its password in their addresses. */
let account: FakeUpstream;
/** The server of somebody else, whose playlists and redirects name streams of the account. */
let stranger: FakeUpstream;
let test: TestGateway;
const stored = 'http://cuenta.xtream.invalid/live/-/-/';
beforeAll(async () => {
  account = await startFakeUpstream(network);
  stranger = await startFakeUpstream(network);
  test = await startTestGateway({
    network,
    timing: { clock },
    completeAddress: async (address) => address.replace(stored, `${account.origin}/live/ana/s3cr3t0/`),
  });
  account.serve('/live/ana/s3cr3t0/', (request, response) => {
    if (request.url?.endsWith('.m3u8') === true)
      return void response.end('#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n7.ts\n#EXT-X-ENDLIST\n');
    return void response.writeHead(200, { 'content-type': 'video/mp2t' }).end(Buffer.alloc(1_880, 0x47));
  });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await account[Symbol.asyncDispose]();
  await stranger[Symbol.asyncDispose]();
});

const askedOfAccount = () => account.seen.map(({ path }) => path);
const play = (address: string) =>
  clock.finish(test.fetch(test.address({ address, streamKind: 'hls', userAgent: null, referrer: null })));

it('a stream of an account in the catalogue is requested with its password, and so are its segments', async () => {
  const address = test.address({ address: `${stored}1.m3u8`, streamKind: 'hls' });
  const { status, body } = await clock.finish(test.fetch(address));
  expect(status).toBe(200);
  const [segment = ''] = /^\/api\/stream\/\S+$/m.exec(String(body)) ?? [];
  expect((await clock.finish(test.fetch(new URL(segment, address).href))).status).toBe(200);
  expect(askedOfAccount()).toEqual(['/live/ana/s3cr3t0/1.m3u8', '/live/ana/s3cr3t0/7.ts']);
});

it.each([
  ['segment', `#EXTINF:4,\n${stored}9.ts`],
  ['playlist', `#EXT-X-STREAM-INF:BANDWIDTH=1000\n${stored}9.m3u8`],
  ['key', `#EXT-X-KEY:METHOD=AES-128,URI="${stored}9.ts"\n#EXTINF:4,\na.ts`],
  ['map', `#EXT-X-MAP:URI="${stored}9.ts"\n#EXTINF:4,\na.ts`],
])(
  'a playlist that names a stream of an account as its %s causes no request with the account',
  async (kind, lines) => {
    account.seen.length = 0;
    stranger.serve(`/${kind}.m3u8`, (_request, response) => {
      response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n${lines}\n`);
    });
    const address = test.address({ address: `${stranger.origin}/${kind}.m3u8`, streamKind: 'hls' });
    const { body } = await clock.finish(test.fetch(address));
    const named = [...String(body).matchAll(/\/api\/stream\/[^\s"]+/g)].map(([path]) => path);
    for (const path of named) await clock.finish(test.fetch(new URL(path, address).href));
    expect(askedOfAccount()).toEqual([]);
  },
);

it('a redirect to a stream of an account is refused', async () => {
  account.seen.length = 0;
  stranger.serve('/lejos.m3u8', (_request, response) => {
    response.writeHead(302, { location: `${stored}1.m3u8` }).end();
  });
  const { body } = await play(`${stranger.origin}/lejos.m3u8`);
  expect(JSON.parse(String(body))).toMatchObject({ code: 'upstream.refused' });
  expect(askedOfAccount()).toEqual([]);
});
