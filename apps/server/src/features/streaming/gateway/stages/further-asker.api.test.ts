import type { AddressInfo } from 'node:net';
import { fileBytes, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { createHttpServer } from '../../../../platform/http/http-server.ts';
import { createLog } from '../../../../platform/log.ts';
import { createRangeRefusers } from '../delivery/range-refusers.ts';
import { createListRenewals } from '../delivery/list-renewals.ts';
import { createPlaylistFetcher } from '../delivery/fetch-playlist.ts';
import { createRunningStreams, type RunningStreams } from '../delivery/running-streams.ts';
import { createPlaylists } from '../delivery/send-playlist.ts';
import { createSourceBudget } from '../failover/source-budget.ts';
import { createSourceHealth } from '../failover/source-health.ts';
import { createSharedUpstreams } from '../shared/shared-upstreams.ts';
import { testGrant, until } from '../../../../../test/gateway/start-test-gateway.ts';
import { streamTiming, type StreamGrants } from '../stream/stream.ts';
import { createStreamSealer, type SealedStream } from '../stream/token.ts';
import { createAddressFilter } from '../upstream/address-filter.ts';
import { createHostGate } from '../upstream/host-gate.ts';
import { readUpstreamError } from '../upstream/upstream-error.ts';
import { createUpstream, type Upstream } from '../upstream/upstream.ts';
import { openBytes, type Supply } from './open-answer.ts';
import { checkGrant, runStream } from './open-request.ts';
import { createKeptFailures } from './kept-failures.ts';
import { createPassage } from './pass-stages.ts';
import { requireMedia } from './require-media.ts';
import { sendMedia, unfiltered, unpaid } from './send-media.ts';
import type { Stages } from './stages.ts';

/*
 * An asker that the product does not have: an application with a key in its addresses. It is one object of stages, made from
 * the functions of the gateway's own askers.
 */
type KeyRequest = FastifyRequest<{ Params: { key: string; name: string } }>;

const timing = streamTiming;
const log = createLog('fatal', { write: () => undefined });
const grants: StreamGrants = {
  check: async () => undefined,
  renew: async () => undefined,
  charge: () => Promise.resolve(),
};

let provider: FakeUpstream;
let upstream: Upstream;
let running: RunningStreams;
let http: FastifyInstance;
let origin: string;
let failures: string[];
let canPay: boolean;

beforeEach(async () => {
  failures = [];
  canPay = true;
  provider = await startFakeUpstream();
  upstream = createUpstream({ mayConnect: createAddressFilter(['127.0.0.1']), timing, requestsPerHost: 8 });
  running = createRunningStreams(grants, timing, log);
  http = await createHttpServer({ log, trustedProxies: [], isSecure: false, eventLoopDelayLimitMs: 0 });
  http.route<{ Params: KeyRequest['params'] }>({
    method: 'GET',
    url: '/clave/:key/:name',
    config: { access: 'stream-token' },
    handler: createPassage(forKey(createSupply()), createKeptFailures(timing.clock)),
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  running.endAll();
  running[Symbol.dispose]();
  http.server.closeAllConnections();
  await http.close();
  await upstream[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

function createSupply(): Supply {
  const failover = {
    findSources: () => Promise.resolve([]),
    findBudget: undefined,
    health: createSourceHealth(systemClock.steadyMs),
    budget: createSourceBudget(systemClock),
    judgePicture: undefined,
  };
  const renewals = createListRenewals(systemClock);
  return {
    upstream,
    renewals,
    rangeRefusers: createRangeRefusers(systemClock),
    gate: createHostGate(),
    timing,
    failover,
    shared: createSharedUpstreams({ forgetCookies: upstream.forgetCookies, failover, timing }),
    fetcher: createPlaylistFetcher({ timing }),
    playlists: createPlaylists(createStreamSealer(Buffer.alloc(32, 7)), systemClock, renewals),
    clientOf: (grant) => ({ isInspection: false, isSerial: false, devices: () => [grant] }),
  };
}

function forKey(supply: Supply): Stages<KeyRequest> {
  return {
    open: {
      async request(request, reply) {
        const { key, name } = request.params;
        if (key !== 'buena') throw new AppError('stream.forbidden');
        const sealed: SealedStream = {
          role: 'source',
          address: `${provider.origin}/${name}`,
          streamKind: 'file',
          userAgent: null,
          referrer: null,
          grant: { ...testGrant, itemKey: 'video:1', isTrial: false, issuedAtSeconds: 0 },
          expiresAtSeconds: 0,
        };
        return runStream(running, { key: `${key} ${name}`, sealed, request, reply }, sealed.grant);
      },
      permit: (asked) => checkGrant(grants, asked),
      answer: (asked) => openBytes(supply, asked, asked.sealed),
    },
    reject: {
      bytes: (asked, opened) => requireMedia(timing, asked, opened),
      toError: async (error) => readUpstreamError(error),
      tell: ({ code }) => void failures.push(code),
    },
    async pay() {
      if (!canPay) throw new AppError('trial.spent');
      return unpaid;
    },
    filter: () => ({ ...unfiltered, forbidden: Buffer.from('PROHIBIDO') }),
    send: (asked, opened, through) => sendMedia(timing, asked, opened, through),
  };
}

const ask = (key: string, name: string, headers = {}) => fetch(`${origin}/clave/${key}/${name}`, { headers });
const endless = { headers: { 'content-type': 'video/mp4' }, body: fileBytes, manner: 'endless' } as const;

describe('a further kind of asker', () => {
  it('plays at addresses of its own', async () => {
    const response = await ask('buena', 'file.mp4', { range: 'bytes=1000-1999' });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(fileBytes.subarray(1_000, 2_000));
  });

  it('refuses a wrong key before anything is asked of the provider', async () => {
    expect((await ask('mala', 'file.mp4')).status).toBe(403);
    expect(provider.seen).toEqual([]);
    expect(running.isAny()).toBe(false);
  });

  it('answers with the failure of the provider, and counts it', async () => {
    provider.answer('/falta.mp4', { status: 404 });
    expect(await (await ask('buena', 'falta.mp4')).json()).toMatchObject({ code: 'upstream.gone' });
    expect(failures).toEqual(['upstream.gone']);
  });

  it('closes what was opened when it does not pay, and counts no failure', async () => {
    canPay = false;
    provider.answer('/sin-fin.mp4', endless);
    expect(await (await ask('buena', 'sin-fin.mp4')).json()).toMatchObject({ code: 'trial.spent' });
    await until('the provider is left', () => provider.countOpenConnections() === 0);
    expect(running.isAny()).toBe(false);
    expect(failures).toEqual([]);
  });

  it('gets nothing from what its filter forbids on', async () => {
    const body = Buffer.concat([fileBytes.subarray(0, 1_000), Buffer.from('PROHIBIDO'), fileBytes]);
    provider.answer('/lista.mp4', { headers: { 'content-type': 'video/mp4' }, body });
    const received = ask('buena', 'lista.mp4').then((response) => response.arrayBuffer());
    await expect(received).rejects.toThrow(/terminated|fetch failed/);
  });

  it('is cut when its permission ends', async () => {
    provider.answer('/sin-fin.mp4', endless);
    const response = await ask('buena', 'sin-fin.mp4');
    running.end(({ itemKey }) => itemKey === 'video:1');
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    await until('the provider is left', () => provider.countOpenConnections() === 0);
  });
});
