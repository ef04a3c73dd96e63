/*
 * What a channel in MPEG-TS is received from: the present connection, and beside it, while that is silent for longer than
 * usual, another source that stands by. A connection that was lost is followed by the source that stands by, otherwise by
 * the next one that can be opened.
 */
import type { SourceVerdict } from '@butaca/contract';
import type { StreamTiming } from '../stream/stream.ts';
import type { ChannelBody } from './channel-body.ts';
import {
  createChannelConnection,
  type ChannelConnection,
  type ConnectionListener,
  type OpenedSource,
  type Piece,
} from './channel-connection.ts';
import { reviewSilence } from './judge-silence.ts';
import type { Recovery } from './recovery.ts';
import { SourceFailedError } from './source-verdict.ts';
import { createStandby, type Standby } from './standby.ts';

export interface ChannelSupply {
  begin(first: OpenedSource): void;
  /** Looks whether the present connection has been silent for too long; called again and again. */
  review(): void;
  /** Leaves the present source, if it is still the one with this address. */
  leave(address: string, verdict: SourceVerdict): void;
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  end(): void;
}

export interface SupplyNeeds {
  recovery: Recovery;
  /** Opens another source than the present one, beside it. */
  openBeside(present: string, signal: AbortSignal): Promise<OpenedSource>;
  hasOther(address: string): boolean;
  timing: StreamTiming;
}

/** The most bytes in which the keyframe of another connection is looked for: some seconds of a channel in 4K. */
const heldLimitBytes = 12_000_000;

/** @param onOver - called when nothing more will come. @param onOver.loss - how the last connection was lost, if it did not end */
export function createChannelSupply(
  body: ChannelBody,
  { recovery, openBeside, hasOther, timing }: SupplyNeeds,
  onOver: (loss: Error | undefined) => void,
): ChannelSupply {
  const standby = createStandby({
    open: openBeside,
    connect: (opened) => connect(opened, false),
    timing,
    onReady: () => (current === undefined ? adopt() : review()),
    onFailed: goOnWithout,
  });
  /** `undefined` while the channel has lost its connection and no other one plays yet. */
  let current: ChannelConnection | undefined;
  const listener = createReceiver({ body, standby, recovery, present: () => current, lose });
  let loss: Error | undefined;
  let isPaused = false;
  let isOver = false;

  const connect = (opened: OpenedSource, isFirst: boolean): ChannelConnection =>
    createChannelConnection(opened, { isFirst, timing, listener });

  function attach(opened: OpenedSource, isFirst: boolean): void {
    current = connect(opened, isFirst);
    current.read();
    if (isPaused) opened.answer.pause();
  }

  function review(): void {
    if (isPaused) return standby.drop();
    if (current === undefined) return standby.isLate() ? goOnWithout() : undefined;
    const isLone = !hasOther(current.opened.address);
    const verdict = reviewSilence(current, standby, { isLone, timing });
    return verdict === undefined ? undefined : lose(current, new SourceFailedError(verdict));
  }

  /** Goes on with the source that stands by, once it is ready. */
  function adopt(): void {
    const { connection, held = [] } = standby.release() ?? {};
    if (connection === undefined) return;
    current = connection;
    connection.opened.use();
    for (const piece of held) listener.accept(connection, piece);
    if (!isPaused) connection.opened.answer.resume();
  }

  /** Opens the next source where none stands by any more. */
  function goOnWithout(): void {
    standby.drop();
    if (current === undefined) void reopen();
  }

  function lose(connection: ChannelConnection, error: Error | undefined): void {
    if (standby.holds(connection)) return goOnWithout();
    if (current !== connection) return undefined;
    loss = error;
    if (connection.isForeign() && !connection.isHeldBack()) {
      body.passRest(connection.rest());
      return onOver(loss);
    }
    current = undefined;
    connection.opened.end();
    recovery.lose(connection, error);
    if (standby.isOpen()) adopt();
    else void reopen();
    return undefined;
  }

  async function reopen(): Promise<void> {
    const opened = await recovery.reopen();
    if (isOver) opened?.end();
    else if (opened === undefined) onOver(loss);
    else attach(opened, false);
  }

  return {
    begin: (first) => attach(first, true),
    review,
    leave(address, verdict) {
      if (current?.opened.address === address) lose(current, new SourceFailedError(verdict));
    },
    pause() {
      isPaused = true;
      current?.opened.answer.pause();
    },
    resume() {
      isPaused = false;
      current?.pauses.restart();
      current?.opened.answer.resume();
    },
    isPaused: () => isPaused,
    end() {
      isOver = true;
      standby.drop();
      current?.opened.end();
      current = undefined;
    },
  };
}

/** Receives what connections send: that of the present one goes to viewers, that of one that stands by is kept. */
function createReceiver({
  body,
  standby,
  recovery,
  present,
  lose,
}: {
  body: ChannelBody;
  standby: Standby;
  recovery: Recovery;
  present(): ChannelConnection | undefined;
  lose: ConnectionListener['lose'];
}): ConnectionListener {
  function accept(connection: ChannelConnection, piece: Piece): void {
    if (standby.holds(connection)) return standby.take(piece);
    if (present() !== connection) return undefined;
    if (piece.prelude !== undefined) recovery.goesOn();
    return body.pass(connection, piece);
  }

  return {
    take(connection, chunk) {
      if (present() !== connection && !standby.holds(connection)) return;
      const taken = connection.take(chunk);
      if (taken.isHeard && present() === connection) {
        standby.renew();
        recovery.hear(connection);
      }
      accept(connection, taken);
      if (connection.heldBytes() > heldLimitBytes) lose(connection, new SourceFailedError('sync_lost'));
    },
    accept,
    lose,
  };
}
