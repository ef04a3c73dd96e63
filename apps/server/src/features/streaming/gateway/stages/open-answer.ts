import { readItemKey, type ErrorCode } from '@butaca/contract';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { LiveBuffers } from '../buffer/live-buffers.ts';
import { upstreamRequest } from '../delivery/child-stream.ts';
import type { FoundPlaylist, PlaylistFetcher } from '../delivery/fetch-playlist.ts';
import { ownerOf, passGate } from '../delivery/gated-stream.ts';
import type { ListRenewals, ListRequest } from '../delivery/list-renewals.ts';
import type { RangeRefusers } from '../delivery/range-refusers.ts';
import { refuseBytes } from '../delivery/refuse-bytes.ts';
import { answerToCut, type CutReason } from '../delivery/running-streams.ts';
import { onAbort } from '../delivery/send-bytes.ts';
import { openInternal, readInternalText } from '../delivery/send-internal.ts';
import { playlistChild, type Playlists } from '../delivery/send-playlist.ts';
import { cutSlice, sliceRange } from '../delivery/slice.ts';
import { isPlaylist, listAddresses } from '../playlists/playlist.ts';
import type { FetchingStream, SharedUpstreams, SharingParts } from '../shared/shared-upstreams.ts';
import { isPlaylistType, readRange } from '../stream/media-headers.ts';
import type { InternalMedia } from '../stream/stream.ts';
import type { SealedStream } from '../stream/token.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import type { Opened, PlaylistRequest, StreamRequest } from './stages.ts';

/** With what the answers for one kind of asker are opened. All kinds share what comes in, and the gate to upstreams. */
export interface Supply extends SharingParts {
  shared: SharedUpstreams;
  fetcher: PlaylistFetcher;
  playlists: Playlists;
  renewals: ListRenewals;
  rangeRefusers: RangeRefusers;
  /** Keeps what viewers of live channels may rewind to; `undefined` for askers who do not rewind, and where it is off. */
  buffers?: LiveBuffers | undefined;
}

/** Finds the playlist of a request that was rewritten before and does not change any more. */
export function findKeptPlaylist({ playlists }: Supply, { key }: PlaylistRequest): Opened | undefined {
  const text = playlists.findKept(key);
  return text === undefined ? undefined : { form: 'playlist', text };
}

/** Opens media of this server. @throws AppError `stream.invalid` where the address names none */
export async function openOwn(
  supply: Supply,
  media: Readonly<Record<string, InternalMedia>>,
  named: { name: string; path: string },
  { key, sealed, stream, request }: PlaylistRequest,
): Promise<Opened> {
  const { range } = readRange(request.headers);
  const asker = { grant: sealed.grant, range, signal: stream.signal };
  const answer = await openInternal(media, named, asker);
  if (!isNamedPlaylist(sealed) && !isPlaylistType(answer.headers['content-type'])) {
    return { form: 'own', answer };
  }
  const found = { address: sealed.address, text: await readInternalText(answer) };
  return { form: 'playlist', text: await supply.playlists.rewrite(key, sealed, found, stream.signal) };
}

/** Protocols of streams that lists contain and that only players outside of the page open. */
const streamingProtocol = /^(?:rtmp(?:s|e|te?)?|rtsps?|rtp|udp|srt|mms[ht]?):/i;

/**
 * @throws AppError `upstream.protocol` for the address of a stream of another protocol, such as RTMP; `upstream.refused` for
 *   any other address that is not of a web server
 */
export function requireWebAddress({ address }: SealedStream): void {
  if (streamingProtocol.test(address)) throw new AppError('upstream.protocol');
  if (!/^https?:/i.test(address)) throw new AppError('upstream.refused');
}

/** Whether a stream is a playlist or manifest by what is known of it before it is opened. */
export const isNamedPlaylist = ({ role, streamKind }: SealedStream): boolean =>
  role === 'playlist' || (role === 'source' && (streamKind === 'hls' || streamKind === 'dash'));

/**
 * Opens a playlist or manifest, and rewrites its addresses. @param opened - an answer of the upstream that holds the whole
 * playlist; without it, the upstream is asked
 */
export function openPlaylist(
  supply: Supply,
  { key, sealed, stream }: PlaylistRequest,
  opened?: UpstreamAnswer,
): Promise<Opened> {
  const { playlistWithinMs, clock } = supply.timing;
  const open = async (signal: AbortSignal): Promise<Opened> => {
    const found =
      opened === undefined
        ? await fetchList(supply, { key, sealed, stream }, signal)
        : await supply.shared.fetchPlaylist(supply, { key, sealed, stream, opened }, signal);
    return { form: 'playlist', text: await rewriteBuffered(supply, { key, sealed, found }, signal) };
  };
  return withDeadline(stream.signal, playlistWithinMs, open, clock);
}

/** Rewrites a playlist; in front of a live one, the live buffer puts what it has kept of it. */
async function rewriteBuffered(
  supply: Supply,
  { key, sealed, found }: { key: string; sealed: SealedStream; found: FoundPlaylist },
  signal: AbortSignal,
): Promise<string> {
  const { buffers, playlists, shared } = supply;
  const { channelKey } = supply.clientOf(sealed.grant);
  const isNumbered = channelKey !== undefined && buffers?.isNumbered(found, sealed) === true;
  const text = await playlists.rewrite(key, sealed, found, signal, isNumbered);
  if (!isNumbered || buffers === undefined) return text;
  const childOf = (address: string, role: 'bytes' | 'key'): SealedStream =>
    playlistChild(sealed, found.sourceOf, { address, role });
  const open = async (part: SealedStream, ending: AbortSignal) => {
    const stream = { signal: ending, cut: () => undefined };
    const answer = await shared.open(supply, { sealed: part, stream, method: 'GET' });
    // Kept bytes are sent without another look at them, so what a viewer would be refused is not kept.
    if (answer === undefined || mayKeep(answer, part)) return answer;
    answer.abort();
    return undefined;
  };
  return buffers.lengthen({ channelKey, sealed, childOf, open }, found, text);
}

/** Whether an answer is a segment, key or initialization section that viewers may get as it came. */
const mayKeep = (answer: UpstreamAnswer, part: SealedStream): boolean =>
  refuseBytes(answer, part, false) === undefined &&
  !isPlaylistType(answer.headers['content-type']) &&
  !isPlaylist(answer.head);

/** The failures by which a provider refuses the address of a playlist that it has named before. */
const endedCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'upstream.unauthorized',
  'upstream.forbidden',
  'upstream.gone',
]);

/** Fetches a playlist; where its address has ended, at the one that its master playlist names now. */
async function fetchList(
  supply: Supply,
  { key, sealed, stream }: Pick<StreamRequest, 'key' | 'sealed'> & { stream: FetchingStream },
  signal: AbortSignal,
): Promise<FoundPlaylist> {
  const fetched = await supply.renewals.open<FoundPlaylist | AppError>(sealed, {
    request: (present) =>
      supply.shared
        .fetchPlaylist(supply, { key, sealed: present, stream }, signal)
        .catch((error: unknown) => {
          if (error instanceof AppError && endedCodes.has(error.code)) return error;
          throw error;
        }),
    isRefused: (outcome) => outcome instanceof AppError,
    drop: () => undefined,
    fetchList: (list, inFlight) => fetchNamed(supply, list, inFlight),
    signal,
  });
  if (fetched instanceof AppError) throw fetched;
  return fetched;
}

/** Fetches a playlist anew for all who need it. @returns the addresses that it names */
async function fetchNamed(
  supply: Supply,
  { key, stream: sealed }: ListRequest,
  inFlight: AbortSignal,
): Promise<string[]> {
  const { playlistWithinMs, clock } = supply.timing;
  const controller = new AbortController();
  onAbort(inFlight, () => controller.abort(inFlight.reason));
  const stream = {
    signal: controller.signal,
    cut: (reason: CutReason) => controller.abort(answerToCut(reason)),
  };
  const fetch = async (signal: AbortSignal): Promise<string[]> => {
    const { address, text } = await fetchList(supply, { key, sealed, stream }, signal);
    return listAddresses(text, { address, isTrial: sealed.grant.isTrial }, signal);
  };
  try {
    return await withDeadline(controller.signal, playlistWithinMs, fetch, clock);
  } finally {
    controller.abort();
  }
}

/** The statuses by which providers refuse an address whose signature has ended. */
const endedStatuses: ReadonlySet<number> = new Set([401, 403, 410]);

/** Whether a stream is a segment or key of a film or chapter in HLS that a person plays. */
function isPartOfFilm({ role, streamKind, grant }: SealedStream): boolean {
  const kind = readItemKey(grant.playableKey ?? grant.itemKey)?.kind;
  return streamKind === 'hls' && role !== 'source' && (kind === 'video' || kind === 'chapter');
}

/**
 * Asks the upstream of a stream for its bytes, together with the other viewers of a channel. What turns out to be a playlist
 * is opened as one.
 *
 * @param sealed - the stream of the request, with the duration of its file where that had to be found out
 */
export async function openBytes(supply: Supply, asked: StreamRequest, sealed: SealedStream): Promise<Opened> {
  const { stream, request } = asked;
  const slice = sealed.slice ?? undefined;
  const range = slice === undefined ? readRange(request.headers) : sliceRange(slice);
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const kind = sealed.role === 'source' && method === 'GET' ? 'transfer' : 'request';
  const shared = await supply.shared.open(supply, { sealed, stream, method, ...range });
  const found =
    shared ??
    (await supply.renewals.open(sealed, {
      request: (present) => askForRange(supply, asked, { sealed: present, kind, method, ...range }),
      isRefused: ({ status }) => endedStatuses.has(status),
      drop: (answer) => answer.abort(),
      fetchList: (list, inFlight) => fetchNamed(supply, list, inFlight),
      signal: stream.signal,
    }));
  if (endedStatuses.has(found.status) && isPartOfFilm(sealed) && !supply.renewals.isKnown(sealed)) {
    found.abort();
    // The player requests a new address, whose playlist is then known, and goes on at the same position.
    throw new AppError('stream.expired', { cause: new Error(`upstream answered ${found.status}`) });
  }
  const answer = slice === undefined ? found : cutSlice(found, slice, method);
  if (isPlaylistType(answer.headers['content-type']) || isPlaylist(answer.head)) {
    // What was requested as a file turned out to be a playlist, which is needed as a whole. Many providers allow one
    // connection only, so if the answer holds the whole playlist, that answer is used; a partial answer is dropped and
    // the playlist is requested again.
    const whole = slice === undefined ? asWhole(answer, method) : undefined;
    if (whole === undefined) answer.abort();
    return openPlaylist(supply, asked, whole);
  }
  return { form: 'bytes', sealed, answer, method, kind, range: range.range };
}

/**
 * Turns a 206 answer of an upstream that holds the whole resource into a 200 answer; returns `undefined` when the
 * answer holds only a part.
 */
function asWhole(answer: UpstreamAnswer, method: string): UpstreamAnswer | undefined {
  if (method !== 'GET') return undefined;
  if (answer.status === 200) return answer;
  const range = /^bytes 0-(\d+)\/(\d+)$/.exec(answer.headers['content-range'] ?? '');
  const isWhole = answer.status === 206 && range !== null && Number(range[1]) + 1 === Number(range[2]);
  return isWhole ? { ...answer, status: 200 } : undefined;
}

interface Wanted {
  sealed: SealedStream;
  kind: 'transfer' | 'request';
  method: 'GET' | 'HEAD';
  range?: string;
  ifRange?: string;
}

/** The statuses by which servers refuse a request because it asks for a part of a file. */
const rangeRefusals: ReadonlySet<number> = new Set([400, 403, 405, 406, 412, 416, 501]);

/**
 * Asks the upstream of a stream. Players ask for the whole of a file as its part from the first byte on; a server that
 * forbids this is asked for the file itself, in which nobody can seek then.
 */
async function askForRange(supply: Supply, asked: StreamRequest, wanted: Wanted): Promise<UpstreamAnswer> {
  const { rangeRefusers } = supply;
  const { address } = wanted.sealed;
  const { range, ifRange: _ifRange, ...whole } = wanted;
  const isWhole = wanted.kind === 'transfer' && range === 'bytes=0-';
  if (isWhole && rangeRefusers.isKnown(address)) return askAlone(supply, asked, whole);
  const answer = await askAlone(supply, asked, wanted);
  if (!isWhole || !rangeRefusals.has(answer.status) || !rangeRefusers.mayAsk(address)) return answer;
  // The provider may allow one connection only.
  answer.abort();
  const again = await askAlone(supply, asked, whole);
  if (again.status === 200) rangeRefusers.confirm(address);
  return again;
}

function askAlone(supply: Supply, { stream }: StreamRequest, wanted: Wanted): Promise<UpstreamAnswer> {
  const { sealed, kind, ...request } = wanted;
  const ask = passGate(supply, sealed, ownerOf(stream), kind);
  return ask({ ...upstreamRequest(sealed), ...request }, stream.signal);
}
