/*
 * Follows the tables of a live MPEG-TS channel: the PAT names the packets of the PMT, and the PMT names those of each
 * track. When a provider inserts an advertisement, the tables may name other packets. The advertisement's packets then
 * get the numbers (PIDs) that the channel's had, and the new tables are kept from the player: it sees one channel, whose
 * tracks never change. Only tracks with other codecs are not hidden from it.
 * ISO/IEC 13818-1, sections 2.4.4.3 and 2.4.4.8
 */

/** The tracks of a channel that are played: the first video and the first audio. */
interface Layout {
  video: Track | undefined;
  audio: Track | undefined;
}

/** A track: the PID of its packets, and a number for its codec. */
interface Track {
  pid: number;
  type: number;
}

/**
 * What becomes of a packet. `pass`: the player gets it · `drop`: it does not · `change`: it does not, and with this
 * packet other tracks have begun · `changed-tables`: the same, but the player gets the packet · `other-codecs`: the same,
 * and the tracks have other codecs, which a player can decode only if it begins anew.
 */
export type PacketFate = 'pass' | 'drop' | 'change' | 'changed-tables' | 'other-codecs';

export interface LayoutFollower {
  /**
   * Reads a packet if it belongs to a table, gives it the PID that the player knows, and decides what becomes of it.
   *
   * @param payload - where in the packet its payload begins; `undefined` without one
   */
  take(packet: Uint8Array, payload: number | undefined): PacketFate;
}

/** More bytes than a table has; further ones are not collected. */
const longestTable = 4200;
const videoTypes: ReadonlySet<number> = new Set([0x01, 0x02, 0x10, 0x1b, 0x24]);
const audioTypes: ReadonlySet<number> = new Set([0x03, 0x04, 0x0f, 0x11, 0x81, 0x87]);
/** The type of a track that names its codec in a descriptor, and the descriptors of AC-3 and E-AC-3. */
const privateType = 0x06;
const audioDescriptors: ReadonlySet<number> = new Set([0x6a, 0x7a]);

/** A programme of the PAT, and the PID of its PMT. */
interface Programme {
  number: number;
  pmtPid: number;
}

/** Creates the follower of the tables of one channel. */
export function createLayoutFollower(): LayoutFollower {
  let programme: Programme | undefined;
  let table: number[] = [];
  /** The tracks as the player knows them, and as the packets that arrive have them. */
  let known: Layout | undefined;
  let present: Layout | undefined;
  let isRenaming = false;

  function readTable(packet: Uint8Array, payload: number): PacketFate {
    if (isStartOf(packet)) table = [...packet.subarray(payload + 1 + (packet[payload] ?? 0))];
    else if (table.length < longestTable) table.push(...packet.subarray(payload));
    const next = programme === undefined ? undefined : readPmt(table, programme);
    if (next !== undefined) {
      table = [];
      const isChanged = present !== undefined && !isSame(present, next);
      present = next;
      const hasOtherCodecs = known !== undefined && !hasSameTypes(known, next);
      if (known === undefined || hasOtherCodecs) known = next;
      isRenaming = !isSame(known, next);
      if (hasOtherCodecs) return 'other-codecs';
      if (isChanged) return isRenaming ? 'change' : 'changed-tables';
    }
    return isRenaming ? 'drop' : 'pass';
  }

  /** Gives a packet of a track the PID that the player knows. */
  function rename(packet: Uint8Array, pid: number): PacketFate {
    const kind = pid === present?.video?.pid ? 'video' : pid === present?.audio?.pid ? 'audio' : undefined;
    const to = kind === undefined ? undefined : known?.[kind]?.pid;
    if (to === undefined) return 'drop';
    packet[1] = ((packet[1] ?? 0) & 0xe0) | (to >> 8);
    packet[2] = to & 0xff;
    return 'pass';
  }

  return {
    take(packet, payload) {
      const pid = pidOf(packet);
      if (pid === 0 && payload !== undefined && isStartOf(packet)) programme = readPat(packet, payload);
      if (pid === 0) return 'pass';
      if (pid === programme?.pmtPid && payload !== undefined) return readTable(packet, payload);
      return isRenaming ? rename(packet, pid) : 'pass';
    },
  };
}

const pidOf = (packet: Uint8Array): number => (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0);
const isStartOf = (packet: Uint8Array): boolean => ((packet[1] ?? 0) & 0x40) !== 0;
const isSame = (one: Layout, other: Layout): boolean =>
  one.video?.pid === other.video?.pid && one.audio?.pid === other.audio?.pid && hasSameTypes(one, other);
const hasSameTypes = (one: Layout, other: Layout): boolean =>
  one.video?.type === other.video?.type && one.audio?.type === other.audio?.type;

/** Reads the first programme of a PAT, which is the one that players play. */
function readPat(packet: Uint8Array, payload: number): Programme | undefined {
  const from = payload + 1 + (packet[payload] ?? 0);
  for (let at = from + 8; at + 4 <= packet.length - 4; at += 4) {
    const number = ((packet[at] ?? 0) << 8) | (packet[at + 1] ?? 0);
    const pmtPid = (((packet[at + 2] ?? 0) & 0x1f) << 8) | (packet[at + 3] ?? 0);
    if (number !== 0) return { number, pmtPid };
  }
  return undefined;
}

/**
 * Reads the tracks of a programme's PMT; `undefined` while it is not complete, and for a table of another programme, one
 * that is not in force yet or one that arrived damaged.
 */
function readPmt(table: readonly number[], { number }: Programme): Layout | undefined {
  const twelveBits = (at: number): number => (((table[at] ?? 0) & 0x0f) << 8) | (table[at + 1] ?? 0);
  const end = 3 + twelveBits(1) - 4;
  if (table[0] !== 2 || end < 12 || table.length < end + 4 || ((table[5] ?? 0) & 1) === 0) return undefined;
  if ((((table[3] ?? 0) << 8) | (table[4] ?? 0)) !== number || isDamaged(table.slice(0, end + 4)))
    return undefined;
  const layout: Layout = { video: undefined, audio: undefined };
  for (let at = 12 + twelveBits(10); at + 5 <= end;) {
    const type = table[at] ?? 0;
    const pid = (((table[at + 1] ?? 0) & 0x1f) << 8) | (table[at + 2] ?? 0);
    const next = at + 5 + twelveBits(at + 3);
    const audioType = readAudioType(type, table.slice(at + 5, next));
    if (videoTypes.has(type)) layout.video ??= { pid, type };
    else if (audioType !== undefined) layout.audio ??= { pid, type: audioType };
    at = next;
  }
  return layout.video === undefined && layout.audio === undefined ? undefined : layout;
}

/** Whether a table does not match the CRC-32 at its end: over both together, the CRC is 0. ISO/IEC 13818-1, annex A */
function isDamaged(table: readonly number[]): boolean {
  let crc = -1;
  for (const byte of table) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc !== 0;
}

/** Returns a number that is the same for tracks of the same audio codec; `undefined` for other tracks. */
function readAudioType(type: number, descriptors: readonly number[]): number | undefined {
  if (audioTypes.has(type)) return type;
  if (type !== privateType) return undefined;
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) {
    const tag = descriptors[at] ?? 0;
    if (audioDescriptors.has(tag)) return (privateType << 8) | tag;
  }
  return undefined;
}
