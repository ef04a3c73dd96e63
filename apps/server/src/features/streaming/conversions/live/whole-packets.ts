import { Transform } from 'node:stream';
import { findPesStart, packetBytes, ticksPerMs } from '@butaca/ts';

/** Passes on whole packets of MPEG-TS, and drops the part of one with which a program was ended. */
export interface WholePackets extends Transform {
  /** The latest time at which a frame is decoded that has been passed on, in seconds; 0 before the first one. */
  latestSeconds(): number;
}

/** Receives MPEG-TS from its first packet on. */
export function createWholePackets(): WholePackets {
  let rest: Buffer = Buffer.alloc(0);
  let latestTicks = 0;
  const packets = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.length - (bytes.length % packetBytes);
      for (let at = 0; at < end; at += packetBytes) {
        const pes = findPesStart(bytes.subarray(at, at + packetBytes));
        if (pes !== undefined) latestTicks = Math.max(latestTicks, pes.ticks);
      }
      rest = bytes.subarray(end);
      done(null, end === 0 ? undefined : bytes.subarray(0, end));
    },
  });
  return Object.assign(packets, { latestSeconds: () => latestTicks / ticksPerMs / 1_000 });
}
