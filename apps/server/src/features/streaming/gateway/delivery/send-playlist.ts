import { readItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../../platform/clock.ts';
import { segmentName, tokenQuery } from '../playlists/buffered-name.ts';
import type { ManifestRole } from '../manifests/manifest-references.ts';
import { rewriteManifest } from '../manifests/manifest.ts';
import { rewritePlaylist, type PlaylistContext } from '../playlists/playlist.ts';
import { keepLiveWindow, readMediaSequence } from '../playlists/live-window.ts';
import { isCastFilm } from './cast-meter.ts';
import type { FoundPlaylist } from './fetch-playlist.ts';
import type { ListRenewals } from './list-renewals.ts';
import { continueChildren, sealSegment, type SealedChildren } from './sealed-children.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { childStream } from './child-stream.ts';
import { streamFolder, streamPath } from '../stream/stream-address.ts';
import type { ByteSlice, MediaPart } from '../stream/stream.ts';
import type { SealedStream, StreamSealer } from '../stream/token.ts';
import { ageBy } from '../../../../platform/at-most.ts';

const keptTextLimit = 32_000_000;
const keptMs = 300_000;
/**
 * The limit on the total number of characters of sealed (encrypted) segment addresses that are cached for all live
 * playlists.
 */
const childrenTextLimit = 48_000_000;

const playlistType = 'application/vnd.apple.mpegurl';
const manifestType = 'application/dash+xml';

/**
 * Rewrites the addresses in HLS playlists and DASH manifests to ones of the stream gateway. A rewritten playlist that
 * will not change is cached under the stream token (the encrypted part of the URL) with which it was requested.
 */
export interface Playlists {
  /**
   * Returns the cached playlist for a stream token, if the playlist was complete when it was last rewritten. A token
   * belongs to one play session.
   *
   * @param key - the token; with a present address, both of them
   */
  findKept(key: string): string | undefined;
  /**
   * Rewrites a playlist so that every address in it becomes one of the stream gateway.
   *
   * @param found - the text of the playlist, and its address after redirects
   * @param isNumbered - whether the segments of a live playlist in HLS are named by their numbers, as those of a live buffer
   * @throws PlaylistRefusedError; the reason of `signal` when it aborts
   */
  rewrite(
    key: string,
    stream: SealedStream,
    found: FoundPlaylist,
    signal: AbortSignal,
    isNumbered?: boolean,
  ): Promise<string>;
}

/** @param renewals - remembers the playlists of films, so that they can be fetched anew */
export function createPlaylists(
  sealer: StreamSealer,
  clock: Clock,
  renewals: Pick<ListRenewals, 'note'>,
): Playlists {
  const kept = new LRUCache<string, string>({
    maxSize: keptTextLimit,
    maxEntrySize: keptTextLimit / 4,
    sizeCalculation: (text) => text.length,
    ttl: keptMs,
    ...ageBy(clock),
  });

  /**
   * Caches the sealed (encrypted) URLs of the addresses that live playlists name, by the playlist's token: each
   * refresh of a live playlist names most segments again, and sealing them is most of its cost. The URLs are not
   * shared between tokens, because each contains the grant (permission) and expiry of its playlist's token.
   */
  const sealedChildren = new LRUCache<string, SealedChildren>({
    maxSize: childrenTextLimit,
    maxEntrySize: childrenTextLimit / 2,
    sizeCalculation: ({ length }) => length + 1,
    ttl: keptMs,
    ...ageBy(clock),
  });

  function rewriteDash(stream: SealedStream, address: string, text: string, signal: AbortSignal) {
    const { isTrial } = stream.grant;
    const isCounted = isTrial || isCastFilm(stream.grant);
    return rewriteManifest(
      text,
      {
        address,
        isTrial,
        now: clock.now(),
        childPath(childAddress: string, role: ManifestRole, part?: MediaPart, slice?: ByteSlice) {
          const child: SealedStream = {
            ...childStream(stream, { role, address: childAddress }),
            part: isCounted && role === 'bytes' && part !== undefined ? part : null,
            slice: slice ?? null,
            durationSeconds:
              (role === 'file' ? part?.toSeconds : undefined) ?? stream.durationSeconds ?? null,
          };
          const token = sealer.seal(child);
          return role === 'template' ? streamFolder(token) : streamPath(token, child);
        },
      },
      signal,
    );
  }

  return {
    findKept: (key) => kept.get(key),
    async rewrite(key, stream, { address, text, sourceOf }, signal, isNumbered = false) {
      if (stream.streamKind === 'dash') {
        const manifest = await rewriteDash(stream, address, text, signal);
        if (manifest.isComplete) kept.set(key, manifest.text);
        return manifest.text;
      }
      const children = continueChildren(sealedChildren.get(key));
      const { isTrial } = stream.grant;
      // Segments of a film are counted for a free trial, and for a television.
      const isCounted = isTrial || isCastFilm(stream.grant);
      const durationSeconds = stream.durationSeconds ?? (isCounted ? readDuration(text) : null);
      const given = keepLiveWindow(text);
      let sequence = readMediaSequence(given);
      const named: string[] = [];
      /** Whether another source of a channel has named addresses, which its own headers belong to. */
      let hasOtherSource = false;
      const context: PlaylistContext = {
        address,
        isTrial,
        childPath(childAddress, role, reference, part, slice) {
          named.push(childAddress);
          const own = withHeadersOf(stream, sourceOf?.(childAddress));
          hasOtherSource ||= own.address !== stream.address;
          const child = {
            ...playlistChild(stream, sourceOf, { role, address: childAddress }),
            durationSeconds,
          };
          // Tokens in a live playlist must stay the same while the playlist slides, so the position of a segment in the
          // film is sealed (encrypted) only where it is counted.
          const charged = isCounted && role === 'bytes' ? part : undefined;
          if (charged !== undefined || slice !== undefined) {
            const paid = { ...child, part: charged ?? null, slice: slice ?? null };
            return streamPath(sealer.seal(paid), paid);
          }
          if (isNumbered && part !== undefined) {
            const name = segmentName(sequence, childAddress);
            sequence += 1;
            return name + tokenQuery(children.keep(`numbered ${childAddress}`, () => sealer.seal(child)));
          }
          return children.keep(`${role} ${childAddress}`, () => {
            const named = { ...child, part: null };
            return role === 'bytes'
              ? sealSegment({ sealer, keep: children.keep }, named, { reference, base: own.address })
              : streamPath(sealer.seal(named), named);
          });
        },
      };
      const { text: rewritten, isComplete } = await rewritePlaylist(given, context, signal);
      if (isComplete) sealedChildren.delete(key);
      else sealedChildren.set(key, children.kept);
      if (isComplete) kept.set(key, rewritten);
      const isLasting = isComplete || isMasterOfFilm(stream, text);
      if (isLasting && !hasOtherSource) renewals.note({ key, stream }, named);
      return rewritten;
    },
  };
}

/** Makes the stream of a viewer for what another source of the channel has named. */
const withHeadersOf = (stream: SealedStream, source: StreamSource | undefined): SealedStream => {
  if (source === undefined) return stream;
  const { address, userAgent, referrer, origin = null, cookies = null } = source;
  return { ...stream, address, userAgent, referrer, origin, cookies };
};

/** Makes the stream of what a playlist in HLS names, with the headers of the source that has named it. */
export const playlistChild = (
  stream: SealedStream,
  sourceOf: FoundPlaylist['sourceOf'],
  named: Pick<SealedStream, 'role' | 'address'>,
): SealedStream => ({
  ...childStream(withHeadersOf(stream, sourceOf?.(named.address)), named),
  streamKind: 'hls',
  slice: null,
});

/** Whether a playlist names those of a film; the renditions of a channel are found by the sources of the channel. */
const isMasterOfFilm = ({ grant, role }: SealedStream, text: string): boolean =>
  role === 'source' && readItemKey(grant.itemKey)?.kind !== 'channel' && text.includes('#EXT-X-STREAM-INF');

/** Reads the duration of an HLS playlist with an end, in seconds; `null` for a playlist that names no segments. */
function readDuration(text: string): number | null {
  if (!text.includes('#EXT-X-ENDLIST')) return null;
  let seconds = 0;
  for (const [, duration] of text.matchAll(/^#EXTINF:\s*(\d{1,9}(?:\.\d{1,9})?)/gm))
    seconds += Number(duration);
  return seconds > 0 ? seconds : null;
}

export function sendPlaylist(reply: FastifyReply, text: string): FastifyReply {
  const type = text.startsWith('<') ? manifestType : playlistType;
  return reply.header('content-type', type).header('cache-control', 'private, no-store').send(text);
}
