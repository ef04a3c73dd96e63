import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import { playlistMark } from '../delivery/byte-cut.ts';
import { onAbort } from '../delivery/send-bytes.ts';
import { providerFull } from '../delivery/provider-full.ts';
import type { RunningStreams } from '../delivery/running-streams.ts';
import { createTrackKeeper } from '../delivery/track-keeper.ts';
import { readInternalAddress } from '../stream/stream-address.ts';
import type { StreamGrants } from '../stream/stream.ts';
import { ProviderFullError } from '../upstream/provider-slots.ts';
import { readUpstreamError } from '../upstream/upstream-error.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import {
  findKeptPlaylist,
  isNamedPlaylist,
  openBytes,
  openPlaylist,
  requireWebAddress,
  type Supply,
} from './open-answer.ts';
import {
  checkGrant,
  openAddress,
  runStream,
  type SealedAddresses,
  type TokenRequest,
} from './open-request.ts';
import { isEndlessChannel, requireMedia } from './require-media.ts';
import { sendMedia, unpaid } from './send-media.ts';
import type { SourceReading } from './source-activity.ts';
import type { OpenedBytes, OpenStage, Stages } from './stages.ts';

/** What an upstream's answer with bytes shows of the stream's source. */
export interface SourceAnswer {
  /** Whether the upstream sent the whole file where a part of it was asked for. */
  isRangeIgnored: boolean;
  /** Whether the source is a file with an end, because the upstream announced its length. */
  hasEnd: boolean;
  /** The size of the whole file; `undefined` where the upstream did not state it. */
  sizeBytes: number | undefined;
}

/** Gets what the upstream of a stream answers, before the program gets it; the stream is named by its grant (permission). */
export interface UpstreamObserver {
  /** The upstream has begun to answer with the bytes that were asked for. */
  answered(grant: StreamGrant, answer: SourceAnswer): void;
  /** The program has sent a request. @param isBlocked - whether bytes wait for the program to read them */
  asked(grant: StreamGrant, isBlocked: () => boolean): SourceReading | undefined;
  failed(grant: StreamGrant, error: AppError): void;
}

interface ProgramNeeds {
  supply: Supply;
  addresses: SealedAddresses;
  running: RunningStreams;
  grants: StreamGrants;
  observer: UpstreamObserver;
}

/**
 * The stages of programs of this machine: ffmpeg and ffprobe. They pay nothing, get no media of this server, and are
 * protected from playlists and from changes of tracks that they would not survive.
 */
export function forProgram(needs: ProgramNeeds): Stages<TokenRequest> {
  const { supply, observer } = needs;
  return {
    open: openForProgram(needs),
    reject: {
      async bytes(asked, opened) {
        const media = await requireMedia(supply.timing, asked, opened);
        observer.answered(asked.sealed.grant, readSourceAnswer(media));
        return media;
      },
      toError: async (error) =>
        error instanceof ProviderFullError ? providerFull(error, []) : readUpstreamError(error),
      tell: (error, grant) => observer.failed(grant, error),
    },
    pay: () => Promise.resolve(unpaid),
    filter: (_asked, opened) => ({
      tracks: isWholeChannel(opened) ? createTrackKeeper() : undefined,
      // ffmpeg would take any body with these bytes for a playlist, and request the URLs in it.
      forbidden: playlistMark,
      hasNullPackets: isEndlessChannel(opened),
    }),
    send: (asked, opened, through) => sendMedia(supply.timing, asked, opened, through),
  };
}

function openForProgram({
  supply,
  addresses,
  running,
  grants,
  observer,
}: ProgramNeeds): OpenStage<TokenRequest> {
  return {
    async request(request, reply) {
      const { key, sealed } = await openAddress(addresses, request);
      if (reply.raw.destroyed) return undefined;
      const asked = runStream(running, { key, sealed, request, reply }, sealed.grant);
      const reading = observer.asked(sealed.grant, () => reply.raw.writableNeedDrain);
      if (reading === undefined) return asked;
      const { stream } = asked;
      onAbort(stream.signal, reading.end);
      const flow = (): void => {
        stream.flow();
        reading.flow();
      };
      return { ...asked, stream: { ...stream, flow } };
    },
    permit: (asked) => checkGrant(grants, asked),
    async answer(asked) {
      const { sealed } = asked;
      const kept = findKeptPlaylist(supply, asked);
      if (kept !== undefined) return kept;
      if (readInternalAddress(sealed.address) !== undefined) throw new AppError('stream.invalid');
      requireWebAddress(sealed);
      return isNamedPlaylist(sealed) ? openPlaylist(supply, asked) : openBytes(supply, asked, sealed);
    },
  };
}

/** Whether bytes are a channel in MPEG-TS from its tables on; a part of a file does not begin with them. */
const isWholeChannel = ({ sealed, answer, kind }: OpenedBytes): boolean =>
  sealed.streamKind === 'ts' && answer.status === 200 && kind === 'transfer';

const readSourceAnswer = ({ sealed, answer, range }: OpenedBytes): SourceAnswer => ({
  isRangeIgnored: isRangeIgnored(answer, range),
  hasEnd: sealed.role === 'source' && announcesLength(answer),
  sizeBytes: statedSize(answer),
});

/** Whether an upstream sends a whole file where a part of it was asked for, and does not offer parts of it. */
const isRangeIgnored = ({ status, headers }: UpstreamAnswer, range: string | undefined): boolean =>
  range !== undefined && status === 200 && headers['accept-ranges'] !== 'bytes';

const announcesLength = ({ headers }: UpstreamAnswer): boolean =>
  headers['content-length'] !== undefined || /\/\d+$/.test(headers['content-range'] ?? '');

/** The size of a whole file, as the answer with the file or with a part of it states it. */
function statedSize({ status, headers }: UpstreamAnswer): number | undefined {
  const stated = status === 200 ? `/${headers['content-length'] ?? ''}` : headers['content-range'];
  const [, size] = /\/(\d{1,15})$/.exec(stated ?? '') ?? [];
  return size === undefined ? undefined : Number(size);
}
