/*
 * Keeps the tracks of a live MPEG-TS channel the same for ffmpeg, which converts only the tracks that it finds at the
 * beginning. When a provider inserts an advertisement, the tables may name other packets. The packets of the advertisement's video and audio then get the
 * numbers (PIDs) that ffmpeg knows, as long as their codecs are the same. Its tables and all its other packets become
 * null packets, so that no byte moves. ffmpeg itself copes with the advertisement's other clock.
 */

import {
  createTableCollector,
  findPackets,
  isStartOf,
  nullPid,
  packetBytes,
  payloadOf,
  pidOf,
  readPat,
  readPmt,
  setPid,
  syncByte,
  type Layout,
} from '@butaca/ts';

/** Packets of MPEG-TS are found among so many bytes of a body, or the body is something else. */
const searchedBytes = 4 * packetBytes;
/** Changes the packets of one body of MPEG-TS as they arrive; a body of anything else passes unchanged. */
export interface TrackKeeper {
  /** Takes the next chunk of the body. @returns the bytes that may be passed on now: whole packets */
  pass(chunk: Buffer): Buffer;
  /** Called when the body is complete. @returns its last bytes, in which no whole packet was */
  rest(): Buffer;
}

export function createTrackKeeper(): TrackKeeper {
  const layout = createLayoutKeeper();
  let held = Buffer.alloc(0);
  let isAligned = false;
  let isForeign = false;

  return {
    pass(chunk) {
      if (isForeign) return chunk;
      // The bytes are copied, because the packets in them are changed.
      const bytes = Buffer.concat([held, chunk]);
      let at = isAligned ? 0 : findPackets(bytes, 0, packetBytes);
      if (at === undefined) {
        isForeign = bytes.length >= searchedBytes;
        held = isForeign ? Buffer.alloc(0) : bytes;
        return isForeign ? bytes : Buffer.alloc(0);
      }
      isAligned = true;
      for (; at + packetBytes <= bytes.length; at += packetBytes) {
        isForeign = bytes[at] !== syncByte;
        if (isForeign) break;
        layout.take(bytes.subarray(at, at + packetBytes));
      }
      const end = isForeign ? bytes.length : at;
      held = Buffer.from(bytes.subarray(end));
      return bytes.subarray(0, end);
    },
    rest: () => held,
  };
}

/** Follows the tables of one channel, and changes its packets in place. */
function createLayoutKeeper() {
  const collect = createTableCollector();
  let pmtPid: number | undefined;
  /** The tracks as ffmpeg knows them, and as the packets that arrive have them. */
  let known: Layout | undefined;
  let present: Layout | undefined;
  let isForeignNow = false;

  function readTable(packet: Buffer, payload: number): void {
    const table = collect(packet, payload);
    const next = table === undefined ? undefined : readPmt(table);
    if (next === undefined) return;
    known ??= next;
    present = next;
    isForeignNow = known.video?.pid !== next.video?.pid || known.audio?.pid !== next.audio?.pid;
  }

  /** Returns the PID that ffmpeg knows for a track of the advertisement; `undefined` for what it cannot use. */
  function knownPid(pid: number): number | undefined {
    for (const kind of ['video', 'audio'] as const) {
      const track = present?.[kind];
      if (track?.pid === pid) return known?.[kind]?.codec === track.codec ? known[kind].pid : undefined;
    }
    return undefined;
  }

  return {
    take(packet: Buffer): void {
      const pid = pidOf(packet);
      const payload = payloadOf(packet);
      if (pid === 0 && payload !== undefined && isStartOf(packet)) {
        pmtPid = readPat(packet, payload)?.pmtPid;
      }
      if (pid === pmtPid && payload !== undefined) readTable(packet, payload);
      if (!isForeignNow) return;
      setPid(packet, knownPid(pid) ?? nullPid);
    },
  };
}
