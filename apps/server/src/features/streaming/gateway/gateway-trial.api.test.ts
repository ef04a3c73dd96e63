import { errorCatalogue } from '@butaca/contract';
import { fileBytes, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import type { NewStreamGrant, StreamGrant } from '../../../shared/stream/stream-grant.ts';
import {
  startTestGateway,
  testGrant,
  until,
  type TestGateway,
} from '../../../../test/gateway/start-test-gateway.ts';
import type { MediaPart } from './stream/stream.ts';

let upstream: FakeUpstream;
let test: TestGateway;
let charged: MediaPart[];
let refuses: (grant: StreamGrant) => boolean;
let rechecks: number;
beforeEach(async () => {
  charged = [];
  refuses = () => false;
  rechecks = 0;
  upstream = await startFakeUpstream();
  test = await startTestGateway({
    timing: { recheckMs: 20 },
    grants: {
      async check(grant, occasion) {
        if (occasion === 'recheck') rechecks += 1;
        return refuses(grant) ? new AppError('stream.forbidden') : undefined;
      },
      renew: async () => undefined,
      async charge(_grant, part) {
        charged.push(part);
      },
    },
  });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const trial: NewStreamGrant = { ...testGrant, isTrial: true };
const hlsType = 'application/vnd.apple.mpegurl';

/**
 * Lets the fake upstream answer `/film.m3u8` with the given playlist. @returns the stream gateway's address of that
 * playlist under a grant (permission), by default one for a free trial
 */
function offer(lines: readonly string[], grant: NewStreamGrant = trial): string {
  upstream.answer('/film.m3u8', {
    headers: { 'content-type': hlsType },
    body: ['#EXTM3U', '#EXT-X-TARGETDURATION:10', ...lines, ''].join('\n'),
  });
  return test.address({ address: `${upstream.origin}/film.m3u8`, streamKind: 'hls' }, grant);
}

/** Lists the absolute URLs that a playlist names, in order. */
async function childrenOf(address: string): Promise<string[]> {
  const text = await (await fetch(address)).text();
  return [...text.matchAll(/\/api\/stream\/[^"<\s]+/g)].map(([path]) => new URL(path, address).href);
}

async function read(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers });
  return {
    status: response.status,
    length: response.headers.get('content-length'),
    range: response.headers.get('content-range'),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

describe('a film of one file, in slices, under a trial', () => {
  const sliced = [
    '#EXT-X-MAP:URI="/file.mp4",BYTERANGE="100@0"',
    '#EXTINF:6,',
    '#EXT-X-BYTERANGE:200@100',
    '/file.mp4',
    '#EXTINF:6,',
    '#EXT-X-BYTERANGE:300',
    '/file.mp4',
    '#EXT-X-ENDLIST',
  ];

  it.each<[string, Record<string, string>]>([
    ['without a range', {}],
    ['with the range of the list', { range: 'bytes=100-299' }],
    ['with the range of all', { range: 'bytes=0-' }],
  ])('gives only the slice that was paid for to a client that asks %s', async (_what, headers) => {
    const [start = '', first = '', second = ''] = await childrenOf(offer(sliced));
    expect(await read(start, headers)).toEqual({
      status: 200,
      length: '100',
      range: null,
      body: fileBytes.subarray(0, 100),
    });
    expect(charged).toEqual([]);
    expect(await read(first, headers)).toEqual({
      status: 200,
      length: '200',
      range: null,
      body: fileBytes.subarray(100, 300),
    });
    expect((await read(second, headers)).body.equals(fileBytes.subarray(300, 600))).toBe(true);
    expect(charged).toEqual([
      { fromSeconds: 0, toSeconds: 6 },
      { fromSeconds: 6, toSeconds: 12 },
    ]);
  });

  it('is listed for the player as separate files instead of byte ranges', async () => {
    expect(await (await fetch(offer(sliced))).text()).not.toContain('BYTERANGE');
    expect(await (await fetch(offer(sliced, testGrant))).text()).toContain('#EXT-X-BYTERANGE:200@100');
  });

  it('answers HEAD with the length of the slice, and charges nothing', async () => {
    const [, first = ''] = await childrenOf(offer(sliced));
    const response = await fetch(first, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '200']);
    expect(charged).toEqual([]);
  });

  it('answers 502 and charges nothing when the upstream ignores the range', async () => {
    upstream.answer('/whole.mp4', { headers: { 'content-type': 'video/mp4' }, body: fileBytes });
    const [first = ''] = await childrenOf(
      offer(['#EXTINF:6,', '#EXT-X-BYTERANGE:200@100', '/whole.mp4', '#EXT-X-ENDLIST']),
    );
    expect((await read(first)).status).toBe(502);
    expect(charged).toEqual([]);
  });

  it('is refused when a slice states no first byte', async () => {
    const address = offer(['#EXTINF:6,', '#EXT-X-BYTERANGE:200', '/file.mp4', '#EXT-X-ENDLIST']);
    expect((await read(address)).status).toBe(502);
  });

  it('is given in slices in DASH too, including its initialization', async () => {
    upstream.answer('/film.mpd', {
      body:
        '<MPD type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/mp4">' +
        '<Representation id="v" bandwidth="1"><SegmentList duration="2">' +
        '<Initialization sourceURL="/file.mp4" range="0-99"/>' +
        '<SegmentURL media="/file.mp4" mediaRange="100-299"/>' +
        '<SegmentURL media="/file.mp4" mediaRange="300-599"/>' +
        '</SegmentList></Representation></AdaptationSet></Period></MPD>',
    });
    const address = test.address({ address: `${upstream.origin}/film.mpd`, streamKind: 'dash' }, trial);
    const text = await (await fetch(address)).text();
    expect(text).not.toMatch(/mediaRange|range=/);
    const [start = '', first = '', second = ''] = await childrenOf(address);
    expect((await read(start)).body.equals(fileBytes.subarray(0, 100))).toBe(true);
    expect((await read(first)).body.equals(fileBytes.subarray(100, 300))).toBe(true);
    expect((await read(second)).body.equals(fileBytes.subarray(300, 600))).toBe(true);
    expect(charged).toEqual([
      { fromSeconds: 0, toSeconds: 2 },
      { fromSeconds: 2, toSeconds: 4 },
    ]);
  });
});

describe('content that is free under a trial', () => {
  it('includes the start of a file, but not a whole film', async () => {
    const film = Buffer.alloc(8_000_000, 1);
    upstream.serve('/long.mp4', (request, response) => {
      const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
      response.writeHead(request.headers.range === undefined ? 200 : 206, {
        'content-type': 'video/mp4',
        'content-length': film.length - Number(from),
        ...(request.headers.range !== undefined && {
          'content-range': `bytes ${from}-${film.length - 1}/${film.length}`,
        }),
      });
      response.end(film.subarray(Number(from)));
    });
    const [start = ''] = await childrenOf(
      offer(['#EXT-X-MAP:URI="/long.mp4"', '#EXTINF:6,', '/1.mp4', '#EXT-X-ENDLIST']),
    );
    await expect(read(start)).rejects.toThrow();
    expect((await read(start, { range: 'bytes=4000000-' })).status).toBe(403);
  });

  it.each([
    ['text/vtt', 0],
    ['application/x-subrip', 0],
    ['application/ttml+xml', 0],
    ['text/plain', 1],
    ['text/html', 1],
  ])('includes subtitles but no other text: for %s, %d parts are charged', async (type, count) => {
    upstream.answer('/1', { headers: { 'content-type': type }, body: Buffer.alloc(500, 0x47) });
    const [first = ''] = await childrenOf(offer(['#EXTINF:6,', '/1', '#EXT-X-ENDLIST']));
    expect((await read(first)).status).toBe(200);
    expect(charged).toHaveLength(count);
  });
});

describe('a track of one file whose manifest does not say how long it plays', () => {
  it('is inspected, and charged by the length found', async () => {
    const asked: unknown[] = [];
    await using looking = await startTestGateway({
      grants: {
        check: async () => undefined,
        renew: async () => undefined,
        charge: async (_grant, part) => void charged.push(part),
      },
      async durationOf(source) {
        asked.push(source);
        return 20;
      },
    });
    upstream.answer('/film.mpd', {
      body:
        '<MPD type="static"><Period><AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1">' +
        '<BaseURL>/file.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>',
    });
    const [track = ''] = await childrenOf(
      looking.address({ address: `${upstream.origin}/film.mpd`, streamKind: 'dash' }, trial),
    );
    const half = { range: `bytes=${fileBytes.length / 2}-${fileBytes.length / 2}` };
    expect((await read(track, half)).status).toBe(206);
    expect(charged).toEqual([{ fromSeconds: 10, toSeconds: 15 }]);
    expect(asked).toEqual([
      {
        address: `${upstream.origin}/file.mp4`,
        streamKind: 'file',
        userAgent: null,
        referrer: null,
        origin: null,
        cookies: null,
      },
    ]);
  });
});

describe('a media playlist without an end under a trial', () => {
  it('is refused, because a live playlist would be charged only once', async () => {
    const lines = ['#EXTINF:6,', '/vod/0.ts'];
    const response = await fetch(offer(lines));
    expect([response.status, await response.json()]).toEqual([
      502,
      expect.objectContaining({
        code: 'upstream.refused',
        error: errorCatalogue['upstream.refused'].sentence,
      }),
    ]);
    expect((await fetch(offer(lines, testGrant))).status).toBe(200);
  });

  it('is told apart from a master playlist, which is accepted', async () => {
    const [media = ''] = await childrenOf(offer(['#EXT-X-STREAM-INF:BANDWIDTH=1', '/vod/index.m3u8']));
    expect((await fetch(media)).status).toBe(200);
  });
});

describe('a running stream', () => {
  it('is cut when its plan ends, while a trial stream of the same film goes on', async () => {
    const endless = { address: `${upstream.origin}/endless.ts`, streamKind: 'ts' as const };
    const tried = await test.ask(test.address(endless, trial));
    const planned = await test.ask(test.address(endless));
    refuses = ({ isTrial }) => !isTrial;
    let ended = 0;
    planned.on('error', () => undefined).on('close', () => (ended += 1));
    planned.resume();
    await until('the stream of the plan is cut', () => ended === 1);
    const before = rechecks;
    await until('the other is asked again', () => rechecks > before);
    expect(tried.closed).toBe(false);
    tried.destroy();
  });
});
