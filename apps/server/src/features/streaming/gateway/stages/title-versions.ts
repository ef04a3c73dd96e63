/*
 * A film or chapter whose version does not answer goes on with another one: the same version of another provider first, then
 * another version in its language, then any other. The version that has answered first stays with the stream's address,
 * because players request a file in parts, and parts of two files do not fit together. Where it fails later, or where only
 * versions are left that need another form of delivery, the player is told to request a new address (410). Such an address is
 * issued for a version that has not failed lately, and the player goes on at the same position.
 */
import { hash } from 'node:crypto';
import { readItemKey, type ItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../../platform/http/app-error.ts';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { readRange } from '../stream/media-headers.ts';
import { readSource } from '../stream/read-source.ts';
import { readInternalAddress } from '../stream/stream-address.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { SealedStream } from '../stream/token.ts';
import type { StreamRequest } from './stages.ts';
import { mayAskBeside, type Failover } from '../failover/channel-sources.ts';
import { NotBesideError, openFirstGood, type SourceAttempt } from '../failover/open-first-good.ts';
import { readVerdict } from '../failover/source-verdict.ts';

/**
 * Lists the other versions of a film (`video:<id>`) or chapter (`chapter:<id>`), in the order in which they take the place
 * of the one with the given address.
 */
export type FindVersions = (titleKey: ItemKey, chosenAddress: string) => Promise<readonly StreamSource[]>;

/** Reads and makes the internal addresses at which films are converted. */
export interface FilmConversions {
  /** The address of the file that is converted at an internal address; `undefined` where that is no conversion. */
  sourceOf(address: string): string | undefined;
  /** Makes the internal address at which another file is converted in the same way; `undefined` where it cannot be. */
  convertLike(address: string, source: StreamSource): string | undefined;
}

export interface TitleVersions {
  /**
   * Opens a stream at the first version of its title that answers; anything that is no title, or a part of one, as it is.
   *
   * @param open - opens one version, and accepts its answer. It is called again for each version that is tried
   * @param drop - closes what was opened too late
   * @throws AppError `stream.expired` when a version plays at a new address; otherwise the failure of the first version
   */
  open<Opened>(
    asked: StreamRequest,
    conversions: FilmConversions,
    open: (one: StreamRequest) => Promise<Opened>,
    drop: (opened: Opened) => void,
  ): Promise<Opened>;
  /** The address of the version that is played in the play session of a grant; `undefined` where it has no versions. */
  playedAddress(grant: StreamGrant): string | undefined;
}

interface VersionNeeds {
  findVersions: FindVersions;
  failover: Failover;
  timing: Pick<StreamTiming, 'playlistWithinMs' | 'versionAfterMs' | 'clock'>;
}

/** A version that can be delivered at the address that the player has. */
interface Candidate {
  /** The address of the version itself, also where that is converted. */
  address: string;
  asked: StreamRequest;
}

/** How many versions one request tries. */
const attemptsMax = 8;
const playsMax = 10_000;
/** How long the version of a stream's address is remembered after its last request, in ms. */
const playsKeptMs = 12 * 3_600_000;

export function createTitleVersions({ findVersions, failover, timing }: VersionNeeds): TitleVersions {
  const { health } = failover;
  const { clock } = timing;
  const keeping = { ...atMost(playsMax), ttl: playsKeptMs, updateAgeOnGet: true, ...ageBy(clock) };
  /** The version that each stream's address has played. */
  const playing = new LRUCache<string, Candidate['address']>(keeping);
  /** The address of the version that each play session plays, of titles that have several. */
  const played = new LRUCache<string, string>(keeping);
  /** The play sessions whose last request for a part of their version has failed. */
  const broken = new LRUCache<string, true>(keeping);

  function noteFailure(error: unknown, { address, asked }: Candidate): boolean {
    const verdict = asked.stream.signal.aborted ? undefined : readVerdict(error);
    if (verdict !== undefined) health.fail(address, verdict);
    return verdict !== undefined;
  }

  function notePlaying({ key, sealed }: StreamRequest, address: string): void {
    playing.set(key, address);
    played.set(sessionOf(sealed.grant), address);
    broken.delete(sessionOf(sealed.grant));
  }

  /** Opens a segment or another part of a title. */
  async function openPart<Opened>(asked: StreamRequest, open: (one: StreamRequest) => Promise<Opened>) {
    const session = sessionOf(asked.sealed.grant);
    try {
      const opened = await open(asked);
      broken.delete(session);
      return opened;
    } catch (error) {
      // A part that a conversion did not make in time says nothing about the provider.
      const isConverted = readInternalAddress(asked.sealed.address) !== undefined;
      const isOwnFault = !asked.stream.signal.aborted && !isConverted && readVerdict(error) !== undefined;
      if (isOwnFault) broken.set(session, true);
      throw error;
    }
  }

  /** Opens the first of several versions that answers. */
  async function openFirst<Opened>(
    candidates: readonly Candidate[],
    { sealed, stream }: StreamRequest,
    open: (one: StreamRequest) => Promise<Opened>,
    drop: (opened: Opened) => void,
  ): Promise<{ opened: Opened; address: string }> {
    const titleKey = titleKeyOf(sealed.grant);
    // A conversion begins with an inspection of its file, which takes long where all is well.
    const isConverted = readInternalAddress(sealed.address) !== undefined;
    // A conversion has time limits of its own.
    using deadline = isConverted ? undefined : clock.deadline(timing.playlistWithinMs, stream.signal);
    const signal = deadline?.signal ?? stream.signal;
    return await openFirstGood({
      candidates,
      hedgeMs: isConverted ? timing.playlistWithinMs : timing.versionAfterMs,
      clock,
      signal,
      async open(candidate, attempt) {
        if (!(await mayAskBeside(failover, titleKey, candidate.address, attempt.beside))) {
          throw new NotBesideError('the provider may not allow a second connection');
        }
        const { asked, use } = toAttempt(candidate.asked, attempt);
        const beganMs = clock.steadyMs();
        try {
          const opened = await open(asked);
          use();
          return { opened, address: candidate.address };
        } catch (error) {
          const isSlow = clock.steadyMs() - beganMs >= timing.versionAfterMs;
          if (!attempt.signal.aborted) noteFailure(error, candidate);
          // Another version has answered first, although it was asked later.
          else if (isSlow && !signal.aborted) health.fail(candidate.address, 'timeout');
          throw error;
        }
      },
      drop: ({ opened }) => drop(opened),
    });
  }

  return {
    async open(asked, conversions, open, drop) {
      const { key, sealed, request } = asked;
      if (!isTitle(sealed.grant)) return open(asked);
      if (sealed.role !== 'source') return openPart(asked, open);
      const own = ownAddress(sealed, conversions);
      const others = own === undefined ? [] : await findVersions(titleKeyOf(sealed.grant), own);
      if (own === undefined || others.length === 0) return open(asked);
      const all: Candidate[] = [
        { address: own, asked },
        ...others.flatMap((source) => toCandidate(asked, source, conversions) ?? []),
      ];
      const present = playing.get(key);
      /** Says that another version plays at a new address, if one has not failed lately. */
      const orRenew = (error: unknown, failed: readonly string[]): unknown => {
        const isOther = ({ address }: { address: string }) =>
          !failed.includes(address) && health.isReady(address);
        const hasOther = [{ address: own }, ...others].some(isOther);
        return hasOther && !health.isReady(failed[0] ?? own) ? movedOn(error) : error;
      };

      const begun = all.find(({ address }) => address === present);
      if (begun === undefined && startsAtBeginning(request.headers)) {
        const candidates = health.order(all).slice(0, attemptsMax);
        try {
          const { opened, address } = await openFirst(candidates, asked, open, drop);
          notePlaying(asked, address);
          return opened;
        } catch (error) {
          throw orRenew(
            error,
            candidates.map(({ address }) => address),
          );
        }
      }
      const one = begun ?? { address: own, asked };
      if (broken.has(sessionOf(sealed.grant))) {
        health.fail(one.address, 'unreachable');
        const renewal = orRenew(undefined, [one.address]);
        if (renewal !== undefined) throw renewal;
      }
      try {
        const opened = await open(one.asked);
        notePlaying(asked, one.address);
        return opened;
      } catch (error) {
        throw noteFailure(error, one) ? orRenew(error, [one.address]) : error;
      }
    },
    playedAddress: (grant) => played.get(sessionOf(grant)),
  };
}

const movedOn = (cause: unknown): AppError =>
  new AppError('stream.expired', { cause: cause ?? new Error('the parts of the version fail') });

const sessionOf = ({ sessionKey, itemKey, playableKey }: StreamGrant): string =>
  [sessionKey, itemKey, playableKey ?? ''].join(' ');

const titleKeyOf = ({ itemKey, playableKey }: StreamGrant): ItemKey => playableKey ?? itemKey;

function isTitle(grant: StreamGrant): boolean {
  const kind = readItemKey(titleKeyOf(grant))?.kind;
  return kind === 'video' || kind === 'chapter';
}

/** The address of the version for which a stream's address was issued. */
const ownAddress = ({ address }: SealedStream, conversions: FilmConversions): string | undefined =>
  readInternalAddress(address) === undefined ? address : conversions.sourceOf(address);

/** Whether a request is one for the beginning of a file, with which a player begins. */
function startsAtBeginning(headers: StreamRequest['request']['headers']): boolean {
  const { range } = readRange(headers);
  return range === undefined || range.startsWith('bytes=0-');
}

/** Makes the same request for another version; `undefined` where that needs another form of delivery. */
function toCandidate(
  asked: StreamRequest,
  source: StreamSource,
  conversions: FilmConversions,
): Candidate | undefined {
  const { sealed } = asked;
  const { address } = source;
  const key = `${asked.key} ${hash('sha256', address, 'base64url')}`;
  if (readInternalAddress(sealed.address) !== undefined) {
    const converted = conversions.convertLike(sealed.address, source);
    return converted === undefined
      ? undefined
      : { address, asked: { ...asked, key, sealed: { ...sealed, address: converted } } };
  }
  const isAlike =
    source.streamKind === sealed.streamKind &&
    /^https?:/i.test(address) &&
    (source.streamKind !== 'file' || extensionOf(address) === extensionOf(sealed.address));
  const other: SealedStream = { ...sealed, ...readSource(source), durationSeconds: null };
  return isAlike ? { address, asked: { ...asked, key, sealed: other } } : undefined;
}

const extensionOf = (address: string): string =>
  URL.canParse(address)
    ? (/\.([a-z0-9]{2,5})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '')
    : '';

/** Makes a request that ends with its attempt. @returns `use`, which is called when its answer is what the player gets */
function toAttempt(asked: StreamRequest, { signal }: SourceAttempt): { asked: StreamRequest; use(): void } {
  const controller = new AbortController();
  let isUsed = false;
  const stream: StreamRequest['stream'] = {
    ...asked.stream,
    signal: AbortSignal.any([asked.stream.signal, signal, controller.signal]),
    close: () => (isUsed ? asked.stream.close() : controller.abort()),
  };
  return { asked: { ...asked, stream }, use: () => void (isUsed = true) };
}
