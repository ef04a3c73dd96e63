import {
  createMemoryNetwork,
  createVirtualClock,
  fileBytes,
  startFakeUpstream,
  type FakeUpstream,
} from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import {
  startTestGateway,
  type TestGateway,
  type WholeAnswer,
} from '../../../../../test/gateway/start-test-gateway.ts';
import type { ProviderBudget } from '../upstream/provider-slots.ts';

/** A provider whose versions fail, and one whose versions play. */
let bad: FakeUpstream;
let good: FakeUpstream;
let test: TestGateway;
const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
const versions = new Map<ItemKey, StreamSource[]>();
const budgets = new Map<string, ProviderBudget>();
const converted: string[] = [];

beforeAll(async () => {
  bad = await startFakeUpstream(network);
  good = await startFakeUpstream(network);
  test = await startTestGateway({
    network,
    timing: { clock },
    findVersions: async (titleKey, chosen) => {
      const listed = versions.get(titleKey) ?? [];
      return listed.some(({ address }) => address === chosen)
        ? listed.filter(({ address }) => address !== chosen)
        : [];
    },
    findBudget: async ({ sourceAddress = '' }) => budgets.get(sourceAddress),
    internal: {
      remux: {
        async open(path) {
          converted.push(path);
          if (path.startsWith('mala')) throw new AppError('upstream.unreachable');
          const headers = { 'content-type': 'application/vnd.apple.mpegurl' };
          return { status: 200, headers, body: '#EXTM3U\n#EXT-X-ENDLIST\n' };
        },
      },
    },
    conversions: {
      sourceOf: (address) => `http://${/remux\/(\w+)/.exec(address)?.[1]}.example/x.mkv`,
      convertLike: (_address, source) =>
        `internal://remux/${new URL(source.address).host.split('.')[0]}/index.m3u8`,
    },
  });
  good.serve('/buena', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'video/mp4', 'content-length': fileBytes.length })
      .end(fileBytes),
  );
});
beforeEach(() => {
  for (const upstream of [bad, good]) upstream.seen.length = 0;
  budgets.clear();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await bad[Symbol.asyncDispose]();
  await good[Symbol.asyncDispose]();
});

const file = (address: string): StreamSource => ({
  address,
  streamKind: /\.m3u8/.test(address) ? 'hls' : 'file',
  userAgent: null,
  referrer: null,
});

let titles = 0;
/** Issues the address of a film whose versions have these addresses, of which the first is the chosen one. */
function film(...addresses: string[]): string {
  titles += 1;
  const itemKey: ItemKey = `video:${titles}`;
  versions.set(itemKey, addresses.map(file));
  return test.address(file(addresses[0] ?? ''), { itemKey });
}
const get = (address: string, headers?: Record<string, string>): Promise<WholeAnswer> =>
  clock.finish(test.fetch(address, headers));
const codeOf = ({ body }: WholeAnswer): unknown => (JSON.parse(body.toString()) as { code: string }).code;
const paths = ({ seen }: FakeUpstream) => seen.map(({ path }) => path);

describe('a film whose chosen version does not answer', () => {
  it.each(['/status/404', '/status/500', '/html', '/hangs-up'])(
    'goes on with another one in the same answer, and stays with it: %s',
    async (path) => {
      const dead = `${bad.origin}${path}?${titles}`;
      const address = film(dead, `${good.origin}/buena?${titles}`);
      const whole = await get(address, { range: 'bytes=0-' });
      expect([whole.status, whole.body.equals(fileBytes)]).toEqual([200, true]);
      expect(test.gateway.isReady(dead)).toBe(false);
      const asked = bad.seen.length;
      expect((await get(address, { range: 'bytes=5-9' })).status).toBe(200);
      expect([bad.seen.length, good.seen.length]).toEqual([asked, 2]);
    },
  );

  it('goes on when its server is silent for four seconds, and asks that last the next time', async () => {
    const silent = `${bad.origin}/silent`;
    const other = `${good.origin}/buena?silencio`;
    const before = clock.steadyMs();
    expect((await get(film(silent, other))).status).toBe(200);
    expect(clock.steadyMs() - before).toBe(4_000);
    expect(test.gateway.isReady(silent)).toBe(false);
    expect((await get(film(silent, other))).status).toBe(200);
    expect(paths(bad)).toEqual(['/silent']);
  });

  it('tries eight versions at most, and answers with the failure of the first', async () => {
    const dead = Array.from({ length: 12 }, (_, n) => `${bad.origin}/status/404?v${n}`);
    const answer = await get(film(...dead));
    // The four others have not failed yet, so that a new address is worth requesting.
    expect([answer.status, codeOf(answer), bad.seen.length]).toEqual([410, 'stream.expired', 8]);
    const few = await get(film(`${bad.origin}/status/404?a`, `${bad.origin}/status/500?b`));
    expect([few.status, codeOf(few)]).toEqual([502, 'upstream.gone']);
  });

  it('asks for a new address where the other version needs another form of delivery', async () => {
    const answer = await get(film(`${bad.origin}/status/404?p.mp4`, `${good.origin}/file.mkv`));
    expect([answer.status, codeOf(answer), paths(good)]).toEqual([410, 'stream.expired', []]);
  });

  it('is not opened beside another version with the account of the same provider', async () => {
    const addresses = [`${bad.origin}/silent?una`, `${good.origin}/buena?otra`];
    for (const address of addresses) budgets.set(address, { providerKey: 'casa', connections: 1 });
    const before = clock.steadyMs();
    expect((await get(film(...addresses))).status).toBe(200);
    expect(clock.steadyMs() - before).toBe(10_000);
  });

  it('goes on with a version of another provider when its own has no connection left', async () => {
    const addresses = [`${bad.origin}/dura?llena`, `${good.origin}/buena?libre`];
    bad.serve('/dura', (_request, response) =>
      response.writeHead(200, { 'content-type': 'video/mp4' }).write(fileBytes),
    );
    budgets.set(addresses[0] ?? '', { providerKey: 'llena', connections: 1 });
    budgets.set(addresses[1] ?? '', { providerKey: 'libre', connections: 1 });
    const other = test.address(file(addresses[0] ?? ''), { itemKey: 'video:sola', deviceId: 'e'.repeat(32) });
    const playing = await clock.finish(test.ask(other));
    versions.set('video:otra', addresses.map(file));
    const address = test.address(file(addresses[0] ?? ''), {
      itemKey: 'video:otra',
      accountId: 'cuenta-2',
      deviceId: 'f'.repeat(32),
      sessionKey: 'sesión-2',
    });
    expect((await get(address)).status).toBe(200);
    // A provider that was not asked has not failed.
    expect(test.gateway.isReady(addresses[0] ?? '')).toBe(true);
    playing.destroy();
  });
});

describe('a film whose version fails after it has played', () => {
  it('asks for a new address, and never goes on with the bytes of another file', async () => {
    let isDead = false;
    bad.serve('/muere', (_request, response) =>
      isDead
        ? response.writeHead(404).end()
        : response.writeHead(200, { 'content-type': 'video/mp4' }).end(fileBytes),
    );
    const address = film(`${bad.origin}/muere`, `${good.origin}/buena?despues`);
    expect((await get(address, { range: 'bytes=0-' })).status).toBe(200);
    isDead = true;
    for (const range of ['bytes=100-', 'bytes=0-']) {
      const answer = await get(address, { range });
      expect([answer.status, codeOf(answer)]).toEqual([410, 'stream.expired']);
    }
    expect(paths(good)).toEqual([]);
    expect(test.gateway.isReady(`${bad.origin}/muere`)).toBe(false);
  });

  it('keeps its own failure where it is the only version', async () => {
    const answer = await get(film(`${bad.origin}/status/404?sola`), { range: 'bytes=100-' });
    expect([answer.status, codeOf(answer)]).toEqual([502, 'upstream.gone']);
  });

  it('asks for a new address when the parts of its playlist fail and the player opens it again', async () => {
    const own = `${good.origin}/vod/index.m3u8`;
    const address = film(own, `${bad.origin}/otra/index.m3u8`);
    const playlist = (await get(address)).body.toString();
    const part = new URL(/^[^#].*$/m.exec(playlist)?.[0] ?? '', address).href;
    expect((await get(part)).status).toBe(200);
    expect((await get(address)).status).toBe(200);
    good.serve('/vod/', (_request, response) => response.writeHead(500).end());
    expect((await get(part)).status).toBe(502);
    expect([(await get(address)).status, test.gateway.isReady(own)]).toEqual([410, false]);
  });
});

it('a converted film goes on with the conversion of another version', async () => {
  versions.set('video:convertida', [file('http://mala.example/x.mkv'), file('http://buena.example/x.mp4')]);
  const source = { address: 'internal:remux/mala/index.m3u8', streamKind: 'hls' } as const;
  const answer = await get(test.address(source, { itemKey: 'video:convertida' }));
  expect([answer.status, converted]).toEqual([200, ['mala/index.m3u8', 'buena/index.m3u8']]);
  expect(test.gateway.isReady('http://mala.example/x.mkv')).toBe(false);
});
