import type { StreamTiming } from '../stream/stream.ts';
import type { ChannelConnection, OpenedSource } from './channel-connection.ts';
import type { SourceHealth } from './source-health.ts';
import { SourceFailedError } from './source-verdict.ts';
import { sleep } from '../../../../platform/async/sleep.ts';

/** Opens further connections of a channel whose connection was lost, within limits. */
export interface Recovery {
  goesOn(): void;
  /** Notes that something of a connection has come, so that one that has played for a while counts as good. */
  hear(connection: ChannelConnection): void;
  /** Notes that a connection was lost. @param error - how; `undefined` where its body has ended */
  lose(connection: ChannelConnection, error: Error | undefined): void;
  /** Opens another connection after one was lost. @returns `undefined` when the channel has been broken for too long */
  reopen(): Promise<OpenedSource | undefined>;
}

interface RecoveryNeeds {
  /** @param last - the address of a source that is to be tried after the others, when there is one */
  open(last: string | undefined): Promise<OpenedSource>;
  health: SourceHealth;
  timing: StreamTiming;
  signal: AbortSignal;
  /** Called when a connection has played for a while. */
  onProven(): void;
}

/** The channel ends when so many connections in a row and one more have closed soon. */
const shortConnectionsMax = 4;
/** The longest wait before another connection, as a multiple of the shortest one. */
const pauseGrowthMax = 8;

export function createRecovery({ open, health, timing, signal, onProven }: RecoveryNeeds): Recovery {
  const { clock } = timing;
  let shortInRow = 0;
  /** Since when the channel is broken, in steady ms. */
  let brokenAtMs: number | undefined;
  let proven: ChannelConnection | undefined;
  /** The address of the source that is tried after the others. */
  let last: string | undefined;

  /** Notes how a connection was lost. @returns the address of the source that is tried after the others */
  function noteLoss(connection: ChannelConnection, error: Error | undefined): string | undefined {
    const { address } = connection.opened;
    const verdict = error instanceof SourceFailedError ? error.verdict : 'closed';
    const hasPlayed = proven === connection;
    if (!hasPlayed) shortInRow += 1;
    brokenAtMs ??= clock.steadyMs();
    if (hasPlayed && verdict === 'closed') {
      health.breakOff(address, verdict);
      return undefined;
    }
    health.fail(address, verdict);
    return address;
  }

  function isOver(): boolean {
    const brokenMs = clock.steadyMs() - (brokenAtMs ?? clock.steadyMs());
    return signal.aborted || shortInRow > shortConnectionsMax || brokenMs > timing.brokenWithinMs;
  }

  return {
    goesOn() {
      brokenAtMs = undefined;
    },
    hear(connection) {
      if (proven === connection || clock.steadyMs() - connection.beganAtMs < timing.provenMs) return;
      proven = connection;
      shortInRow = 0;
      health.play(connection.opened.address);
      onProven();
    },
    lose(connection, error) {
      last = noteLoss(connection, error);
    },
    async reopen() {
      for (let turn = Math.max(0, shortInRow - 1); !isOver(); turn += 1) {
        try {
          if (turn > 0) {
            const pauseMs = timing.reopenPauseMs * Math.min(2 ** (turn - 1), pauseGrowthMax);
            await sleep(clock, pauseMs, signal);
          }
          return await open(last);
        } catch {
          // What failed is noted where it was opened; the next turn tries again.
        }
      }
      return undefined;
    },
  };
}
