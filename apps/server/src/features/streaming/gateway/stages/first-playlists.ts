/*
 * The answer that issues the address of a stream in HLS carries the playlists with which the stream begins, so that a player's
 * first request is one for a segment. They are opened with the same tokens and by the same checks as if the player had asked,
 * and the player gets the same text from its own requests.
 *
 * The answer does not wait long for a slow provider. The requests then go on for a while, and the player, which asks for the
 * same playlists, waits for them together with this server (`shared-flight.ts`). A failure is kept for the player's own request, which
 * tells it; the provider is not asked twice for what it has just refused.
 */
import { inTime } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { OpenPlaylists, StreamPlaylist } from '../../../../shared/stream/stream-grant.ts';
import { onAbort } from '../delivery/send-bytes.ts';
import type { RunningStream, RunningStreams } from '../delivery/running-streams.ts';
import { isConvertedAddress, tokenOfPath } from '../stream/stream-address.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { StreamSealer } from '../stream/token.ts';
import type { KeptFailures } from './kept-failures.ts';
import { isOfUpstream } from './pass-stages.ts';
import type { PlaylistRequest } from './stages.ts';

/** How the playlists of one kind of asker are opened. */
export interface PlaylistOpener {
  /** Whether the asker may receive the stream now; taking a place within the plan's streams is part of it. */
  permit(stream: RunningStream): Promise<boolean>;
  /** Opens a playlist. @returns `undefined` for anything else @throws AppError */
  open(asked: PlaylistRequest): Promise<string | undefined>;
}

interface FirstPlaylistNeeds {
  sealer: StreamSealer;
  running: RunningStreams;
  failures: KeptFailures;
  opener: PlaylistOpener;
  timing: Pick<StreamTiming, 'firstPlaylistsWithinMs' | 'firstPlaylistsKeptMs' | 'clock'>;
}

export function createFirstPlaylists(needs: FirstPlaylistNeeds): OpenPlaylists {
  const { sealer, running, failures, opener, timing } = needs;
  const { clock } = timing;

  return async (path, left) => {
    const source = sealer.open(tokenOfPath(path));
    // A conversion that has to begin takes longer than the answer may wait.
    if (source?.streamKind !== 'hls' || isConvertedAddress(source.address)) return [];
    const found: StreamPlaylist[] = [];
    let isAnswered = false;
    const stream = running.open(source.grant);
    onAbort(left, stream.close);

    async function openAt(url: string): Promise<string | undefined> {
      const key = tokenOfPath(url);
      const sealed = sealer.open(key);
      if (sealed === undefined) return undefined;
      try {
        const text = await opener.open({ key, sealed, stream, request: { headers: {} } });
        if (text !== undefined) found.push({ url, text });
        return text;
      } catch (error) {
        // Whoever asks after the answer waits for the same requests, and gets their failure from them.
        const isKept = error instanceof AppError && isOfUpstream(error) && !stream.signal.aborted;
        if (isKept && !isAnswered) failures.keepOnce(key, error);
        return undefined;
      }
    }

    async function openAll(): Promise<void> {
      try {
        // A check that fails is told by the player's own request, too.
        if (!(await opener.permit(stream).catch(() => false))) return;
        const rendition = firstRendition((await openAt(path)) ?? '');
        if (rendition !== undefined) await openAt(rendition);
      } finally {
        stream.close();
      }
    }

    const all = openAll().then(() => true);
    const isAll = await inTime(all, timing.firstPlaylistsWithinMs, false, clock);
    isAnswered = true;
    if (!isAll) clock.after(timing.firstPlaylistsKeptMs, stream.close);
    return [...found];
  };
}

/** Finds the playlist with which players begin in a master playlist whose addresses have been rewritten. */
function firstRendition(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF:'));
  return at === -1 ? undefined : lines.slice(at + 1).find((line) => line !== '' && !line.startsWith('#'));
}
