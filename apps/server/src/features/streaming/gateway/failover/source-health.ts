/*
 * What real plays have shown of the sources of channels. A source that failed is tried after the others of its channel for
 * 1, then 5, then 30 minutes; then one play tries it in its own place again (half-open), and when it has played for a while
 * its failures in a row are forgotten. It is never left out: when all sources have failed, the one that waits least comes
 * first. The score, by which the panel calls a source unstable, halves every half hour.
 */
import type { SourceReport, SourceVerdict } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../../platform/at-most.ts';

/** Remembers, by their addresses, how sources have played. Instants are milliseconds of a clock that is never set. */
export interface SourceHealth {
  /** Puts sources that lately failed behind the others; the order is otherwise kept. */
  order<Source extends { address: string }>(sources: readonly Source[]): Source[];
  /** Whether a source has its own place in the order. */
  isReady(address: string): boolean;
  /** Notes that a source could not be played, or that its media broke off soon. */
  fail(address: string, verdict: SourceVerdict): void;
  /** Notes that a source broke off after it had played for a while, which alone is no reason to prefer others. */
  breakOff(address: string, verdict: SourceVerdict): void;
  /** Notes that a source has played for a while. */
  play(address: string): void;
  /** Lists the addresses of the sources that are unstable now. */
  listUnstable(): string[];
  /** @returns `undefined` for a source that has not failed lately */
  read(address: string): SourceReport | undefined;
}

const minuteMs = 60_000;
/** For how long a source comes after the others of its channel, by how often in a row it has failed. */
const benchMs = [minuteMs, 5 * minuteMs, 30 * minuteMs] as const;
const halfLifeMs = 30 * minuteMs;
/** From this score on a source is unstable: two failures within a few minutes, or breaking off again and again. */
const unstableScore = 1.8;
const breakOffScore = 0.3;
/** Below this score a source counts as sound again, about two hours after a single failure. */
const soundScore = 0.06;
const sourcesMax = 20_000;

interface Known {
  score: number;
  failuresInRow: number;
  verdict: SourceVerdict;
  atMs: number;
  waitsUntilMs: number;
}

/** @param nowMs - a clock that is never set, in milliseconds */
export function createSourceHealth(nowMs: () => number): SourceHealth {
  const known = new LRUCache<string, Known>(atMost(sourcesMax));
  const scoreOf = ({ score, atMs }: Known): number => score * 0.5 ** ((nowMs() - atMs) / halfLifeMs);

  function waitMsOf({ address }: { address: string }): number {
    return Math.max(0, (known.get(address)?.waitsUntilMs ?? 0) - nowMs());
  }

  function note(address: string, verdict: SourceVerdict, isFailure: boolean): void {
    const before = known.get(address);
    const failuresInRow = (before?.failuresInRow ?? 0) + (isFailure ? 1 : 0);
    const waitMs = benchMs[Math.min(failuresInRow, benchMs.length) - 1] ?? 0;
    const waitsUntilMs = isFailure ? nowMs() + waitMs : (before?.waitsUntilMs ?? 0);
    const score = (before === undefined ? 0 : scoreOf(before)) + (isFailure ? 1 : breakOffScore);
    known.set(address, { score, failuresInRow, verdict, atMs: nowMs(), waitsUntilMs });
  }

  return {
    order: (sources) => sources.toSorted((one, other) => waitMsOf(one) - waitMsOf(other)),
    isReady: (address) => waitMsOf({ address }) === 0,
    fail: (address, verdict) => note(address, verdict, true),
    breakOff: (address, verdict) => note(address, verdict, false),
    play(address) {
      const before = known.get(address);
      if (before !== undefined) known.set(address, { ...before, failuresInRow: 0, waitsUntilMs: 0 });
    },
    listUnstable: () =>
      [...known.entries()].filter(([, each]) => scoreOf(each) >= unstableScore).map(([address]) => address),
    read(address) {
      const found = known.get(address);
      if (found === undefined) return undefined;
      const score = scoreOf(found);
      if (score < soundScore) return undefined;
      const agoSeconds = Math.floor((nowMs() - found.atMs) / 1_000);
      return { verdict: found.verdict, agoSeconds, isUnstable: score >= unstableScore };
    },
  };
}
