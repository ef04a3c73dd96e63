import { LRUCache } from 'lru-cache';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isManifest, rewriteManifest, type ManifestRole } from './manifest.ts';
import { isPlaylist, rewritePlaylist } from './playlist.ts';
import { streamFolder, streamPath } from './stream-address.ts';
import type { ByteSlice, MediaPart } from './stream.ts';
import type { SealedStream, StreamSealer } from './token.ts';
import { readBody, type UpstreamAnswer } from './upstream-exchange.ts';
import { readUpstreamStatus } from './upstream-error.ts';

const playlistLimitBytes = 2 * 1_024 * 1_024;
const keptTextLimit = 32_000_000;
const keptMs = 300_000;

const playlistType = 'application/vnd.apple.mpegurl';
const manifestType = 'application/dash+xml';

/** Rewrites HLS playlists and DASH manifests for the tokens that ask for them, and keeps those that will not change. */
export interface Playlists {
  /** The playlist of a token, if it was complete when it was last rewritten. A token is of one play session. */
  findKept(token: string): string | undefined;
  /** @param address - where the text was found, after redirects @throws PlaylistRefusedError */
  rewrite(token: string, stream: SealedStream, address: string, text: string): Promise<string>;
}

export function createPlaylists(sealer: StreamSealer, clock: Clock): Playlists {
  const kept = new LRUCache<string, string>({
    maxSize: keptTextLimit,
    maxEntrySize: keptTextLimit / 4,
    sizeCalculation: (text) => text.length,
    ttl: keptMs,
  });

  function rewriteDash(stream: SealedStream, address: string, text: string) {
    const { isTrial } = stream.grant;
    return rewriteManifest(text, {
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
          durationSeconds: (role === 'file' ? part?.toSeconds : undefined) ?? stream.durationSeconds ?? null,
        };
        const token = sealer.seal(child);
        return role === 'template' ? streamFolder(token) : streamPath(token, child);
      },
    });
  }

  return {
    findKept: (token) => kept.get(token),
    async rewrite(token, stream, address, text) {
      if (stream.streamKind === 'dash') {
        const manifest = await rewriteDash(stream, address, text);
        if (manifest.isComplete) kept.set(token, manifest.text);
        return manifest.text;
      }
      const { text: rewritten, isComplete } = await rewritePlaylist(text, {
        address,
        isTrial: stream.grant.isTrial,
        childPath(childAddress, role, part, slice) {
          // Tokens of a live playlist have to stay the same while it slides: parts are sealed only where they are charged.
          const charged = stream.grant.isTrial && role === 'bytes' ? part : undefined;
          const child: SealedStream = {
            ...stream,
            role,
            streamKind: 'hls',
            address: childAddress,
            part: charged ?? null,
            slice: slice ?? null,
          };
          return streamPath(sealer.seal(child), child);
        },
      });
      if (isComplete) kept.set(token, rewritten);
      return rewritten;
    },
  };
}

/** Reads an upstream's answer as a playlist or a manifest. @throws AppError where it is none, BodyTooLongError */
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
        ? // Decoding would let a small answer become an endless one.
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
