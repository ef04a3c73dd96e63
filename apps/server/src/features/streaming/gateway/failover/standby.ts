import type { ChannelConnection, OpenedSource, Piece } from './channel-connection.ts';
import type { StreamTiming } from '../stream/stream.ts';

/** Keeps another source of a channel ready at its keyframe, beside the present one while that is silent. */
export interface Standby {
  /** Opens another source than that with the given address, once in each silence. */
  prepare(present: string): void;
  /** Whether a source is being opened, or is open. */
  isOpen(): boolean;
  /** Whether the first keyframe has come, so that viewers can receive the source. */
  isReady(): boolean;
  /** Whether the keyframe has not come within the time in which it has to. */
  isLate(): boolean;
  /** Whether a connection is that of the source that stands by. */
  holds(connection: ChannelConnection): boolean;
  take(piece: Piece): void;
  /** Hands over the connection and what has come from it since the keyframe; `undefined` where there is none ready. */
  release(): { connection: ChannelConnection; held: readonly Piece[] } | undefined;
  /** Closes the source unused. */
  drop(): void;
  /** Closes the source unused, because the present one goes on. */
  renew(): void;
}

interface StandbyNeeds {
  open(present: string, signal: AbortSignal): Promise<OpenedSource>;
  connect(opened: OpenedSource): ChannelConnection;
  /** `brokenWithinMs`: how long a source may take until its keyframe. */
  timing: Pick<StreamTiming, 'brokenWithinMs' | 'clock'>;
  onReady(): void;
  /** Called when no source could be opened. */
  onFailed(): void;
}

/** A source that stands by. */
interface Reserve {
  controller: AbortController;
  beganAtMs: number;
  connection: ChannelConnection | undefined;
  /** What has come since the keyframe; nothing before that. */
  held: Piece[];
  heldBytes: number;
}

/** From so many bytes on a source that is ready waits: it is used, or closed, within seconds. */
const heldLimitBytes = 4_000_000;

export function createStandby(needs: StandbyNeeds): Standby {
  let reserve: Reserve | undefined;
  let mayOpen = true;
  const isReady = (): boolean => reserve !== undefined && reserve.held.length > 0;

  async function open(own: Reserve, present: string): Promise<void> {
    try {
      const opened = await needs.open(present, own.controller.signal);
      if (own !== reserve) return opened.end();
      own.connection = needs.connect(opened);
      own.connection.read();
    } catch {
      // The failure of each source is noted where it was opened.
      if (own === reserve) needs.onFailed();
    }
  }

  function drop(): void {
    reserve?.controller.abort();
    reserve?.connection?.opened.end();
    reserve = undefined;
  }

  return {
    prepare(present) {
      if (!mayOpen) return;
      mayOpen = false;
      const controller = new AbortController();
      reserve = {
        controller,
        beganAtMs: needs.timing.clock.steadyMs(),
        connection: undefined,
        held: [],
        heldBytes: 0,
      };
      void open(reserve, present);
    },
    isOpen: () => reserve !== undefined,
    isReady,
    isLate: () =>
      !isReady() &&
      needs.timing.clock.steadyMs() - (reserve?.beganAtMs ?? Infinity) > needs.timing.brokenWithinMs,
    holds: (connection) => reserve !== undefined && connection === reserve.connection,
    take(piece) {
      if (reserve === undefined || (piece.prelude === undefined && !isReady())) return;
      reserve.held.push(piece);
      reserve.heldBytes += piece.media.length;
      if (reserve.heldBytes > heldLimitBytes) reserve.connection?.opened.answer.pause();
      if (piece.prelude !== undefined) needs.onReady();
    },
    release() {
      if (reserve?.connection === undefined || !isReady()) return undefined;
      const { connection, held } = reserve;
      reserve = undefined;
      mayOpen = true;
      return { connection, held };
    },
    drop,
    renew() {
      if (reserve !== undefined) drop();
      mayOpen = true;
    },
  };
}
