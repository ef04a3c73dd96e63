/*
 * A channel that is broadcast in real time from a recording in MPEG-TS: the recording's clock (PCR) says which packet belongs to
 * which second. After its end the recording begins again.
 */
import type { ServerResponse } from 'node:http';
import { machineClock } from '../frame-clock.ts';
import { sendEvery } from './answers.ts';
import { writePlaylist, type NumberedPlaylist } from './playlists.ts';

export interface Broadcast {
  /** How many seconds ago the broadcast began. */
  elapsedSeconds(): number;
  /** Where in the recording the packet of a second is. */
  offsetAt(second: number): number;
  /** How many segments the recording has. */
  segmentCount: number;
  /** The bytes of a segment, by its number in the broadcast. */
  segment(number: number): Buffer;
  /**
   * Writes the live playlist of a second of the broadcast.
   *
   * @param more - what differs from a playlist of five segments named `<number>.ts`
   */
  playlist(elapsedSeconds: number, more?: Partial<NumberedPlaylist>): string;
  /** Sends the channel until the client leaves. */
  send(response: ServerResponse, manner?: SendingManner): void;
}

export interface SendingManner {
  /** The second of the recording up to which is sent, asked at short intervals; `undefined` sends nothing this time. */
  secondNow?: () => number | undefined;
  /** The second with which a connection begins; by default that of now. What lies between is sent at once. */
  fromSecond?: number;
  /** What is sent in place of the recording's packets. */
  change?: (bytes: Buffer) => Buffer;
  /** Asked at the same intervals; the connection is closed when it says so. */
  isOver?: () => boolean;
}

const packetBytes = 188;
const clockTicksPerSecond = 90_000;
const windowSegments = 5;
const sendEveryMs = 20;

/**
 * Broadcasts a recording.
 *
 * @param groupSeconds - the distance of its keyframes, and so the length of a segment
 */
export function createBroadcast(recording: Buffer, groupSeconds: number): Broadcast {
  const marks = readClock(recording);
  const seconds = Math.round(marks.at(-1)?.second ?? 0);
  const segmentCount = Math.floor(seconds / groupSeconds);
  const startedAt = performance.now();
  const elapsedSeconds = (): number => (performance.now() - startedAt) / 1_000;

  function offsetAt(second: number): number {
    const after = marks.findIndex((mark) => mark.second > second);
    const [one, other] = [marks[after - 1], marks[after]];
    if (one === undefined || other === undefined) return marks.at(after)?.offset ?? 0;
    const share = (second - one.second) / (other.second - one.second);
    return one.offset + Math.floor(((other.offset - one.offset) / packetBytes) * share) * packetBytes;
  }

  const cuts = Array.from({ length: segmentCount + 1 }, (_item, index) => offsetAt(index * groupSeconds));
  return {
    elapsedSeconds,
    offsetAt,
    segmentCount,
    segment: (number) => recording.subarray(cuts[number % segmentCount], cuts[(number % segmentCount) + 1]),
    playlist: (elapsed, more) =>
      writePlaylist({
        first: Math.floor(elapsed / groupSeconds),
        count: windowSegments,
        seconds: groupSeconds,
        ...more,
      }),
    send(response, { secondNow = elapsedSeconds, fromSecond, change, isOver } = {}) {
      response.writeHead(200, { 'content-type': 'video/mp2t' });
      let sent = offsetAt((fromSecond ?? secondNow() ?? 0) % seconds);
      const sendDue = (): void => {
        const second = secondNow();
        if (second === undefined || response.writableEnded) return;
        const until = offsetAt(second % seconds);
        if (until < sent) sent = 0;
        const bytes = recording.subarray(sent, until);
        sent = until;
        if (isOver?.() === true) response.end();
        else if (bytes.length > 0) response.write(change?.(bytes) ?? bytes);
      };
      sendDue();
      sendEvery(response, sendEveryMs, machineClock, sendDue);
    },
  };
}

/** Where in a recording each of its clock values is, with its seconds from the first one. */
function readClock(recording: Buffer): { offset: number; second: number }[] {
  const marks: { offset: number; second: number }[] = [];
  let first: number | undefined;
  for (let offset = 0; offset + packetBytes <= recording.length; offset += packetBytes) {
    const hasClock =
      (recording.readUInt8(offset + 3) & 0x20) !== 0 &&
      recording.readUInt8(offset + 4) > 6 &&
      (recording.readUInt8(offset + 5) & 0x10) !== 0;
    if (!hasClock) continue;
    const ticks = recording.readUInt32BE(offset + 6) * 2 + (recording.readUInt8(offset + 10) >> 7);
    first ??= ticks;
    marks.push({ offset, second: (ticks - first) / clockTicksPerSecond });
  }
  return marks;
}
