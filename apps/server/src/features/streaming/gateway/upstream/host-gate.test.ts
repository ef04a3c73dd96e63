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
const answerOf = (status: number): UpstreamAnswer =>
  ({ status, headers: {}, abort: () => undefined }) as unknown as UpstreamAnswer;
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
