/*
 * Some providers answer each request for a live playlist with a redirect to another server or to another session on it.
 * A refresh that followed a new redirect each time would jump between playlists that need not agree. The stream gateway
 * therefore remembers where the redirect of a live playlist led, and refreshes the playlist there until that fails, or
 * the playlist stands still there.
 *
 * A playlist without segments is waited for: some providers answer so while they start a channel for its first viewer.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../../platform/http/app-error.ts';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { isManifest } from '../manifests/manifest.ts';
import { mayChange } from '../playlists/live-window.ts';
import { isPlaylist } from '../playlists/playlist.ts';
import { isEmptyPlaylist, stillAfterMs } from '../playlists/standstill.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import type { StreamTiming } from '../stream/stream.ts';
import { upstreamRequest } from './child-stream.ts';
import type { SealedStream } from '../stream/token.ts';
import { isForeignForm } from '../upstream/foreign-form.ts';
import { isPage, isPlainText } from '../upstream/page-answer.ts';
import { readUpstreamStatus } from '../upstream/upstream-error.ts';
import { readBody, type UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { sleep } from '../../../../platform/async/sleep.ts';
import { ageBy } from '../../../../platform/at-most.ts';

const playlistLimitBytes = 2 * 1_024 * 1_024;
/** The limit on the total number of characters of remembered addresses and their keys. */
const movedTextLimit = 8_000_000;
/** How long the address of a live playlist is remembered after its last refresh, in milliseconds. */
const movedKeptMs = 300_000;

/** A playlist as its provider sent it. */
export interface FoundPlaylist {
  /** The address of the playlist after redirects. */
  address: string;
  text: string;
  /** Returns the source whose headers an address in the playlist is requested with; by default that of the playlist. */
  sourceOf?: (address: string) => StreamSource | undefined;
}

export interface PlaylistFetcher {
  /**
   * @throws AppError, such as `upstream.timeout` for a playlist that stays without segments; BodyTooLongError, or a
   * failure of the request
   */
  fetch(wanted: WantedPlaylist, signal: AbortSignal): Promise<FoundPlaylist>;
}

export interface WantedPlaylist {
  /** The same for every refresh of a playlist in a play session. */
  key: string;
  stream: SealedStream;
  /** Sends a request to the provider. */
  ask: Upstream['open'];
  /** An answer of the provider that holds the whole playlist; without it, the provider is asked. */
  opened?: UpstreamAnswer | undefined;
}

/** Where the redirect of a live playlist led, and since when the playlist there is the same. */
interface Moved {
  address: string;
  textHash: string;
  sinceMs: number;
}

export function createPlaylistFetcher(needs: { timing: StreamTiming }): PlaylistFetcher {
  const { timing } = needs;
  const { clock } = timing;
  const moved = new LRUCache<string, Moved>({
    maxSize: movedTextLimit,
    sizeCalculation: ({ address, textHash }, key) => address.length + textHash.length + key.length,
    ttl: movedKeptMs,
    updateAgeOnGet: true,
    ...ageBy(clock),
  });

  async function askAt(
    { stream, ask }: WantedPlaylist,
    address: string,
    signal: AbortSignal,
  ): Promise<FoundPlaylist> {
    const request = upstreamRequest(stream);
    const isStored = request.isStored && address === stream.address;
    const answer = await ask({ ...request, address, isStored, method: 'GET' }, signal);
    return { address: answer.address, text: await readPlaylist(answer, stream, signal) };
  }

  /** Refreshes a playlist where its redirect led before; `undefined` when that is unknown, fails, or stands still. */
  async function askMoved(wanted: WantedPlaylist, signal: AbortSignal): Promise<FoundPlaylist | undefined> {
    const { key } = wanted;
    const known = moved.get(key);
    if (known === undefined) return undefined;
    try {
      // Half of the time limit is left for the request to the playlist's own address.
      const found = await withDeadline(
        signal,
        timing.answerWithinMs / 2,
        (inTime) => askAt(wanted, known.address, inTime),
        clock,
      );
      const isSame = hashOf(found.text) === known.textHash;
      if (!isSame || clock.steadyMs() - known.sinceMs <= stillAfterMs(found.text)) return found;
    } catch {
      signal.throwIfAborted();
    }
    moved.delete(key);
    return undefined;
  }

  function noteMoved(key: string, stream: SealedStream, { address, text }: FoundPlaylist): void {
    if (address === stream.address || stream.streamKind === 'dash' || !mayChange(text)) return;
    const textHash = hashOf(text);
    const known = moved.get(key);
    const isSame = known?.address === address && known.textHash === textHash;
    if (!isSame) moved.set(key, { address, textHash, sinceMs: clock.steadyMs() });
  }

  return {
    async fetch(wanted, signal) {
      const { key, stream, opened } = wanted;
      const waitUntilMs = clock.steadyMs() + timing.emptyPlaylistWithinMs;
      let found =
        opened === undefined
          ? undefined
          : { address: opened.address, text: await readPlaylist(opened, stream, signal) };
      while (found === undefined || (stream.streamKind !== 'dash' && isEmptyPlaylist(found.text))) {
        if (found !== undefined) {
          if (clock.steadyMs() + timing.emptyPlaylistPauseMs > waitUntilMs) throw staysEmpty();
          await sleep(clock, timing.emptyPlaylistPauseMs, signal);
        }
        found = (await askMoved(wanted, signal)) ?? (await askAt(wanted, stream.address, signal));
      }
      if (opened === undefined) noteMoved(key, stream, found);
      return found;
    },
  };
}

const hashOf = (text: string): string => hash('sha256', text, 'base64url');

const staysEmpty = () =>
  new AppError('upstream.timeout', { cause: new Error('the playlist stays without segments') });

/**
 * Reads what an upstream answered as an HLS playlist or a DASH manifest.
 *
 * @throws AppError when it is neither, BodyTooLongError
 */
async function readPlaylist(
  answer: UpstreamAnswer,
  { streamKind }: Pick<SealedStream, 'streamKind'>,
  signal: AbortSignal,
): Promise<string> {
  const isKnown = streamKind === 'dash' ? isManifest : isPlaylist;
  const refuse = (refusal: AppError): never => {
    answer.abort();
    throw refusal;
  };
  if (answer.status !== 200) return refuse(readUpstreamStatus(answer));
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') {
    return refuse(new AppError('upstream.refused', { cause: new Error('the encoding is unknown') }));
  }
  // The first bytes of a body are enough to refuse it, so an endless one is not read.
  if (isForeignForm(answer) || !isKnown(answer.head)) return refuse(notPlaylist(answer));
  const body = await readBody(answer, playlistLimitBytes, signal);
  if (!isKnown(body)) throw notPlaylist({ ...answer, head: body });
  return body.toString();
}

/**
 * The refusal of an answer that is not the expected playlist: a stream of another form, or a page or a text for people, says
 * so; other bytes do not.
 */
function notPlaylist(answer: Pick<UpstreamAnswer, 'headers' | 'head'>): AppError {
  const { head } = answer;
  if (isForeignForm(answer)) return new AppError('upstream.protocol');
  const isMessage = !isPlaylist(head) && !isManifest(head) && (isPage(head) || isPlainText(head));
  const cause = new Error('the answer is not a playlist');
  return new AppError(isMessage ? 'upstream.page' : 'upstream.unreachable', { cause });
}
