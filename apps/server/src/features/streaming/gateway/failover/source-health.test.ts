import { beforeEach, describe, expect, it } from 'vitest';
import { createSourceHealth, type SourceHealth } from './source-health.ts';

const minuteMs = 60_000;
const [a, b, c] = ['http://a.example/1', 'http://b.example/1', 'http://c.example/1'];
const all = [a, b, c].map((address) => ({ address }));
let nowMs = 0;
let health: SourceHealth;
beforeEach(() => {
  nowMs = 1_000;
  health = createSourceHealth(() => nowMs);
});
const order = () => health.order(all).map(({ address }) => address);

describe('a source that failed', () => {
  it('comes after the others for 1, 5 and 30 minutes, and then has its own place again', () => {
    for (const minutes of [1, 5, 30, 30]) {
      health.fail(a, 'forbidden');
      expect(order()).toEqual([b, c, a]);
      nowMs += minutes * minuteMs - 1;
      expect(order()).toEqual([b, c, a]);
      nowMs += 1;
      expect(order()).toEqual([a, b, c]);
    }
  });

  it('that plays again waits for one minute when it next fails', () => {
    health.fail(a, 'timeout');
    health.fail(a, 'timeout');
    health.play(a);
    expect(order()).toEqual([a, b, c]);
    health.fail(a, 'timeout');
    nowMs += minuteMs;
    expect(order()).toEqual([a, b, c]);
  });

  it('is never left out: when all have failed, the one that waits least comes first', () => {
    for (const address of [b, a, a, c]) health.fail(address, 'closed');
    nowMs += 1_000;
    health.fail(c, 'closed');
    expect(order()).toEqual([b, a, c]);
  });

  it('keeps its place when it has only broken off after it had played', () => {
    health.breakOff(a, 'closed');
    expect(order()).toEqual([a, b, c]);
    expect(health.read(a)).toEqual({ verdict: 'closed', agoSeconds: 0, isUnstable: false });
    expect(health.listUnstable()).toEqual([]);
    for (let time = 0; time < 6; time += 1) health.breakOff(a, 'closed');
    expect(health.listUnstable()).toEqual([a]);
  });
});

describe('the report on a source', () => {
  it('is absent for one that has not failed, and names the last verdict of one that has', () => {
    expect(health.read(a)).toBeUndefined();
    health.fail(a, 'forbidden');
    health.fail(a, 'page');
    nowMs += 90_500;
    expect(health.read(a)).toEqual({ verdict: 'page', agoSeconds: 90, isUnstable: true });
  });

  it('calls one unstable that breaks off again and again', () => {
    for (let count = 0; count < 7; count += 1) {
      nowMs += 20_000;
      health.breakOff(a, 'closed');
    }
    expect(health.read(a)?.isUnstable).toBe(true);
  });

  it('calms down: one failure is forgotten after some hours, two are no instability an hour later', () => {
    health.fail(a, 'timeout');
    health.fail(b, 'timeout');
    health.fail(b, 'timeout');
    nowMs += 60 * minuteMs;
    expect(health.read(b)).toMatchObject({ isUnstable: false });
    nowMs += 90 * minuteMs;
    expect(health.read(a)).toBeUndefined();
  });
});
