import { hash } from 'node:crypto';
import type { FoundPlaylist } from '../delivery/fetch-playlist.ts';
import { mayChange } from '../playlists/live-window.ts';
import { stillAfterMs } from '../playlists/standstill.ts';
import { createStitch, readLiveList, type LiveList, type Stitch } from '../playlists/stitch.ts';
import type { SealedStream } from '../stream/token.ts';
import { SourceFailedError } from './source-verdict.ts';
import type { Clock } from '../../../../platform/clock.ts';

/** A source that feeds a playlist: what is asked for, and the address by which the source is known. */
export interface Feed {
  sealed: SealedStream;
  sourceAddress: string;
}

/** One live playlist of a channel, which sources feed one after another. */
export interface PlaylistLine {
  feed(): Feed;
  /** The newest playlist of the present source; `undefined` for one that cannot be joined with others. */
  list(): LiveList | undefined;
  /** Takes the newest playlist of the present source. */
  take(found: FoundPlaylist): void;
  /** Says why the present source has to be left; `undefined` while it is good. */
  judge(found: FoundPlaylist): SourceFailedError | undefined;
  /** Forgets the failures of the present source, which is kept because there is no other one. */
  forgive(): void;
  /** Lets another source feed the playlist. */
  change(feed: Feed, found: FoundPlaylist): void;
  /** Returns what viewers get, after `take`. */
  give(found: FoundPlaylist): FoundPlaylist;
  noteSegment(address: string, isFetched: boolean): void;
  /** Finds the source of an address, once there have been several. */
  findOwner(address: string): Feed | undefined;
  /** For how long the present source has fed the playlist with new segments, in milliseconds. */
  playedMs(): number;
}

/** How many segments a source may publish at once before it has published any since it is watched. */
const unknownBatch = 3;
/** The most segments that count as added at once. */
const batchMax = 4;

/** Counts the segments that a live playlist names after those of an earlier version; at least 1. */
function countAdded(before: LiveList, after: LiveList): number {
  const endOf = ({ mediaSequence, segments }: LiveList): number => mediaSequence + segments.length;
  const added = endOf(after) - endOf(before);
  return added >= 1 && added <= batchMax ? added : 1;
}

const ownersMax = 2_000;
/** So often does a segment fail, or so many in a row, before their source is left. */
const segmentFailuresMax = 2;

export function createPlaylistLine(first: Feed, clock: Pick<Clock, 'steadyMs'>): PlaylistLine {
  let feed = first;
  let sinceMs = clock.steadyMs();
  let list: LiveList | undefined;
  let textHash = '';
  let changedAtMs = sinceMs;
  let askedAtMs = sinceMs;
  let stitch: Stitch | undefined;
  /** How many segments the last change has added; `undefined` while no change was seen. */
  let addedSegments: number | undefined;
  const failures = new Map<string, number>();
  let failuresInRow = 0;
  const owners = new Map<string, Feed>();

  /** Remembers that the present source has named the addresses of a playlist. */
  function own({ addresses }: LiveList): void {
    for (const address of addresses) {
      owners.delete(address);
      owners.set(address, feed);
    }
    for (const address of owners.keys()) {
      if (owners.size <= ownersMax) break;
      owners.delete(address);
    }
  }

  function take(found: FoundPlaylist): void {
    const nowMs = clock.steadyMs();
    const nextHash = hash('sha256', found.text, 'base64url');
    // The first playlist after a long pause between requests begins a new measurement: nobody has looked for changes
    // during the pause.
    const isFresh = nowMs - askedAtMs > 2 * stillAfterMs(found.text, addedSegments ?? unknownBatch);
    if (nextHash !== textHash || isFresh) changedAtMs = nowMs;
    if (nextHash !== textHash) {
      const before = list;
      list = readLiveList(found.text, found.address);
      if (before !== undefined && list !== undefined) addedSegments = countAdded(before, list);
    }
    textHash = nextHash;
    askedAtMs = nowMs;
  }

  return {
    feed: () => feed,
    list: () => list,
    take,
    judge({ text }) {
      if (!mayChange(text)) return undefined;
      const mostFailures = Math.max(failuresInRow, ...failures.values());
      if (mostFailures >= segmentFailuresMax) return new SourceFailedError('segments');
      const isStill = clock.steadyMs() - changedAtMs > stillAfterMs(text, addedSegments ?? unknownBatch);
      return isStill ? new SourceFailedError('starving') : undefined;
    },
    forgive() {
      changedAtMs = clock.steadyMs();
      failuresInRow = 0;
      failures.clear();
    },
    change(next, found) {
      if (list !== undefined && stitch === undefined) {
        stitch = createStitch(list, feed.sourceAddress);
        own(list);
      }
      [list, addedSegments] = [undefined, undefined];
      feed = next;
      sinceMs = clock.steadyMs();
      askedAtMs = sinceMs;
      textHash = '';
      failuresInRow = 0;
      failures.clear();
      take(found);
    },
    give(found) {
      const { sealed, sourceAddress } = feed;
      if (stitch === undefined || list === undefined) return { ...found, sourceOf: () => sealed };
      stitch.append(list, sourceAddress);
      own(list);
      const sourceOf = (address: string) => owners.get(address)?.sealed;
      return { address: found.address, text: stitch.text(), sourceOf };
    },
    noteSegment(address, isFetched) {
      if (list?.addresses.has(address) !== true) return;
      failuresInRow = isFetched ? 0 : failuresInRow + 1;
      if (isFetched) failures.delete(address);
      else failures.set(address, (failures.get(address) ?? 0) + 1);
    },
    findOwner: (address) => owners.get(address),
    playedMs: () => changedAtMs - sinceMs,
  };
}
