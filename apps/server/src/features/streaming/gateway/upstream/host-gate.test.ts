import { createVirtualClock } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { createHostGate, type Connection } from './host-gate.ts';
import type { UpstreamAnswer } from './upstream-exchange.ts';

const connection = (more: Partial<Connection>): Connection => ({
  address: 'http://proveedor.example/1.ts',
  kind: 'request',
  client: 'ana',
  slot: 'channel:1',
  itemKey: 'channel:1',
  viewers: () => [],
  close: () => undefined,
  ...more,
});
const answerOf = (status: number, headers = {}): UpstreamAnswer =>
  ({ status, headers, abort: () => undefined }) as unknown as UpstreamAnswer;
const { signal } = new AbortController();

describe('a request that is refused while an inspection of the same host is open', () => {
  it.each([
    ['is repeated for as long as providers need to notice an end', undefined, [0, 150, 500, 1_200, 2_200]],
    ['is repeated once where another source can take its place', 1, [0, 150]],
    ['is not repeated where that is forbidden', 0, [0]],
  ])('%s', async (_what, mostRepeats, expected) => {
    const clock = createVirtualClock();
    const gate = createHostGate(undefined, undefined, clock);
    const startMs = clock.steadyMs();
    const inspection = gate.begin(connection({ kind: 'inspection', client: 'mirada', slot: 'mirada' }));
    await inspection.open(async () => answerOf(200), signal);
    const askedAtMs: number[] = [];
    const asking = gate.begin(connection({ mostRepeats })).open(async () => {
      askedAtMs.push(clock.steadyMs() - startMs);
      return answerOf(503);
    }, signal);
    expect((await clock.finish(asking)).status).toBe(503);
    expect(askedAtMs).toEqual(expected);
  });
});

describe('an address that answers 429', () => {
  it.each([
    ['for as long as it says', '20', 20],
    ['for a minute at most', '3600', 60],
  ])('is requested again by nobody %s', async (_what, retryAfter, seconds) => {
    const clock = createVirtualClock();
    const gate = createHostGate(undefined, undefined, clock);
    let asked = 0;
    const ask = (client: string, address = 'http://proveedor.example/1.ts') =>
      gate.begin(connection({ client, address })).open(async () => {
        asked += 1;
        return answerOf(429, { 'retry-after': retryAfter });
      }, signal);
    expect((await ask('ana')).status).toBe(429);
    await expect(ask('luis')).rejects.toMatchObject({ code: 'upstream.busy', retryAfterSeconds: seconds });
    clock.pass((seconds - 1) * 1_000);
    await expect(ask('ana')).rejects.toMatchObject({ code: 'upstream.busy', retryAfterSeconds: 1 });
    expect(asked).toBe(1);
    expect((await ask('ana', 'http://proveedor.example/2.ts')).status).toBe(429);
    clock.pass(1_000);
    expect((await ask('luis')).status).toBe(429);
    expect(asked).toBe(3);
  });

  it('is requested again at once where it does not say when', async () => {
    const gate = createHostGate(undefined, undefined, createVirtualClock());
    for (let turn = 0; turn < 2; turn += 1) {
      const { status } = await gate.begin(connection({})).open(async () => answerOf(429), signal);
      expect(status).toBe(429);
    }
  });
});
