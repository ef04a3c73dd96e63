import { createVirtualClock } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import { createLog } from '../../../../platform/log.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { StreamGrants } from '../stream/stream.ts';
import { answerToCut, createRunningStreams, type RunningStream } from './running-streams.ts';
import { continuousPerGrant, streamsPerGrant, streamsPerSession } from './stream-limits.ts';

const grantOf = (more: Partial<StreamGrant> = {}): StreamGrant => ({
  accountId: 'ana',
  deviceId: 'sala',
  sessionKey: 'sesión-1',
  itemKey: 'channel:1',
  isTrial: false,
  issuedAtSeconds: 0,
  ...more,
});

const isCut = (stream: RunningStream): boolean => stream.cutReason() !== undefined;

/** Opens a list of running streams, and notes which permissions (grants) were checked, and on which occasion. */
function openStreams(grants: Partial<StreamGrants> = {}) {
  const clock = createVirtualClock();
  const timing = { recheckMs: 5_000, renewMs: 5_000, clock };
  const checks: string[] = [];
  const logged: string[] = [];
  const running = createRunningStreams(
    {
      check({ sessionKey, itemKey }, occasion) {
        checks.push(`${occasion} ${sessionKey} ${itemKey}`);
        return Promise.resolve(undefined);
      },
      renew: async () => undefined,
      charge: () => Promise.resolve(),
      ...grants,
    },
    timing,
    createLog('debug', { write: (line) => logged.push(line) }),
  );
  return { running, clock, checks, logged };
}

describe('a running stream', () => {
  it('is cut when its session ends, while other sessions go on', () => {
    const { running } = openStreams();
    const [own, other] = [running.open(grantOf()), running.open(grantOf({ sessionKey: 'sesión-2' }))];
    running.end(({ sessionKey }) => sessionKey === 'sesión-1');
    expect([own.cutReason(), own.signal.aborted]).toEqual(['right-ended', true]);
    expect([other.cutReason(), other.signal.aborted]).toEqual([undefined, false]);
    expect(running.isAny()).toBe(true);
    running[Symbol.dispose]();
  });

  it('is cut as the oldest of its session when the session opens one too many', () => {
    const { running, logged } = openStreams();
    const other = running.open(grantOf({ sessionKey: 'sesión-2' }));
    const ended = running.open(grantOf());
    ended.close();
    const streams = Array.from({ length: streamsPerSession }, (_, index) =>
      running.open(grantOf({ itemKey: `video:${index}` })),
    );
    expect(streams.some((stream) => isCut(stream))).toBe(false);
    const last = running.open(grantOf({ itemKey: 'channel:2' }));
    expect(streams.map((stream) => stream.cutReason())).toEqual([
      'replaced',
      ...streams.slice(1).map(() => undefined),
    ]);
    expect([isCut(last), isCut(other), isCut(ended)]).toEqual([false, false, false]);
    expect(logged.filter((line) => line.includes('too many streams'))).toHaveLength(1);
    running.endAll();
  });

  it.each([
    ['a request of a player', false, streamsPerGrant],
    ['a channel in MPEG-TS', true, continuousPerGrant],
  ])('is cut as the oldest of its grant when the grant opens one too many: %s', (_what, isEndless, limit) => {
    const { running } = openStreams();
    const other = running.open(grantOf({ itemKey: 'channel:2' }), isEndless);
    const streams = Array.from({ length: limit + 2 }, () => running.open(grantOf(), isEndless));
    expect(streams.map((stream) => isCut(stream))).toEqual(streams.map((_stream, index) => index < 2));
    expect(isCut(other)).toBe(false);
    running.endAll();
  });

  it('is not reported as cut when it has ended by itself', () => {
    const { running } = openStreams();
    const stream = running.open(grantOf());
    stream.close();
    running.end(() => true);
    expect([isCut(stream), stream.signal.aborted, running.isAny()]).toEqual([false, true, false]);
  });

  it('is cut with all others when the server closes', () => {
    const { running } = openStreams();
    const streams = ['1', '2', '3'].map((sessionKey) => running.open(grantOf({ sessionKey })));
    running.endAll();
    expect(streams.map((stream) => stream.cutReason())).toEqual(streams.map(() => 'server-closing'));
    expect(running.isAny()).toBe(false);
  });

  it('is cut at once when it begins after the server has begun to close', () => {
    const { running } = openStreams();
    running.endAll();
    const late = running.open(grantOf());
    expect([late.cutReason(), late.signal.aborted, running.isAny()]).toEqual(['server-closing', true, false]);
  });

  it('keeps the first reason for which it was cut', () => {
    const { running } = openStreams();
    const stream = running.open(grantOf());
    running.end(() => true);
    running.endAll();
    stream.cut('server-closing');
    expect(stream.cutReason()).toBe('right-ended');
  });

  it.each([
    ['right-ended', 'stream.forbidden', undefined],
    ['server-closing', 'server.unavailable', 1],
    ['replaced', 'server.unavailable', 1],
    ['connection-yielded', 'upstream.full', 1],
    ['slot-lost', 'server.unavailable', 1],
    ['bytes-refused', 'server.unavailable', 1],
  ] as const)('is answered by the reason for which it was cut: %s', (reason, code, retryAfterSeconds) => {
    expect(answerToCut(reason)).toMatchObject({ code, retryAfterSeconds });
  });
});

describe('the permission of running streams', () => {
  it('is checked once for all streams of one item in a session', async () => {
    const { running, clock, checks } = openStreams();
    for (let count = 0; count < 3; count += 1) running.open(grantOf());
    running.open(grantOf({ itemKey: 'channel:2' }));
    await clock.advance(4_999);
    expect(checks).toEqual([]);
    await clock.advance(1);
    running[Symbol.dispose]();
    expect(checks).toEqual(['recheck sesión-1 channel:1', 'recheck sesión-1 channel:2']);
  });

  it('cuts all streams of its item when it has ended, and the log says why', async () => {
    const refusal = new AppError('plan.required');
    const check: StreamGrants['check'] = ({ itemKey }) =>
      Promise.resolve(itemKey === 'channel:1' ? refusal : undefined);
    const { running, clock, logged } = openStreams({ check });
    const cut = [running.open(grantOf()), running.open(grantOf())];
    const kept = running.open(grantOf({ itemKey: 'channel:2' }));
    await clock.advance(5_000);
    running[Symbol.dispose]();
    expect(cut.every((stream) => isCut(stream))).toBe(true);
    expect(isCut(kept)).toBe(false);
    expect(logged.join('')).toContain('"code":"plan.required"');
  });

  it('cuts nothing when the check itself fails', async () => {
    const check = () => Promise.reject(new Error('no database'));
    const { running, clock, logged } = openStreams({ check });
    const stream = running.open(grantOf());
    await clock.advance(5_000);
    running[Symbol.dispose]();
    expect(isCut(stream)).toBe(false);
    expect(logged[0]).toContain('running streams could not be checked');
  });

  it('is checked as at a start when bytes flow again after the lease has lapsed', async () => {
    const renewed: string[] = [];
    const renew: StreamGrants['renew'] = async ({ deviceId }) => {
      renewed.push(deviceId);
      return 'lapsed';
    };
    const { running, clock, checks } = openStreams({ renew });
    const stream = running.open(grantOf());
    clock.pass(5_000);
    stream.flow();
    await clock.settle();
    running[Symbol.dispose]();
    expect(checks).toContain('start sesión-1 channel:1');
    expect(renewed).toEqual(['sala']);
    expect(isCut(stream)).toBe(false);
  });

  it.each([
    ['is refused', () => Promise.resolve(new AppError('stream.limit')), true],
    ['cannot be asked for', () => Promise.reject(new Error('no database')), false],
  ])('cuts a stream whose lease has lapsed only on a refusal: it %s', async (_what, check, isEnded) => {
    const { running, clock, logged } = openStreams({
      check: (_grant, occasion) => (occasion === 'start' ? check() : Promise.resolve(undefined)),
      renew: async () => 'lapsed',
    });
    const stream = running.open(grantOf());
    clock.pass(5_000);
    stream.flow();
    await clock.settle();
    running[Symbol.dispose]();
    expect(logged).toHaveLength(1);
    expect(isCut(stream)).toBe(isEnded);
  });

  it('is renewed at most once per interval while bytes flow', async () => {
    let renewals = 0;
    const renew = async () => {
      renewals += 1;
      return undefined;
    };
    const { running, clock } = openStreams({ renew });
    const stream = running.open(grantOf());
    for (let count = 0; count < 5; count += 1) stream.flow();
    expect(renewals).toBe(0);
    await clock.advance(5_000);
    for (let count = 0; count < 5; count += 1) stream.flow();
    expect(renewals).toBe(1);
    running[Symbol.dispose]();
  });
});

it('a stuck stream is closed without being reported as cut', async () => {
  const { running, clock } = openStreams();
  const [stuck, flowing] = [running.open(grantOf()), running.open(grantOf())];
  stuck.watch(() => true);
  flowing.watch(() => false);
  await clock.advance(5_000);
  running[Symbol.dispose]();
  expect(stuck.signal.aborted).toBe(true);
  expect([isCut(stuck), flowing.signal.aborted]).toEqual([false, false]);
});
