/*
 * Keeps the tracks of a live MPEG-TS channel the same for ffmpeg, which converts only the tracks that it finds at the
 * beginning. The PAT names the packets of the PMT, and the PMT names those of each track; when a provider inserts an
 * advertisement, the tables may name other packets. The packets of the advertisement's video and audio then get the
 * numbers (PIDs) that ffmpeg knows, as long as their codecs are the same. Its tables and all its other packets become
 * null packets, so that no byte moves. ffmpeg itself copes with the advertisement's other clock.
 * ISO/IEC 13818-1, sections 2.4.4.3 and 2.4.4.8
 */

const packetBytes = 188;
const syncByte = 0x47;
/** Packets of MPEG-TS are found among so many bytes of a body, or the body is something else. */
const searchedBytes = 4 * packetBytes;
/** More bytes than a table has; further ones are not collected. */
const longestTable = 4_200;

const videoTypes: ReadonlySet<number> = new Set([0x01, 0x02, 0x10, 0x1b, 0x24]);
const audioTypes: ReadonlySet<number> = new Set([0x03, 0x04, 0x0f, 0x11, 0x81, 0x87]);
/** The type of a track that names its codec in a descriptor, and the descriptors of AC-3 and E-AC-3. */
const privateType = 0x06;
const audioDescriptors: ReadonlySet<number> = new Set([0x6a, 0x7a]);

/** A track: the PID of its packets, and a number that is the same for tracks of the same codec. */
interface Track {
  pid: number;
  codec: number;
}

/** The tracks of a channel that ffmpeg converts: the first video and the first audio. */
interface Layout {
  video: Track | undefined;
  audio: Track | undefined;
}

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
      let at = isAligned ? 0 : findPackets(bytes);
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

/** Where packets begin; `undefined` while three packets in a row are not found. */
function findPackets(bytes: Buffer): number | undefined {
  for (let at = 0; at < packetBytes && at + 2 * packetBytes < bytes.length; at += 1) {
    if ([0, 1, 2].every((count) => bytes[at + count * packetBytes] === syncByte)) return at;
  }
  return undefined;
}

/** Follows the tables of one channel, and changes its packets in place. */
function createLayoutKeeper() {
  let pmtPid: number | undefined;
  let table = Buffer.alloc(0);
  /** The tracks as ffmpeg knows them, and as the packets that arrive have them. */
  let known: Layout | undefined;
  let present: Layout | undefined;
  let isForeignNow = false;

  function readTable(packet: Buffer, payload: number): void {
    const part = packet.subarray(payload);
    if (isStartOf(packet)) table = Buffer.from(part.subarray(1 + (part[0] ?? 0)));
    else if (table.length < longestTable) table = Buffer.concat([table, part]);
    const next = readPmt(table);
    if (next === undefined) return;
    table = Buffer.alloc(0);
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
      if (pid === 0 && payload !== undefined && isStartOf(packet)) pmtPid = readPmtPid(packet, payload);
      if (pid === pmtPid && payload !== undefined) readTable(packet, payload);
      if (!isForeignNow) return;
      const to = knownPid(pid) ?? nullPid;
      packet[1] = ((packet[1] ?? 0) & 0xe0) | (to >> 8);
      packet[2] = to & 0xff;
    },
  };
}

/** The PID of packets that carry nothing. */
const nullPid = 0x1fff;

const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff;
const isStartOf = (packet: Buffer): boolean => (packet.readUInt8(1) & 0x40) !== 0;

/** Where a packet's payload begins; `undefined` for a packet without one. */
function payloadOf(packet: Buffer): number | undefined {
  const control = packet.readUInt8(3) & 0x30;
  if (control === 0x10) return 4;
  const start = 5 + packet.readUInt8(4);
  return control === 0x30 && start < packetBytes ? start : undefined;
}

/** Reads the PID of the PMT of the first program, which ffmpeg converts, from the PAT. */
function readPmtPid(packet: Buffer, payload: number): number | undefined {
  const from = payload + 1 + packet.readUInt8(payload);
  for (let at = from + 8; at + 4 <= packetBytes - 4; at += 4) {
    // Program 0 is not a program: its entry names the network information.
    if (packet.readUInt16BE(at) !== 0) return packet.readUInt16BE(at + 2) & 0x1fff;
  }
  return undefined;
}

/**
 * Reads the tracks of a PMT; `undefined` while it is not complete, for a table that is not in force yet, and for one that
 * arrived damaged.
 */
function readPmt(table: Buffer): Layout | undefined {
  if (table.length < 12 || table[0] !== 2 || (table.readUInt8(5) & 1) === 0) return undefined;
  const end = 3 + (table.readUInt16BE(1) & 0x0fff) - 4;
  if (end < 12 || table.length < end + 4 || isDamaged(table.subarray(0, end + 4))) return undefined;
  const layout: Layout = { video: undefined, audio: undefined };
  for (let at = 12 + (table.readUInt16BE(10) & 0x0fff); at + 5 <= end;) {
    const type = table.readUInt8(at);
    const pid = table.readUInt16BE(at + 1) & 0x1fff;
    const next = at + 5 + (table.readUInt16BE(at + 3) & 0x0fff);
    const audio = readAudioCodec(type, table.subarray(at + 5, Math.min(next, end)));
    if (videoTypes.has(type)) layout.video ??= { pid, codec: type };
    else if (audio !== undefined) layout.audio ??= { pid, codec: audio };
    at = next;
  }
  return layout.video === undefined && layout.audio === undefined ? undefined : layout;
}

/** Whether a table does not match the CRC-32 at its end: over both together, the CRC is 0. ISO/IEC 13818-1, annex A */
function isDamaged(table: Buffer): boolean {
  let crc = -1;
  for (const byte of table) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc !== 0;
}

function readAudioCodec(type: number, descriptors: Buffer): number | undefined {
  if (audioTypes.has(type)) return type;
  if (type !== privateType) return undefined;
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + descriptors.readUInt8(at + 1)) {
    const tag = descriptors.readUInt8(at);
    if (audioDescriptors.has(tag)) return (privateType << 8) | tag;
  }
  return undefined;
}
