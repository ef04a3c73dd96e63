/*
 * A channel in MPEG-TS that goes on when its upstream does not. Its readers get one body: when the connection to
 * a source closes, sends no packet for a while, or sends something else than MPEG-TS, another connection is opened, to the
 * same source or the next one. Its packets follow in the same body from its first keyframe on, with times that continue
 * those of the connection before. Where the provider allows it, the next source is opened beside one that is silent for
 * longer than usual, so that it is ready when the silent one has to be left; it is closed unused when that one goes on.
 * The body ends when no source has played for a while.
 */
import type { StreamTiming } from '../stream/stream.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createChannelBody } from './channel-body.ts';
import {
  createChannelConnection,
  type ChannelConnection,
  type OpenedSource,
  type Piece,
} from './channel-connection.ts';
import { judgeSilence } from './judge-silence.ts';
import type { Recovery } from './recovery.ts';
import { SourceFailedError } from './source-verdict.ts';
import { createStandby } from './standby.ts';
import { watchSteadily } from './watch-steadily.ts';

interface SteadyNeeds {
  first: OpenedSource;
  recovery: Recovery;
  /** Opens another source than the present one, beside it. */
  openBeside(present: string, signal: AbortSignal): Promise<OpenedSource>;
  /** Whether the channel has another source than this one. */
  hasOther(address: string): boolean;
  timing: StreamTiming;
}

/** The most bytes in which the keyframe of another connection is looked for: some seconds of a channel in 4K. */
const heldLimitBytes = 12_000_000;

export function createSteadyChannel({ first, recovery, timing, ...needs }: SteadyNeeds): UpstreamAnswer {
  const body = createChannelBody();
  const watch = watchSteadily(lookAfter);
  const standby = createStandby({
    open: needs.openBeside,
    connect: (opened) => connect(opened, false),
    read,
    readyWithinMs: timing.brokenWithinMs,
    onReady: () => (current === undefined ? adopt() : lookAfter()),
    onFailed: goOnWithout,
  });
  /** `undefined` while the channel has lost its connection and no other one plays yet. */
  let current: ChannelConnection | undefined;
  /** How the last connection was lost; `undefined` where its body has ended. */
  let loss: Error | undefined;
  let isPaused = false;
  let isOver = false;

  function stop(): void {
    isOver = true;
    watch.end();
    standby.drop();
    current?.opened.end();
    first.end();
    current = undefined;
  }

  function finish(): void {
    if (isOver) return;
    stop();
    body.finish(loss);
  }

  function connect(opened: OpenedSource, isFirst: boolean): ChannelConnection {
    return createChannelConnection(opened, {
      isFirst,
      silenceMs: timing.silenceMs,
      onLate: (connection, media) => accept(connection, { prelude: undefined, media }),
    });
  }

  function read(connection: ChannelConnection): void {
    const { answer } = connection.opened;
    answer.read({
      data: (chunk) => take(connection, chunk),
      end: () => lose(connection, undefined),
      fail: (error) => lose(connection, error),
    });
    if (isPaused) answer.pause();
  }

  function take(connection: ChannelConnection, chunk: Buffer): void {
    if (current !== connection && !standby.holds(connection)) return;
    const taken = connection.take(chunk);
    if (taken.isHeard && current === connection) {
      standby.renew();
      recovery.hear(connection);
    }
    accept(connection, taken);
    if (connection.heldBytes() > heldLimitBytes) lose(connection, new SourceFailedError('sync_lost'));
  }

  function accept(connection: ChannelConnection, piece: Piece): void {
    if (standby.holds(connection)) return standby.take(piece);
    if (current !== connection) return undefined;
    if (piece.prelude !== undefined) recovery.goesOn();
    return body.pass(connection, piece);
  }

  /** Looks whether the present connection has been silent for too long. */
  function lookAfter(): void {
    if (isPaused) return standby.drop();
    if (current === undefined) return standby.isLate() ? goOnWithout() : undefined;
    const { address } = current.opened;
    const judged = judgeSilence(current, !needs.hasOther(address), timing);
    if (judged === undefined) return undefined;
    const { stage, verdict } = judged;
    if (needs.hasOther(address)) standby.prepare(address);
    const isFollowed = stage !== 'suspect' && standby.isReady();
    const isLost = stage === 'lost' || (stage === 'useless' && !standby.isOpen());
    if (isFollowed || isLost) lose(current, new SourceFailedError(verdict));
    return undefined;
  }

  /** Goes on with the source that stands by, once it is ready. */
  function adopt(): void {
    const { connection, held } = standby.release() ?? {};
    if (connection === undefined) return;
    current = connection;
    connection.opened.use();
    for (const piece of held ?? []) accept(connection, piece);
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
      return finish();
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
    if (isOver) return opened?.end();
    if (opened === undefined) return finish();
    return attach(opened, false);
  }

  function attach(opened: OpenedSource, isFirst: boolean): void {
    current = connect(opened, isFirst);
    read(current);
  }

  return {
    ...first.answer,
    read(reader) {
      body.begin(reader);
      attach(first, true);
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
    abort: stop,
  };
}
