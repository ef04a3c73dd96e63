/*
 * Follows the tables of a live MPEG-TS channel. When a provider inserts an advertisement, the tables may name other packets.
 * The advertisement's packets then get the numbers (PIDs) that the channel's had, and the new tables are kept from the
 * player: it sees one channel, whose tracks never change. Only tracks with other codecs are not hidden from it.
 */
import {
  createTableCollector,
  isStartOf,
  pidOf,
  readPat,
  readPmt,
  setPid,
  type Layout,
  type Programme,
} from '@butaca/ts';

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

export function createLayoutFollower(): LayoutFollower {
  const collect = createTableCollector();
  let programme: Programme | undefined;
  /** The tracks as the player knows them, and as the packets that arrive have them. */
  let known: Layout | undefined;
  let present: Layout | undefined;
  let isRenaming = false;

  function readTable(packet: Uint8Array, payload: number): PacketFate {
    const table = collect(packet, payload);
    const next = table === undefined ? undefined : readPmt(table, programme?.number);
    if (next !== undefined) {
      const isChanged = present !== undefined && !isSame(present, next);
      present = next;
      const hasOtherCodecs = known !== undefined && !hasSameCodecs(known, next);
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
    setPid(packet, to);
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

const isSame = (one: Layout, other: Layout): boolean =>
  one.video?.pid === other.video?.pid && one.audio?.pid === other.audio?.pid && hasSameCodecs(one, other);
const hasSameCodecs = (one: Layout, other: Layout): boolean =>
  one.video?.codec === other.video?.codec && one.audio?.codec === other.audio?.codec;
