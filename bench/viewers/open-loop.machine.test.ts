import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addArrivals, addRepeated, createAgenda, runAgenda } from './agenda.mjs';
import { createMeasurements, slopeOf } from './measurements.mjs';
import { drawPlot } from './plot.mjs';
import { createProcessorReader } from './sampler.mjs';
import { createRandom } from '../random.mjs';

const nothing = () => undefined;

describe('the agenda of virtual viewers', () => {
  it('gives entries in the order of their moments', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), (moments) => {
        const agenda = createAgenda();
        for (const moment of moments) agenda.add(moment, nothing);
        const taken = moments.map(() => agenda.takeDue(Infinity)?.atMs);
        expect(taken).toEqual(moments.toSorted((one, other) => one - other));
        expect(agenda.takeDue(Infinity)).toBeUndefined();
      }),
    );
  });

  it('keeps back what is not due yet', () => {
    const agenda = createAgenda();
    agenda.add(20, nothing);
    expect(agenda.takeDue(19)).toBeUndefined();
    expect(agenda.nextMs()).toBe(20);
    expect(agenda.takeDue(20)?.atMs).toBe(20);
    expect(agenda.nextMs()).toBe(Infinity);
  });

  it('leaves out no moment, and moves none, when the process stands still', async () => {
    const agenda = createAgenda();
    const moments: number[] = [];
    const startMs = performance.now();
    addRepeated(agenda, { firstMs: startMs, everyMs: 5 }, (atMs) => {
      // The process is busy for as long as ten entries need.
      if (moments.length === 0) while (performance.now() < startMs + 50);
      moments.push(atMs);
    });
    const late: number[] = [];
    await runAgenda(agenda, startMs + 102, (lateMs: number) => late.push(lateMs));
    expect(moments).toHaveLength(21);
    for (const [index, moment] of moments.entries()) expect(moment).toBeCloseTo(startMs + 5 * index, 6);
    expect(Math.max(...late)).toBeGreaterThan(40);
  });

  it('lets actions arrive at random, as often as they should on average', () => {
    const agenda = createAgenda();
    const moments: number[] = [];
    addArrivals(agenda, { fromMs: 1_000, perSecond: 50, random: createRandom(7) }, (atMs) =>
      moments.push(atMs),
    );
    for (let due = agenda.takeDue(101_000); due !== undefined; due = agenda.takeDue(101_000))
      due.act(due.atMs);
    expect(moments.length).toBeGreaterThan(4_800);
    expect(moments.length).toBeLessThan(5_200);
    const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    // In a Poisson process, the share of gaps that are longer than the average one is 1/e.
    expect(gaps.filter((gap) => gap > 20).length / gaps.length).toBeCloseTo(Math.exp(-1), 1);
  });
});

describe('the figures of answers', () => {
  it('has exact percentiles, and counts each kind of failure', () => {
    const measurements = createMeasurements(['save', 'home']);
    for (let value = 100; value >= 1; value -= 1) measurements.add('save', 3.2, value, 200);
    measurements.add('save', 4, 500, 503);
    measurements.add('save', 4.9, 600, 404);
    measurements.add('save', 4.9, 700, 0);
    expect(measurements.figures(3, 4)['save']).toEqual({
      count: 100,
      p50: 50,
      p95: 95,
      p99: 99,
      max: 100,
      serverErrors: 0,
      otherErrors: 0,
    });
    expect(measurements.figures(4, 5)['save']).toMatchObject({
      count: 3,
      serverErrors: 1,
      otherErrors: 2,
      max: 700,
    });
    expect(measurements.figures(3, 5)['home']).toMatchObject({ count: 0, p99: 0 });
  });

  it('has a failure in the second in which it was seen, and a latency in that of its request', () => {
    const measurements = createMeasurements(['save']);
    measurements.add('save', 3.9, 300, 502);
    expect(measurements.perSecond()['save']).toMatchObject([
      { second: 3, count: 1, p50: 300, serverErrors: 0 },
      { second: 4, count: 0, serverErrors: 1 },
    ]);
  });

  it('puts an answer into the second for which its request was intended', () => {
    const measurements = createMeasurements(['save']);
    measurements.add('save', 0.99, 5_000, 200);
    measurements.add('save', 2, 1, 200);
    const rows = measurements.perSecond()['save'];
    expect(rows?.map(({ second, count, max }) => [second, count, max])).toEqual([
      [0, 1, 5_000],
      [2, 1, 1],
    ]);
  });

  it('measures growth by the line that fits best', () => {
    const line = Array.from({ length: 30 }, (_item, x) => [x, 7 + 0.5 * x + (x % 2 === 0 ? 1 : -1)] as const);
    expect(slopeOf(line)).toBeCloseTo(0.5, 1);
    expect(slopeOf([[1, 5]])).toBe(0);
  });
});

describe('a plot', () => {
  it('interrupts a line where there is no value, and escapes texts', () => {
    const series = [
      {
        name: '<b>',
        points: [
          [0, 1],
          [1, Number.NaN],
          [2, 1],
          [3, 4],
        ] as const,
      },
    ];
    const plot = drawPlot({ title: 'a & b', unit: 'ms', seconds: 4, series });
    expect(plot).toContain('M0.0 150.0M500.0 150.0L750.0 0.0');
    expect(plot).toContain('&lt;b&gt;');
    expect(plot).toContain('aria-label="a &amp; b"');
  });

  it('has a logarithmic axis from 1 on', () => {
    const series = [{ name: 'p99', points: [[0, 10]] as const }];
    const plot = drawPlot({ title: 'p', unit: 'ms', seconds: 1, series, isLog: true });
    expect(plot).toContain('M0.0 100.0');
  });
});

describe('the processor time of a process', () => {
  it('stays counted under its name when the process has ended', async () => {
    const readProcessors = createProcessorReader();
    // Processor time, of which a busy machine gives less than has gone by.
    const work = 'while (process.cpuUsage().user < 300_000); console.log(); process.stdin.resume()';
    const child = spawn(process.execPath, ['-e', work], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const used = await readProcessors({ [String(child.pid)]: 'the child' });
    child.stdin.end();
    await once(child, 'close');
    const later = await readProcessors({});
    expect(used['the child']).toBeGreaterThan(0.1);
    expect(later['the child']).toBe(used['the child']);
  });
});
