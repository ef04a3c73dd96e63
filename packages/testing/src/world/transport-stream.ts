const packetBytes = 188;
const patPid = 0;
const pmtPid = 0x1000;
const videoPid = 0x100;
const audioPid = 0x101;

/** A frame that a body of MPEG-TS holds, by its number. */
export interface SeenFrame {
  number: number;
  isKeyframe: boolean;
}

/** A live channel in MPEG-TS, frame by frame, without pictures that could be decoded. */
export interface TransportStream {
  /** Makes the packets of the next frame; those of a keyframe come after the tables (PAT and PMT). */
  frame(): Buffer;
}

/**
 * Creates a channel in MPEG-TS with H.264 and AAC.
 *
 * @param options.groupFrames - after how many frames a keyframe comes
 * @param options.framePackets - how many packets a frame has; by default 8
 * @param options.hasIndicator - whether the packets of keyframes have the random-access indicator; by default they show
 *   themselves by their parameter sets alone
 * @param options.startTicks - when the first frame is decoded, at 90 kHz; by default frames have no times
 * @param options.firstFrame - the number of the first frame; by default 0
 */
export function createTransportStream(options: {
  groupFrames: number;
  framePackets?: number;
  hasIndicator?: boolean;
  startTicks?: number;
  firstFrame?: number;
}): TransportStream {
  const { groupFrames, framePackets = 8, hasIndicator = false, startTicks, firstFrame = 0 } = options;
  let number = firstFrame;
  const counters = new Map<number, number>();
  const counted = (bytes: Buffer): Buffer => {
    const pid = bytes.readUInt16BE(1) & 0x1fff;
    const counter = ((counters.get(pid) ?? -1) + 1) & 0x0f;
    counters.set(pid, counter);
    bytes[3] = (bytes.readUInt8(3) & 0xf0) | counter;
    return bytes;
  };

  return {
    frame() {
      const isKeyframe = number % groupFrames === 0;
      const tables = isKeyframe
        ? [packet(patPid, [0, ...withCrc(patTable)]), packet(pmtPid, [0, ...withCrc(pmtTable)])]
        : [];
      const decodeTicks =
        startTicks === undefined ? undefined : startTicks + (number - firstFrame) * frameTicks;
      const times =
        decodeTicks === undefined
          ? [0, 0]
          : [0xc0, 10, ...timeBytes(3, decodeTicks + 2 * frameTicks), ...timeBytes(1, decodeTicks)];
      const pes = [0, 0, 1, 0xe0, 0, 0, 0x80, ...times];
      const unit = isKeyframe && !hasIndicator ? 0x67 : 0x41;
      const text = Buffer.from(`fotograma ${number}${isKeyframe ? ' clave' : ''}\n`);
      const payload = [...pes, 0, 0, 1, unit, ...text];
      const first =
        decodeTicks !== undefined
          ? packetWithClock(videoPid, payload, decodeTicks - 900)
          : isKeyframe && hasIndicator
            ? indicated(videoPid, payload)
            : packet(videoPid, payload);
      const rest = Array.from({ length: framePackets - 2 }, () => packet(videoPid, [], false));
      number += 1;
      return Buffer.concat([...tables, first, ...rest, packet(audioPid, [0, 0, 1, 0xc0])].map(counted));
    },
  };
}

/** Lists the frames whose beginning a body of MPEG-TS holds; throws where its packets are not in step. */
export function readFrames(bytes: Buffer): SeenFrame[] {
  const frames: SeenFrame[] = [];
  for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes) {
    if (bytes[at] !== 0x47) throw new Error(`no packet begins at byte ${at}`);
    const [, number, key] =
      /fotograma (\d+)( clave)?\n/.exec(bytes.toString('latin1', at, at + packetBytes)) ?? [];
    if (number !== undefined) frames.push({ number: Number(number), isKeyframe: key !== undefined });
  }
  return frames;
}

/** The times of a frame, in ticks of 90 kHz. */
export interface FrameTimes {
  showTicks: number;
  decodeTicks: number;
  /** The clock reference (PCR) of the packet with which the frame begins. */
  referenceTicks: number;
}

/** Lists the times of the frames whose beginning a body of MPEG-TS holds. */
export function readTimes(bytes: Buffer): FrameTimes[] {
  const times: FrameTimes[] = [];
  for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes) {
    const begun = bytes.subarray(at, at + packetBytes);
    const isVideoStart = (begun.readUInt16BE(1) & 0x5fff) === (0x4000 | videoPid);
    if (!isVideoStart || (begun.readUInt8(3) & 0x20) === 0) continue;
    const pes = 5 + begun.readUInt8(4);
    times.push({
      showTicks: readTicks(begun, pes + 9),
      decodeTicks: readTicks(begun, pes + 14),
      referenceTicks: begun.readUInt32BE(6) * 2 + (begun.readUInt8(10) >> 7),
    });
  }
  return times;
}

/** The ticks of a frame at 25 frames a second. */
const frameTicks = 3_600;
const tickRange = 2 ** 33;

/** The five bytes of a time in a PES packet: four bits that say which one it is, and 33 bits with markers between them. */
function timeBytes(mark: number, ticks: number): number[] {
  const time = ticks % tickRange;
  const [high, middle, low] = [
    Math.floor(time / 2 ** 30),
    Math.floor(time / 2 ** 15) % 2 ** 15,
    time % 2 ** 15,
  ];
  return [
    (mark << 4) | (high << 1) | 1,
    middle >> 7,
    ((middle << 1) & 0xff) | 1,
    low >> 7,
    ((low << 1) & 0xff) | 1,
  ];
}

const readTicks = (bytes: Buffer, at: number): number =>
  ((bytes.readUInt8(at) >> 1) & 7) * 2 ** 30 +
  (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
  (bytes.readUInt16BE(at + 3) >> 1);

/** A packet with a clock reference before its payload. */
function packetWithClock(pid: number, payload: readonly number[], ticks: number): Buffer {
  const bytes = Buffer.alloc(packetBytes, 0xff);
  const base = (ticks + tickRange) % tickRange;
  const reference = [24, 16, 8, 0].map((shift) => Math.floor(base / 2 / 2 ** shift) & 0xff);
  bytes.set([
    0x47,
    0x40 | (pid >> 8),
    pid & 0xff,
    0x30,
    7,
    0x10,
    ...reference,
    ((base % 2) << 7) | 0x7e,
    0,
    ...payload,
  ]);
  return bytes;
}

/** A packet; the rest of its payload is filled up with bytes that are no start code. */
function packet(pid: number, payload: readonly number[], isStart = true): Buffer {
  const bytes = Buffer.alloc(packetBytes, 0xff);
  bytes.set([0x47, (isStart ? 0x40 : 0) | (pid >> 8), pid & 0xff, 0x10, ...payload]);
  return bytes;
}

/** A packet with the random-access indicator. */
function indicated(pid: number, payload: readonly number[]): Buffer {
  const bytes = Buffer.alloc(packetBytes, 0xff);
  bytes.set([0x47, 0x40 | (pid >> 8), pid & 0xff, 0x30, 1, 0x40, ...payload]);
  return bytes;
}

const patTable = [0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe0 | (pmtPid >> 8), pmtPid & 0xff];
const track = (type: number, pid: number) => [type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0, 0];
const tracks = [...track(0x1b, videoPid), ...track(0x0f, audioPid)];
const pmtTable = [2, 0xb0, 13 + tracks.length, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, ...tracks];

/** Adds the CRC-32 at the end of a table. ISO/IEC 13818-1, annex A */
function withCrc(table: readonly number[]): number[] {
  let crc = -1;
  for (const byte of table) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return [...table, ...[24, 16, 8, 0].map((shift) => (crc >>> shift) & 0xff)];
}
