import type { ItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { ConnectionOwner } from '../delivery/gated-stream.ts';
import { createPictureSample } from '../failover/picture-sample.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createKeptBody } from './kept-body.ts';
import { createRing } from './ring.ts';
import { createSharedTransfer, type SharedTransfer } from './shared-transfer.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { ageBy, atMost } from '../../../../platform/at-most.ts';

/** What a shared transfer is found by, and what it holds. */
export interface TransferSlot {
  key: string;
  channelKey: ItemKey;
  /** Whether it is a segment, which is kept whole, or a channel in MPEG-TS. */
  isBody: boolean;
  /** For how long a channel goes on without viewers, in ms; by default long enough for one who comes back. */
  lingerMs?: number;
}

/** The shared transfers that viewers may join; the memory of all of them together is limited. */
export interface TransferStore {
  find(key: string): SharedTransfer | undefined;
  /** Whether the upstream has lately answered with what cannot be shared: a file with an end. */
  isRefused(key: string): boolean;
  /** Starts a shared transfer. @param open - sends its request */
  start(slot: TransferSlot, open: (owner: ConnectionOwner) => Promise<UpstreamAnswer>): SharedTransfer;
  /** Whether so much is kept that no more segments may be. */
  isCrowded(): boolean;
  /**
   * Takes a keyframe out of what is kept of a channel. @returns the tables and the keyframe; `undefined` where nobody watches
   * the channel, and where no whole keyframe in MPEG-TS is kept of it
   */
  findPicture(channelKey: ItemKey): Buffer | undefined;
  endAll(): void;
}

/** The most bytes of segments that are kept of one channel for viewers who come later. */
const channelLimitBytes = 12_000_000;
/** The most bytes that are kept of all channels together. */
const totalLimitBytes = 256_000_000;

/** In how many of a channel's segments a keyframe is looked for. */
const picturesTried = 3;

const refusedMax = 1_000;
/** How long each viewer of what cannot be shared asks the upstream alone at once, in milliseconds. */
const refusedMs = 60_000;

interface Entry {
  slot: TransferSlot;
  transfer: SharedTransfer;
  heldBytes: number;
}

export function createTransferStore(clock: Clock): TransferStore {
  /** The oldest first. */
  const entries = new Map<string, Entry>();
  /** The bytes of the segments of each channel that viewers may join. */
  const segmentBytes = new Map<string, number>();
  const refused = new LRUCache<string, true>({ ...atMost(refusedMax), ttl: refusedMs, ...ageBy(clock) });
  let totalBytes = 0;
  const isCrowded = (): boolean => totalBytes > totalLimitBytes;

  function countSegments(channelKey: string, bytes: number): number {
    const sum = (segmentBytes.get(channelKey) ?? 0) + bytes;
    if (sum === 0) segmentBytes.delete(channelKey);
    else segmentBytes.set(channelKey, sum);
    return sum;
  }

  function retireOldest(isOne: (slot: TransferSlot) => boolean): void {
    for (const { slot, transfer } of entries.values()) {
      if (slot.isBody && isOne(slot)) return transfer.retire();
    }
  }

  /** Counts what an entry keeps; the oldest segments go when there is too much. */
  function count(entry: Pick<Entry, 'slot' | 'heldBytes'>, bytes: number): void {
    totalBytes += bytes;
    entry.heldBytes += bytes;
    const { key, channelKey, isBody } = entry.slot;
    if (isBody && entries.get(key) === entry) {
      const ofChannel = countSegments(channelKey, bytes);
      if (ofChannel > channelLimitBytes) retireOldest((slot) => slot.channelKey === channelKey);
    }
    if (bytes > 0 && isCrowded()) retireOldest(() => true);
  }

  return {
    find: (key) => entries.get(key)?.transfer,
    isRefused: (key) => refused.has(key),
    start(slot, open) {
      const onChange = (bytes: number) => count(entry, bytes);
      const entry: Entry = {
        slot,
        heldBytes: 0,
        transfer: createSharedTransfer({
          keeping: slot.isBody
            ? createKeptBody({ onChange })
            : createRing({ onChange, isCrowded, lingerMs: slot.lingerMs }),
          open,
          clock,
          onClosed(isRefused) {
            if (isRefused) refused.set(slot.key, true);
            if (entries.get(slot.key) !== entry) return;
            entries.delete(slot.key);
            if (slot.isBody) countSegments(slot.channelKey, -entry.heldBytes);
          },
        }),
      };
      entries.set(slot.key, entry);
      return entry.transfer;
    },
    isCrowded,
    findPicture(channelKey) {
      const ofChannel = [...entries.values()].filter(({ slot }) => slot.channelKey === channelKey);
      for (const { transfer } of ofChannel.toReversed().slice(0, picturesTried)) {
        const media = transfer.newest();
        const picture = media && takePicture(media);
        if (picture !== undefined) return picture;
      }
      return undefined;
    },
    endAll() {
      for (const { transfer } of entries.values()) transfer.end();
    },
  };
}

/** How much of what is kept is looked at together, in bytes: seven packets, so that a picture is left at its end. */
const stepBytes = 7 * 188;

/** Takes the first whole keyframe out of a part of a channel in MPEG-TS. */
function takePicture(media: Buffer): Buffer | undefined {
  const sample = createPictureSample();
  for (let at = 0; at < media.length; at += stepBytes) {
    const picture = sample.take(media.subarray(at, at + stepBytes));
    if (picture !== undefined) return picture;
  }
  return undefined;
}
