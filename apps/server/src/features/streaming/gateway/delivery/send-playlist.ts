import { LRUCache } from 'lru-cache';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { ManifestRole } from '../manifests/manifest-references.ts';
import { isManifest, rewriteManifest } from '../manifests/manifest.ts';
import { isPlaylist, rewritePlaylist, type PlaylistContext } from '../playlists/playlist.ts';
import { keepLiveWindow } from '../playlists/live-window.ts';
import { continueChildren, sealSegment, type SealedChildren } from './sealed-children.ts';
import { streamFolder, streamPath } from '../stream/stream-address.ts';
import type { ByteSlice, MediaPart } from '../stream/stream.ts';
import type { SealedStream, StreamSealer } from '../stream/token.ts';
import { readBody, type UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { readUpstreamStatus } from '../upstream/upstream-error.ts';

const playlistLimitBytes = 2 * 1_024 * 1_024;
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
   * @throws PlaylistRefusedError; the reason of `signal` when it aborts
   */
  rewrite(
    key: string,
    stream: SealedStream,
    found: { address: string; text: string },
    signal: AbortSignal,
  ): Promise<string>;
}

export function createPlaylists(sealer: StreamSealer, clock: Clock): Playlists {
  const kept = new LRUCache<string, string>({
    maxSize: keptTextLimit,
    maxEntrySize: keptTextLimit / 4,
    sizeCalculation: (text) => text.length,
    ttl: keptMs,
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
  });

  function rewriteDash(stream: SealedStream, address: string, text: string, signal: AbortSignal) {
    const { isTrial } = stream.grant;
    return rewriteManifest(
      text,
      {
        address,
        isTrial,
        now: clock.now(),
        childPath(childAddress: string, role: ManifestRole, part?: MediaPart, slice?: ByteSlice) {
          const child: SealedStream = {
            ...stream,
            role,
            address: childAddress,
            part: isTrial && role === 'bytes' && part !== undefined ? part : null,
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
    async rewrite(key, stream, { address, text }, signal) {
      if (stream.streamKind === 'dash') {
        const manifest = await rewriteDash(stream, address, text, signal);
        if (manifest.isComplete) kept.set(key, manifest.text);
        return manifest.text;
      }
      const children = continueChildren(sealedChildren.get(key));
      const { isTrial } = stream.grant;
      const context: PlaylistContext = {
        address,
        isTrial,
        childPath(childAddress, role, reference, part, slice) {
          const child: SealedStream = {
            ...stream,
            role,
            streamKind: 'hls',
            address: childAddress,
            slice: null,
          };
          // Tokens in a live playlist must stay the same while the playlist slides, so the position of a segment in the
          // film is sealed (encrypted) only under a free trial, where it is charged.
          const charged = isTrial && role === 'bytes' ? part : undefined;
          if (charged !== undefined || slice !== undefined) {
            const paid = { ...child, part: charged ?? null, slice: slice ?? null };
            return streamPath(sealer.seal(paid), paid);
          }
          return children.keep(`${role} ${childAddress}`, () => {
            const named = { ...child, part: null };
            return role === 'bytes'
              ? sealSegment({ sealer, keep: children.keep }, named, { reference, base: stream.address })
              : streamPath(sealer.seal(named), named);
          });
        },
      };
      const { text: rewritten, isComplete } = await rewritePlaylist(keepLiveWindow(text), context, signal);
      if (isComplete) sealedChildren.delete(key);
      else sealedChildren.set(key, children.kept);
      if (isComplete) kept.set(key, rewritten);
      return rewritten;
    },
  };
}

/**
 * Reads what an upstream answered as an HLS playlist or a DASH manifest. @throws AppError when it is neither,
 * BodyTooLongError
 */
export async function readPlaylist(
  answer: UpstreamAnswer,
  { streamKind }: Pick<SealedStream, 'streamKind'>,
  signal: AbortSignal,
): Promise<string> {
  const isKnown = streamKind === 'dash' ? isManifest : isPlaylist;
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  const refusal =
    answer.status !== 200
      ? readUpstreamStatus(answer.status)
      : encoding !== 'identity'
        ? // Compressed playlists are refused: decompression could turn a small body into an endless one.
          new AppError('upstream.refused', { cause: new Error('the playlist is compressed') })
        : isKnown(answer.head)
          ? undefined
          : new AppError('upstream.unreachable', { cause: new Error('the answer is not a playlist') });
  if (refusal !== undefined) {
    answer.abort();
    throw refusal;
  }
  return (await readBody(answer, playlistLimitBytes, signal)).toString();
}

export function sendPlaylist(reply: FastifyReply, text: string): FastifyReply {
  const type = text.startsWith('<') ? manifestType : playlistType;
  return reply.header('content-type', type).header('cache-control', 'private, no-store').send(text);
}
