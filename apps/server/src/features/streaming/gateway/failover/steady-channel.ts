/*
 * A channel in MPEG-TS that goes on when its upstream does not. Whoever reads it gets one body: when a connection closes,
 * sends no packet for a while, or sends something else, another one is opened, to the same source or the next one, and goes
 * on in the same body at its first keyframe, after the tables and packets that announce the gap, at the time at which the
 * last one stopped. The body ends when no source has played for a while.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceVerdict } from '@butaca/contract';
import type { StreamTiming } from '../stream/stream.ts';
import { packetBytes, pidOf, syncByte } from '../delivery/ts-tables.ts';
import type { BodySink, UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createTsScanner, joinPackets, type JoinPoint, type TsScanner } from '../shared/ts-scanner.ts';
import type { SourceHealth } from './source-health.ts';
import { SourceFailedError } from './source-verdict.ts';
import { createTsClock } from './ts-clock.ts';

/** A source of a channel that has answered with media. */
export interface OpenedSource {
  /** The address by which the source is known, before redirects. */
  address: string;
  answer: UpstreamAnswer;
  /** Closes the connection. */
  end(): void;
}

interface SteadyNeeds {
  first: OpenedSource;
  /** Opens a source. @param last - the address of a source that is to be tried after the others, when there is one */
  reopen(last: string | undefined): Promise<OpenedSource>;
  /** Whether the channel has another source than this one. */
  hasOther(address: string): boolean;
  health: SourceHealth;
  timing: StreamTiming;
  /** Aborts when nobody needs the channel any more. */
  signal: AbortSignal;
}

/** The most bytes in which the keyframe of another connection is looked for: some seconds of a channel in 4K. */
const joinLimitBytes = 12_000_000;
/** The body ends when so many connections in a row have closed soon. */
const shortConnectionsMax = 4;
/** The longest wait before another connection, as a multiple of the shortest one. */
const pauseGrowthMax = 8;

/** One connection of the channel. */
interface Connection {
  opened: OpenedSource;
  scanner: TsScanner;
  /** What has come before the first keyframe; `undefined` once the connection is part of the body. */
  waiting: Buffer[] | undefined;
  waitingBytes: number;
  beganAtMs: number;
  isProven: boolean;
  /** What has come, in total and up to the last packet of the tracks. */
  receivedBytes: number;
  heard: { packets: number; receivedBytes: number };
}

export function createSteadyChannel(needs: SteadyNeeds): UpstreamAnswer {
  const { health, timing, signal } = needs;
  const clock = createTsClock();
  let sink: BodySink | undefined;
  let current: Connection | undefined;
  let isPaused = false;
  let isOver = false;
  /** Since when nothing of the channel comes, in ms of `performance.now`. */
  let brokenAtMs: number | undefined;
  let shortInRow = 0;
  let watchdog: NodeJS.Timeout | undefined;

  function finish(tell: (to: BodySink) => void): void {
    if (isOver) return;
    stop();
    if (sink !== undefined) tell(sink);
  }

  function stop(): void {
    isOver = true;
    clearTimeout(watchdog);
    current?.opened.end();
    current = undefined;
  }

  function attach(opened: OpenedSource, isFirst: boolean): void {
    const connection = createConnection(opened, isFirst);
    current = connection;
    watch(connection);
    opened.answer.read({
      data: (chunk) => current === connection && take(connection, chunk),
      end: () => lose(connection, undefined),
      fail: (error) => lose(connection, error),
    });
    if (isPaused && current === connection) opened.answer.pause();
  }

  function take(connection: Connection, chunk: Buffer): void {
    const { scanner } = connection;
    const before = scanner.counts().ofTracks;
    connection.receivedBytes += chunk.length;
    const kept = scanner.take(chunk);
    const { packets, ofTracks } = scanner.counts();
    if (ofTracks > before) {
      connection.heard = { packets, receivedBytes: connection.receivedBytes };
      watchdog?.refresh();
    }
    prove(connection);
    if (connection.waiting === undefined) emit(scanner.tables() === undefined ? kept : onlyPackets(kept));
    else join(connection, connection.waiting, kept);
  }

  function emit(bytes: Buffer): void {
    if (bytes.length > 0) sink?.data(clock.pass(bytes));
  }

  /** Lets a connection go on in the body once its first keyframe has come. */
  function join(connection: Connection, waiting: Buffer[], kept: Buffer): void {
    const { scanner } = connection;
    waiting.push(kept);
    connection.waitingBytes += kept.length;
    const tables = scanner.tables();
    const point = scanner.joinPoint() ?? pointWithoutKeyframe(connection, timing.silenceMs);
    if (tables === undefined || point === undefined) {
      if (connection.waitingBytes > joinLimitBytes) drop(connection, 'sync_lost');
      return;
    }
    connection.waiting = undefined;
    brokenAtMs = undefined;
    clock.cut();
    const media = Buffer.concat(waiting).subarray(point.atByte);
    sink?.data(joinPackets(tables, withVideo(point, media), true));
    emit(onlyPackets(media));
  }

  /** Notes that a connection has played for a while. */
  function prove(connection: Connection): void {
    if (connection.isProven || performance.now() - connection.beganAtMs < timing.provenMs) return;
    connection.isProven = true;
    shortInRow = 0;
    health.play(connection.opened.address);
  }

  /** Looks after a connection from which no packet of its tracks has come for a while. */
  function watch(connection: Connection): void {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      if (current !== connection) return;
      const verdict = judgeSilence(connection);
      // What never was MPEG-TS is passed on as it is. A source without others may just be slow, and its connection has a
      // time limit of its own.
      const isLeftAlone =
        (connection.scanner.tables() === undefined && connection.waiting === undefined) ||
        (verdict === 'starving' && !needs.hasOther(connection.opened.address));
      if (isPaused || isLeftAlone) watchdog?.refresh();
      else drop(connection, verdict);
    }, timing.silenceMs).unref();
  }

  function drop(connection: Connection, verdict: SourceVerdict): void {
    lose(connection, new SourceFailedError(verdict));
  }

  function lose(connection: Connection, error: Error | undefined): void {
    if (current !== connection || isOver) return;
    // What never was MPEG-TS with tables is passed on as it is, its end included.
    if (connection.scanner.tables() === undefined && connection.waiting === undefined) {
      emit(connection.scanner.rest());
      finish((to) => (error === undefined ? to.end() : to.fail(error)));
      return;
    }
    current = undefined;
    clearTimeout(watchdog);
    connection.opened.end();
    const { address } = connection.opened;
    const verdict = error instanceof SourceFailedError ? error.verdict : 'closed';
    if (connection.isProven && verdict === 'closed') health.breakOff(address, verdict);
    else health.fail(address, verdict);
    if (!connection.isProven) shortInRow += 1;
    brokenAtMs ??= performance.now();
    void goOn(error, verdict === 'closed' && connection.isProven ? undefined : address);
  }

  /** Opens another connection. @param last - the address of a source that is tried after the others */
  async function goOn(error: Error | undefined, last: string | undefined): Promise<void> {
    let failure = error;
    for (let turn = Math.max(0, shortInRow - 1); !isOver; turn += 1) {
      const since = performance.now() - (brokenAtMs ?? performance.now());
      if (shortInRow > shortConnectionsMax || since > timing.brokenWithinMs) {
        finish((to) => (failure === undefined ? to.end() : to.fail(failure)));
        return;
      }
      try {
        if (turn > 0) {
          const pauseMs = timing.reopenPauseMs * Math.min(2 ** (turn - 1), pauseGrowthMax);
          await sleep(pauseMs, undefined, { signal, ref: false });
        }
        const opened = await needs.reopen(last);
        if (isOver) opened.end();
        else attach(opened, false);
        return;
      } catch (reopening) {
        failure ??= reopening as Error;
      }
    }
  }

  return {
    ...needs.first.answer,
    read(reader) {
      sink = reader;
      attach(needs.first, true);
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
    abort() {
      stop();
      needs.first.end();
    },
  };
}

const createConnection = (opened: OpenedSource, isFirst: boolean): Connection => ({
  opened,
  scanner: createTsScanner(),
  waiting: isFirst ? undefined : [],
  waitingBytes: 0,
  beganAtMs: performance.now(),
  isProven: false,
  receivedBytes: 0,
  heard: { packets: 0, receivedBytes: 0 },
});

/** Leaves out the bytes between which there are no packets: they would put those after them out of step. */
function onlyPackets(bytes: Buffer): Buffer {
  const packets: Buffer[] = [];
  let from = 0;
  let at = 0;
  for (; at + packetBytes <= bytes.length;) {
    if (bytes[at] === syncByte) {
      at += packetBytes;
      continue;
    }
    if (at > from) packets.push(bytes.subarray(from, at));
    at += 1;
    while (at < bytes.length && bytes[at] !== syncByte) at += 1;
    from = at;
  }
  if (from === 0) return bytes;
  packets.push(bytes.subarray(from, at));
  return Buffer.concat(packets);
}

/** Says what a connection sends instead of packets of its tracks. */
function judgeSilence({ scanner, heard, receivedBytes }: Connection): SourceVerdict {
  if (receivedBytes === heard.receivedBytes) return 'starving';
  return scanner.counts().packets > heard.packets ? 'no_video' : 'sync_lost';
}

/**
 * Where a connection goes on in which no keyframe is found: at its beginning when it has no video, and after a while at
 * what comes now. A keyframe is only recognised where an encoder marks it, or in known codecs.
 */
function pointWithoutKeyframe(
  { scanner, beganAtMs, waitingBytes }: Connection,
  withinMs: number,
): JoinPoint | undefined {
  if (scanner.tables() === undefined) return undefined;
  if (!scanner.hasVideo()) return { atByte: 0, counters: new Map() };
  const isLate = performance.now() - beganAtMs > withinMs;
  return isLate ? { atByte: waitingBytes, counters: new Map() } : undefined;
}

/** Adds the counter that the video had before its keyframe to a join point at which no packet of the video has come yet. */
function withVideo(point: JoinPoint, media: Buffer): JoinPoint {
  if (media.length < packetBytes || point.counters.has(pidOf(media))) return point;
  const counter = (media.readUInt8(3) + 0x0f) & 0x0f;
  return { ...point, counters: new Map([...point.counters, [pidOf(media), counter]]) };
}
