import { readItemKey, type ItemKey, type StreamKind } from '@butaca/contract';
import type { StreamSource } from './stream-source.ts';

/** A grant: who may receive a stream, and of which item. It is sealed (encrypted) into the stream's address. */
export interface StreamGrant {
  accountId: string;
  deviceId: string;
  /** The hash of the person's session token: it identifies the session without revealing the token. */
  sessionKey: string;
  itemKey: ItemKey;
  /**
   * The key of the chapter when the item is a series (`chapter:<id>`); a free trial is charged separately for each
   * chapter. For past programmes of a channel: `archive:<id of the channel>`.
   */
  playableKey?: ItemKey | null;
  /** Whether the person's plan does not open the item, so that what is delivered is charged to the daily free trial. */
  isTrial: boolean;
  /**
   * Whether the stream is for a television to which the device casts the item. The television has no session: what it
   * receives counts as played by the device, whose lease moves to it.
   */
  isCast?: boolean;
  /**
   * The network of the client to which the address was issued. Clients elsewhere need the cookie of the session; without
   * a network, all of them do.
   */
  network?: string | null;
  /**
   * When the permission for the stream (its grant) was issued, in seconds by the steady clock of the process that issued
   * it: a device that was stopped may receive only streams that it has asked for since, also when the clock of the
   * machine was set in between.
   */
  issuedAtSeconds: number;
}

/** Whether a grant is for past programmes of a channel, which its viewers do not share, rather than for what it shows now. */
export const isArchive = ({ playableKey }: Pick<StreamGrant, 'playableKey'>): boolean =>
  readItemKey(playableKey ?? '')?.kind === 'archive';

/**
 * A grant (permission for a stream) that is to be issued. By default `isTrial` is `false`: the person's plan opens the
 * item.
 */
export type NewStreamGrant = Omit<StreamGrant, 'isTrial' | 'issuedAtSeconds' | 'network'> & {
  isTrial?: boolean;
};

/**
 * A device that plays, or is about to play when nothing was issued to it yet: what it began to play earlier gives way
 * where a provider allows a single connection.
 */
export type PlayingDevice = Pick<StreamGrant, 'accountId' | 'deviceId'> &
  Partial<Pick<StreamGrant, 'issuedAtSeconds'>>;

/** The client to which a stream address is issued. */
export interface StreamClient {
  ip: string;
  /** Makes the client's browser keep a cookie. @param cookie - a `set-cookie` header */
  keepCookie(cookie: string): void;
}

/** Whether a person may still receive the channel or video that a stream plays, or why not. */
export type StreamVerdict = 'allowed' | 'plan_denied' | 'item_gone';

/** A playlist of a stream, as its path on this server answers with it. */
export interface StreamPlaylist {
  url: string;
  text: string;
}

/**
 * Seals (encrypts) the address of a stream into a path on this server that only the client to which it is issued can
 * play, and others in its network.
 */
export interface StreamIssuer {
  issue(
    source: StreamSource,
    grant: NewStreamGrant,
    client: StreamClient,
  ): { url: string; streamKind: StreamKind };
}

/**
 * Opens the playlists with which an issued stream in HLS begins: its own, and the first one that this names.
 *
 * @param path - the path that was issued
 * @param left - aborts when the client has left before it was answered
 * @returns what has come in time; nothing for a stream in another form, and for whoever may not receive it now
 */
export type OpenPlaylists = (path: string, left: AbortSignal) => Promise<StreamPlaylist[]>;
