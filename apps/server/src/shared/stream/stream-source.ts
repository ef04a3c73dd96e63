import type { StreamKind } from '@butaca/contract';

/** Where a stream comes from. Its address and headers never leave the server unsealed. */
export interface StreamSource {
  /** `http:`, `https:`, or `internal:<name>/<path>` for media of this server. */
  address: string;
  streamKind: StreamKind;
  /** The `user-agent` that the upstream expects; `null`: the gateway sends its own. */
  userAgent: string | null;
  /** The `referer` that the upstream expects; `null`: none is sent. */
  referrer: string | null;
  /** How long the stream plays, where that is known. */
  durationSeconds?: number | null;
}
