/*
 * Pausing and rewinding live channels in HLS. While a channel is watched, each segment that its playlist names is written to disk once for
 * all its viewers, as it came, and the playlist that they get names the segments of the last minutes in front of the provider's own
 * (`kept-window.ts`).
 *
 * - A buffer belongs to one playlist of one channel, found like everything that viewers share (`content-key.ts`), never by a token. Who
 *   asks for a kept segment does so with the token of their own playlist, which passes every check of a live segment.
 * - It is filled by the refreshes of viewers: a paused player goes on refreshing the playlist, and no timer of this server asks
 *   the provider for anything. Each segment is opened with the viewers' own requests for it, so the provider gets one
 *   request for each, as many as one viewer causes who does not pause.
 * - It begins with the second refresh, so that a channel that somebody only passes while zapping costs nothing, and is deleted when nobody
 *   has refreshed its playlist for longer than a lease lasts.
 */
import type { Readable } from 'node:stream';
import type { ItemKey } from '@butaca/contract';
import { inTime } from '../../../../platform/async/deadline.ts';
import type { Cancel, Clock } from '../../../../platform/clock.ts';
import type { FoundPlaylist } from '../delivery/fetch-playlist.ts';
import { readLiveList, type LiveList } from '../playlists/stitch.ts';
import { sharingKey } from '../shared/content-key.ts';
import type { SealedStream } from '../stream/token.ts';
import { readBody, type UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { readSequence, segmentName, sideName, typeOf } from '../playlists/buffered-name.ts';
import { canBeKept, createKeptWindow, secondsOf, type KeptSegment, type KeptWindow } from './kept-window.ts';
import type { KeptFile, SegmentFiles } from './segment-files.ts';

/** A live playlist that a viewer has requested. */
export interface BufferRequest {
  channelKey: ItemKey;
  /** What the viewer's playlist is requested with. */
  sealed: SealedStream;
  /** Makes what a part of the playlist is requested with. @param role - whether it is a key */
  childOf(address: string, role: 'bytes' | 'key'): SealedStream;
  /** Opens a part of the playlist together with the viewers who request it. */
  open(part: SealedStream, signal: AbortSignal): Promise<UpstreamAnswer | undefined>;
}

/** A kept part of a live playlist, as media of this server are answered. */
export interface BufferedPart {
  status: number;
  headers: Record<string, string>;
  body: Readable | Buffer;
}

export interface LiveBuffers extends AsyncDisposable {
  /** Whether the segments of a playlist are named by their numbers, whether or not they are kept now. */
  isNumbered(found: FoundPlaylist, list: SealedStream): boolean;
  /**
   * Keeps what a live playlist names, and puts the segments before in front of it.
   *
   * @param rewritten - the playlist as the viewer would get it without a buffer
   */
  lengthen(request: BufferRequest, found: FoundPlaylist, rewritten: string): string;
  /**
   * Opens a kept part by its name.
   *
   * @param how.waits - whether one that is still being received is waited for
   * @returns `undefined` for a part that is not kept
   */
  open(
    channelKey: ItemKey,
    list: SealedStream,
    name: string,
    how: { waits: boolean },
  ): Promise<BufferedPart | undefined>;
  count(): BufferCount;
}

/** What is kept now. */
export interface BufferCount {
  playlists: number;
  segments: number;
  bytes: number;
  /** How many segments are still to be received. */
  waiting: number;
}

interface LiveBuffer {
  window: KeptWindow;
  files: Map<KeptSegment, KeptFile>;
  /** The keys and initialization sections by their names, in memory: keys are secret, and sections small. */
  sides: Map<string, Buffer>;
  queue: { kept: KeptSegment; request: BufferRequest }[];
  /** Aborts what is being received. */
  receiving: AbortController;
  isEnded: boolean;
  touchedAtMs: number;
  bytes: number;
  /** Settles when nothing waits any more. */
  running: Promise<void> | undefined;
}

export interface BufferLimits {
  /** For how many seconds of media segments are kept. */
  lengthSeconds: number;
  /** The most bytes of one playlist. */
  playlistBytes: number;
  /** For how long a buffer is kept after the last refresh of its playlist, in ms. */
  keptMs: number;
}

/** A lease of a device that receives nothing ends after half a minute; browsers let the timers of hidden pages run once a minute. */
const keptMs = 90_000;
const playlistBytes = 6 * 1024 ** 3;
export const bufferLimits = (minutes: number): BufferLimits => ({
  lengthSeconds: minutes * 60,
  playlistBytes,
  keptMs,
});

const sweepEveryMs = 10_000;
/** How many segments may wait to be received; older ones are missing then. */
const waitingMax = 8;
/** How many different keys and initialization sections of a buffer are kept, and their most bytes together. */
const sidesMax = 4_000;
const sidesBytesMax = 8_388_608;
/** The longest addresses that fit into the path and the query of a request together, in characters. */
const longestAddress = 2_000;
/** Longer playlists, in characters, name hours by themselves. */
const longestList = 200_000;
const sideLimitBytes = 1_048_576;
const buffersMax = 5_000;
const uriForm = /\bURI="([^"]*)"/;
/** How long a request waits for a part that is being received, in ms. */
const partWithinMs = 8_000;
const over = new Error('nobody watches any more');

export function createLiveBuffers(needs: {
  files: SegmentFiles;
  limits: BufferLimits;
  clock: Clock;
}): LiveBuffers {
  const { files, limits, clock } = needs;
  const buffers = new Map<string, LiveBuffer>();
  /** When playlists without a buffer were refreshed first. */
  const seen = new Map<string, number>();
  let cancelSweep: Cancel | undefined;

  function dropSegment(buffer: LiveBuffer, kept: KeptSegment): void {
    const file = buffer.files.get(kept);
    kept.state = 'missing';
    if (file === undefined) return;
    buffer.files.delete(kept);
    buffer.bytes -= file.bytes;
    file.drop();
  }

  function end(key: string, buffer: LiveBuffer): void {
    buffers.delete(key);
    buffer.isEnded = true;
    buffer.receiving.abort(over);
    for (const file of buffer.files.values()) file.drop();
    buffer.sides.clear();
    buffer.files.clear();
  }

  function sweep(): void {
    const now = clock.steadyMs();
    for (const [key, buffer] of buffers) if (now - buffer.touchedAtMs > limits.keptMs) end(key, buffer);
    for (const [key, atMs] of seen) if (now - atMs > limits.keptMs) seen.delete(key);
    if (buffers.size + seen.size > 0) return;
    cancelSweep?.();
    cancelSweep = undefined;
  }

  /** Finds the buffer of a playlist, or begins it where somebody stays. */
  function findOrBegin(key: string): LiveBuffer | undefined {
    cancelSweep ??= clock.every(sweepEveryMs, sweep);
    const known = buffers.get(key);
    if (known !== undefined) {
      known.touchedAtMs = clock.steadyMs();
      return known;
    }
    const isAgain = seen.has(key);
    if (seen.size < buffersMax) seen.set(key, clock.steadyMs());
    if (!isAgain || buffers.size >= buffersMax || !files.isOpen()) return undefined;
    const buffer: LiveBuffer = {
      window: createKeptWindow(limits.lengthSeconds),
      files: new Map(),
      sides: new Map(),
      queue: [],
      receiving: new AbortController(),
      isEnded: false,
      touchedAtMs: clock.steadyMs(),
      bytes: 0,
      running: undefined,
    };
    buffers.set(key, buffer);
    return buffer;
  }

  /** Receives what waits, one part after the other, as a player does. */
  async function run(buffer: LiveBuffer): Promise<void> {
    for (let next = buffer.queue.shift(); next !== undefined; next = buffer.queue.shift()) {
      await receive(buffer, next.kept, next.request).catch(() => (next.kept.state = 'missing'));
      if (buffer.isEnded) break;
    }
    buffer.running = undefined;
  }

  async function receive(buffer: LiveBuffer, kept: KeptSegment, request: BufferRequest): Promise<void> {
    const { segment } = kept;
    await files.makeRoom();
    if (segment === undefined || !files.isOpen() || buffer.isEnded) throw over;
    buffer.receiving = new AbortController();
    const { signal } = buffer.receiving;
    for (const tag of [...segment.keys, ...(segment.map === undefined ? [] : [segment.map])])
      await receiveSide(buffer, tag, { request, signal });
    const answer = await openPart(request.childOf(segment.address, 'bytes'), request, signal);
    const file = await files.write(answer, () => dropSegment(buffer, kept), signal);
    if (buffer.isEnded || buffer.window.find(kept.sequence) !== kept) return file.drop();
    buffer.files.set(kept, file);
    buffer.bytes += file.bytes;
    kept.state = 'kept';
    while (buffer.bytes > limits.playlistBytes) {
      const oldest = buffer.window.dropFirst();
      if (oldest === undefined) break;
      dropSegment(buffer, oldest);
    }
  }

  /** Receives a key or an initialization section, once for all segments that need it. */
  async function receiveSide(
    buffer: LiveBuffer,
    tag: string,
    { request, signal }: { request: BufferRequest; signal: AbortSignal },
  ): Promise<void> {
    const address = uriForm.exec(tag)?.[1];
    const name = nameOfSide(tag);
    if (address === undefined || name === undefined) throw new Error('the tag names nothing');
    const role = roleOfSide(tag);
    if (buffer.sides.has(name)) return;
    const answer = await openPart(request.childOf(address, role), request, signal);
    const side = await readBody(answer, sideLimitBytes, signal);
    if (!hasRoomFor(buffer.sides, side)) dropUnusedSides(buffer);
    if (!hasRoomFor(buffer.sides, side)) throw new Error('the playlist has too many keys or sections');
    buffer.sides.set(name, side);
  }

  /** Drops the keys and initialization sections that no segment of the window names any more. */
  function dropUnusedSides({ window, sides }: LiveBuffer): void {
    const tags = new Set(
      window
        .segments()
        .flatMap(({ segment }) => [
          ...(segment?.keys ?? []),
          ...(segment?.map === undefined ? [] : [segment.map]),
        ]),
    );
    const used = new Set([...tags].map(nameOfSide));
    for (const name of sides.keys()) if (!used.has(name)) sides.delete(name);
  }

  return {
    isNumbered: (found, { streamKind, address }) =>
      streamKind === 'hls' && address.length <= longestAddress && readKept(found) !== undefined,
    lengthen(request, found, rewritten) {
      const list = readKept(found);
      // A provider that keeps as much by itself needs no buffer.
      if (list === undefined || secondsIn(list) >= limits.lengthSeconds) return rewritten;
      const buffer = findOrBegin(sharingKey(request.channelKey, request.sealed));
      if (buffer === undefined) return rewritten;
      const { added, dropped } = buffer.window.take(list);
      for (const kept of dropped) dropSegment(buffer, kept);
      buffer.queue.push(...added.map((kept) => ({ kept, request })));
      for (const { kept } of buffer.queue.splice(0, Math.max(0, buffer.queue.length - waitingMax)))
        kept.state = 'missing';
      if (buffer.queue.length > 0) buffer.running ??= run(buffer);
      return buffer.window.lengthen(rewritten, {
        segment: ({ sequence, segment }) => segmentName(sequence, segment?.address),
        tag: (line) => line.replace(uriForm, () => `URI="${nameOfSide(line) ?? ''}"`),
      });
    },
    async open(channelKey, list, name, { waits }) {
      const buffer = buffers.get(sharingKey(channelKey, list));
      if (buffer === undefined) return undefined;
      buffer.touchedAtMs = clock.steadyMs();
      const isComing = waits && findSegment(buffer, name)?.state === 'named';
      if (isComing) await inTime(buffer.running ?? Promise.resolve(), partWithinMs, undefined, clock);
      const side = buffer.sides.get(name);
      if (side !== undefined) return answerWith(name, side.length, side);
      const kept = findSegment(buffer, name);
      const file = kept && buffer.files.get(kept);
      const body = await file?.read();
      return file && body && answerWith(name, file.bytes, body);
    },
    count() {
      const all = [...buffers.values()];
      const segments = all.reduce((sum, buffer) => sum + buffer.files.size, 0);
      const waiting = all.reduce((sum, { queue, running }) => sum + queue.length + (running ? 1 : 0), 0);
      return { playlists: buffers.size, segments, bytes: files.bytes(), waiting };
    },
    async [Symbol.asyncDispose]() {
      cancelSweep?.();
      for (const [key, buffer] of buffers) end(key, buffer);
      await files[Symbol.asyncDispose]();
    },
  };
}

/** What the tag of a key or an initialization section names: a key, or bytes. */
const roleOfSide = (tag: string): 'key' | 'bytes' => (tag.startsWith('#EXT-X-KEY:') ? 'key' : 'bytes');

/** Names what the tag of a key or an initialization section refers to; `undefined` for a tag without an address. */
function nameOfSide(tag: string): string | undefined {
  const address = uriForm.exec(tag)?.[1];
  return address === undefined ? undefined : sideName(roleOfSide(tag), address);
}

function hasRoomFor(sides: ReadonlyMap<string, Buffer>, side: Buffer): boolean {
  const bytes = [...sides.values()].reduce((sum, { length }) => sum + length, side.length);
  return sides.size < sidesMax && bytes <= sidesBytesMax;
}

/** Opens a part together with the viewers. @throws Error for one that cannot be kept */
async function openPart(
  part: SealedStream,
  request: BufferRequest,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const answer = await request.open(part, signal);
  if (answer?.status === 200) return answer;
  answer?.abort();
  throw new Error('the part cannot be kept');
}

/** The playlists that were read, as several viewers get the same one. */
const readLists = new WeakMap<FoundPlaylist, LiveList>();

/** Reads a live playlist whose segments may be kept; `undefined` for any other. */
function readKept(found: FoundPlaylist): LiveList | undefined {
  const known = readLists.get(found);
  if (known !== undefined || found.text.length > longestList || !canBeKept(found.text)) return known;
  const list = readLiveList(found.text, found.address);
  if (list === undefined || [...list.addresses].some(({ length }) => length > longestAddress))
    return undefined;
  readLists.set(found, list);
  return list;
}

const secondsIn = ({ segments }: LiveList): number =>
  segments.reduce((sum, segment) => sum + secondsOf(segment), 0);

function findSegment({ window }: LiveBuffer, name: string): KeptSegment | undefined {
  const sequence = readSequence(name);
  return sequence === undefined ? undefined : window.find(sequence);
}

const answerWith = (name: string, bytes: number, body: BufferedPart['body']): BufferedPart => ({
  status: 200,
  headers: { 'content-type': typeOf(name), 'content-length': String(bytes) },
  body,
});
