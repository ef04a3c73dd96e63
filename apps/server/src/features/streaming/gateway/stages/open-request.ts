import { readItemKey } from '@butaca/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../../platform/http/app-error.ts';
import { isArchive, type StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { RunningStreams } from '../delivery/running-streams.ts';
import { readBufferedName } from '../playlists/buffered-name.ts';
import { fillGaps } from '../manifests/manifest-segments.ts';
import { readPresentQuery } from '../stream/stream-address.ts';
import type { StreamGrants } from '../stream/stream.ts';
import type { SealedStream, StreamSealer } from '../stream/token.ts';
import type { StreamRequest } from './stages.ts';

/** A request at a sealed address, `/api/stream/<token>/…`. */
export type TokenRequest = FastifyRequest<{ Params: { token: string; '*': string } }>;

/** Opens the sealed addresses that askers of one kind get. */
export interface SealedAddresses {
  sealer: StreamSealer;
  hasExpired(stream: SealedStream): boolean | Promise<boolean>;
}

/** @throws AppError `stream.invalid` or `stream.expired`, and logs it */
export async function openAddress(
  addresses: SealedAddresses,
  request: TokenRequest,
): Promise<Pick<StreamRequest, 'key' | 'sealed' | 'buffered'>> {
  try {
    return await openParts(addresses, request);
  } catch (error) {
    throw error instanceof AppError ? logRefusal(request, error) : error;
  }
}

/** Opens the token of a request, and the present address of a segment if the request has one. */
async function openParts(addresses: SealedAddresses, { params, query }: TokenRequest) {
  const { token } = params;
  const sealed = await openToken(addresses, token);
  const buffered = readBufferedName(params['*'], query);
  if (buffered !== undefined && isListOfChannel(sealed))
    return openBuffered(addresses, token, sealed, buffered);
  const present = readPresentQuery(query);
  if (present === undefined) return { key: token, sealed: fillTemplate(sealed, params['*']) };
  const address = addresses.sealer.openAddress(present, token);
  if (address === undefined) throw new AppError('stream.invalid');
  return { key: `${token} ${present}`, sealed: { ...sealed, address } };
}

/** Whether a stream is one of which a live buffer may keep segments: a playlist in HLS. */
const isListOfChannel = ({ role, streamKind, grant }: SealedStream): boolean =>
  streamKind === 'hls' &&
  (role === 'source' || role === 'playlist') &&
  readItemKey(grant.itemKey)?.kind === 'channel';

/** Opens the name of a segment in a playlist: with the segment's own token, or else as one that only a live buffer may have. */
async function openBuffered(
  addresses: SealedAddresses,
  token: string,
  list: SealedStream,
  { name, token: own }: { name: string; token: string | undefined },
): Promise<Pick<StreamRequest, 'key' | 'sealed' | 'buffered'>> {
  const buffered = { name, list, isLive: own !== undefined };
  if (own === undefined) return { key: `${token} ${name}`, sealed: list, buffered };
  const sealed = await openToken(addresses, own);
  const isOfList =
    sealed.grant.sessionKey === list.grant.sessionKey && sealed.grant.itemKey === list.grant.itemKey;
  if (!isOfList) throw new AppError('stream.invalid');
  return { key: own, sealed, buffered };
}

async function openToken({ sealer, hasExpired }: SealedAddresses, token: string): Promise<SealedStream> {
  const sealed = sealer.open(token);
  if (sealed === undefined) throw new AppError('stream.invalid');
  if (await hasExpired(sealed)) throw new AppError('stream.expired');
  return sealed;
}

/**
 * Fills the gaps of a DASH template (an address with gaps for a number or a time) from the request path, which turns
 * the template into the address of a segment.
 */
function fillTemplate(sealed: SealedStream, fileName: string): SealedStream {
  if (sealed.role !== 'template') return sealed;
  const address = fillGaps(sealed.address, fileName);
  if (address === undefined) throw new AppError('stream.invalid');
  return { ...sealed, role: 'bytes', address };
}

/**
 * Adds a request to the running streams, until its answer has ended or its client has left.
 *
 * @param grant - by which the stream is permitted
 */
export function runStream(
  running: RunningStreams,
  asked: Omit<StreamRequest, 'stream'>,
  grant: StreamGrant,
): StreamRequest {
  const stream = running.open(grant, isContinuous(asked.sealed));
  asked.reply.raw.once('close', stream.close);
  return { ...asked, stream };
}

/** Checks the permission of a stream that is about to begin. @throws AppError, by the reason, and logs it */
export async function checkGrant(
  grants: StreamGrants,
  { sealed, stream, request }: StreamRequest,
): Promise<void> {
  const refusal = await grants.check(stream.grant, 'start');
  if (refusal !== undefined) throw logRefusal(request, refusal, sealed.grant);
}

/** Whether a stream is delivered for as long as somebody watches: a channel that is not cut into segments. */
export const isContinuous = ({ role, streamKind, grant }: SealedStream): boolean =>
  role === 'source' &&
  (streamKind === 'ts' ||
    (streamKind === 'file' && readItemKey(grant.itemKey)?.kind === 'channel' && !isArchive(grant)));

/**
 * Logs who is refused a stream and why. The address of the stream is secret and not logged.
 *
 * @param grant - whose permission was refused; `undefined` for an address that could not be opened
 * @returns the refusal
 */
export function logRefusal(
  { log, ip }: Pick<FastifyRequest, 'log' | 'ip'>,
  refusal: AppError,
  grant?: StreamGrant,
): AppError {
  const { accountId, itemKey } = grant ?? {};
  log.warn({ accountId, itemKey, ip, code: refusal.code }, 'stream refused');
  return refusal;
}
