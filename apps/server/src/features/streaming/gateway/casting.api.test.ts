import { fileBytes, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CastPart } from './delivery/cast-meter.ts';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const durationSeconds = 100;
const minuteMs = 60_000;

let upstream: FakeUpstream;
let test: TestGateway;
let told: CastPart[] = [];
beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestGateway({
    durationOf: () => Promise.resolve(durationSeconds),
    onCast: (_grant, part) => told.push(part),
  });
});
beforeEach(() => {
  told = [];
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const film = { itemKey: 'video:1', isCast: true } as const;
const fileAddress = (grant: Parameters<TestGateway['address']>[1] = film) =>
  test.address({ address: `${upstream.origin}/file.mp4`, streamKind: 'file' }, grant);

const pass = (ms: number): void => {
  test.time.now = new Date(test.time.now.getTime() + ms);
};

const statusOf = async (address: string): Promise<number> => {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.status;
};

describe('the address for a television', () => {
  it('is answered to the page of a television’s maker, and no other address is', async () => {
    const cast = await fetch(fileAddress());
    expect(Object.fromEntries(cast.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    await cast.arrayBuffer();
    const own = await fetch(fileAddress({ itemKey: 'video:1' }));
    expect(own.headers.get('access-control-allow-origin')).toBeNull();
    expect(own.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    await own.arrayBuffer();
  });

  it('expires half an hour after its last use', async () => {
    const address = fileAddress();
    pass(30 * minuteMs);
    expect(await statusOf(address)).toBe(200);
    pass(30 * minuteMs - 1_000);
    expect(await statusOf(address)).toBe(200);
    pass(30 * minuteMs + 1_000);
    expect(await statusOf(address)).toBe(410);
  });

  it('expires six hours after it was issued, however much it is used', async () => {
    const address = fileAddress();
    for (let used = 0; used < 12; used += 1) {
      pass(30 * minuteMs);
      expect(await statusOf(address)).toBe(200);
    }
    pass(2 * minuteMs);
    expect(await statusOf(address)).toBe(410);
  });
});

describe('what is delivered to a television', () => {
  it('is told by the bytes of a file, from the place that was asked for', async () => {
    const from = Math.floor(fileBytes.length / 2);
    const response = await fetch(fileAddress(), { headers: { range: `bytes=${from}-` } });
    expect(response.status).toBe(206);
    await response.arrayBuffer();
    expect(told[0]?.fromSeconds).toBeCloseTo(50, 0);
    expect(told.at(-1)).toMatchObject({ toSeconds: durationSeconds, durationSeconds });
  });

  it('is told by the segments of a list, with the length of the whole film', async () => {
    const lines = [0, 1, 2].flatMap((index) => ['#EXTINF:6.5,', `/vod/0.ts?trozo=${index}`]);
    upstream.answer('/para-tele.m3u8', {
      headers: { 'content-type': 'application/vnd.apple.mpegurl' },
      body: ['#EXTM3U', '#EXT-X-TARGETDURATION:7', ...lines, '#EXT-X-ENDLIST', ''].join('\n'),
    });
    for (const index of [0, 1, 2]) {
      upstream.answer(`/vod/0.ts?trozo=${index}`, {
        headers: { 'content-type': 'video/mp2t' },
        body: Buffer.alloc(1_880, 0x47),
      });
    }
    const list = test.address({ address: `${upstream.origin}/para-tele.m3u8`, streamKind: 'hls' }, film);
    const text = await (await fetch(list)).text();
    expect(told).toEqual([]);
    const [, second = ''] = text.split('\n').filter((line) => line.startsWith('/'));
    expect(await statusOf(new URL(second, list).href)).toBe(200);
    expect(told).toEqual([{ fromSeconds: 6.5, toSeconds: 13, durationSeconds: 19.5 }]);
  });

  it('is not told of what the browser reads by itself that gives the address to a television', async () => {
    let cookie = '';
    const client = { keepCookie: (given: string) => void (cookie = given.split(';')[0] ?? '') };
    const address = test.address(
      { address: `${upstream.origin}/file.mp4`, streamKind: 'file' },
      film,
      client,
    );
    await (await fetch(address, { headers: { cookie } })).arrayBuffer();
    expect(told).toEqual([]);
    expect(await statusOf(address)).toBe(200);
    expect(told).not.toEqual([]);
  });

  it('is not told of a channel, of a request for headers only, or of what a browser plays', async () => {
    await statusOf(fileAddress({ itemKey: 'channel:1', isCast: true }));
    await statusOf(fileAddress({ itemKey: 'video:1' }));
    await fetch(fileAddress(), { method: 'HEAD' });
    expect(told).toEqual([]);
  });
});
