/*
 * A channel in MPEG-TS that goes on when its upstream does not. Its readers get one body: when the connection to
 * a source closes, sends no packet for a while, or sends something else than MPEG-TS, another connection is opened, to the
 * same source or the next one. Its packets follow in the same body from its first keyframe on, with times that continue
 * those of the connection before. The body ends when no source has played for a while.
 */
import type { SourceVerdict } from '@butaca/contract';
import type { StreamTiming } from '../stream/stream.ts';
import type { BodySink, UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createChannelConnection, type ChannelConnection, type OpenedSource } from './channel-connection.ts';
import type { Recovery } from './recovery.ts';
import { SourceFailedError } from './source-verdict.ts';
import { createTsClock } from './ts-clock.ts';

interface SteadyNeeds {
  first: OpenedSource;
  recovery: Recovery;
  /** Whether the channel has another source than this one. */
  hasOther(address: string): boolean;
  timing: StreamTiming;
}

/** The most bytes in which the keyframe of another connection is looked for: some seconds of a channel in 4K. */
const heldLimitBytes = 12_000_000;

export function createSteadyChannel({ first, recovery, hasOther, timing }: SteadyNeeds): UpstreamAnswer {
  const clock = createTsClock();
  let sink: BodySink | undefined;
  let current: ChannelConnection | undefined;
  let isPaused = false;
  let isOver = false;
  let watchdog: NodeJS.Timeout | undefined;

  function stop(): void {
    isOver = true;
    clearTimeout(watchdog);
    current?.opened.end();
    first.end();
    current = undefined;
  }

  function finish(failure: Error | undefined): void {
    if (isOver) return;
    stop();
    if (failure === undefined) sink?.end();
    else sink?.fail(failure);
  }

  function attach(opened: OpenedSource, isFirst: boolean): void {
    const connection = createChannelConnection(opened, {
      isFirst,
      keyframeWithinMs: timing.silenceMs,
      onLate: (media) => pass(connection, media),
    });
    current = connection;
    clearTimeout(watchdog);
    watchdog = setTimeout(() => lookAfter(connection), timing.silenceMs).unref();
    opened.answer.read({
      data: (chunk) => take(connection, chunk),
      end: () => void lose(connection, undefined),
      fail: (error) => void lose(connection, error),
    });
    if (isPaused && current === connection) opened.answer.pause();
  }

  function pass(connection: ChannelConnection, media: Buffer): void {
    if (current === connection && media.length > 0) sink?.data(clock.pass(media));
  }

  function take(connection: ChannelConnection, chunk: Buffer): void {
    if (current !== connection) return;
    const { prelude, media, hasTracks } = connection.take(chunk);
    if (hasTracks) watchdog?.refresh();
    if (hasTracks) recovery.hear(connection);
    if (prelude !== undefined) {
      recovery.goesOn();
      clock.cut();
      sink?.data(prelude);
    }
    pass(connection, media);
    if (connection.heldBytes() > heldLimitBytes) void lose(connection, new SourceFailedError('sync_lost'));
  }

  /** Drops a connection from which no packet of its tracks has come for a while. */
  function lookAfter(connection: ChannelConnection): void {
    if (current !== connection) return;
    const verdict = isPaused ? undefined : judgeSilence(connection, hasOther);
    if (verdict === undefined) watchdog?.refresh();
    else void lose(connection, new SourceFailedError(verdict));
  }

  async function lose(connection: ChannelConnection, error: Error | undefined): Promise<void> {
    if (current !== connection) return;
    if (connection.isForeign() && !connection.isHeldBack()) {
      sink?.data(connection.rest());
      return finish(error);
    }
    current = undefined;
    clearTimeout(watchdog);
    connection.opened.end();
    const opened = await recovery.reopen(connection, error);
    if (opened === undefined) finish(error);
    else if (isOver) opened.end();
    else attach(opened, false);
  }

  return {
    ...first.answer,
    read(reader) {
      sink = reader;
      attach(first, true);
    },
    pause() {
      isPaused = true;
      current?.opened.answer.pause();
    },
    resume() {
      isPaused = false;
      if (current !== undefined) watchdog?.refresh();
      current?.opened.answer.resume();
    },
    isPaused: () => isPaused,
    abort: stop,
  };
}

/** Says why a silent connection is to be dropped; `undefined` where it is not. */
function judgeSilence(
  connection: ChannelConnection,
  hasOther: SteadyNeeds['hasOther'],
): SourceVerdict | undefined {
  // What never was MPEG-TS is passed on as it is.
  if (connection.isForeign() && !connection.isHeldBack()) return undefined;
  const verdict = connection.judgeSilence();
  // A source without others may just be slow, and its connection has a time limit of its own.
  return verdict === 'starving' && !hasOther(connection.opened.address) ? undefined : verdict;
}
