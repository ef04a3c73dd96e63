import { readItemKey, type ItemKey } from '@butaca/contract';
import { isArchive, type PlayingDevice, type StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { SealedStream } from '../stream/token.ts';
import type { Connection, HostGate } from '../upstream/host-gate.ts';
import type { SlotEnd } from '../upstream/provider-slots.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { CutReason, RunningStream } from './running-streams.ts';
import { onAbort } from './send-bytes.ts';

export interface StreamClientKind {
  /** Whether the client is a program that ends by itself within seconds: ffprobe. */
  isInspection: boolean;
  /** Whether the client receives one transfer of a file at a time: ffmpeg, which seeks like a player. */
  isSerial: boolean;
  /** The devices for which the client receives, now: a program that converts a channel has several. */
  devices(): readonly PlayingDevice[];
  /**
   * Names the channel that the client receives: its viewers share what comes in from the upstream, and the cookies that
   * the upstream sets. `undefined` for films, and for whoever needs an upstream connection of their own.
   */
  channelKey?: ItemKey | undefined;
  /** The address of the source by which the provider of all that the client receives is known. */
  sourceAddress?: string | undefined;
}

/** Whoever needs a connection to an upstream: the stream of one viewer, or what the viewers of a channel share. */
export interface ConnectionOwner {
  /** Aborts when the connection is no longer needed. */
  readonly signal: AbortSignal;
  close(why: SlotEnd): void;
  /** The devices that receive what comes in; by default those of the client. */
  viewers?(): readonly PlayingDevice[];
  isIdle?(): boolean;
  /** Whether the connection is only held ready for later. */
  isReserve?(): boolean;
}

/** The reason for which a stream is cut whose connection has to end. */
export const cutReasons: Readonly<Record<SlotEnd, CutReason>> = {
  yielded: 'connection-yielded',
  lost: 'slot-lost',
};

/** Makes the stream of one viewer or program the owner of a connection: it is cut when the connection has to end. */
export const ownerOf = ({ signal, cut }: Pick<RunningStream, 'signal' | 'cut'>): ConnectionOwner => ({
  signal,
  close: (why) => cut(cutReasons[why]),
});

export interface GatedUpstream {
  upstream: Upstream;
  /** The gate that all connections to upstreams pass. */
  gate: HostGate;
  /** Who receives the streams of a grant: how long it reads, and the devices for which it reads. */
  clientOf(grant: StreamGrant): StreamClientKind;
}

interface GateOptions {
  besideName?: string | undefined;
  sourceAddress?: string | undefined;
  mostRepeats?: number | undefined;
}

/**
 * Announces a stream that is about to be requested to the gate of its upstream.
 *
 * @param kind - `request` for playlists and segments; the transfers of programs that inspect a file count as inspections
 * @param options.besideName - where another connection of the same channel is open, what tells this one from all others, so
 *   that it takes a slot of its own
 * @param options.mostRepeats - how often a refused request is repeated at most
 * @param options.sourceAddress - the address of the source by which the provider is known; by default that of the stream where
 *   it is a source itself, else that of the client
 * @returns the function that sends the requests of this stream
 */
export function passGate(
  { gate, upstream, clientOf }: GatedUpstream,
  sealed: SealedStream,
  owner: ConnectionOwner,
  kind: 'transfer' | 'request',
  { besideName, sourceAddress, mostRepeats }: GateOptions = {},
): Upstream['open'] {
  const { grant, address, role, listedAddress } = sealed;
  const { isInspection, isSerial, devices, channelKey, sourceAddress: clientSource } = clientOf(grant);
  const own = ownSlot(grant);
  const beside = besideName === undefined ? '' : ` beside ${besideName}`;
  const connection: Connection = {
    address,
    kind: kind === 'transfer' && isInspection ? 'inspection' : kind,
    client: own + beside,
    slot: channelKey ?? own,
    besideName,
    playableKey: grant.playableKey ?? undefined,
    // Versions of a film may belong to several providers, and the address of each one says to which.
    sourceAddress:
      sourceAddress ??
      listedAddress ??
      (role === 'source' && channelKey === undefined ? address : clientSource),
    mostRepeats,
    itemKey: channelKey ?? (readItemKey(grant.itemKey)?.kind === 'loopback' ? undefined : grant.itemKey),
    viewers: owner.viewers ?? devices,
    ...(owner.isIdle && { isIdle: owner.isIdle }),
    ...(owner.isReserve && { isReserve: owner.isReserve }),
    // The position in a past programme is part of the address, so a second transfer of one address replaces the first.
    isSerial: (isSerial || isArchive(grant)) && kind === 'transfer',
    close: owner.close,
  };
  const gated = gate.begin(connection);
  onAbort(owner.signal, () => gated[Symbol.dispose]());
  const cookies = channelKey === undefined ? {} : { jarKey: channelKey };
  return (request, signal) => gated.open(() => upstream.open({ ...request, ...cookies }, signal), signal);
}

/**
 * Names the slot of a stream that is not shared: by its session and item. The slot of a past programme has the time at which
 * its address was issued as well, because two programmes, or two positions in one, are two connections to the provider. When no
 * slot is free, the older of two such connections of a device is closed, as that of a channel that the device has left.
 */
export const ownSlot = (grant: StreamGrant): string => {
  const { sessionKey, itemKey, playableKey, issuedAtSeconds } = grant;
  const own = [sessionKey, itemKey, playableKey ?? ''];
  return (isArchive(grant) ? [...own, issuedAtSeconds] : own).join(' ');
};
