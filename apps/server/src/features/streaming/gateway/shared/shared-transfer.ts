/*
 * What several viewers receive from an upstream over one connection. The upstream is paused only while nobody reads, and
 * the connection ends when the last viewer has left, at once or after a moment.
 */
import { inTime } from '../../../../platform/async/deadline.ts';
import type { ConnectionOwner } from '../delivery/gated-stream.ts';
import { onAbort } from '../delivery/send-bytes.ts';
import type { SlotEnd } from '../upstream/provider-slots.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createAudience, type Audience, type BodyEnd, type Reader, type Seat } from './audience.ts';
import type { Keeping } from './keeping.ts';
import type { Cancel, Clock } from '../../../../platform/clock.ts';

export interface SharedTransfer {
  /**
   * Joins the transfer, and waits for the upstream's answer.
   *
   * @returns an answer that belongs to this viewer; `undefined` when it cannot be shared, so that the viewer has to ask
   *   the upstream by themselves
   * @throws what opening throws; the reason of the seat's signal
   */
  join(seat: Seat): Promise<UpstreamAnswer | undefined>;
  /** Returns what is kept from the newest keyframe on; `undefined` where nothing is. */
  newest(): Buffer | undefined;
  /** Lets nobody join any more; those who have joined receive the rest. */
  retire(): void;
  /** Ends the transfer for all its viewers. */
  end(): void;
}

interface TransferNeeds {
  keeping: Keeping;
  open(owner: ConnectionOwner): Promise<UpstreamAnswer>;
  /** Called once when nobody can join any more. @param isRefused - whether the answer cannot be shared */
  onClosed(isRefused: boolean): void;
  clock: Clock;
}

/** A status with which an upstream sends media. */
const isDelivered = ({ status }: UpstreamAnswer): boolean => status === 200 || status === 206;
const over = new Error('the transfer is over');
/** How long a viewer waits for an upstream to show whether what it sends can be shared, in milliseconds. */
const readyWithinMs = 1_000;

export function createSharedTransfer({ keeping, open, onClosed, clock }: TransferNeeds): SharedTransfer {
  const { queue } = keeping;
  const controller = new AbortController();
  const audience = createAudience(keeping, regulate);
  let upstream: UpstreamAnswer | undefined;
  let end: BodyEnd | undefined;
  let isClosed = false;
  let cancelEnd: Cancel | undefined;

  const endAll = (why: SlotEnd): void => {
    audience.closeAll(why);
    finish();
  };
  const opening = open({
    signal: controller.signal,
    close: endAll,
    viewers: audience.devices,
    isIdle: () => audience.size() === 0,
  });
  void opening.then(begin, finish);
  const admission = createAdmission({ opening, keeping, audience, isClosed: () => isClosed, clock });

  function begin(answer: UpstreamAnswer): void {
    upstream = answer;
    if (!isDelivered(answer) || audience.size() === 0) return finish();
    if (!keeping.accepts(answer)) return close(true);
    answer.read({ data: receive, end: () => settle(undefined), fail: settle });
  }

  function receive(chunk: Buffer): void {
    const kept = keeping.take(chunk);
    if (kept.length > 0) queue.push(kept);
    const readiness = keeping.readiness();
    if (readiness !== 'later') admission.announce();
    if (readiness === 'never') close();
    audience.deliver();
    regulate();
  }

  function settle(failure: Error | undefined): void {
    end = { failure };
    const rest = keeping.rest();
    if (rest.length > 0) queue.push(rest);
    if (failure !== undefined || !keeping.staysAfterEnd || keeping.readiness() !== 'now') close();
    // The connection is free for others before slow viewers have read the rest.
    controller.abort(over);
    admission.announce();
    audience.deliver(end);
  }

  /** Lets nobody join any more. */
  function close(isRefused = false): void {
    if (isClosed) return;
    isClosed = true;
    admission.announce();
    onClosed(isRefused);
    regulate();
  }

  function finish(): void {
    cancelEnd?.();
    controller.abort(over);
    upstream?.abort();
    end ??= { failure: over };
    close();
  }

  /** Follows the viewers: the upstream waits while all of them pause, and ends when all have left. */
  function regulate(): void {
    if (audience.size() === 0) return end === undefined ? lingerOn() : release();
    if (end !== undefined || upstream === undefined || admission.isHandedOver()) return undefined;
    if (keeping.waitsForViewers() && audience.isPausing()) return upstream.pause();
    return upstream.isPaused() ? upstream.resume() : undefined;
  }

  function lingerOn(): void {
    const mayLinger = !isClosed && keeping.readiness() === 'now' && upstream?.isPaused() === false;
    if (!mayLinger || keeping.lingerMs === 0) finish();
    else cancelEnd ??= clock.after(keeping.lingerMs, finish);
  }

  /** Lets the kept chunks go when nobody needs them any more. */
  function release(): void {
    if (!isClosed) return;
    while (queue.first() < queue.next()) queue.dropFirst();
  }

  return {
    join(seat) {
      // Who has left already does not keep a transfer without viewers going.
      if (!seat.signal.aborted) {
        cancelEnd?.();
        cancelEnd = undefined;
      }
      return admission.join(seat);
    },
    newest: keeping.newest,
    retire: () => close(),
    end: () => endAll('yielded'),
  };
}

/** Lets viewers begin, once the upstream has answered. */
function createAdmission({
  opening,
  keeping,
  audience,
  isClosed,
  clock,
}: {
  opening: Promise<UpstreamAnswer>;
  keeping: Keeping;
  audience: Audience;
  isClosed(): boolean;
  clock: Clock;
}) {
  const waiting = createWaitingRoom(clock);
  /** Whether the answer, which cannot be shared, belongs to one viewer. */
  let isHandedOver = false;
  /** Whether a viewer receives the body from its beginning. */
  let isBegun = false;

  async function enter(reader: Reader): Promise<UpstreamAnswer | undefined> {
    const answer = await unlessLeft(opening, reader.seat);
    if (!isDelivered(answer)) return refusalFor(answer, () => audience.leave(reader));
    if (!keeping.accepts(answer)) {
      if (isHandedOver) return undefined;
      isHandedOver = true;
      const abort = () => {
        answer.abort();
        audience.leave(reader);
      };
      return { ...answer, abort };
    }
    if (!isBegun && keeping.queue.first() === 0) {
      isBegun = true;
      return audience.seatAt(reader, { chunk: 0, skipBytes: 0, prelude: Buffer.alloc(0) }, answer);
    }
    if (!isClosed() && keeping.readiness() === 'later') await waiting.wait(reader.seat);
    if (keeping.readiness() !== 'now') return undefined;
    return audience.seatAt(reader, keeping.enter(), keeping.answerFor(answer));
  }

  return {
    /** Lets those who wait look again whether they may begin. */
    announce: waiting.open,
    isHandedOver: () => isHandedOver,
    async join(seat: Seat): Promise<UpstreamAnswer | undefined> {
      seat.signal.throwIfAborted();
      const reader = audience.add(seat);
      onAbort(seat.signal, () => audience.leave(reader));
      try {
        const answer = await enter(reader);
        if (answer === undefined) audience.leave(reader);
        return answer;
      } catch (error) {
        audience.leave(reader);
        throw error;
      }
    },
  };
}

/** Where viewers wait until an upstream has shown whether what it sends can be shared. */
function createWaitingRoom(clock: Clock) {
  const doors = new Set<() => void>();
  return {
    open() {
      for (const door of doors) door();
      doors.clear();
    },
    /** Waits, but not for long. @throws the reason of the seat's signal */
    async wait(seat: Seat): Promise<void> {
      const opened = new Promise<void>((resolve) => doors.add(resolve));
      await unlessLeft(inTime(opened, readyWithinMs, undefined, clock), seat);
    },
  };
}

const reasonOf = ({ signal }: Seat): Error => (signal.reason instanceof Error ? signal.reason : over);

/** Waits for a result, but no longer than a viewer stays. */
function unlessLeft<T>(result: Promise<T>, seat: Seat): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(reasonOf(seat));
    onAbort(seat.signal, leave);
    void result.then(resolve, reject).finally(() => seat.signal.removeEventListener('abort', leave));
  });
}

/** What each viewer gets of an answer without media: its status and headers. */
const refusalFor = (answer: UpstreamAnswer, leave: () => void): UpstreamAnswer => ({
  ...answer,
  read: (sink) => sink.end(),
  abort: leave,
});
