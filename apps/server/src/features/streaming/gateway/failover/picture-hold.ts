import { isStartOf, packetBytes, pidOf } from '@butaca/ts';

/**
 * Holds back the picture of a channel that is not complete yet: when its connection closes or stalls in the middle of it,
 * browsers would stop at what is there, or show it broken. No player shows a picture before the next one begins, so it is not shown later.
 */
export interface PictureHold {
  /** Takes whole packets. @returns those of complete pictures */
  pass(packets: Buffer): Buffer;
  /** Returns what is held back of other tracks than the video, because nothing follows for now. */
  releaseSound(): Buffer;
  /** Returns all that is held back, because nothing has followed for long. */
  release(): Buffer;
}

/** More than a picture has. */
const heldLimitBytes = 2_000_000;

/** @param videoPid - returns the PID of the video; `undefined` for a channel without any */
export function createPictureHold(videoPid: () => number | undefined): PictureHold {
  let held: Buffer[] = [];
  let heldBytes = 0;

  function release(): Buffer {
    const all = held.length === 1 ? held[0] : Buffer.concat(held);
    [held, heldBytes] = [[], 0];
    return all ?? Buffer.alloc(0);
  }

  function hold(packets: Buffer): void {
    held.push(packets);
    heldBytes += packets.length;
  }

  return {
    pass(packets) {
      const pid = videoPid();
      const at = pid === undefined ? packets.length : findLastStart(packets, pid);
      if (at === undefined && heldBytes + packets.length <= heldLimitBytes) {
        hold(packets);
        return Buffer.alloc(0);
      }
      hold(packets.subarray(0, at));
      const whole = release();
      if (at !== undefined && at < packets.length) hold(packets.subarray(at));
      return whole;
    },
    releaseSound() {
      const pid = videoPid();
      const [sound, video] = partition(release(), (packet) => pidOf(packet) !== pid);
      if (video.length > 0) hold(video);
      return sound;
    },
    release,
  };
}

/** Finds the last packet with which a picture begins. */
function findLastStart(packets: Buffer, pid: number): number | undefined {
  for (let at = packets.length - packetBytes; at >= 0; at -= packetBytes) {
    const packet = packets.subarray(at, at + packetBytes);
    if (isStartOf(packet) && pidOf(packet) === pid) return at;
  }
  return undefined;
}

/** Separates packets. @returns those for which the condition holds, and the others */
function partition(packets: Buffer, holds: (packet: Buffer) => boolean): [Buffer, Buffer] {
  const parts: [Buffer[], Buffer[]] = [[], []];
  for (let at = 0; at + packetBytes <= packets.length; at += packetBytes) {
    const packet = packets.subarray(at, at + packetBytes);
    parts[holds(packet) ? 0 : 1].push(packet);
  }
  return [Buffer.concat(parts[0]), Buffer.concat(parts[1])];
}
