// Rewrites HLS playlists for players. A playlist is read line by line and rewritten from what is known to be safe. The
// URL of a segment or rendition is replaced by the stream gateway's own sealed (encrypted) URL, and so is the URI of a
// tag. Known tags keep known attributes whose values cannot hold a URL; titles, comments and unknown tags are left out,
// since any of them may hold one. A reference that may not be followed makes the gateway refuse the whole playlist,
// because a playlist without it would play wrongly. Variables (EXT-X-DEFINE) are substituted by the gateway, because
// players would otherwise substitute them inside sealed URLs.
import {
  attributeTags,
  plainTags,
  readAttributes,
  writeAttribute,
  writePlainTag,
  type Attribute,
  type ChildRole,
} from './playlist-tags.ts';
import { lineLimit } from './playlist-lines.ts';
import { resolveAddress } from '../stream/stream-address.ts';
import type { ByteSlice, MediaPart } from '../stream/stream.ts';
import { nextTurn } from '../../../../platform/async/turns.ts';

/**
 * Thrown when a playlist contains something that the stream gateway cannot serve. The message names the problem without
 * quoting the playlist.
 */
export class PlaylistRefusedError extends Error {
  override readonly name: string = 'PlaylistRefusedError';
}

/** Thrown when a playlist's keys come from a DRM system (FairPlay, Widevine, PlayReady), which no player of ours opens. */
export class PlaylistProtectedError extends PlaylistRefusedError {
  override readonly name = 'PlaylistProtectedError';
}

export interface PlaylistContext {
  /** The final address of the HLS playlist, after redirects. */
  address: string;
  /**
   * Whether the playlist is played under a free trial, so that segments are charged one by one: slices (byte ranges) of
   * a file then get addresses of their own, and the playlist must have an end.
   */
  isTrial: boolean;
  /**
   * Returns the stream gateway's URL, without the host, for an address that the playlist names. `reference` is this
   * address as the playlist writes it; `part` is the part of the film that a segment holds.
   */
  childPath(address: string, role: ChildRole, reference: string, part?: MediaPart, slice?: ByteSlice): string;
}

export interface RewrittenPlaylist {
  text: string;
  /** Whether the rewritten playlist is an HLS media playlist with an end, which will never change. */
  isComplete: boolean;
}

const partTags: ReadonlySet<string> = new Set(['EXT-X-PART', 'EXT-X-PRELOAD-HINT']);
const childLimit = 40_000;
const textLimit = 32_000_000;
/** The longest value of an HLS playlist's variable, in characters: as long as an address may be. */
const variableLimit = 8_192;
const variablesLimit = 100;
/** How many characters the values of variables may add to an HLS playlist. */
const substitutedLimit = 1_000_000;
/**
 * How many addresses and lines of a playlist are rewritten before other requests get a turn: sealing (encrypting) an
 * address takes about 20 µs, a line without one only a few microseconds.
 */
const childrenPerTurn = 300;
const linesPerTurn = 2_000;

/** Whether bytes are an HLS playlist, judged by their beginning. */
export function isPlaylist(head: Buffer): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*#EXTM3U/.test(head.toString('latin1', 0, 64));
}

/**
 * Rewrites an HLS playlist so that players request everything that it names from the stream gateway.
 *
 * @throws PlaylistRefusedError; the reason of `signal` when it aborts
 * @see https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis
 */
export async function rewritePlaylist(
  text: string,
  context: PlaylistContext,
  signal: AbortSignal,
): Promise<RewrittenPlaylist> {
  const rewriter = createRewriter(context);
  const written: string[] = [];
  let length = 0;
  let readAt = 0;
  let turnAt = { children: childrenPerTurn, lines: linesPerTurn };
  let lines = 0;
  while (readAt < text.length) {
    const lineEnd = text.indexOf('\n', readAt);
    const end = lineEnd === -1 ? text.length : lineEnd;
    if (end - readAt > lineLimit) throw new PlaylistRefusedError('a line is too long');
    const line = rewriter.rewriteLine(text.slice(readAt, end).trim());
    readAt = end + 1;
    lines += 1;
    const children = rewriter.countChildren();
    if (children >= turnAt.children || lines >= turnAt.lines) {
      turnAt = { children: children + childrenPerTurn, lines: lines + linesPerTurn };
      await nextTurn();
      signal.throwIfAborted();
    }
    if (line === undefined) continue;
    written.push(line);
    length += line.length + 1;
    if (length > textLimit) throw new PlaylistRefusedError('the playlist is too long');
  }
  if (context.isTrial && rewriter.isEndless()) {
    throw new PlaylistRefusedError('a list without an end has nothing to try');
  }
  return { text: `${written.join('\n')}\n`, isComplete: rewriter.isComplete() };
}

/**
 * Lists the addresses that an HLS playlist names, in the order in which `rewritePlaylist` rewrites them.
 *
 * @throws PlaylistRefusedError; the reason of `signal` when it aborts
 */
export async function listAddresses(
  text: string,
  context: Omit<PlaylistContext, 'childPath'>,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses: string[] = [];
  const childPath = (address: string): string => {
    addresses.push(address);
    return '/';
  };
  await rewritePlaylist(text, { ...context, childPath }, signal);
  return addresses;
}

/**
 * Keeps the variables that an HLS playlist defines. Their values are substituted in its text, with limits on the added
 * length.
 *
 * @param address - the playlist's address, whose query parameters are possible values
 */
function createVariables(address: string) {
  const variables = new Map<string, string>();
  let substituted = 0;

  function substitute(value: string): string {
    if (variables.size === 0) return value;
    let added = 0;
    return value.replace(/\{\$([A-Za-z0-9_-]+)\}/g, (_reference, name: string) => {
      const known = variables.get(name);
      if (known === undefined) throw new PlaylistRefusedError('a variable is not defined');
      // The length that variables add to a playlist is counted before the longer text is built.
      added += known.length;
      substituted += known.length;
      if (added > lineLimit || substituted > substitutedLimit)
        throw new PlaylistRefusedError('variables make it too long');
      return known;
    });
  }

  /**
   * Defines a variable of an HLS playlist.
   *
   * @see https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.2.3
   */
  function define(list: string): void {
    const [, kind, name = ''] = /(?:^|,)\s*(NAME|QUERYPARAM|IMPORT)="([^"]*)"/.exec(list) ?? [];
    const value =
      kind === 'NAME'
        ? /(?:^|,)\s*VALUE="([^"]*)"/.exec(list)?.[1]
        : kind === 'QUERYPARAM'
          ? new URL(address).searchParams.get(name)
          : undefined;
    if (typeof value !== 'string') throw new PlaylistRefusedError('a variable has no value');
    if (value.length > variableLimit || variables.size === variablesLimit)
      throw new PlaylistRefusedError('variables make it too long');
    variables.set(name, value);
  }

  return { define, substitute };
}

/** Resolves a reference of an HLS playlist. @throws PlaylistRefusedError for a reference that may not be followed */
function requireAddress(reference: string, base: string): string {
  const address = resolveAddress(reference, base);
  if (address === undefined) throw new PlaylistRefusedError('a reference may not be followed');
  return address;
}

/** Tracks which part of the film each segment of an HLS playlist holds. */
function createSegmentTimes() {
  let playedSeconds = 0;
  let segmentSeconds = 0;
  return {
    /** Rewrites an EXTINF tag, without its title. @returns `undefined` when it has no duration */
    rewriteDuration(value: string): string | undefined {
      const [seconds] = /^\s*-?\d+(?:\.\d+)?/.exec(value) ?? [];
      segmentSeconds = Math.max(0, Number(seconds ?? 0));
      return seconds === undefined ? undefined : `#EXTINF:${seconds.trim()},`;
    },
    passSegment(): MediaPart {
      const fromSeconds = playedSeconds;
      playedSeconds += segmentSeconds;
      segmentSeconds = 0;
      return { fromSeconds, toSeconds: playedSeconds };
    },
  };
}

function createRewriter(context: PlaylistContext) {
  const { define, substitute } = createVariables(context.address);
  let children = 0;
  let isVariantNext = false;
  /** Whether a discontinuity has been written since the last segment; players need no second one. */
  let isDiscontinuous = false;
  let hasEnd = false;
  let hasSegments = false;
  let segmentRange: string | undefined;
  let lastSlice: { address: string; slice: ByteSlice } | undefined;
  const times = createSegmentTimes();

  function child(reference: string, role: ChildRole, part?: MediaPart, range?: string): string {
    children += 1;
    if (children > childLimit) throw new PlaylistRefusedError('the playlist names too much');
    const written = substitute(reference);
    const address = requireAddress(written, context.address);
    const follows = lastSlice?.address === address ? lastSlice.slice.toByte + 1 : undefined;
    const slice = range === undefined ? undefined : readSlice(range, follows);
    if (part !== undefined) lastSlice = slice === undefined ? undefined : { address, slice };
    return context.childPath(address, role, written, part, slice);
  }

  function rewriteAttributes(tag: string, list: string): string | undefined {
    const role = attributeTags.get(tag);
    const attributes = readOpenAttributes(tag, list);
    const valueOf = (name: string) => attributes.find((attribute) => attribute.name === name)?.value;
    if (valueOf('CLASS') === 'com.apple.hls.interstitial') return undefined;
    // DRM keys have `data:` and `skd:` URIs, which cannot be fetched. HLS session keys are only hints for later keys,
    // so a session key that cannot be fetched is left out.
    if (tag === 'EXT-X-SESSION-KEY' && resolveAddress(valueOf('URI') ?? '', context.address) === undefined) {
      return undefined;
    }
    const written: string[] = [];
    const range = context.isTrial && tag === 'EXT-X-MAP' ? valueOf('BYTERANGE') : undefined;
    for (const attribute of attributes) {
      if (attribute.name === 'URI') {
        if (role !== undefined) written.push(`URI="${child(attribute.value, role, undefined, range)}"`);
        continue;
      }
      if (attribute.name === 'BYTERANGE' && range !== undefined) continue;
      const text = writeAttribute({
        ...attribute,
        value: attribute.isQuoted ? substitute(attribute.value) : attribute.value,
      });
      if (text !== undefined) written.push(text);
    }
    return written.length === 0 ? undefined : `#${tag}:${written.join(',')}`;
  }

  /** Rewrites a line that is a URL: of a rendition after EXT-X-STREAM-INF, otherwise of a segment. */
  function rewriteReference(line: string): string {
    const role = isVariantNext ? 'playlist' : 'bytes';
    isVariantNext = false;
    isDiscontinuous = false;
    const range = segmentRange;
    segmentRange = undefined;
    hasSegments ||= role === 'bytes';
    return child(line, role, times.passSegment(), range);
  }

  return {
    countChildren: () => children,
    isComplete: () => hasEnd,
    isEndless: () => hasSegments && !hasEnd,
    /** @returns `undefined` when the line is left out */
    rewriteLine(line: string): string | undefined {
      if (line === '') return undefined;
      if (!line.startsWith('#') && !line.startsWith('\uFEFF#')) return rewriteReference(line);
      const [, tag = '', value = ''] = /^\uFEFF?#(EXT[A-Z0-9-]*)(?::?(.*))$/s.exec(line) ?? [];
      if (tag === 'EXTM3U') return '#EXTM3U';
      if (tag === 'EXTINF') return times.rewriteDuration(value);
      if (tag === 'EXT-X-DEFINE') {
        define(value);
        return undefined;
      }
      const form = plainTags.get(tag);
      if (form !== undefined) {
        if (!form.test(value.trim())) return undefined;
        hasEnd ||= tag === 'EXT-X-ENDLIST';
        if (context.isTrial && tag === 'EXT-X-BYTERANGE') {
          segmentRange = value.trim();
          return undefined;
        }
        if (tag === 'EXT-X-DISCONTINUITY') {
          if (isDiscontinuous) return undefined;
          isDiscontinuous = true;
        }
        return writePlainTag(tag, value.trim());
      }
      if (!attributeTags.has(tag)) return undefined;
      // Parts of segments (EXT-X-PART) serve low-latency playback. Under a free trial they are left out, because they
      // would be delivered without being charged.
      if (context.isTrial && partTags.has(tag)) return undefined;
      isVariantNext ||= tag === 'EXT-X-STREAM-INF';
      return rewriteAttributes(tag, value);
    },
  };
}

/**
 * @throws PlaylistProtectedError for a key of a DRM system, which cannot be fetched: its URI names the key, or carries
 * data for a license server
 */
function readOpenAttributes(tag: string, list: string): Attribute[] {
  const attributes = readAttributes(list);
  const valueOf = (name: string) => attributes.find((attribute) => attribute.name === name)?.value;
  const uri = valueOf('URI') ?? '';
  const isForLicense = /^data:/i.test(uri) && (valueOf('KEYFORMAT') ?? 'identity') !== 'identity';
  if (tag === 'EXT-X-KEY' && (/^skd:/i.test(uri) || isForLicense)) {
    throw new PlaylistProtectedError('the keys come from a DRM system');
  }
  return attributes;
}

/**
 * Parses the byte range of a segment in an HLS playlist. A range without an offset begins at `follows`, where the
 * previous segment ended.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.4.2
 */
function readSlice(range: string, follows: number | undefined): ByteSlice {
  const [whole, length, offset] = /^(\d{1,15})(?:@(\d{1,15}))?$/.exec(range) ?? [];
  const fromByte = offset === undefined ? follows : Number(offset);
  if (whole === undefined || Number(length) === 0 || fromByte === undefined) {
    throw new PlaylistRefusedError('a slice cannot be placed');
  }
  return { fromByte, toByte: fromByte + Number(length) - 1 };
}
