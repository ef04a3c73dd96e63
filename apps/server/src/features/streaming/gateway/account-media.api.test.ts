import type { IncomingMessage } from 'node:http';
import {
  createMemoryNetwork,
  createVirtualClock,
  fileBytes,
  readFrames,
  startFakeXtreamAccount,
  type FakeXtreamAccount,
} from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
let account: FakeXtreamAccount;
let test: TestGateway;
const sources = new Map<ItemKey, StreamSource[]>();
beforeEach(async () => {
  account = await startFakeXtreamAccount(network, clock);
  test = await startTestGateway({
    network,
    timing: { provenMs: 20, clock },
    findSources: async (channelKey) => sources.get(channelKey) ?? [],
  });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await account[Symbol.asyncDispose]();
});

const addressOf = (path: string) => `${account.base}${path.replace('/', '/ana/s3cr3t0/')}`;

/** The address at which a person plays something of the account, such as `live/12.ts`. */
function playedAt(path: string, person = 1): string {
  const [kind = '', file = ''] = path.split('/');
  const streamKind = file.endsWith('.m3u8') ? 'hls' : kind === 'live' ? 'ts' : 'file';
  const itemKey: ItemKey = `${kind === 'live' ? 'channel' : 'video'}:${file}`;
  const source = { address: addressOf(path), streamKind, userAgent: null, referrer: null } as const;
  sources.set(itemKey, [source]);
  return test.address(source, {
    itemKey,
    accountId: `cuenta-${person}`,
    sessionKey: `sesión-${person}`,
    deviceId: String(person).padStart(32, '0'),
  });
}

interface Viewer {
  response: IncomingMessage;
  frames(): number[];
}

async function watch(path: string, person = 1): Promise<Viewer> {
  const response = await clock.finish(test.ask(playedAt(path, person)));
  const received: Buffer[] = [];
  response.on('error', () => undefined).on('data', (chunk: Buffer) => received.push(chunk));
  return { response, frames: () => readFrames(Buffer.concat(received)).map(({ number }) => number) };
}

const get = (address: string, headers?: Record<string, string>) => clock.finish(test.fetch(address, headers));

const refusalOf = async (path: string, person: number) => {
  const { status, body } = await get(playedAt(path, person));
  return { status, ...(JSON.parse(String(body)) as { code: string; error: string }) };
};

describe('an account that allows one stream', () => {
  it.each([
    [403, 502, 'upstream.forbidden', 'no permite ver este video'],
    [458, 503, 'upstream.connections', 'no admite más reproducciones a la vez'],
    [509, 503, 'upstream.connections', 'no admite más reproducciones a la vez'],
  ] as const)(
    'and refuses a second one with %i: its viewer reads why, and the first one goes on',
    async (refusalStatus, status, code, words) => {
      Object.assign(account.media, { connections: 1, refusalStatus, channels: 'endless' });
      const first = await watch('live/1.ts');
      await clock.passUntil('the first channel plays', () => first.frames().length > 5);
      const refused = await refusalOf('live/2.ts', 2);
      expect(refused).toMatchObject({ status, code });
      expect(refused.error).toContain(words);
      // The gateway asks a few times at most, because providers lock accounts that ask again and again.
      expect(account.media.refused).toBeLessThanOrEqual(5);
      const seen = first.frames().length;
      await clock.passUntil('the first channel goes on', () => first.frames().length > seen + 5);
      first.response.destroy();
      await clock.passUntil('the first channel has ended', () => account.media.open === 0);
      const second = await watch('live/2.ts', 2);
      await clock.passUntil('the second channel plays', () => second.frames().length > 5);
      expect(account.media.most).toBe(1);
      second.response.destroy();
    },
  );
});

describe('an account whose streams have tokens', () => {
  it('for one request: a film that is sought gets a new token each time', async () => {
    account.media.tokens = 'once';
    const address = playedAt('movie/9.mp4');
    for (const from of [0, 200_000, 100_000]) {
      const { status, body } = await get(address, { range: `bytes=${from}-` });
      expect(status).toBe(206);
      expect(body.equals(fileBytes.subarray(from))).toBe(true);
    }
    expect(account.media.redirected).toBe(3);
  });

  it('for one request: a channel whose connection closes goes on with a new token', async () => {
    Object.assign(account.media, { tokens: 'once', channels: 'closing', closesAfterMs: 60 });
    const viewer = await watch('live/1.ts');
    await clock.passUntil('three connections have played', () => account.media.redirected > 3);
    expect(viewer.response.complete).toBe(false);
    expect(viewer.response.statusCode).toBe(200);
    viewer.response.destroy();
  });

  it.each(['once', 'lasting'] as const)('%s: a playlist goes on when its token has ended', async (tokens) => {
    account.media.tokens = tokens;
    const address = playedAt('live/3.m3u8');
    const sequenceOf = async () => {
      const { status, body } = await get(address);
      expect(status).toBe(200);
      const text = String(body);
      const [segment = ''] = /^\/api\/stream\/\S+$/m.exec(text) ?? [];
      expect((await get(new URL(segment, address).href)).status).toBe(200);
      return Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m.exec(text)?.[1]);
    };
    const before = await sequenceOf();
    account.media.expireTokens();
    expect(await sequenceOf()).toBeGreaterThan(before);
    expect(account.media.redirected).toBe(2);
  });
});

it('a playlist that stands still at one account goes on with the channel of another account', async () => {
  await using other = await startFakeXtreamAccount(network, clock);
  account.media.isStandingStill = true;
  const address = playedAt('live/4.m3u8');
  const [own] = sources.get('channel:4.m3u8') ?? [];
  if (own === undefined) throw new Error('no source');
  const next = { ...own, address: own.address.replace(account.base, other.base) };
  sources.set('channel:4.m3u8', [own, next]);
  const startedAtMs = clock.steadyMs();
  let text = '';
  while (!text.includes('#EXT-X-DISCONTINUITY\n') && clock.steadyMs() - startedAtMs < 20_000) {
    await clock.advance(100);
    const { status, body } = await get(address);
    expect(status).toBe(200);
    text = String(body);
  }
  expect(text).toContain('#EXT-X-DISCONTINUITY\n');
  expect(clock.steadyMs() - startedAtMs).toBe(3_700);
  expect(test.gateway.readSourceHealth(own.address)?.verdict).toBe('starving');
});
