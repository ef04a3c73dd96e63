import type { StreamKind } from '@butaca/contract';
import type { ListCookies } from './list-cookies.ts';

/**
 * The address of a stream with the request headers that its server expects. They leave this server only sealed
 * (encrypted) in a stream token.
 */
export interface StreamSource {
  /** The stream's address: `http:`, `https:`, or `internal:<name>/<path>` for media of this server. */
  address: string;
  streamKind: StreamKind;
  /** The `user-agent` header that the stream's server expects; with `null` the stream gateway sends its own. */
  userAgent: string | null;
  /** The `referer` header that the stream's server expects; with `null` no such header is sent. */
  referrer: string | null;
  /** The cookies that the stream's server expects, bound to the host of the address that the list names. */
  cookies?: ListCookies | null;
  /** The `origin` header that the stream's server expects. */
  origin?: string | null;
  durationSeconds?: number | null;
  /**
   * Of a stream whose address was made for one request, such as a past programme in a provider's archive: the address of the
   * catalogue's source that it was made from, by which its provider is known.
   */
  listedAddress?: string | null;
  /**
   * Of a past programme in a provider's archive: whether it is over, so that its media have an end. Known while the stream is
   * chosen, and not sealed.
   */
  isOver?: boolean;
}
